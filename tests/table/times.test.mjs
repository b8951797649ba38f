/** The times of a watched game: spans, pauses, speeds, and links to a move. */

import assert from "node:assert/strict";
import { test } from "node:test";

const { SPEEDS, heightsOf, moveIn, pauseAfter, speedBeside, timesOf, writeSpan } = await import(
  "../../frontend/static/frontend/js/table/times.js"
);

const frames = [0, 4000, 4000, 65_400].map((elapsed) => ({ elapsed }));

test("each move has the time since the one before", () => {
  assert.deepEqual(timesOf(frames), [
    { at: 1, elapsed: 4000, took: 4000 },
    { at: 2, elapsed: 4000, took: 0 },
    { at: 3, elapsed: 65_400, took: 61_400 },
  ]);
  assert.deepEqual(timesOf([frames[0]]), []);
});

test("the pause between moves goes by the speed, or by the game as it was played", () => {
  const [half, single, twice, fourfold] = ["0.5", "1", "2", "4"].map((speed) =>
    pauseAfter(frames, 0, speed),
  );
  assert.equal(half, 2 * single);
  assert.equal(single, 2 * twice);
  assert.equal(twice, 2 * fourfold);
  assert.equal(pauseAfter(frames, 0, "real"), 4000);
  assert.ok(pauseAfter(frames, 1, "real") > 0, "moves of one sequence are seen one by one");
  assert.equal(pauseAfter(frames, 2, "real"), 61_400);
});

test("faster and slower end at the ends", () => {
  assert.equal(speedBeside("1", 1), "2");
  assert.equal(speedBeside("4", 1), "real");
  assert.equal(speedBeside("real", 1), "real");
  assert.equal(speedBeside("0.5", -1), "0.5");
  assert.equal(SPEEDS.length, 5);
});

test("the plot's longest bar is whole, and the others keep a height beside it", () => {
  const [first, none, longest] = heightsOf(timesOf(frames));
  assert.equal(longest, 1);
  assert.equal(none, 0);
  assert.ok(first > 0.2);
  assert.deepEqual(heightsOf([{ took: 0 }]), [0]);
});

test("an address names a move, or nothing", () => {
  assert.equal(moveIn("#move=37"), 37);
  for (const fragment of ["", "#", "#move=", "#move=-1", "#move=3x", "#move=12345678", "#replay"]) {
    assert.equal(moveIn(fragment), null);
  }
});

test("spans are written with tenths of a second, long ones as minutes", () => {
  assert.equal(writeSpan(5987, ","), "5,9 s");
  assert.equal(writeSpan(0, "."), "0.0 s");
  assert.equal(writeSpan(59_999, "."), "59.9 s");
  assert.equal(writeSpan(61_400, "."), "1:01");
  assert.equal(writeSpan(3_725_000, "."), "1:02:05");
});
