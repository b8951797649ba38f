/** What the solver's answers come to on the table: hints, verdicts, and the arrow. */

import assert from "node:assert/strict";
import { test } from "node:test";

const js = "../../frontend/static/frontend/js/table/";
const { arrowPaths } = await import(`${js}arrow.js`);
const { adviceIn, hintOf, holds, placesOf, waitingIn } = await import(`${js}help.js`);
const { begin } = await import(`${js}machine.js`);
const { naming } = await import(`${js}words.js`);

const GAME = {
  ruleset: "la-belle-lucie",
  version: 5,
  ply: 5,
  can_undo: true,
  piles: { FH: ["AH"], T1: ["9S", "QH"], T2: ["KH"], T3: [] },
  dests: { "QH:T1": ["T2"] },
  merci_dests: { "9S:T1": ["T2"] },
};
const FANS = Object.fromEntries(Array.from({ length: 18 }, (_, fan) => [`T${fan + 1}`, []]));
const german = naming("de", { ...GAME, piles: FANS });
const english = naming("en", { ...GAME, piles: FANS });
const told = (more) => ({ kind: "hint", version: 5, state: "answered", winnable: "yes", move: null, ...more });

test("a hint names the card, where it lies, and what it goes onto", () => {
  const said = (move) => adviceIn(told({ move }), GAME, german);
  assert.equal(said("QH:T1>T2"), "Tipp: Herz Dame (Fächer 1) auf Herz König (Fächer 2).");
  assert.equal(said("QH:T1>FH"), "Tipp: Herz Dame (Fächer 1) auf Zielstapel Herz.");
  assert.equal(said("QH:T1>T3"), "Tipp: Herz Dame (Fächer 1) auf Fächer 3 (leer).");
  assert.equal(said("9S:T1>T2"), "Tipp: mit der Merci-Karte Pik 9 (Fächer 1) auf Herz König (Fächer 2).");
});

test("a hint to redeal says so where there are moves left", () => {
  const said = (dests) => adviceIn(told({ move: "redeal" }), { ...GAME, dests }, german);
  assert.equal(said({}), "Tipp: neu verteilen.");
  assert.match(said(GAME.dests), /^Tipp: jetzt schon neu verteilen\. /);
});

test("a hint takes the free card of a pile in the arch where it comes to the same", () => {
  const arch = (dests) => ({ ...GAME, piles: { R2: ["2C", "2S"], F1: ["AH"], F2: ["AD"] }, dests });
  const shown = (dests, move = "2C:R2>F1") => hintOf(told({ move }), arch(dests)).move.card;
  assert.equal(shown({ "2C:R2": ["F1"], "2S:R2": ["F1"] }), "2S");
  assert.equal(shown({ "2C:R2": ["F1"], "2S:R2": ["F2"] }), "2C");
  assert.equal(shown({ "2C:R2": ["T1"], "2S:R2": ["T1"] }, "2C:R2>T1"), "2C");
});

test("where there is no hint, the reason is told, and the way back if there is one", () => {
  const said = (winnable, game = GAME) => adviceIn(told({ winnable }), game, english);
  assert.equal(
    said("no"),
    "No hint: the game can't be won from here any more. Take moves back, and perhaps it can again.",
  );
  assert.equal(said("no", { ...GAME, can_undo: false }), "No hint: the game can't be won from here any more.");
  assert.match(said("unknown"), /^No hint: two seconds weren't enough/);
});

test("whether the game can still be won is answered by yes, no or not known", () => {
  const said = (winnable) => adviceIn(told({ kind: "winnable", winnable }), GAME, german);
  assert.match(said("yes"), /^Ja, /);
  assert.match(said("no"), /^Nein, .* Nimm Züge zurück/);
  assert.match(said("unknown"), /^Das ließ sich in zwei Sekunden nicht klären/);
});

test("at the deal itself nobody is told of better times, but to take another deal", () => {
  const deal = { ...GAME, ply: 0, can_undo: false };
  for (const kind of ["hint", "winnable"]) {
    assert.equal(
      adviceIn(told({ kind, winnable: "no" }), deal, english),
      "This deal can't be won, whoever plays it. Take another practice deal.",
    );
    assert.match(adviceIn(told({ kind, winnable: "no" }), deal, german), /^Dieses Spiel lässt sich nicht gewinnen/);
  }
  assert.match(adviceIn(told({ kind: "winnable", winnable: "yes" }), deal, german), /^Ja, /);
});

test("who waits is told how many questions come first", () => {
  assert.equal(waitingIn(null, english), english.words.help.thinking);
  assert.equal(waitingIn(told({ ahead: 0 }), english), english.words.help.thinking);
  assert.match(waitingIn(told({ ahead: 1 }), english), /one other question first/);
  assert.match(waitingIn(told({ ahead: 3 }), english), /3 other questions first/);
});

test("a hint holds as long as the game stands as it did, and no move is on its way", () => {
  const hint = hintOf(told({ move: "QH:T1>T2" }), GAME);
  const state = begin(GAME);
  assert.ok(holds(hint, state));
  assert.ok(!holds(hint, { ...state, pending: [{ request: { type: "undo", id: "1" }, move: null }] }));
  assert.ok(!holds(hint, begin({ ...GAME, version: 6 })));
  assert.ok(!holds(hintOf(told({ move: null }), GAME), state));
});

test("a hint shows the place of its card and its target; the redeal has none", () => {
  assert.deepEqual(placesOf(hintOf(told({ move: "9S:T1>T2" }), GAME), GAME.piles), {
    from: { pile: "T1", index: 0 },
    to: "T2",
  });
  assert.equal(placesOf(hintOf(told({ move: "redeal" }), GAME), GAME.piles), null);
});

test("the arrow begins at the card and ends with its tip at the target, whichever way it points", () => {
  const from = { x: 100, y: 100 };
  for (const to of [{ x: 400, y: 100 }, { x: 100, y: 20 }, { x: 90, y: 300 }, { x: 100, y: 100 }]) {
    const { shaft, head } = arrowPaths(from, to, 60);
    assert.ok(shaft.startsWith("M100 100Q"), shaft);
    assert.ok(head.startsWith(`M${to.x} ${to.y}L`), head);
    assert.doesNotMatch(shaft + head, /NaN/);
  }
});
