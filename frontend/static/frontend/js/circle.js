/** A circle's board of a day: fetched anew when the board of all players has news. */

import { listen, placesOf, slide } from "./live.js";

// Milliseconds. Not all who look ask at once, and nobody asks all the time: a member's win is seen
// soon; those of others only move the ranks among all.
const SOON = 2_000;
const LATER = 30_000;
const PAUSE = 2_000;

class CircleBoard {
  /** @param {HTMLElement} element what holds the parts that change */
  constructor(element) {
    this.element = element;
    this.words = element.dataset;
    this.news = document.querySelector("[data-news]");
    this.total = Number(this.words.total);
    this.due = Infinity;
    this.earliest = 0;
    this.looks = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  get rows() {
    return /** @type {HTMLElement} */ (this.element.querySelector("[data-part=rows]"));
  }

  /** Hear of changes of the board of all players from now on. */
  connect() {
    listen(this.words.socket ?? "", (message) => this.hear(message));
  }

  /**
   * Take in what the socket says of the board of all players.
   * @param {import("./live.js").Message} message
   */
  hear({ total, new: news = [] }) {
    const members = (this.rows.dataset.members ?? "").split(" ");
    const isToldWhole = total === this.total + news.length;
    this.total = total;
    if (!isToldWhole || news.some(({ name }) => members.includes(name ?? ""))) this.ask(SOON);
    else if (news.length) this.ask(LATER);
  }

  /**
   * Look at some moment within so many milliseconds, or earlier if that is planned already.
   * @param {number} within
   */
  ask(within) {
    const now = performance.now();
    const due = Math.max(now, this.earliest) + Math.random() * within;
    if (due >= this.due) return;
    clearTimeout(this.timer);
    this.due = due;
    this.timer = setTimeout(() => this.look(), due - now);
  }

  /** Fetch what has changed; who may not see it any more is shown what a reload shows. */
  async look() {
    this.due = Infinity;
    this.earliest = performance.now() + PAUSE;
    this.looks += 1;
    const look = this.looks;
    try {
      const answer = await fetch(this.words.fresh ?? "", { redirect: "manual" });
      if (answer.status === 404 || answer.type === "opaqueredirect") location.reload();
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (look === this.looks) this.draw(fresh);
    } catch {
      // Without a connection the socket closes, too, and its return brings news.
    }
  }

  /**
   * Put fresh parts in the places of those that differ.
   * @param {Document} fresh
   */
  draw(fresh) {
    const active = document.activeElement;
    const focused = this.element.contains(active) ? active?.getAttribute("href") : null;
    const places = placesOf(this.rows);
    for (const part of this.element.querySelectorAll("[data-part]")) {
      if (!(part instanceof HTMLElement)) continue;
      const other = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
      if (other && !part.isEqualNode(other)) part.replaceWith(document.adoptNode(other));
    }
    const board = /** @type {HTMLElement} */ (this.element.querySelector("[data-board]"));
    board.hidden = this.rows.children.length === 0;
    slide(this.rows, places);
    this.tell(places);
    if (focused && document.activeElement !== active) {
      const links = [...this.element.querySelectorAll("a")];
      links.find((link) => link.getAttribute("href") === focused)?.focus();
    }
  }

  /**
   * Say who is new on the board: who was finished after all the others.
   * @param {Map<string | undefined, number>} before
   */
  tell(before) {
    // Rows' names begin with the moments.
    let latest = [...before.keys()].sort().at(-1) ?? "";
    let newest;
    for (const row of this.rows.querySelectorAll("tr")) {
      if ((row.dataset.row ?? "") <= latest) continue;
      latest = row.dataset.row ?? "";
      newest = row;
    }
    if (!this.news || !newest) return;
    const [rank, name, time] = [...newest.children].map((cell) => cell.textContent ?? "");
    this.news.textContent = (this.words.new ?? "")
      .replace("{name}", name)
      .replace("{time}", time)
      .replace("{rank}", rank);
  }
}

const board = document.querySelector("#day");
if (board instanceof HTMLElement) new CircleBoard(board).connect();
