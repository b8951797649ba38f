/**
 * The server's clock, shown between its answers from a clock that nobody sets.
 *
 * `now` is the browser's monotonic clock in milliseconds (performance.now()).
 */

/**
 * @typedef {object} Clock
 * @property {number} elapsed what the server said last
 * @property {number} at when it said so, on the monotonic clock
 * @property {boolean} running
 * @property {number} shown the most that was ever shown: it never jumps back
 */

/** @param {number} elapsed @param {number} now @param {boolean} running @returns {Clock} */
export const startClock = (elapsed, now, running) => ({
  elapsed,
  at: now,
  running,
  shown: elapsed,
});

/** @param {Clock} clock @param {number} now */
export function readClock(clock, now) {
  const reckoned = clock.running ? clock.elapsed + Math.max(0, now - clock.at) : clock.elapsed;
  return Math.max(clock.shown, reckoned);
}

/**
 * Correct the clock by an answer of the server; a finished game's time is exact and stands.
 *
 * @param {Clock} clock @param {number} elapsed @param {number} now @param {boolean} running
 * @returns {Clock}
 */
export function correctClock(clock, elapsed, now, running) {
  const shown = running ? readClock(clock, now) : elapsed;
  return { elapsed, at: now, running, shown };
}

/**
 * Remember what is shown now, so that a later correction can't take it back.
 *
 * @param {Clock} clock @param {number} now @returns {Clock}
 */
export const showClock = (clock, now) => ({ ...clock, shown: readClock(clock, now) });
