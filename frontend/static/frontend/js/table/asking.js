/** Questions to the solver, one at a time: left by POST, then looked after until answered. */

import { csrfToken } from "../token.js";

const LOOK_EVERY = 200;
/** Longer than any answer takes: then whoever should answer has gone. */
const PATIENCE = 15_000;

/**
 * @typedef {object} Asked
 * @property {(told: Told) => void} onWaiting called with every look
 * @property {(told: Told) => void} onAnswer
 * @property {(message: string) => void} onRefusal there is no help, and why
 * @property {() => void} onGone the game has gone on, or something else was asked in another tab
 */

export class Asking {
  /** @type {AbortController | null} */ #going = null;

  /** @param {{ api: string }} addresses @param {string} unreachable in words */
  constructor({ api }, unreachable) {
    this.address = `${api}help/`;
    this.unreachable = unreachable;
  }

  /** Whether a question waits for its answer. */
  get waits() {
    return this.#going !== null;
  }

  /** Nobody wants to know any more. */
  drop() {
    this.#going?.abort();
    this.#going = null;
  }

  /** Ask; what was asked before is dropped. @param {HelpKind} kind @param {Asked} asked */
  async ask(kind, { onWaiting, onAnswer, onRefusal, onGone }) {
    this.drop();
    const going = new AbortController();
    this.#going = going;
    const { signal } = going;
    /** @param {() => void} end */
    const finish = (end) => {
      if (!signal.aborted) {
        this.#going = null;
        end();
      }
    };
    try {
      let response = await fetch(this.address, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
        body: JSON.stringify({ kind }),
        signal,
      });
      const until = performance.now() + PATIENCE;
      while (response.ok) {
        const told = /** @type {Told} */ (await response.json());
        if (told.kind !== kind || told.state === "none") {
          finish(onGone);
          return;
        }
        if (told.state === "answered") {
          finish(() => onAnswer(told));
          return;
        }
        if (performance.now() > until) {
          break;
        }
        if (!signal.aborted) {
          onWaiting(told);
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
        response = await fetch(this.address, { signal });
      }
      const refusal = response.ok ? null : (await response.json()).error;
      finish(() => onRefusal(refusal?.message ?? this.unreachable));
    } catch {
      finish(() => onRefusal(this.unreachable));
    }
  }
}
