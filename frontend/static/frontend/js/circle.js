/** A circle's board of a day: fetched anew when the board of all players has news. */

import { listen } from "./live.js";
import { Parts } from "./parts.js";

// Milliseconds within which to look: a member's win is seen soon; those of others only move the
// ranks among all.
const SOON = 2_000;
const LATER = 30_000;

class CircleBoard {
  /** @param {HTMLElement} element what holds the parts that change */
  constructor(element) {
    this.words = element.dataset;
    this.board = /** @type {HTMLElement} */ (element.querySelector("[data-board]"));
    this.news = document.querySelector("[data-news]");
    this.parts = new Parts(element, (places) => this.drawn(places));
    this.total = Number(this.words.total);
  }

  get rows() {
    return /** @type {HTMLElement} */ (this.parts.rows);
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
    if (!isToldWhole || news.some(({ name }) => members.includes(name ?? ""))) this.parts.ask(SOON);
    else if (news.length) this.parts.ask(LATER);
  }

  /**
   * Say who is new on the board: who was finished after all the others.
   * @param {import("./parts.js").Places} before
   */
  drawn(before) {
    this.board.hidden = this.rows.children.length === 0;
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
