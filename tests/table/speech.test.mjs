/** What is said aloud about a move whose outcome the server alone knows. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  inWords,
  turnedUp,
  waitsForFace,
} from "../../frontend/static/frontend/js/table/speech.js";
import { naming } from "../../frontend/static/frontend/js/table/words.js";

const piles = { F1: [], T1: ["??", "??", "9D"], T2: ["??", "TC"], R2: ["2C"] };
const game = (changes = {}) => ({ ruleset: "burgvoegtin", piles: { ...piles, ...changes } });
const move = { card: "9D", source: "T1", target: "T2", sequence: false };
const pending = [{ request: { type: "play", id: "a" }, move }];
const after = { T1: ["??", "QH"], T2: ["??", "TC", "9D"] };

/** All that is said, in German. */
const heard = (said) =>
  said.map((one) => inWords(one, naming("de", game()), { game: game() })).join(" ");

test("where a card went and what it turned up are told in one piece, and once", () => {
  const shown = { T1: ["??", "??"], T2: ["??", "TC", "9D"] };
  assert.ok(waitsForFace({ kind: "moved", move }, shown), "not before the face is known");
  assert.equal(
    heard(turnedUp({ game: game(), pending }, game(after))),
    "Karo 9 auf Päckchen 2. Aufgedeckt: Herz Dame.",
  );
  assert.deepEqual(turnedUp({ game: game(after), pending }, game(after)), []);
});

test("a move that bares no face-down card is told at once", () => {
  assert.ok(!waitsForFace({ kind: "moved", move }, { T1: ["7C"], T2: ["9D"] }));
  assert.ok(!waitsForFace({ kind: "moved", move }, { T1: [], T2: ["9D"] }));
});

test("a card that another window has turned up is told alone", () => {
  const said = turnedUp({ game: game(), pending: [] }, game(after));
  assert.equal(heard(said), "Aufgedeckt: Herz Dame.");
});
