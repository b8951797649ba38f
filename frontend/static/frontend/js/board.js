/** The live board: rows as they change, one's own row always there, news said politely. */

import { listen, placesOf, slide } from "./live.js";
import { after } from "./standing.js";
import { writeResult } from "./time.js";

/**
 * @typedef {import("./standing.js").Row} Row
 * @typedef {import("./standing.js").Board} Board
 */

const PAUSE_BETWEEN_LOOKS = 2_000;
const DECIMAL = document.documentElement.lang.startsWith("de") ? "," : ".";

class LiveBoard {
  /** @param {HTMLTableElement} element */
  constructor(element) {
    this.element = element;
    this.words = element.dataset;
    this.rows = /** @type {HTMLElement} */ (element.querySelector("[data-rows]"));
    this.mine = /** @type {HTMLElement} */ (element.querySelector("[data-mine]"));
    this.total = document.querySelector("[data-total]");
    this.news = document.querySelector("[data-news]");
    this.isLooking = false;
    this.hasChanged = false;
    /** @type {Board} */
    this.board = JSON.parse(document.getElementById("shown")?.textContent ?? "");
  }

  /** Hear of changes from now on. */
  connect() {
    listen(this.words.socket ?? "", (message) => this.hear(message));
  }

  /**
   * Take in what the socket says: how many rows there are, and which are new.
   * @param {import("./live.js").Message} message
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
    const time = writeResult(row.hundredths, DECIMAL);
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
      .replace("{time}", writeResult(row.hundredths, DECIMAL))
      .replace("{rank}", String(row.rank));
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
