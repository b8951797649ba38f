/**
 * The line to the server: a socket with a heartbeat that comes back by itself, and REST where no
 * socket gets through. What has no answer yet is sent again with the same ids.
 */

import { csrfToken } from "../token.js";

const HEARTBEAT = 20_000;
const ANSWER_WITHIN = 10_000;
const SLOWEST_RETRY = 15_000;
/** After so many sockets in a row that never opened, requests go by REST meanwhile. */
const FALLBACK_AFTER = 2;
/** What the server fails at so often, it will not do; asking for ever would stop all that follows. */
const MOST_FAILURES = 4;
/** The codes of a socket that closes because the server has failed; what is sent again may go. */
const SERVER_FAILED = [1011, 4500, 4503];
/** The code of a socket whose server restarts: another one is there already, or soon. */
const RESTARTING = 4012;
const LONGEST_RESTART = 1500;
/** Refused in the course of sending too quickly: try again after a breath. */
const TOO_FAST = "too_many_requests";
/** After these the server closes the socket, for what follows may build on what wasn't done. */
const FAILURES = ["unavailable", "server_error"];
const BREATH = 1500;

const ENDINGS = /** @type {Record<number, Standing>} */ ({
  4401: "signedOut",
  4403: "forbidden",
  4404: "gone",
});

/**
 * Wait longer after each failure, and never all browsers at the same moment.
 *
 * @param {number} failures @param {number} chance 0 to 1
 */
export const retryDelay = (failures, chance) =>
  Math.min(SLOWEST_RETRY, 400 * 2 ** Math.min(failures, 6)) * (0.5 + chance / 2);

/**
 * @typedef {object} Callbacks
 * @property {(message: ServerMessage) => void} onMessage
 * @property {(standing: Standing) => void} onStanding
 * @property {() => GameRequest[]} unanswered
 * @property {() => Refusal} givesUp what to tell of a request that the server can't carry out
 */

export class Connection {
  /** @type {WebSocket | null} */ #socket = null;
  #failures = 0;
  #ready = false;
  #ended = false;
  /** Nothing is told until the line stands, or has failed. @type {Standing | null} */ #standing = null;
  /** @type {number | undefined} */ #retry;
  /** @type {number | undefined} */ #silence;
  #lastHeard = 0;
  /** @type {Promise<void>} */ #posts = Promise.resolve();
  /** How often in a row the server has failed at a request. */
  #failed = { id: "", times: 0 };

  /**
   * @param {{ socket: string, api: string }} addresses
   * @param {Callbacks} callbacks
   */
  constructor(addresses, callbacks) {
    this.addresses = addresses;
    this.callbacks = callbacks;
  }

  open() {
    this.#connect();
    setInterval(() => this.#beat(), HEARTBEAT);
    const wake = () => document.visibilityState === "visible" && this.wake();
    document.addEventListener("visibilitychange", wake);
    addEventListener("pageshow", wake);
    addEventListener("online", () => this.wake());
  }

  /** The page is seen again: ask how things stand, or come back at once. */
  wake() {
    if (this.#ready) {
      this.#write({ type: "resync" });
      this.#expectAnswer();
    } else if (!this.#ended && this.#socket?.readyState !== WebSocket.CONNECTING) {
      this.#connect();
    }
  }

  /** @param {GameRequest} request */
  send(request) {
    if (this.#ready) {
      this.#write(request);
      this.#expectAnswer();
    } else if (this.#standing === "fallback") {
      this.#post(request);
    }
    // Otherwise it goes out once the line stands: it is among the unanswered.
  }

  /** @param {Standing} standing */
  #stand(standing) {
    if (standing !== this.#standing) {
      this.#standing = standing;
      this.callbacks.onStanding(standing);
    }
  }

  /** @param {object} message */
  #write(message) {
    this.#socket?.send(JSON.stringify(message));
  }

  #beat() {
    if (this.#ready) {
      this.#write({ type: "ping" });
      this.#expectAnswer();
    }
  }

  /** Nothing heard for a while after asking means that the line is dead, whatever it says. */
  #expectAnswer() {
    clearTimeout(this.#silence);
    const asked = performance.now();
    this.#silence = setTimeout(() => {
      if (this.#lastHeard < asked) {
        this.#drop();
      }
    }, ANSWER_WITHIN);
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#lost();
  }

  #connect() {
    clearTimeout(this.#retry);
    this.#socket?.close();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.addresses.socket}`);
    this.#socket = socket;
    // A socket that never opens, or opens and tells nothing, must not be waited for for ever.
    this.#expectAnswer();
    socket.addEventListener("message", ({ data }) => {
      if (socket === this.#socket) {
        this.#hear(JSON.parse(data));
      }
    });
    socket.addEventListener("close", ({ code }) => {
      if (socket !== this.#socket) {
        return;
      }
      this.#socket = null;
      if (code in ENDINGS) {
        this.#end(ENDINGS[code]);
      } else {
        if (SERVER_FAILED.includes(code) && this.#ready) {
          this.#fail(this.callbacks.unanswered()[0]);
        }
        this.#lost(code === RESTARTING ? LONGEST_RESTART * Math.random() : undefined);
      }
    });
  }

  /**
   * The server has failed at a request. It is sent again a few times, then no more: the table
   * takes it back, and how things stand comes with the next connection or answer.
   *
   * @param {GameRequest | undefined} request
   * @returns {boolean} whether it has been given up
   */
  #fail(request) {
    if (!request) {
      return false;
    }
    const { id } = request;
    this.#failed = { id, times: this.#failed.id === id ? this.#failed.times + 1 : 1 };
    if (this.#failed.times < MOST_FAILURES) {
      return false;
    }
    this.callbacks.onMessage({ type: "error", id, error: this.callbacks.givesUp() });
    return true;
  }

  /** @param {number} [pause] how long to wait, rather than longer after each failure */
  #lost(pause) {
    this.#ready = false;
    clearTimeout(this.#silence);
    this.#failures += 1;
    if (this.#failures > FALLBACK_AFTER) {
      void this.#askByRest();
    } else {
      this.#stand("connecting");
    }
    clearTimeout(this.#retry);
    this.#retry = setTimeout(
      () => this.#connect(),
      pause ?? retryDelay(this.#failures - 1, Math.random()),
    );
  }

  #resend() {
    for (const request of this.callbacks.unanswered()) {
      this.send(request);
    }
  }

  /** @param {ServerMessage} message */
  #hear(message) {
    this.#lastHeard = performance.now();
    if (message.type === "error" && message.error.code === TOO_FAST && message.id) {
      setTimeout(() => this.#resend(), BREATH);
      return;
    }
    if (message.type === "error" && FAILURES.includes(message.error.code)) {
      return;
    }
    this.callbacks.onMessage(message);
    if (message.type !== "game") {
      // A line that opens but answers nothing hasn't come back yet.
      this.#failures = 0;
    }
    if (message.type === "game" && !this.#ready) {
      this.#ready = true;
      this.#stand("open");
      this.#resend();
    }
  }

  /** No socket gets through: see whether plain requests do. */
  async #askByRest() {
    try {
      const response = await fetch(this.addresses.api);
      if (response.ok) {
        const game = await response.json();
        this.#stand("fallback");
        this.callbacks.onMessage({ type: "game", game });
        this.#resend();
      } else if (response.status === 401 || response.status === 403) {
        this.#end("signedOut");
      } else {
        this.#stand("connecting");
      }
    } catch {
      this.#stand("connecting");
    }
  }

  /** @param {Standing} standing */
  #end(standing) {
    this.#ended = true;
    this.#ready = false;
    clearTimeout(this.#retry);
    this.#stand(standing);
  }

  /** One request at a time, in their order. @param {GameRequest} request */
  #post(request) {
    this.#posts = this.#posts.then(async () => {
      const waiting = this.callbacks.unanswered().some(({ id }) => id === request.id);
      if (waiting && this.#standing === "fallback") {
        await this.#postNow(request);
      }
    });
  }

  /** @param {GameRequest} request */
  async #postNow({ type, ...body }) {
    const path = type === "play" ? "moves/" : `${type}/`;
    try {
      const response = await fetch(this.addresses.api + path, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
        body: JSON.stringify(body),
      });
      if (response.status >= 500) {
        if (this.#fail({ type, ...body })) {
          void this.#askByRest();
        }
        return;
      }
      const answer = await response.json();
      if (response.ok) {
        this.callbacks.onMessage({ type: "answer", id: body.id, game: answer });
      } else if (response.status === 401) {
        this.#end("signedOut");
      } else if (response.status !== 429) {
        this.callbacks.onMessage({ type: "error", id: body.id, ...answer });
      }
    } catch {
      // No network: it stays unanswered and is sent again with the next attempt to connect.
    }
  }
}
