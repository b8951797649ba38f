/** Lets a line or a game run on the table: the bar under the felt, its buttons and its clock. */

import { frameInWords, turningInWords } from "./help.js";
import { byId } from "./panels.js";
import * as replay from "./replay.js";

/** From one frame to the next while it runs; slow enough to follow each card. */
const PACE = 1100;

export class Showing {
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #clock;
  /** @type {() => void} */ #onClose = () => {};

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.bar = byId("film");
    this.slider = /** @type {HTMLInputElement} */ (byId("film-slider"));
    const buttons = /** @type {Record<string, () => void>} */ ({
      "film-first": () => this.move((film) => replay.jump(film, 0)),
      "film-back": () => this.move((film) => replay.step(film, -1)),
      "film-run": () => this.toggle(),
      "film-on": () => this.move((film) => replay.step(film, 1)),
      "film-last": () => this.move((film) => replay.jump(film, replay.lastOf(film))),
      "film-turning": () => this.toTurning(),
      "film-close": () => this.close(),
    });
    for (const [id, act] of Object.entries(buttons)) {
      byId(id).addEventListener("click", act);
    }
    this.slider.addEventListener("input", () =>
      this.move((film) => replay.jump(film, Number(this.slider.value)), true),
    );
    this.bar.addEventListener("keydown", (event) => this.#press(event));
  }

  /**
   * Show frames in place of the game.
   *
   * @param {ServerStep[]} steps @param {string} title
   * @param {{ note?: string, onClose?: () => void }} [more]
   */
  open(steps, title, { note = "", onClose = () => {} } = {}) {
    this.#onClose = onClose;
    this.table.film = replay.begin(replay.framesOf(steps));
    this.bar.hidden = false;
    byId("film-title").textContent = title;
    this.note(note);
    this.slider.max = String(replay.lastOf(this.table.film));
    this.#show(true);
    byId("film-run").focus();
    this.table.say(`${title}. ${note}`);
  }

  /** What there is to say of the whole: where the game was lost. @param {string} text */
  note(text) {
    byId("film-note").textContent = text;
    byId("film-note").hidden = !text;
  }

  close() {
    const { table } = this;
    clearTimeout(this.#clock);
    table.film = null;
    this.bar.hidden = true;
    table.render(true);
    table.placeFocus(true);
    this.#onClose();
  }

  /**
   * Show another frame.
   *
   * @param {(film: Replay) => Replay} change @param {boolean} [silent] the slider says it itself
   */
  move(change, silent = false) {
    const { film } = this.table;
    if (!film) {
      return;
    }
    const next = change(film);
    this.table.film = next;
    this.#show(Math.abs(next.at - film.at) > 1);
    if (!silent && next.at !== film.at) {
      this.table.say(this.#inWords(next));
    }
  }

  /** Play or pause. */
  toggle() {
    this.move((film) => (film.running ? replay.pause(film) : replay.run(film)));
  }

  /** Mark where the game was lost. @param {Told} told */
  markTurning(told) {
    const { table } = this;
    if (table.film) {
      table.film = replay.markTurning(table.film, told);
      const text = turningInWords(table.film, table.names);
      this.note(text);
      table.say(text);
      this.#show(true);
    }
  }

  toTurning() {
    this.move((film) => {
      const { lostFrom, wonUntil } = film.turning ?? { lostFrom: null, wonUntil: null };
      return replay.jump(film, lostFrom ?? wonUntil ?? film.at);
    });
  }

  /** @param {Replay} film */
  #inWords(film) {
    const { names } = this.table;
    const at = names.words.film.at(film.at, replay.lastOf(film));
    return `${film.at ? `${at}: ` : ""}${frameInWords(film, names)}`;
  }

  /** @param {boolean} still without cards that fly: too much has changed */
  #show(still) {
    const { table, slider } = this;
    const film = /** @type {Replay} */ (table.film);
    const { words } = table;
    const text = this.#inWords(film);
    byId("film-step").textContent = text;
    slider.value = String(film.at);
    slider.setAttribute("aria-valuetext", text);
    const last = replay.lastOf(film);
    const run = byId("film-run");
    run.dataset.running = String(film.running);
    byId("film-run-name").textContent = film.running ? words.film.pause : words.film.run;
    const may = (/** @type {string} */ id, /** @type {boolean} */ can) =>
      byId(id).setAttribute("aria-disabled", String(!can));
    may("film-first", film.at > 0);
    may("film-back", film.at > 0);
    may("film-on", film.at < last);
    may("film-last", film.at < last);
    may("film-run", last > 0);
    const lostFrom = film.turning?.lostFrom ?? null;
    byId("film-turning").hidden = !lostFrom;
    this.bar.style.setProperty("--turning", lostFrom && last ? String(lostFrom / last) : "");
    byId("film-mark").hidden = !lostFrom;
    table.render(still);
    this.#keepTime(film);
  }

  /** Milliseconds until the next frame while it runs. @param {Replay} _film @returns {number} */
  pace(_film) {
    return PACE;
  }

  /** @param {Replay} film */
  #keepTime(film) {
    clearTimeout(this.#clock);
    if (film.running) {
      this.#clock = setTimeout(() => this.move(replay.advance), this.pace(film));
    }
  }

  /** Keys on the bar: arrows step, the space bar plays, Escape ends. @param {KeyboardEvent} event */
  #press(event) {
    const onSlider = event.target === this.slider;
    const act = /** @type {Record<string, () => void>} */ ({
      Escape: () => this.close(),
      ...(onSlider
        ? { " ": () => this.toggle() }
        : {
            ArrowLeft: () => this.move((film) => replay.step(film, -1)),
            ArrowRight: () => this.move((film) => replay.step(film, 1)),
            Home: () => this.move((film) => replay.jump(film, 0)),
            End: () => this.move((film) => replay.jump(film, replay.lastOf(film))),
          }),
    })[event.key];
    if (act && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      act();
    }
  }
}
