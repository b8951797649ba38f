/** Which keys are the table's, and which belong together: numbers of two digits. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { isForCards, listenToKeys } from "../../frontend/static/frontend/js/table/keys.js";

let page;
let log;
let asking;
let usesSigns;

/** Something that may have the focus, inside elements that match these selectors. */
const within = (...selectors) => ({
  closest: (list) => (list.split(", ").some((one) => selectors.includes(one)) ? {} : null),
});

/** @param {string} key @param {number} time */
function press(key, time, target = within()) {
  const event = new Event("keydown", { cancelable: true });
  Object.defineProperty(event, "key", { value: key });
  Object.defineProperty(event, "timeStamp", { value: time });
  Object.defineProperty(event, "target", { value: target });
  page.dispatchEvent(event);
  return event;
}

/** @param {string[]} keys one every 100 milliseconds */
const type = (...keys) => keys.forEach((key, i) => press(key, 1000 + i * 100));

beforeEach(() => {
  page = new EventTarget();
  log = [];
  asking = false;
  usesSigns = true;
  listenToKeys(page, {
    letters: () => "en",
    usesSigns: () => usesSigns,
    piles: () => ["F1", "F2", "R4", "T1", "T2", "T4", "T12", "T14"],
    cursor: () => ({ pile: "F1", index: -1 }),
    centres: () => new Map([["F1", { x: 0, y: 0 }]]),
    opened: () => false,
    asking: () => asking,
    attend: () => log.push("attend"),
    undo: () => log.push("undo"),
    help: () => log.push("help"),
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
  assert.deepEqual(log, ["T1", "attend", "choose", "T2"]);
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

test("keys work wherever the focus is, but Enter and the space bar press what has it", () => {
  const [nowhere, button, card, packInFelt] = [
    within(),
    within("button"),
    within("#felt"),
    within("#felt", "button"),
  ];
  for (const key of ["ArrowRight", "z", "?", "1", "Escape"]) {
    for (const focused of [nowhere, button, card, packInFelt]) {
      assert.ok(isForCards(focused, key), key);
    }
  }
  for (const key of ["Enter", " "]) {
    assert.ok(isForCards(nowhere, key));
    assert.ok(isForCards(packInFelt, key));
    assert.ok(!isForCards(button, key));
    assert.ok(!isForCards(within("a[href]"), key));
  }
});

test("who wants no letters as keys keeps arrows, Enter, the space bar and Escape", () => {
  usesSigns = false;
  type("z", "1", "?", "/", "r", "4", "g");
  assert.deepEqual(log, []);
  type("Enter", " ", "End");
  assert.deepEqual(log, ["attend", "choose", "attend", "choose", "T14"]);
});

test("what is typed into a field or a dialog is no key of the table", () => {
  for (const place of ["input", "textarea", "select", "[contenteditable]", "dialog"]) {
    press("z", 1000, within(place));
    assert.equal(press("ArrowLeft", 1100, within(place)).defaultPrevented, false);
  }
  asking = true;
  press("z", 1200);
  assert.deepEqual(log, []);
});

test("a key pressed on a button brings the focus to the cards and does its work", () => {
  press("z", 1000, within("button"));
  press("?", 1100);
  assert.deepEqual(log, ["attend", "undo", "attend", "help"]);
});
