/** The small modules: clock, notation, words, keys, drops, the keyed diff, faces, retries. */

import assert from "node:assert/strict";
import { test } from "node:test";

const js = "../../frontend/static/frontend/js/table/";
const { correctClock, readClock, showClock, startClock } = await import(`${js}clock.js`);
const { retryDelay } = await import(`${js}connection.js`);
const { drawFace } = await import(`${js}faces.js`);
const { jumpTo, neighbour } = await import(`${js}keys.js`);
const { matchCards } = await import(`${js}matching.js`);
const { readMove } = await import(`${js}notation.js`);
const { dropMeant, pileMeant } = await import(`${js}pointer.js`);
const { de } = await import(`${js}words.de.js`);
const { en } = await import(`${js}words.en.js`);
const { naming } = await import(`${js}words.js`);

test("the clock runs on between answers", () => {
  assert.equal(readClock(startClock(5000, 100, true), 1100), 6000);
});

test("a correction forwards is taken at once, one backwards holds the time until it is reached", () => {
  let clock = startClock(5000, 0, true);
  clock = correctClock(clock, 9000, 1000, true);
  assert.equal(readClock(clock, 1000), 9000);
  clock = correctClock(clock, 8500, 1100, true);
  assert.equal(readClock(clock, 1100), 9100);
  assert.equal(readClock(clock, 1500), 9100);
  assert.equal(readClock(clock, 1900), 9300);
});

test("the clock never jumps back, whatever comes", () => {
  let clock = startClock(0, 0, true);
  let last = 0;
  for (let now = 0; now < 60_000; now += 137) {
    if (now % 5 === 0) {
      clock = correctClock(clock, Math.max(0, now + ((now * 7919) % 1600) - 900), now, true);
    }
    clock = showClock(clock, now);
    assert.ok(clock.shown >= last);
    last = clock.shown;
  }
});

test("a finished game's time stands, also if it is less than was shown", () => {
  const clock = correctClock(startClock(5000, 0, true), 5400, 700, false);
  assert.equal(readClock(clock, 99_000), 5400);
});

test("typed moves are read in every reasonable spelling", () => {
  const expected = { card: "TH", source: "T3", target: "FH" };
  for (const text of ["TH:T3>FH", "th:t3>fh", "10h t3 fh", "10♥ T3 → FH", " ♥10  t3,fh "]) {
    assert.deepEqual(readMove(text), expected, text);
  }
  assert.deepEqual(readMove("BS:RJ>F8"), { card: "JS", source: "RJ", target: "F8" });
  assert.deepEqual(readMove("Dh T1 T18"), { card: "QH", source: "T1", target: "T18" });
  assert.deepEqual(readMove("4C:R4>FAC"), { card: "4C", source: "R4", target: "FAC" });
  assert.equal(readMove("redeal"), "redeal");
});

test("what is no move is not taken for one", () => {
  for (const text of ["", "TH", "TH:T3", "TX:T3>FH", "TH:T3>X9", "TH:T0>FH", "11H:T3>FH", "a b c d"]) {
    assert.equal(readMove(text), null, text);
  }
});

/** @returns {string[]} every path of keys, functions as leaves */
const keys = (words, path = "") =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === "object" ? keys(value, `${path}${key}.`) : [`${path}${key}:${typeof value}`],
  );

test("German and English say the same things", () => {
  assert.deepEqual(keys(de).sort(), keys(en).sort());
});

test("every pile of every family has a name in both languages, and no two the same", () => {
  const families = {
    burgvoegtin: ["F1", "F8", "T1", "T4", ...[..."23456789TJQK"].map((rank) => `R${rank}`)],
    archway: ["FAC", "FKC", "FAS", "FKS", "T1", ...[..."A23456789TJQK"].map((rank) => `R${rank}`)],
    "beleaguered-castle": ["FC", "FD", "FH", "FS", "T1", "T8"],
    "la-belle-lucie": ["FC", "FD", "FH", "FS", "T1", "T18"],
  };
  for (const language of ["de", "en"]) {
    for (const [ruleset, piles] of Object.entries(families)) {
      const names = naming(language, { ruleset, piles: Object.fromEntries(piles.map((p) => [p, []])) });
      const all = piles.map(names.pile);
      assert.equal(new Set(all).size, piles.length, `${language} ${ruleset}: ${all}`);
      all.forEach((name) => assert.doesNotMatch(name, /undefined/));
    }
  }
});

test("a card is named by rank and suit as the language does", () => {
  assert.equal(de.card("QH"), "Herz Dame");
  assert.equal(en.card("QH"), "queen of hearts");
  assert.equal(de.card("TS"), "Pik 10");
});

test("arrow keys walk to the pile that lies in their direction", () => {
  const centres = new Map([
    ["T1", { x: 0, y: 0 }],
    ["T2", { x: 100, y: 0 }],
    ["T3", { x: 200, y: 10 }],
    ["F1", { x: 100, y: 150 }],
  ]);
  assert.equal(neighbour(centres, "T1", { x: 1, y: 0 }), "T2");
  assert.equal(neighbour(centres, "T3", { x: -1, y: 0 }), "T2");
  assert.equal(neighbour(centres, "T2", { x: 0, y: 1 }), "F1");
  assert.equal(neighbour(centres, "T2", { x: 0, y: -1 }), null);
});

test("digits and letters jump to their piles", () => {
  const piles = ["T1", "T10", "T14", "RT", "RJ", "RQ"];
  assert.equal(jumpTo(piles, "14", "de"), "T14");
  assert.equal(jumpTo(piles, "0", "de"), "T10");
  assert.equal(jumpTo(piles, "b", "de"), "RJ");
  assert.equal(jumpTo(piles, "d", "de"), "RQ");
  assert.equal(jumpTo(piles, "j", "en"), "RJ");
  assert.equal(jumpTo(piles, "x", "en"), null);
});

test("a drop means the pile it covers most, or the nearest within half a card", () => {
  const box = (x, y) => ({ x, y, width: 100, height: 140 });
  const piles = new Map([
    ["home", box(0, 0)],
    ["near", box(200, 0)],
    ["far", box(600, 0)],
  ]);
  const pointer = { x: -1, y: -1 };
  assert.equal(pileMeant(box(170, 20), pointer, piles), "near");
  assert.equal(pileMeant(box(30, 20), pointer, piles), "home");
  assert.equal(pileMeant(box(340, 0), pointer, piles), "near");
  assert.equal(pileMeant(box(400, 0), pointer, piles), null);
  assert.equal(pileMeant(box(190, 300), pointer, piles), null);
});

test("a drop between two piles means the one that fits, and one that doesn't only where none does", () => {
  const box = (x) => ({ x, y: 0, width: 100, height: 140 });
  const boxes = new Map([
    ["T1", box(0)],
    ["T2", box(120)],
    ["T3", box(240)],
  ]);
  const drop = (x, fitting) =>
    dropMeant(box(x), { x: -1, y: -1 }, boxes, { fitting, home: "T1" });
  assert.equal(drop(170, ["T3"]), "T3");
  assert.equal(drop(170, []), "T2");
  assert.equal(drop(130, ["T3"]), "T2", "T3 is near, but T2 lies plainly under the card");
  assert.equal(drop(350, ["T3"]), "T3", "near, and nothing else is");
  assert.equal(drop(10, ["T3"]), null, "back where it came from");
  assert.equal(drop(600, ["T3"]), null, "on the bare felt");
});

test("each card keeps its element when it moves, turns over or shifts", () => {
  const was = (pile, index, code) => ({ pile, index, code, was: true });
  const next = (pile, index, code) => ({ pile, index, code });
  const before = [was("T1", 0, "??"), was("T1", 1, "5H"), was("T2", 0, "6S")];
  const after = [next("T1", 0, "KD"), next("T2", 0, "6S"), next("T2", 1, "5H")];
  const { pairs, gone } = matchCards(before, after);
  assert.deepEqual(pairs.map(([old]) => before.indexOf(old)), [0, 2, 1]);
  assert.deepEqual(gone, []);
});

test("two copies of a card are told apart by where they lie", () => {
  const before = [
    { pile: "R7", index: 0, code: "7C" },
    { pile: "R7", index: 1, code: "7C" },
  ];
  const after = [
    { pile: "R7", index: 0, code: "7C" },
    { pile: "FAC", index: 0, code: "7C" },
  ];
  const { pairs } = matchCards(before, after);
  assert.deepEqual(pairs.map(([old]) => before.indexOf(old)), [0, 1]);
});

test("every face is drawn within its card at every size, in both languages", () => {
  for (const [width, strip, form] of [[45, 0, "stack"], [45, 11, "line"], [123, 23, "stack"], [231, 0, "line"]]) {
    for (const language of ["de", "en"]) {
      for (const card of ["??", ...[..."A23456789TJQK"].flatMap((rank) => [..."CDHS"].map((suit) => rank + suit))]) {
        const svg = drawFace(card, { width, height: width * 1.4, form, strip, language });
        assert.doesNotMatch(svg, /NaN|undefined|style=/, `${card} ${width} ${form}`);
        const indices = svg.slice(svg.lastIndexOf("</g>") + 1);
        for (const [, x, y] of indices.matchAll(/"(?:rank|suit)"[^>]*?"translate\((\S+) (\S+)\)/g)) {
          assert.ok(Number(x) >= -1 && Number(x) <= width, `${card}: x ${x} of ${width}`);
          assert.ok(Number(y) >= 0 && Number(y) <= width * 1.4, `${card}: y ${y}`);
        }
      }
    }
  }
});

test("court letters follow the language", () => {
  const spec = { width: 60, height: 84, form: "stack", strip: 0 };
  const german = drawFace("JH", { ...spec, language: "de" });
  const english = drawFace("JH", { ...spec, language: "en" });
  assert.notEqual(german, english);
  assert.equal(drawFace("KH", { ...spec, language: "de" }), drawFace("KH", { ...spec, language: "en" }));
});

test("retries wait longer each time, differ between browsers, and never too long", () => {
  assert.ok(retryDelay(0, 0) < retryDelay(3, 0));
  assert.notEqual(retryDelay(2, 0.1), retryDelay(2, 0.9));
  assert.ok(retryDelay(50, 1) <= 15_000);
  assert.ok(retryDelay(0, 0) >= 200);
});
