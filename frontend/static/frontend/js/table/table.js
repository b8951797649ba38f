/** The table as a whole: one state, and everything that shows it, hears it or changes it. */

import { writeTime } from "../time.js";
import { correctClock, readClock, showClock, startClock } from "./clock.js";
import { Connection } from "./connection.js";
import { Felt } from "./draw.js";
import { layOut } from "./geometry.js";
import { holds, movedIn, placesOf } from "./help.js";
import { labelsOf } from "./labels.js";
import * as machine from "./machine.js";
import { PACK } from "./moves.js";
import { readMove } from "./notation.js";
import { PackPlace } from "./pack.js";
import { Panels, byId } from "./panels.js";
import { frameOf, gameAt } from "./replay.js";
import { inWords, makeVoice, turnedUp, waitsForFace } from "./speech.js";
import { naming } from "./words.js";

const SMALL_WINDOW = 500;
const [SMALL_MARGIN, MARGIN] = [6, 14];
/** The share of the felt's height that words over its upper or lower edge may cover. */
const EDGE = 0.2;
/** What is said aloud and also shown for a moment. */
const SHOWN = [
  "refused",
  "noFoundation",
  "stuck",
  "noTarget",
  "noRedeal",
  "nothingToUndo",
  "nothingToFinish",
  "turnedUpStands",
  "redealStands",
];

/** A new id for a request; randomUUID is missing where the page came by plain HTTP. */
export function newId() {
  if (crypto.randomUUID) {
    return crypto.randomUUID();
  }
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export class Table {
  /** @type {Point | null} where on the felt the card is that is dragged */ spot = null;
  /** The player has asked for the merci: the cards that may be drawn out are marked. */
  merciOffered = false;
  /** @type {Hint | null} */ hint = null;
  /** @type {Replay | null} what is looked at in place of the game */ film = null;
  /** @type {import("./helper.js").Helper | null} only where there may be help */ helper = null;
  /** A pile of the arch that lies spread out in the film. @type {string | null} */
  #openedInFilm = null;

  /**
   * @param {HTMLElement} root @param {Game} game @param {string} language
   * @param {{ socket: string, api: string }} addresses
   */
  constructor(root, game, language, addresses) {
    this.root = root;
    this.language = language;
    this.names = naming(language, game);
    this.words = this.names.words;
    this.panels = new Panels(this.words);
    this.feltElement = byId("felt");
    this.felt = new Felt(this.feltElement);
    this.pack = new PackPlace(this.feltElement, game, this.words);
    this.say = makeVoice(byId("voice"));
    this.state = machine.begin(game);
    this.clock = startClock(game.elapsed, performance.now(), game.outcome === "playing");
    /** @type {Place} index -1 is a pile's free card, or its empty place */
    this.cursor = { pile: "T1", index: -1 };
    this.connection = new Connection(addresses, {
      onMessage: (message) => this.hear(message),
      onStanding: (standing) => this.#tellStanding(standing),
      unanswered: () => machine.unanswered(this.state),
      givesUp: () => ({ code: "server_failed", message: this.words.serverFailed }),
    });
  }

  open() {
    new ResizeObserver(() => this.render(true)).observe(this.feltElement);
    this.render(true);
    this.placeFocus(true);
    for (const box of this.root.querySelectorAll("dialog")) {
      // What it was opened from may have gone meanwhile: then the cards have the focus.
      box.addEventListener("close", () => this.placeFocus(document.activeElement === document.body));
    }
    this.tick();
    setInterval(() => this.tick(), 250);
  }

  /** Play here: the server is asked how things stand. */
  connect() {
    this.connection.open();
  }

  tick() {
    this.clock = showClock(this.clock, performance.now());
    this.panels.showTime((this.film && frameOf(this.film).elapsed) ?? this.clock.shown);
  }

  /** The game's state, or a state that shows what a film shows. @returns {TableState} */
  get shown() {
    const { state, film } = this;
    if (!film) {
      return state;
    }
    const game = gameAt(state.game, frameOf(film));
    const opened = this.#openedInFilm;
    return { ...machine.begin(game), opened: opened && game.piles[opened]?.length ? opened : null };
  }

  get piles() {
    return machine.shownPiles(this.shown);
  }

  /** What the margins leave of the felt. @returns {Box} */
  get area() {
    const { clientWidth: width, clientHeight: height } = this.feltElement;
    const margin = Math.min(width, height) < SMALL_WINDOW ? SMALL_MARGIN : MARGIN;
    return { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin };
  }

  get layout() {
    return layOut(this.state.game.ruleset, this.piles, this.area);
  }

  get labels() {
    return labelsOf(this.shown, this.names);
  }

  /** The cursor with the index of a real card, or -1 on an empty place. @returns {Place} */
  get place() {
    const { pile, index } = this.cursor;
    const last = (this.piles[pile]?.length ?? 0) - 1;
    return { pile, index: index < 0 ? last : Math.min(index, last) };
  }

  /** @param {boolean} [still] */
  render(still = false) {
    const { shown: state, layout, labels } = this;
    const { held, opened, game } = state;
    const focused = document.activeElement;
    const hadFocus = this.feltElement.contains(focused);
    this.felt.render({
      piles: this.piles,
      layout,
      area: this.area,
      opened,
      held,
      targets: held ? machine.targetsOf(state, held) : [],
      hint: this.shownHint,
      fresh: this.film && movedIn(frameOf(this.film)),
      offers: new Set(this.merciOffered ? Object.keys(game.merci_dests) : []),
      still,
      cardLabel: labels.cardLabel,
      pileLabel: labels.pileLabel,
    });
    this.pack.render(state, layout, this.merciOffered || this.#hintsAtRedeal);
    if (this.spot && held) {
      this.felt.drag(held, this.spot);
    }
    this.placeFocus(hadFocus);
    this.panels.showFigures(state);
    const { dataset } = this.root;
    dataset.film = String(this.film !== null);
    dataset.version = String(game.version);
    dataset.outcome = game.outcome;
    dataset.lost = String(game.lost);
    dataset.pending = String(state.pending.length);
    if (focused !== document.body && !hadFocus && !focused?.getClientRects().length) {
      // The button that had it has gone.
      this.placeFocus(true);
    }
  }

  /** Where the hint's card lies and is to go, as long as the game stands as it did. */
  get shownHint() {
    const { hint, state, piles } = this;
    return hint && !this.film && holds(hint, state) ? placesOf(hint, piles) : null;
  }

  get #hintsAtRedeal() {
    const { hint, state } = this;
    return !this.film && holds(hint, state) && hint?.move === null;
  }

  /** Where words hide nothing of what the hint is about. */
  get adviceSpot() {
    const places = this.shownHint;
    const { layout, area } = this;
    const ends = places ? [layout.piles[places.from.pile], layout.piles[places.to]] : [];
    const tops = ends.map(({ y, cards }) => cards.at(-1)?.y ?? y);
    if (tops.every((top) => top + layout.height < (1 - EDGE) * area.height)) {
      return "advice";
    }
    return tops.every((top) => top > EDGE * area.height) ? "advice-above" : "advice-between";
  }

  /** One element of the felt is reached by Tab; it keeps the focus through every change. @param {boolean} focus */
  placeFocus(focus) {
    const { element: packElement } = this.pack;
    const element = this.cursor.pile === PACK ? packElement : this.felt.elementAt(this.place);
    this.feltElement.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    element?.setAttribute("tabindex", "0");
    if (focus && document.activeElement !== element) {
      element?.focus({ preventScroll: true });
    }
  }

  /** @param {string} pile @param {number} [index] */
  walk(pile, index = -1) {
    this.cursor = { pile, index };
    this.placeFocus(true);
  }

  /**
   * Take a step of the machine: send, say, show, ask.
   *
   * @param {Step} step @param {boolean} [quiet]
   */
  follow(step, quiet = false) {
    if (this.film) {
      // A pile may be spread out in a film; nothing else can be done there.
      this.#openedInFilm = step.state.opened;
      if (step.say?.kind === "opened") {
        this.say(inWords(step.say, this.names, this.shown));
      }
      this.render();
      return;
    }
    this.state = step.state;
    if (step.send.length) {
      this.helper?.drop();
    }
    if (step.send.length) {
      this.#endOffer();
    }
    for (const request of step.send) {
      this.connection.send(request);
    }
    if (step.say && !quiet && !waitsForFace(step.say, this.piles)) {
      const text = inWords(step.say, this.names, this.state);
      this.say(text);
      if (SHOWN.includes(step.say.kind)) {
        this.panels.notice(text);
      }
    }
    this.render();
    if (step.ask) {
      void this.confirmMerci(step.ask);
    }
  }

  release() {
    this.follow(machine.release(this.state));
  }

  /** Let go of everything that was begun: the card in the hand, and the merci asked for. */
  letGo() {
    this.#endOffer();
    this.release();
  }

  #endOffer() {
    if (this.merciOffered) {
      this.merciOffered = false;
      this.panels.hush();
    }
  }

  /** @param {ServerMessage} message */
  hear(message) {
    const now = performance.now();
    const before = this.state;
    const running = () => this.state.game.outcome === "playing";
    if (message.type === "pong") {
      this.clock = correctClock(this.clock, message.elapsed, now, running());
      return;
    }
    if (this.film && message.game) {
      // The game is over; should more be known of it, it is seen when the film is closed.
      this.state = machine.received(this.state, message.game, newId()).state;
      return;
    }
    if (message.type === "error") {
      this.follow(machine.refused(this.state, message.id, message.error, message.game));
    } else if (message.type === "answer" && message.id) {
      this.follow(machine.answered(this.state, message.id, message.game, newId()));
    } else {
      this.follow(machine.received(this.state, message.game, newId()));
    }
    if (message.game?.version === this.state.game.version) {
      this.clock = correctClock(this.clock, message.game.elapsed, now, running());
      this.tick();
    }
    this.helper?.gameChanged();
    this.#announce(before);
  }

  /** Say something aloud, and show it for a moment. @param {string} text */
  tell(text) {
    this.say(text);
    this.panels.notice(text);
  }

  /** Say what the server alone knew: a card turned up, a game lost or ended. @param {TableState} before */
  #announce(before) {
    const { game } = this.state;
    for (const said of turnedUp(before, game)) {
      this.say(inWords(said, this.names, this.state));
    }
    if (game.lost && !before.game.lost) {
      this.say(`${this.words.lost} ${this.panels.wayOut(game)}`);
    }
    if (game.can_finish && !before.game.can_finish) {
      this.tell(this.words.restGoesUp);
    }
    if (before.game.outcome === "playing") {
      this.panels.showEnding(game);
    }
  }

  /** That the line stands is news only after it was down. @param {Standing} standing */
  #tellStanding(standing) {
    if (standing !== "open" || this.root.dataset.standing) {
      this.panels.showStanding(standing);
      this.say(this.words.standing[standing]);
    }
  }

  /** @param {Move} move */
  async confirmMerci(move) {
    const { title, text, yes } = this.words.confirm.merci;
    const { card, pile } = this.names;
    const question = { title, text: text(card(move.card), pile(move.target)), yes };
    if (await this.panels.confirm(question)) {
      this.follow(machine.play(this.state, move, newId()));
    } else {
      this.release();
    }
  }

  /** @param {GameCommand} type */
  command(type) {
    this.follow(machine.command(this.state, type, newId()));
  }

  /** @returns {Promise<void>} */
  async redeal() {
    const { redeal, redeals } = this.state.game;
    const { title, text, yes } = this.words.confirm.redeal;
    const asks = (redeal || (redeals && this.#waits)) && !machine.isOver(this.state);
    if (asks && !(await this.panels.confirm({ title, text: text(redeals ?? 0), yes }))) {
      return;
    }
    if (asks && this.state.game.redeals !== redeals) {
      // Another tab has dealt meanwhile: what was agreed to is done, and this would be one more.
      return this.redeal();
    }
    this.follow(machine.redeal(this.state, newId()));
  }

  /** Moves wait for their answers: what may be done after them isn't known yet. */
  get #waits() {
    return this.state.pending.length > 0;
  }

  async resign() {
    const { title, ranked, practice, yes } = this.words.confirm.resign;
    const text = this.state.game.ranked ? ranked : practice;
    if (!machine.isOver(this.state) && (await this.panels.confirm({ title, text, yes }, true))) {
      this.command("resign");
    }
  }

  async restart() {
    const asks = (this.state.game.can_restart || this.#waits) && !machine.isOver(this.state);
    if (!asks || (await this.panels.confirm(this.words.confirm.restart))) {
      this.command("restart");
    }
  }

  /** The pack's place was chosen: a redeal while there is one, then the merci. */
  choosePack() {
    const { redeals, merci } = this.state.game;
    if (redeals) {
      void this.redeal();
    } else if (merci) {
      this.offerMerci();
    }
  }

  offerMerci() {
    const can = Object.keys(this.state.game.merci_dests).length > 0;
    this.merciOffered = can && !this.merciOffered;
    if (this.merciOffered || !can) {
      this.tell(can ? this.words.merciHint : this.words.merciNone);
    }
    this.render();
  }

  readStatus() {
    const { ply, undos } = this.state.game;
    const time = writeTime(readClock(this.clock, performance.now()));
    this.say(this.words.status(time, this.words.ply(ply), this.words.undos(undos)));
  }

  async typeMove() {
    const text = await this.panels.askForMove();
    if (text !== null) {
      this.playTyped(text);
    }
    this.placeFocus(true);
  }

  /** @param {string} text */
  playTyped(text) {
    const read = readMove(text);
    if (read === "redeal") {
      void this.redeal();
    } else if (!read) {
      this.tell(this.words.unreadable);
    } else {
      const key = `${read.card}:${read.source}`;
      const { dests, sequence_dests: runs, merci_dests: mercis } = this.state.game;
      const move = { ...read, sequence: key in runs && !(key in dests) };
      if (key in mercis && !(key in dests)) {
        void this.confirmMerci(move);
      } else {
        this.follow(machine.play(this.state, move, newId()));
      }
    }
  }
}
