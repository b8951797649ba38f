/** Mouse, finger and pen: one path for tap, click and drag. */

/** Pixels until a press becomes a drag: a finger is less steady than a mouse. */
const THRESHOLD = /** @type {Record<string, number>} */ ({ mouse: 4, pen: 6, touch: 8 });

/** @param {string} type of pointer */
const thresholdOf = (type) => THRESHOLD[type] ?? THRESHOLD.pen;
/** A finger that has lain still so long holds the tablet: it makes way for another. */
const RESTING = 600;

/**
 * @typedef {object} Hands
 * @property {(target: EventTarget | null) => Place | null} placeOf
 * @property {(place: Place | null, press: TapSigns) => void} tap
 * @property {(place: Place) => boolean} lift begin a drag, if the card may move
 * @property {(shift: Point) => void} drag
 * @property {(shift: Point, pointer: Point) => void} drop
 * @property {() => void} cancel
 */

/**
 * @typedef {object} TapSigns how a tap was made
 * @property {number} time
 * @property {boolean} finger
 * @property {boolean} steady where the tap before was made: the second of two, or one too many
 */

/**
 * @typedef {object} Press
 * @property {number} id
 * @property {string} type
 * @property {number} time
 * @property {Point} start
 * @property {Place | null} place
 * @property {"pressed" | "dragging" | "spoilt"} phase
 */

/** @param {HTMLElement} root @param {Hands} hands */
export function listenToPointer(root, hands) {
  /** @type {Press | null} */
  let press = null;
  /** @type {Point | null} */
  let latest = null;
  let tapped = { x: -Infinity, y: -Infinity };

  const shiftOf = (/** @type {PointerEvent} */ event, /** @type {Press} */ { start }) => ({
    x: event.clientX - start.x,
    y: event.clientY - start.y,
  });

  const cancel = () => {
    const dragging = press?.phase === "dragging";
    press = null;
    latest = null;
    if (dragging) {
      hands.cancel();
    }
  };

  root.addEventListener("pointerdown", (event) => {
    const { timeStamp: time } = event;
    const rests = press?.phase === "pressed" && time - press.time > RESTING;
    if (press && event.pointerId !== press.id && !rests) {
      // A second finger: whatever the first was about, it was not a move.
      const dragging = press.phase === "dragging";
      press.phase = "spoilt";
      latest = null;
      if (dragging) {
        hands.cancel();
      }
      return;
    }
    if (event.button !== 0) {
      return;
    }
    press = {
      id: event.pointerId,
      time,
      type: event.pointerType,
      start: { x: event.clientX, y: event.clientY },
      place: hands.placeOf(event.target),
      phase: "pressed",
    };
  });

  // On the window: a press that begins on the felt may go on, and end, beside it.
  addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.id || press.phase === "spoilt") {
      return;
    }
    const shift = shiftOf(event, press);
    if (press.phase === "pressed") {
      const far = Math.hypot(shift.x, shift.y) > thresholdOf(press.type);
      if (!far) {
        return;
      }
      if (!press.place || !hands.lift(press.place)) {
        press.phase = "spoilt";
        return;
      }
      press.phase = "dragging";
      root.setPointerCapture(press.id);
    }
    if (!latest) {
      requestAnimationFrame(() => {
        if (latest && press?.phase === "dragging") {
          hands.drag(latest);
        }
        latest = null;
      });
    }
    latest = shift;
  });

  addEventListener("pointerup", (event) => {
    if (!press || event.pointerId !== press.id) {
      return;
    }
    const { phase, place, type, start } = press;
    const shift = shiftOf(event, press);
    press = null;
    latest = null;
    if (phase === "dragging") {
      const felt = root.getBoundingClientRect();
      hands.drop(shift, { x: event.clientX - felt.x, y: event.clientY - felt.y });
    } else if (phase === "pressed") {
      const steady = Math.hypot(start.x - tapped.x, start.y - tapped.y) <= thresholdOf(type) * 2;
      tapped = start;
      hands.tap(place, { time: event.timeStamp, finger: type === "touch", steady });
    }
  });

  addEventListener("pointercancel", (event) => {
    if (event.pointerId === press?.id) {
      cancel();
    }
  });
  root.addEventListener("lostpointercapture", (event) => {
    // A touched card loses its implicit capture to the felt as the drag begins: that is no loss.
    if (event.pointerId === press?.id && event.target === root) {
      cancel();
    }
  });
  addEventListener("blur", cancel);
  root.addEventListener("contextmenu", (event) => event.preventDefault());
  root.addEventListener("dragstart", (event) => event.preventDefault());
}

/** A pile where the card fits is meant before its neighbours once the card covers it so far. */
const ENOUGH = 0.25;

/** How far two boxes overlap each way, negative where there is a gap. @param {Box} one @param {Box} other */
const overlap = (one, other) => ({
  across: Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x),
  down: Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y),
});

/** @param {{ across: number, down: number }} overlap */
const area = ({ across, down }) => (across > 0 && down > 0 ? across * down : 0);

/**
 * Find the pile that a dropped card was meant for: the one it covers most, else the nearest within
 * half a card.
 *
 * @param {Box} card
 * @param {Point} pointer
 * @param {Map<string, Box>} piles those that may be meant, the card's own among them
 * @returns {string | null}
 */
export function pileMeant(card, pointer, piles) {
  let best = null;
  let bestScore = -card.width / 2;
  for (const [pile, box] of piles) {
    const { across, down } = overlap(card, box);
    const inside =
      pointer.x >= box.x &&
      pointer.x <= box.x + box.width &&
      pointer.y >= box.y &&
      pointer.y <= box.y + box.height;
    const gap = Math.hypot(Math.min(0, across), Math.min(0, down));
    const covers = area({ across, down });
    const score = covers ? covers + (inside ? card.width * card.height : 0) : -gap;
    if (score > bestScore) {
      best = pile;
      bestScore = score;
    }
  }
  return best;
}

/**
 * Find the pile to put a dropped card down on: one where it fits, else one that has to refuse it.
 *
 * @param {Box} card
 * @param {Point} pointer
 * @param {Map<string, Box>} boxes of every pile
 * @param {{ fitting: string[], home: string }} piles where the card may go, and where it came from
 * @returns {string | null} null when it goes back where it came from
 */
export function dropMeant(card, pointer, boxes, { fitting, home }) {
  const near = new Map([...boxes].filter(([pile]) => pile === home || fitting.includes(pile)));
  const fits = pileMeant(card, pointer, near);
  const any = pileMeant(card, pointer, boxes);
  const box = fits && fits !== home && boxes.get(fits);
  const meant =
    box && (any === home || area(overlap(card, box)) > ENOUGH * card.width * card.height) ? fits : any;
  return meant === home ? null : meant;
}
