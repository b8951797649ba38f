/** Keys that belong together: numbers of two digits, and what ends them. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { listenToKeys } from "../../frontend/static/frontend/js/table/keys.js";

let felt;
let log;

/** @param {string} key @param {number} time */
function press(key, time) {
  const event = new Event("keydown", { cancelable: true });
  Object.defineProperty(event, "key", { value: key });
  Object.defineProperty(event, "timeStamp", { value: time });
  felt.dispatchEvent(event);
}

/** @param {string[]} keys one every 100 milliseconds */
const type = (...keys) => keys.forEach((key, i) => press(key, 1000 + i * 100));

beforeEach(() => {
  felt = new EventTarget();
  log = [];
  listenToKeys(felt, {
    language: "en",
    piles: () => ["F1", "F2", "R4", "T1", "T2", "T4", "T12", "T14"],
    cursor: () => ({ pile: "F1", index: -1 }),
    centres: () => new Map([["F1", { x: 0, y: 0 }]]),
    opened: () => false,
    walk: (pile) => log.push(pile),
    choose: () => log.push("choose"),
  });
});

test("two digits typed quickly name one pile", () => {
  type("1", "4");
  assert.deepEqual(log, ["T1", "T14"]);
});

test("two digits typed slowly name two piles", () => {
  press("1", 1000);
  press("4", 1900);
  assert.deepEqual(log, ["T1", "T4"]);
});

test("any other key ends the number", () => {
  type("1", "Enter", "2");
  assert.deepEqual(log, ["T1", "choose", "T2"]);
  log.length = 0;
  type("1", "ArrowLeft", "4");
  assert.deepEqual(log, ["T1", "T4"]);
});

test("a third digit begins a new number", () => {
  type("1", "4", "2");
  assert.deepEqual(log, ["T1", "T14", "T2"]);
});

test("r takes the next digit to the arch, unless another key comes between", () => {
  type("r", "4");
  assert.deepEqual(log, ["R4"]);
  log.length = 0;
  type("r", "g", "4");
  assert.deepEqual(log, ["F2", "T4"]);
});
