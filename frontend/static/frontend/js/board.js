/** The live board: rows as they change, one's own row always there, news said politely. */

import { clock } from "./time.js";

/**
 * @typedef {{rank: number, name: string | null, is_me: boolean, hundredths: number,
 *   moves: number, undos: number, restarts: number, clean: boolean, finished: string}} Row
 * @typedef {{entries: Row[], total: number, mine: Row | null}} Board
 */

const LONGEST_WAIT = 60_000;
const PAUSE_BETWEEN_LOOKS = 2_000;
// The server closes a socket that has been silent for three of these.
const PAUSE_BETWEEN_PINGS = 25_000;
const language = document.documentElement.lang;

class LiveBoard {
  /** @param {HTMLTableElement} element */
  constructor(element) {
    this.element = element;
    this.words = element.dataset;
    this.rows = /** @type {HTMLElement} */ (element.querySelector("[data-rows]"));
    this.mine = /** @type {HTMLElement} */ (element.querySelector("[data-mine]"));
    this.total = document.querySelector("[data-total]");
    this.news = document.querySelector("[data-news]");
    this.attempts = 0;
    this.isLooking = false;
    this.hasChanged = false;
    /** @type {string | null} */
    this.lastTop = null;
    this.latest = "";
  }

  /** Open the socket, and again after a growing pause whenever it closes. */
  connect() {
    const address = new URL(this.words.socket ?? "", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    socket.addEventListener("message", (event) => {
      this.attempts = 0;
      const message = JSON.parse(event.data);
      if (message.type === "board" || message.type === "entry") this.hear(message);
    });
    const pings = setInterval(() => {
      if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
    }, PAUSE_BETWEEN_PINGS);
    socket.addEventListener("close", (event) => {
      clearInterval(pings);
      if (event.code === 4404) return;
      const pause = Math.min(LONGEST_WAIT, 1000 * 2 ** this.attempts);
      this.attempts += 1;
      setTimeout(() => this.connect(), pause * (0.5 + Math.random() / 2));
    });
  }

  /**
   * Take in what the socket says: the first rows and how many there are.
   * @param {{type: string, top: Row[], total: number}} message
   */
  hear({ type, top, total }) {
    const seen = JSON.stringify([top, total]);
    if (seen === this.lastTop) return;
    const isFirst = this.lastTop === null && type === "board";
    this.lastTop = seen;
    const latest = newestOf(top);
    if (latest && latest.finished > this.latest) {
      this.latest = latest.finished;
      if (!isFirst) this.tell(latest);
    }
    // The socket sends the first rows only: whoever needs more asks for the page.
    if (this.words.page === "1" && total === top.length && !this.words.me) {
      this.draw({ entries: top, total, mine: null });
    } else {
      this.look();
    }
  }

  /** Fetch the shown page anew, at most once in a while. */
  async look() {
    this.hasChanged = true;
    if (this.isLooking) return;
    this.isLooking = true;
    while (this.hasChanged) {
      this.hasChanged = false;
      try {
        const answer = await fetch(`${this.words.api}?page=${this.words.page}`, {
          headers: { Accept: "application/json" },
        });
        if (answer.ok) this.draw(await answer.json());
      } catch {
        // Without a connection the socket closes, too, and its return brings news.
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_BETWEEN_LOOKS));
    }
    this.isLooking = false;
  }

  /**
   * Show a page of the board; the reader's own row stands beneath where it isn't among its rows.
   * @param {Board} board
   */
  draw({ entries, total, mine }) {
    const focused = this.element.contains(document.activeElement)
      ? document.activeElement?.getAttribute("href")
      : null;
    this.rows.replaceChildren(...entries.map((row) => this.rowOf(row)));
    const isElsewhere = mine !== null && !entries.some((row) => row.is_me);
    this.mine.replaceChildren(...(mine && isElsewhere ? [this.rowOf(mine)] : []));
    this.mine.hidden = !isElsewhere;
    this.element.hidden = total === 0;
    if (this.total instanceof HTMLElement) {
      const { none = "", one = "", many = "" } = this.total.dataset;
      const wording = total === 0 ? none : total === 1 ? one : many;
      this.total.textContent = wording.replace("{n}", String(total));
    }
    if (focused) this.linkTo(focused)?.focus();
  }

  /**
   * @param {string} address
   * @returns {HTMLAnchorElement | undefined}
   */
  linkTo(address) {
    return [...this.element.querySelectorAll("a")].find(
      (link) => link.getAttribute("href") === address,
    );
  }

  /**
   * A row of the table, as the page's own template makes it.
   * @param {Row} row
   */
  rowOf(row) {
    const line = document.createElement("tr");
    if (row.is_me) line.className = "is-me";
    const name = document.createElement("th");
    name.scope = "row";
    name.append(this.nameOf(row));
    line.append(
      cell("board-rank", row.rank),
      name,
      cell("board-time", clock(row.hundredths, language)),
      cell("board-moves", row.moves),
      cell("board-note", ...this.notesOn(row)),
    );
    return line;
  }

  /** @param {Row} row */
  nameOf(row) {
    if (row.name === null || row.name === this.words.deleted) {
      return part("span", "small", this.words.deleted ?? "");
    }
    const link = document.createElement("a");
    link.href = (this.words.players ?? "").replace("NAME", encodeURIComponent(row.name));
    link.textContent = row.name;
    return link;
  }

  /** @param {Row} row */
  notesOn(row) {
    if (row.clean) {
      const mark = part("span", "", "✓");
      mark.ariaHidden = "true";
      const clean = part("span", "clean", "");
      clean.append(mark, " ", part("span", "clean-word", this.words.clean ?? ""));
      return [clean];
    }
    const counts = part("span", "", `${row.undos} / ${row.restarts}`);
    counts.ariaHidden = "true";
    const spoken = (this.words.counts ?? "")
      .replace("{undos}", String(row.undos))
      .replace("{restarts}", String(row.restarts));
    return [counts, part("span", "visually-hidden", spoken)];
  }

  /**
   * Say who is new on the board.
   * @param {Row} row
   */
  tell(row) {
    if (!this.news) return;
    this.news.textContent = (this.words.new ?? "")
      .replace("{name}", row.name ?? this.words.deleted ?? "")
      .replace("{time}", clock(row.hundredths, language))
      .replace("{rank}", String(row.rank));
  }
}

/**
 * The row that was finished last.
 * @param {Row[]} rows
 * @returns {Row | undefined}
 */
function newestOf(rows) {
  return rows.reduce(
    (newest, row) => (newest && newest.finished > row.finished ? newest : row),
    /** @type {Row | undefined} */ (undefined),
  );
}

/**
 * @param {string} className
 * @param {...(Node | string | number)} content
 */
function cell(className, ...content) {
  const made = document.createElement("td");
  made.className = className;
  made.append(...content.map((item) => (item instanceof Node ? item : String(item))));
  return made;
}

/**
 * @param {string} tag
 * @param {string} className
 * @param {string} text
 */
function part(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

const table = document.querySelector("#board");
if (table instanceof HTMLTableElement) new LiveBoard(table).connect();
