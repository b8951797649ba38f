import assert from "node:assert/strict";
import test from "node:test";

import { PAGE_SIZE, after } from "../../frontend/static/frontend/js/standing.js";

/** @param {number} rank @param {number} hundredths @param {string} name */
const row = (rank, hundredths, name, is_me = false) => ({
  rank,
  name,
  is_me,
  hundredths,
  moves: 100,
  undos: 0,
  restarts: 0,
  clean: true,
  finished: `2026-11-29T10:00:${name.padStart(2, "0")}.000Z`,
});
/** @param {Partial<Parameters<typeof after>[0]>} parts */
const board = (parts) => ({ entries: [], total: 0, page: 1, near: [], ...parts });
/** @param {{rank: number, name: string | null}[]} rows */
const shown = (rows) => rows.map(({ rank, name }) => `${rank} ${name}`);

test("a new row takes its place, and the slower ones move on", () => {
  const before = board({ entries: [row(1, 100, "1"), row(2, 300, "2")], total: 2 });
  const now = after(before, { new: [row(2, 200, "3")], total: 3 }, "");
  assert.deepEqual(shown(now.entries), ["1 1", "2 3", "3 2"]);
  assert.equal(now.total, 3);
});

test("equal times share a rank, by who was first", () => {
  const before = board({ entries: [row(1, 100, "1"), row(2, 200, "2"), row(3, 300, "3")], total: 3 });
  const now = after(before, { new: [row(2, 200, "4")], total: 4 }, "");
  assert.deepEqual(shown(now.entries), ["1 1", "2 2", "2 4", "4 3"]);
});

test("several new rows, told together, each take their place whatever rank they were told with", () => {
  const before = board({ entries: [row(1, 300, "1")], total: 1 });
  const now = after(before, { new: [row(1, 200, "2"), row(1, 100, "3"), row(4, 400, "4")], total: 4 }, "");
  assert.deepEqual(shown(now.entries), ["1 3", "2 2", "3 1", "4 4"]);
});

test("a full page drops its last row", () => {
  const entries = Array.from({ length: PAGE_SIZE }, (_, at) => row(at + 1, 100 + at, String(at)));
  const now = after(board({ entries, total: 80 }), { new: [row(1, 50, "x")], total: 81 }, "");
  assert.equal(now.entries.length, PAGE_SIZE);
  assert.equal(now.entries[0].name, "x");
  assert.deepEqual(shown(now.entries.slice(-1)), ["50 48"]);
});

test("a full page takes no row that is slower than its last", () => {
  const entries = Array.from({ length: PAGE_SIZE }, (_, at) => row(at + 1, 100 + at, String(at)));
  const now = after(board({ entries, total: 80 }), { new: [row(70, 900, "x")], total: 81 }, "");
  assert.deepEqual(now.entries, entries);
});

test("on a later page the same rows stay in sight with their new ranks", () => {
  const before = board({ page: 2, entries: [row(51, 500, "1"), row(52, 600, "2")], total: 52 });
  const now = after(before, { new: [row(3, 70, "3")], total: 53 }, "");
  assert.deepEqual(shown(now.entries), ["52 1", "53 2"]);
});

test("one's own row elsewhere keeps its neighbours", () => {
  const near = [row(70, 700, "1"), row(71, 710, "2", true), row(72, 720, "3")];
  const before = board({ near, total: 100 });
  const faster = after(before, { new: [row(2, 10, "4")], total: 101 }, "2");
  assert.deepEqual(shown(faster.near), ["71 1", "72 2", "73 3"]);
  const between = after(before, { new: [row(71, 705, "4")], total: 101 }, "2");
  assert.deepEqual(shown(between.near), ["71 4", "72 2", "73 3"]);
  const slower = after(before, { new: [row(72, 715, "4")], total: 101 }, "2");
  assert.deepEqual(shown(slower.near), ["70 1", "71 2", "72 4"]);
});

test("what can't be worked out is fetched: a row taken away, a lost message, one's own win", () => {
  const before = board({ entries: [row(1, 100, "1"), row(2, 300, "2")], total: 2 });
  assert.equal(after(before, { new: [], total: 1 }, ""), null);
  assert.equal(after(before, { new: [row(1, 50, "3")], total: 4 }, ""), null);
  assert.equal(after(before, { new: [row(1, 50, "3")], total: 3 }, "3"), null);
});
