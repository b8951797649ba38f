/** Watches a game that is over: speed, times between moves, and links to a moment. */

import { writeTime } from "../time.js";
import { frameInWords } from "./help.js";
import { isForCards } from "./keys.js";
import { byId } from "./panels.js";
import * as replay from "./replay.js";
import { settings } from "./settings.js";
import { share } from "./share.js";
import { Showing } from "./showing.js";
import { heightsOf, moveIn, pauseAfter, speedBeside, timesOf, writeSpan } from "./times.js";

const SVG = "http://www.w3.org/2000/svg";
/** A slider that is dragged changes the address no more often than this, in milliseconds. */
const CALM = 300;
/** Faster than this the moves are no longer said one by one. */
const SAID_UP_TO = "1";

export class Watching extends Showing {
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #writing;
  /** When the shown frame came, on the monotonic clock. */ #since = 0;
  /** @type {import("./times.js").Took[]} */ #times = [];
  /** @type {SVGElement[]} */ #bars = [];

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    super(table);
    this.speed = /** @type {HTMLSelectElement} */ (byId("film-speed"));
    this.field = /** @type {HTMLInputElement} */ (byId("film-move"));
    this.list = /** @type {HTMLDialogElement} */ (byId("film-times"));
  }

  /** @param {ServerStep[]} steps @param {string} title @param {() => void} onClose */
  watch(steps, title, onClose) {
    this.open(steps, title, { onClose });
    const { frames } = /** @type {Replay} */ (this.table.film);
    this.#times = timesOf(frames);
    this.field.max = String(frames.length - 1);
    this.#plot();
    this.#listen();
    this.#goTo(moveIn(location.hash) ?? 0);
  }

  /** The clock of the moment that is shown; it runs where the game runs as it was played. */
  get elapsed() {
    const { film } = this.table;
    if (!film) {
      return 0;
    }
    const { elapsed } = replay.frameOf(film);
    const runs = film.running && this.speed.value === "real";
    const passed = runs ? performance.now() - this.#since : 0;
    const next = film.frames[film.at + 1]?.elapsed ?? Infinity;
    return Math.min((elapsed ?? 0) + passed, next);
  }

  /** @param {Replay} film @override */
  pace({ frames, at }) {
    return pauseAfter(frames, at, this.speed.value);
  }

  /** @param {(film: Replay) => Replay} change @param {boolean} [silent] @override */
  move(change, silent = false) {
    const before = this.table.film;
    const hurries = this.speed.value !== "real" && Number(this.speed.value) > Number(SAID_UP_TO);
    super.move(change, silent || Boolean(before?.running && hurries));
    if (this.table.film && this.table.film.at !== before?.at) {
      this.#since = performance.now();
      this.#shown(this.table.film);
    } else if (this.table.film?.running) {
      this.#since = performance.now();
    }
  }

  /** Faster or slower, by one step. @param {number} by */
  hurry(by) {
    this.speed.value = speedBeside(this.speed.value, by);
    this.#paceChanged();
    this.table.say(this.speed.selectedOptions[0].text);
  }

  askForMove() {
    this.field.focus();
    this.field.select();
  }

  showTimes() {
    const rows = byId("film-rows");
    if (!rows.hasChildNodes()) {
      rows.append(...this.#times.map((time) => this.#row(time)));
    }
    this.list.showModal();
  }

  async copyLink() {
    const { words } = this.table;
    const done = await share(this.#address());
    if (done !== "shared") {
      this.table.tell(words.watching[done]);
    }
  }

  #listen() {
    const buttons = /** @type {Record<string, () => void>} */ ({
      "film-times-open": () => this.showTimes(),
      "film-times-close": () => this.list.close(),
      "film-link": () => void this.copyLink(),
    });
    for (const [id, act] of Object.entries(buttons)) {
      byId(id).addEventListener("click", act);
    }
    byId("film-jump").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#goTo(Number(this.field.value));
    });
    this.field.addEventListener("change", () => this.#goTo(Number(this.field.value)));
    // The bar's own keys would step through the game in place of the field's and the list's.
    for (const keeps of [this.field, this.speed, this.list]) {
      keeps.addEventListener("keydown", (event) => event.stopPropagation());
    }
    this.speed.addEventListener("change", () => this.#paceChanged());
    addEventListener("hashchange", () => this.#goTo(moveIn(location.hash) ?? 0));
    addEventListener("keydown", (event) => this.#pressed(event));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const act = /** @type {Record<string, () => void>} */ ({
      p: () => this.toggle(),
      "+": () => this.hurry(1),
      "-": () => this.hurry(-1),
      l: () => this.showTimes(),
      c: () => void this.copyLink(),
    })[event.key.toLowerCase()];
    const free = settings.keys && !document.querySelector("dialog[open]");
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
    if (act && free && plain && isForCards(/** @type {Element} */ (event.target), event.key)) {
      event.preventDefault();
      act();
    }
  }

  /** The clock of a running game begins anew with the new speed. */
  #paceChanged() {
    if (this.table.film?.running) {
      this.move(replay.pause, true);
      this.move(replay.run, true);
    }
  }

  /** @param {number} at */
  #goTo(at) {
    this.move((film) => replay.jump(film, at));
    this.#shown(/** @type {Replay} */ (this.table.film));
  }

  /** @param {Replay} film */
  #shown({ at, running }) {
    const { words } = this.table;
    const time = this.#times[at - 1];
    byId("film-took").textContent = time
      ? words.watching.took(writeSpan(time.took, words.decimal))
      : "";
    if (document.activeElement !== this.field || Number(this.field.value) > this.#times.length) {
      this.field.value = String(at);
    }
    this.#bars.forEach((bar, index) => bar.classList.toggle("shown", index + 1 === at));
    clearTimeout(this.#writing);
    if (!running || at === this.#times.length) {
      this.#writing = setTimeout(() => history.replaceState(null, "", this.#address()), CALM);
    }
  }

  /** This page's address at the moment that is shown. */
  #address() {
    const { origin, pathname } = location;
    return `${origin}${pathname}#move=${this.table.film?.at ?? 0}`;
  }

  /** A bar for each move, as wide as the slider's step, as high as the move took long. */
  #plot() {
    const svg = document.createElementNS(SVG, "svg");
    const count = this.#times.length;
    svg.setAttribute("viewBox", `0 0 ${Math.max(1, count)} 1`);
    svg.setAttribute("preserveAspectRatio", "none");
    this.#bars = heightsOf(this.#times).map((height, index) => {
      const bar = document.createElementNS(SVG, "rect");
      const high = Math.max(0.06, height);
      for (const [name, value] of Object.entries({
        x: index + 0.1,
        y: 1 - high,
        width: 0.8,
        height: high,
      })) {
        bar.setAttribute(name, String(value));
      }
      svg.append(bar);
      return bar;
    });
    byId("film-plot").replaceChildren(svg);
    byId("film-plot").addEventListener("click", ({ clientX }) => {
      const { left, width } = svg.getBoundingClientRect();
      this.#goTo(Math.ceil(((clientX - left) / width) * count));
    });
  }

  /** A line of the list of times; its number leads there. @param {import("./times.js").Took} time */
  #row({ at, elapsed, took }) {
    const { names, film } = this.table;
    const { decimal } = names.words;
    const frames = /** @type {Replay} */ (film).frames;
    const row = document.createElement("tr");
    const cells = [
      document.createElement("a"),
      frameInWords({ .../** @type {Replay} */ (film), frames, at }, names),
      writeSpan(took, decimal),
      writeTime(elapsed),
    ];
    const link = /** @type {HTMLAnchorElement} */ (cells[0]);
    link.href = `#move=${at}`;
    link.textContent = String(at);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.list.close();
      this.#goTo(at);
    });
    row.append(
      ...cells.map((content) => {
        const cell = document.createElement("td");
        cell.append(content);
        return cell;
      }),
    );
    return row;
  }
}
