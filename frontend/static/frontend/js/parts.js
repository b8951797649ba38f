/** Parts of a page that are fetched anew when they have changed, and laid in the others' places. */

import { placesOf, slide } from "./live.js";

// Milliseconds between two looks.
const PAUSE = 2_000;

/** @typedef {Map<string | undefined, number>} Places Where each row of the board stood. */

export class Parts {
  /**
   * @param {HTMLElement} element what holds the parts, and says where they are fetched
   * @param {(places: Places) => void} drawn hears of each change, before the rows slide
   */
  constructor(element, drawn) {
    this.element = element;
    this.drawn = drawn;
    this.due = Infinity;
    this.earliest = 0;
    this.looks = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** The board's rows, if there are any. */
  get rows() {
    return this.element.querySelector("tbody");
  }

  /**
   * Look at some moment within so many milliseconds, or earlier if that is planned already. Not
   * all who look ask at once, and nobody asks all the time.
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
      const answer = await fetch(this.element.dataset.fresh ?? "", { redirect: "manual" });
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
    const places = this.rows ? placesOf(this.rows) : new Map();
    for (const part of this.element.querySelectorAll("[data-part]")) {
      if (!(part instanceof HTMLElement)) continue;
      const other = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
      if (other && !part.isEqualNode(other)) part.replaceWith(document.adoptNode(other));
    }
    this.drawn(places);
    if (this.rows) slide(this.rows, places);
    if (focused && document.activeElement !== active) {
      const links = [...this.element.querySelectorAll("a")];
      links.find((link) => link.getAttribute("href") === focused)?.focus();
    }
  }
}
