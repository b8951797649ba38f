/** The table: ties the state machine to the screen, the hands, the keys and the server. */

import { correctClock, readClock, showClock, startClock, writeTime } from "./clock.js";
import { Connection } from "./connection.js";
import { Felt } from "./draw.js";
import { boxOf, layOut } from "./geometry.js";
import { listenToKeys } from "./keys.js";
import * as machine from "./machine.js";
import { HIDDEN, isReserve } from "./moves.js";
import { readMove } from "./notation.js";
import { PackPlace } from "./pack.js";
import { Panels, byId } from "./panels.js";
import { listenToPointer, pileMeant } from "./pointer.js";
import { opens } from "./scene.js";
import { inWords, makeVoice } from "./speech.js";
import { naming } from "./words.js";

const root = byId("table");
const feltElement = byId("felt");
/** @type {Game} */
const firstGame = JSON.parse(byId("game").textContent ?? "");
const language = document.body.dataset.lang?.slice(0, 2) ?? "de";
const names = naming(language, firstGame);
const { words } = names;
const panels = new Panels(words);
const felt = new Felt(feltElement, language);
const say = makeVoice(byId("voice"));
const pack = new PackPlace(feltElement, firstGame, words, language);

let state = machine.begin(firstGame);
let clock = startClock(firstGame.elapsed, performance.now(), firstGame.outcome === "playing");
/** @type {Place} */
let cursor = { pile: Object.keys(firstGame.piles).find((pile) => pile === "T1") ?? "F1", index: -1 };
let shift = /** @type {Point | null} */ (null);
let merciOffered = false;

/** A new id for a request; randomUUID is missing where the page came by plain HTTP. */
function newId() {
  if (crypto.randomUUID) {
    return crypto.randomUUID();
  }
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** What the bars leave of the window. @returns {Box} */
function area() {
  const { clientWidth: width, clientHeight: height } = feltElement;
  const margin = Math.min(width, height) < 500 ? 6 : 14;
  return { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin };
}

const layoutNow = () => layOut(state.game.ruleset, machine.shownPiles(state), area());

/** The cursor with the index of a real card, or -1 on an empty place. */
function cursorPlace() {
  const cards = machine.shownPiles(state)[cursor.pile] ?? [];
  const index = cursor.index < 0 ? cards.length - 1 : Math.min(cursor.index, cards.length - 1);
  return { pile: cursor.pile, index };
}

/** @param {string} pile @param {number} index */
function cardLabel(pile, index) {
  const cards = machine.shownPiles(state)[pile];
  const code = cards[index];
  const { held } = state;
  const parts = [names.card(code), names.pile(pile)];
  const top = index === cards.length - 1;
  if (held?.pile === pile && held.index === index) {
    parts.push(words.held);
  } else if (top || isReserve(pile)) {
    parts.push(words.free);
  } else if (`${code}:${pile}` in state.game.sequence_dests) {
    parts.push(words.takesRun);
  } else if (`${code}:${pile}` in state.game.merci_dests) {
    parts.push(words.takesMerci);
  } else {
    parts.push(words.covered);
  }
  if (top && held && machine.targetsOf(state, held).includes(pile)) {
    parts.push(words.legal);
  }
  return parts.join(", ");
}

/** @param {string} pile */
function pileLabel(pile) {
  const cards = machine.shownPiles(state)[pile] ?? [];
  const name = names.pile(pile);
  const legal = state.held && machine.targetsOf(state, state.held).includes(pile);
  return {
    group: `${name}, ${cards.length ? words.cards(cards.length) : words.empty}`,
    slot: [name, words.empty, ...(legal ? [words.legal] : [])].join(", "),
  };
}

/** Covered cards that may be drawn out, once the player has asked for them. */
const offers = () => new Set(merciOffered ? Object.keys(state.game.merci_dests) : []);

function render(still = false) {
  const layout = layoutNow();
  const hadFocus = feltElement.contains(document.activeElement);
  felt.render({
    piles: machine.shownPiles(state),
    layout,
    area: area(),
    opened: state.opened,
    held: state.held,
    targets: state.held ? machine.targetsOf(state, state.held) : [],
    offers: offers(),
    still,
    cardLabel,
    pileLabel,
  });
  pack.render(state, layout, merciOffered);
  if (shift && state.held) {
    felt.drag(state.held, shift);
  }
  placeFocus(hadFocus);
  panels.showFigures(state);
  root.dataset.version = String(state.game.version);
  root.dataset.outcome = state.game.outcome;
  root.dataset.lost = String(state.game.lost);
  root.dataset.pending = String(state.pending.length);
}

/** One element of the felt can be reached by Tab; it keeps the focus through every change. */
function placeFocus(hadFocus = false) {
  const element = felt.elementAt(cursorPlace());
  feltElement.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
  element?.setAttribute("tabindex", "0");
  const active = document.activeElement;
  if (hadFocus && active !== element && active?.id !== "pack") {
    element?.focus({ preventScroll: true });
  }
}

/** @param {Step} step @param {boolean} [quiet] */
function follow(step, quiet = false) {
  state = step.state;
  if (state.held?.kind !== "merci" && step.send.length) {
    merciOffered = false;
  }
  for (const request of step.send) {
    connection.send(request);
  }
  if (step.say && !quiet) {
    const text = inWords(step.say, names, state);
    say(text);
    if (["refused", "noFoundation", "stuck", "noTarget", "noRedeal"].includes(step.say.kind)) {
      panels.notice(text);
    }
  }
  render();
  if (step.ask) {
    void confirmMerci(step.ask);
  }
}

/** @param {Move} move */
async function confirmMerci(move) {
  const { title, text, yes } = words.confirm.merci;
  const question = { title, text: text(names.card(move.card), names.pile(move.target)), yes };
  if (await panels.confirm(question)) {
    follow(machine.play(state, move, newId()));
  } else {
    follow(machine.release(state));
  }
}

/** @param {Game} before */
function announceChanges(before) {
  const { game } = state;
  for (const [pile, cards] of Object.entries(game.piles)) {
    const was = before.piles[pile] ?? [];
    const at = cards.length - 1;
    if (was[at] === HIDDEN && cards[at] !== HIDDEN && at >= 0) {
      say(words.revealed(names.card(cards[at])));
    }
  }
  if (game.lost && !before.lost) {
    say(`${words.lost} ${words.lostHint}`);
  }
  const ending = panels.showEnding(game);
  if (ending) {
    say(ending);
  }
}

/** @param {ServerMessage} message */
function hear(message) {
  const now = performance.now();
  const before = state.game;
  if (message.type === "pong") {
    clock = correctClock(clock, message.elapsed, now, state.game.outcome === "playing");
    return;
  }
  if (message.type === "error") {
    follow(machine.refused(state, message.id, message.error, message.game));
  } else if (message.type === "answer" && message.id) {
    follow(machine.answered(state, message.id, message.game, newId()));
  } else {
    follow(machine.received(state, message.game, newId()));
  }
  if (message.game && message.game.version === state.game.version) {
    clock = correctClock(clock, message.game.elapsed, now, state.game.outcome === "playing");
  }
  announceChanges(before);
}

const token = /** @type {HTMLInputElement | null} */ (
  root.querySelector("[name=csrfmiddlewaretoken]")
)?.value;
const connection = new Connection(
  { socket: root.dataset.socket ?? "", api: root.dataset.api ?? "", token: token ?? "" },
  {
    onMessage: hear,
    onStanding: (standing) => {
      // That it stands is news only after it was down.
      if (standing !== "open" || root.dataset.standing) {
        panels.showStanding(standing);
        say(words.standing[standing]);
      }
    },
    unanswered: () => machine.unanswered(state),
  },
);

/* Hands. */

/** A tap on a covered card that can't be taken means the pile. @param {Place} place */
function meant({ pile, index }) {
  const cards = machine.shownPiles(state)[pile] ?? [];
  const takes = machine.pickable(state, pile, index);
  return { pile, index: takes ? index : cards.length - 1 };
}

/** @param {Place} place @param {number} time */
function choose(place, time) {
  const { pile, index } = meant(place);
  cursor = { pile, index };
  const pileOpens = opens(state, layoutNow(), pile) && state.opened !== pile;
  follow(machine.tap(state, { pile, index, time, opens: pileOpens }, newId()));
  const target = state.pending.at(-1)?.move?.target;
  if (target) {
    cursor = { pile: target, index: -1 };
    placeFocus(feltElement.contains(document.activeElement));
  }
}

listenToPointer(feltElement, {
  placeOf: (target) => felt.placeOf(target),
  tap: (place, time) => (place ? choose(place, time) : follow(machine.release(state))),
  lift: (place) => {
    const { pile, index } = meant(place);
    const held = machine.pickable(state, pile, index);
    if (!held || pile === "pack") {
      return false;
    }
    shift = { x: 0, y: 0 };
    cursor = { pile, index };
    follow({ state: { ...state, held, tap: null }, send: [], ask: null, say: null });
    return true;
  },
  drag: (by) => {
    shift = by;
    if (state.held) {
      felt.drag(state.held, by);
    }
  },
  drop: (by, pointer) => {
    const { held } = state;
    const layout = layoutNow();
    const at = held && felt.homeOf({ pile: held.pile, index: held.index });
    shift = null;
    felt.endDrag();
    if (!held || !at) {
      follow(machine.release(state));
      return;
    }
    const known = machine.targetsOf(state, held);
    const blind = state.pending.length && !known.length;
    const candidates = blind ? Object.keys(layout.piles) : [...known, held.pile];
    const boxes = new Map(candidates.map((pile) => [pile, boxOf(layout.piles[pile], layout)]));
    const { width, height } = layout;
    const card = { x: at.x + by.x, y: at.y + by.y, width, height };
    const target = pileMeant(card, pointer, boxes);
    if (!target || target === held.pile) {
      follow(machine.release(state));
      return;
    }
    cursor = { pile: target, index: -1 };
    follow(machine.putDown(state, target, newId()));
  },
  cancel: () => {
    shift = null;
    felt.endDrag();
    follow(machine.release(state), true);
  },
});

/* Keys. */

/** @param {string} pile */
function walk(pile) {
  cursor = { pile, index: -1 };
  if (pile === "pack") {
    byId("pack").focus();
    return;
  }
  placeFocus(true);
}

listenToKeys(feltElement, {
  language,
  piles: () => Object.keys(state.game.piles),
  centres: () => {
    const layout = layoutNow();
    const entries = Object.entries(layout.piles).map(
      ([pile, place]) => /** @type {[string, Point]} */ ([pile, place.cards.at(-1) ?? place]),
    );
    if (layout.pack) {
      entries.push(["pack", layout.pack]);
    }
    return new Map(entries);
  },
  cursor: () => cursor,
  walk,
  dig: (by) => {
    const { pile, index } = cursorPlace();
    const cards = machine.shownPiles(state)[pile] ?? [];
    const next = Math.min(cards.length - 1, Math.max(0, index - by));
    if (cards[next] && cards[next] !== HIDDEN) {
      cursor = { pile, index: next };
      placeFocus(true);
    }
  },
  choose: () => {
    if (cursor.pile === "pack") {
      byId("pack").click();
      return;
    }
    const { pile, index } = cursorPlace();
    const deep = index !== (machine.shownPiles(state)[pile]?.length ?? 0) - 1;
    const pileOpens = !deep && isReserve(pile) && opens(state, layoutNow(), pile);
    // A key has no double click: each press stands for itself.
    const before = { ...state, tap: null };
    const place = { pile, index, time: -Infinity, opens: pileOpens && state.opened !== pile };
    follow(machine.tap(before, place, newId()));
    const target = state.pending.at(-1)?.move?.target;
    if (target === pile) {
      cursor = { pile, index: -1 };
      placeFocus(true);
    }
  },
  letGo: () => follow(machine.release(state)),
  toFoundation: () => {
    const { pile, index } = state.held ?? cursorPlace();
    follow(machine.toFoundation(state, pile, index, newId()));
  },
  undo: () => command("undo"),
  readMoves: () => {
    const { pile, index } = cursorPlace();
    const code = machine.shownPiles(state)[pile]?.[index];
    if (!code || code === HIDDEN) {
      say(words.nothingHere);
      return;
    }
    const held = machine.pickable(state, pile, index);
    const targets = held ? machine.targetsOf(state, held) : [];
    say(words.moves(names.card(code), targets.map(names.pile)));
  },
  readStatus: () => {
    const { ply, undos } = state.game;
    const time = writeTime(readClock(clock, performance.now()));
    say(words.status(time, words.ply(ply), words.undos(undos)));
  },
  typeMove: async () => {
    const text = await panels.askForMove();
    if (text !== null) {
      playTyped(text);
    }
    placeFocus(true);
  },
  help: () => panels.showGuide(),
  opened: () => state.opened === cursor.pile,
});

/** @param {string} text */
function playTyped(text) {
  const read = readMove(text);
  if (!read) {
    say(words.unreadable);
    panels.notice(words.unreadable);
  } else if (read === "redeal") {
    void redeal();
  } else {
    const { card, source, target } = read;
    const key = `${card}:${source}`;
    const { dests, sequence_dests: runs, merci_dests: mercis } = state.game;
    const move = { card, source, target, sequence: key in runs && !(key in dests) };
    if (key in mercis && !(key in dests)) {
      void confirmMerci(move);
    } else {
      follow(machine.play(state, move, newId()));
    }
  }
}

/* Buttons. */

/** @param {"undo" | "restart" | "resign"} type */
function command(type) {
  follow(machine.command(state, type, newId()));
}

async function redeal() {
  const { title, text, yes } = words.confirm.redeal;
  if (!state.game.redeal || machine.isOver(state)) {
    follow(machine.redeal(state, newId()));
  } else if (await panels.confirm({ title, text: text(state.game.redeals ?? 0), yes })) {
    follow(machine.redeal(state, newId()));
  }
}

async function resign() {
  const { title, ranked, practice, yes } = words.confirm.resign;
  const text = state.game.ranked ? ranked : practice;
  if (!machine.isOver(state) && (await panels.confirm({ title, text, yes }))) {
    command("resign");
  }
}

async function restart() {
  if (!state.game.can_restart || (await panels.confirm(words.confirm.restart))) {
    command("restart");
  }
}

function offerMerci() {
  const can = Object.keys(state.game.merci_dests).length > 0;
  merciOffered = can && !merciOffered;
  const text = state.game.redeals ? words.merciLater : can ? words.merciHint : words.merciNone;
  if (merciOffered || !can) {
    say(text);
    panels.notice(text);
  }
  render();
}

pack.element.addEventListener("click", () => {
  if (state.game.redeal) {
    void redeal();
  } else if (state.game.merci) {
    offerMerci();
  }
});
for (const id of ["undo", "lost-undo"]) {
  byId(id).addEventListener("click", () => command("undo"));
}
for (const id of ["restart", "lost-restart"]) {
  byId(id).addEventListener("click", () => void restart());
}
for (const id of ["resign", "lost-resign"]) {
  byId(id).addEventListener("click", () => void resign());
}
byId("help").addEventListener("click", () => panels.showGuide());
feltElement.addEventListener("focusin", (event) => {
  const place = felt.placeOf(event.target);
  if (place && place.pile !== cursor.pile) {
    cursor = { pile: place.pile, index: place.index };
    placeFocus();
  } else if (event.target === pack.element) {
    cursor = { pile: "pack", index: -1 };
  }
});

new ResizeObserver(() => render(true)).observe(feltElement);
setInterval(() => {
  clock = showClock(clock, performance.now());
  panels.showTime(clock.shown);
}, 250);
panels.showTime(clock.shown);
render(true);
panels.showEnding(state.game);
connection.open();
