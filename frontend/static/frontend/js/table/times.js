/** How long each move of a watched game took, as numbers and as a plot, without a screen. */

import { writeTime } from "../time.js";

/**
 * @typedef {object} Took
 * @property {number} at the frame that the move led to
 * @property {number} elapsed milliseconds since the start
 * @property {number} took milliseconds since the frame before
 */

/** Between single moves that were entered as one, so that they can be seen one by one. */
const LEAST_PAUSE = 150;
/** From one frame to the next at single speed; slow enough to follow each card. */
const PACE = 1100;

/** @type {readonly string[]} the speeds, from the slowest on; the last is as it was played */
export const SPEEDS = ["0.5", "1", "2", "4", "real"];

/** @param {Frame[]} frames @returns {Took[]} one for each frame but the deal's */
export const timesOf = (frames) =>
  frames.slice(1).map(({ elapsed }, before) => ({
    at: before + 1,
    elapsed: elapsed ?? 0,
    took: (elapsed ?? 0) - (frames[before].elapsed ?? 0),
  }));

/**
 * Milliseconds from a frame to the next.
 *
 * @param {Frame[]} frames @param {number} at @param {string} speed
 */
export function pauseAfter(frames, at, speed) {
  if (speed !== "real") {
    return PACE / Number(speed);
  }
  const next = frames[at + 1];
  return next ? Math.max(LEAST_PAUSE, (next.elapsed ?? 0) - (frames[at].elapsed ?? 0)) : 0;
}

/** The next faster or slower speed. @param {string} speed @param {number} by */
export function speedBeside(speed, by) {
  const place = SPEEDS.indexOf(speed) + by;
  return SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, place))];
}

/**
 * The bars of a plot, from 0 to 1; their roots, so that one long thought leaves the others a height.
 *
 * @param {Took[]} times
 */
export function heightsOf(times) {
  const most = Math.max(1, ...times.map(({ took }) => took));
  return times.map(({ took }) => Math.sqrt(took / most));
}

/**
 * The frame that an address' fragment names, like `#move=37`.
 *
 * @param {string} fragment
 * @returns {number | null}
 */
export function moveIn(fragment) {
  const found = /^#move=(\d{1,6})$/.exec(fragment);
  return found ? Number(found[1]) : null;
}

/**
 * Write milliseconds as seconds with a tenth, or from a minute on as m:ss.
 *
 * @param {number} milliseconds @param {string} decimal
 */
export function writeSpan(milliseconds, decimal) {
  const tenths = Math.floor(milliseconds / 100);
  if (tenths < 600) {
    return `${Math.floor(tenths / 10)}${decimal}${tenths % 10} s`;
  }
  return writeTime(milliseconds);
}
