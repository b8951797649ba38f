/** The live board: rows as they change, one's own row always there, news said politely. */

import { after } from "./standing.js";
import { settings } from "./table/settings.js";
import { clock } from "./time.js";

/**
 * @typedef {import("./standing.js").Row} Row
 * @typedef {import("./standing.js").Board} Board
 */

const LONGEST_WAIT = 60_000;
const PAUSE_BETWEEN_LOOKS = 2_000;
// So long a row slides to its new place.
const SLIDE = { duration: 300, easing: "ease-out" };
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
    /** @type {Board} */
    this.board = JSON.parse(document.getElementById("shown")?.textContent ?? "");
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
   * Take in what the socket says: how many rows there are, and which are new.
   * @param {{type: string, total: number, new?: Row[]}} message
   */
  hear({ type, total, new: news = [] }) {
    const latest = newestOf(news);
    if (latest) this.tell(latest);
    const isAsShown = type === "board" && this.board.total === total;
    if (isAsShown) return;
    const board = after(this.board, { new: news, total }, this.words.me ?? "");
    if (board && !this.isLooking) this.draw(board);
    else this.look();
  }

  /** Fetch the shown page anew, at most once in a while. */
  async look() {
    this.hasChanged = true;
    if (this.isLooking) return;
    this.isLooking = true;
    while (this.hasChanged) {
      this.hasChanged = false;
      // Not all who look at once.
      await pause(Math.random() * PAUSE_BETWEEN_LOOKS);
      try {
        const answer = await fetch(`${this.words.api}?page=${this.words.page}`, {
          headers: { Accept: "application/json" },
        });
        if (answer.ok) this.draw(await answer.json());
      } catch {
        // Without a connection the socket closes, too, and its return brings news.
      }
      await pause(PAUSE_BETWEEN_LOOKS);
    }
    this.isLooking = false;
  }

  /**
   * Show a page of the board; the reader's own row stands beneath, between its neighbours, where
   * it isn't among the page's rows.
   * @param {Board} board
   */
  draw(board) {
    const { entries, total, near } = board;
    const focused = this.element.contains(document.activeElement)
      ? document.activeElement?.getAttribute("href")
      : null;
    const places = this.element.hidden ? null : placesOf(this.rows);
    this.board = board;
    this.rows.replaceChildren(...entries.map((row) => this.rowOf(row)));
    const isElsewhere = near.length > 0 && !entries.some((row) => row.is_me);
    this.mine.replaceChildren(...(isElsewhere ? near.map((row) => this.rowOf(row)) : []));
    this.mine.hidden = !isElsewhere;
    this.element.hidden = total === 0;
    if (places) slide(this.rows, places);
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
    line.dataset.row = `${row.finished} ${row.name}`;
    const name = document.createElement("th");
    name.scope = "row";
    name.append(this.nameOf(row));
    line.append(
      cell("board-rank", row.rank),
      name,
      cell("board-time", this.timeOf(row)),
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

  /**
   * The time, which leads to the game once everybody may watch it.
   * @param {Row} row
   */
  timeOf(row) {
    const time = clock(row.hundredths, language);
    if (row.game === null) return time;
    const link = document.createElement("a");
    link.href = `/games/${row.game}/replay/`;
    link.title = this.words.watch ?? "";
    link.append(time, part("span", "visually-hidden", `, ${this.words.watched}`));
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
 * Where each row stands, by its name.
 * @param {HTMLElement} rows
 * @returns {Map<string | undefined, number>}
 */
function placesOf(rows) {
  return new Map(
    [...rows.children].map((row) => [
      row instanceof HTMLElement ? row.dataset.row : undefined,
      row.getBoundingClientRect().top,
    ]),
  );
}

/**
 * Let the rows slide from where they stood to where they stand, and new ones in from the side.
 * @param {HTMLElement} rows
 * @param {Map<string | undefined, number>} places
 */
function slide(rows, places) {
  if (settings.still) return;
  for (const row of rows.children) {
    if (!(row instanceof HTMLElement)) continue;
    const before = places.get(row.dataset.row);
    if (before === undefined) {
      row.animate([{ opacity: 0, transform: "translateX(-1.5rem)" }, {}], SLIDE);
      continue;
    }
    const way = before - row.getBoundingClientRect().top;
    if (way) row.animate([{ transform: `translateY(${way}px)` }, {}], SLIDE);
  }
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
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
