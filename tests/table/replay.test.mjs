/** Games looked at once more: frames, steps, and where a game was lost. */

import assert from "node:assert/strict";
import { test } from "node:test";

const js = "../../frontend/static/frontend/js/table/";
const replay = await import(`${js}replay.js`);
const { frameInWords, movedIn, turningInWords } = await import(`${js}help.js`);
const { naming } = await import(`${js}words.js`);

const PILES = { FC: ["AC"], T1: ["3D", "2C"], T2: ["3C"] };
const names = naming("en", { ruleset: "beleaguered-castle", piles: PILES });

/** Steps as the server sends them, of words like "play 1" (the kind and the ply after it). */
const steps = (...words) =>
  words.map((word, version) => {
    const [kind, ply] = word.split(" ");
    return {
      version,
      kind,
      move: kind === "play" ? "2C:T1>FC" : "",
      ply: Number(ply),
      elapsed: version * 1000,
      piles: PILES,
      redeals: null,
      merci: null,
    };
  });
const film = (...words) => replay.begin(replay.framesOf(steps(...words)));
const SHORT = ["deal 0", "play 1", "play 2", "play 3", "resign 3"];

test("a line's steps have no kind: the first is where it begins", () => {
  const line = [{ move: "", ply: 7 }, { move: "2C:T1>FC", ply: 8 }].map((step) => ({
    ...step,
    piles: PILES,
    redeals: null,
    merci: null,
  }));
  assert.deepEqual(
    replay.framesOf(line).map(({ kind, ply, elapsed }) => [kind, ply, elapsed]),
    [["deal", 7, null], ["play", 8, null]],
  );
});

test("steps and jumps stay within the frames, and stop what runs", () => {
  const shown = film(...SHORT);
  assert.equal(replay.step(shown, -1).at, 0);
  assert.equal(replay.step(shown, 1).at, 1);
  assert.equal(replay.jump(shown, 99).at, 4);
  assert.equal(replay.jump(shown, 2.4).at, 2);
  assert.equal(replay.step(replay.run(shown), 1).running, false);
});

test("it runs to the last frame, stops there, and begins anew from there", () => {
  let shown = replay.run(film(...SHORT));
  const seen = [];
  while (shown.running) {
    shown = replay.advance(shown);
    seen.push(shown.at);
  }
  assert.deepEqual(seen, [1, 2, 3, 4]);
  assert.equal(replay.advance(shown), shown);
  assert.deepEqual([replay.run(shown).at, replay.run(shown).running], [0, true]);
});

test("of a single frame nothing runs", () => {
  assert.equal(replay.run(film("deal 0")).running, false);
});

test("what was taken back is none of the moves that stand", () => {
  const indices = (...words) => replay.standing(film(...words).frames);
  assert.deepEqual(indices(...SHORT), [0, 1, 2, 3]);
  assert.deepEqual(indices("deal 0", "play 1", "play 2", "undo 1", "play 2", "resign 2"), [0, 1, 4]);
  assert.deepEqual(indices("deal 0", "play 1", "play 2", "restart 0", "play 1"), [0, 4]);
});

test("the turning point is found among the moves that stand", () => {
  const shown = film("deal 0", "play 1", "play 2", "undo 1", "play 2", "play 3", "resign 3");
  const marked = replay.markTurning(shown, { won_until: 1, lost_from: 2 });
  assert.deepEqual(marked.turning, { wonUntil: 1, lostFrom: 4 });
  assert.equal(turningInWords(marked, names), "Move 4 lost the game.");
});

test("what is known of the turning point is said, and no more", () => {
  const said = (won_until, lost_from) =>
    turningInWords(replay.markTurning(film(...SHORT), { won_until, lost_from }), names);
  assert.equal(said(1, 3), "The game was lost between move 1 and move 3.");
  assert.equal(said(null, 2), "By move 2 at the latest the game was lost.");
  assert.equal(said(null, 0), "This game could not be won from the start.");
  assert.equal(said(3, null), "This game could be won right up to the end.");
  assert.match(said(1, null), /^Up to move 1 the game could still be won;/);
  assert.equal(said(null, null), "Where the game was lost could not be found out.");
});

test("each frame is told in words, and the card that has moved is found", () => {
  const shown = film("deal 0", "play 1", "undo 0", "restart 0", "resign 0");
  const said = shown.frames.map((_, at) => frameInWords(replay.jump(shown, at), names));
  assert.deepEqual(said, [
    "This is where it begins.",
    "2 of clubs to foundation clubs.",
    "Move taken back.",
    "Back to the start.",
    "Given up.",
  ]);
  const [deal, play] = shown.frames;
  assert.equal(movedIn(deal), null);
  assert.deepEqual(movedIn({ ...play, piles: { ...PILES, FC: ["AC", "2C"] } }), { pile: "FC", index: 1 });
});

test("a frame is shown as a game in which nothing moves", () => {
  const game = { ...replay.gameToWatch({ ruleset: "citadel", day: "2026-11-29", steps: steps("deal 0") }) };
  const dests = { "2C:T1": ["FC"] };
  const playing = { ...game, outcome: "playing", dests, can_undo: true, can_restart: true };
  const shown = replay.gameAt(playing, film(...SHORT).frames[2]);
  assert.deepEqual(
    [shown.outcome, shown.ply, shown.dests, shown.can_undo, shown.can_restart],
    ["given_up", 2, {}, false, false],
  );
  assert.equal(replay.gameAt({ ...game, outcome: "won" }, film(...SHORT).frames[0]).outcome, "won");
});
