/** Pointers: what counts as a tap, what as a drag, and how each of them ends. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { listenToPointer } from "../../frontend/static/frontend/js/table/pointer.js";

const T1 = { pile: "T1", index: 3 };
let root;
let card;
let log;
let steadies;
let onWindow;
/** Something that doesn't lie on the felt. */
const beside = {};

/** A stand-in for the felt: events bubble from the card to it, and on to the window, by hand. */
function fire(type, changes = {}, target = card) {
  const event = new Event(type);
  const { x = 0, y = 0, ...rest } = changes;
  const given = { pointerId: 1, pointerType: "mouse", button: 0, timeStamp: 0, ...rest };
  for (const [key, value] of Object.entries({ ...given, clientX: x, clientY: y, target })) {
    Object.defineProperty(event, key, { value });
  }
  if (target !== beside) {
    root.dispatchEvent(event);
  }
  onWindow[type]?.(event);
}

beforeEach(() => {
  log = [];
  steadies = [];
  card = {};
  root = new EventTarget();
  root.setPointerCapture = () => fire("lostpointercapture", {}, card);
  root.getBoundingClientRect = () => ({ x: 0, y: 0 });
  onWindow = {};
  globalThis.addEventListener = (type, handler) => (onWindow[type] = handler);
  globalThis.requestAnimationFrame = (draw) => draw();
  listenToPointer(root, {
    placeOf: () => T1,
    tap: (place, { finger, steady }) => {
      log.push(["tap", place?.pile, finger]);
      steadies.push(steady);
    },
    lift: () => log.push(["lift"]) > 0,
    drag: () => log.push(["drag"]),
    drop: (shift) => log.push(["drop", shift]),
    cancel: () => log.push(["cancel"]),
  });
});

const kinds = () => log.map(([kind]) => kind);

test("a press that stays in place is a tap", () => {
  fire("pointerdown");
  fire("pointermove", { x: 2, y: 1 });
  fire("pointerup", { x: 2, y: 1 });
  assert.deepEqual(log, [["tap", "T1", false]]);
});

test("a finger may tremble more than a mouse", () => {
  fire("pointerdown", { pointerType: "touch" });
  fire("pointermove", { x: 6, pointerType: "touch" });
  fire("pointerup", { x: 6, pointerType: "touch" });
  assert.deepEqual(log, [["tap", "T1", true]]);
});

test("a drag lifts, follows and drops, though a touched card loses its own capture", () => {
  fire("pointerdown", { pointerType: "touch" });
  fire("pointermove", { x: 40, y: 9, pointerType: "touch" });
  fire("pointerup", { x: 60, y: 12, pointerType: "touch" });
  assert.equal(kinds()[0], "lift");
  assert.deepEqual(log.at(-1), ["drop", { x: 60, y: 12 }]);
  assert.ok(!kinds().includes("cancel"));
});

test("a second finger, a lost pointer and a lost window end a drag without a move", () => {
  const endings = [
    () => fire("pointerdown", { pointerId: 2 }),
    () => fire("pointercancel"),
    () => fire("lostpointercapture", {}, root),
    () => onWindow.blur(),
  ];
  for (const end of endings) {
    log = [];
    fire("pointerdown");
    fire("pointermove", { x: 50 });
    end();
    fire("pointermove", { x: 80 });
    fire("pointerup", { x: 80 });
    assert.equal(kinds().filter((kind) => kind === "cancel").length, 1);
    assert.ok(!kinds().includes("drop"));
    assert.ok(!kinds().includes("tap"));
  }
});

test("a tap tells whether it was made where the last one was", () => {
  for (const x of [100, 103, 130, 131]) {
    fire("pointerdown", { x });
    fire("pointerup", { x });
  }
  assert.deepEqual(steadies, [false, true, false, true]);
});

test("only the main button plays", () => {
  fire("pointerdown", { button: 2 });
  fire("pointerup", { button: 2 });
  assert.deepEqual(log, []);
});

test("a press that ends beside the felt has ended, and other hands may play", () => {
  fire("pointerdown");
  fire("pointermove", { x: 2 });
  fire("pointerup", { x: 3 }, beside);
  log = [];
  fire("pointerdown", { pointerId: 7, pointerType: "touch" });
  fire("pointerup", { pointerId: 7, pointerType: "touch" });
  assert.deepEqual(log, [["tap", "T1", true]]);
});

test("a drag may begin with a quick move that leaves the felt at once", () => {
  fire("pointerdown");
  fire("pointermove", { x: 90 }, beside);
  fire("pointerup", { x: 20 });
  assert.deepEqual(log.at(-1), ["drop", { x: 20, y: 0 }]);
});

test("a finger that rests on the felt or elsewhere keeps no other from playing", () => {
  const thumb = { pointerId: 3, pointerType: "touch" };
  const finger = { pointerId: 4, pointerType: "touch", isPrimary: false, timeStamp: 2000 };
  for (const where of [card, beside]) {
    log = [];
    fire("pointerdown", thumb, where);
    fire("pointerdown", finger);
    fire("pointerup", finger);
    fire("pointerup", thumb, where);
    assert.deepEqual(log, [["tap", "T1", true]]);
  }
});
