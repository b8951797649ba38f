/** The few ways in which the cards of one pile are spread. Lengths in card widths. */

/** A card's height in its widths. */
export const H = 1.4;

/** @param {At} place @param {number} length */
export const at = ([f, d], length) => f * length + d;

/** @param {Room} room @param {string} pile */
export const count = (room, pile) => room.piles[pile]?.length ?? 0;

/**
 * Cards one exactly on the other.
 *
 * @param {number} x @param {number} y @param {number} n @returns {PilePlace}
 */
export function heap(x, y, n) {
  const cards = Array.from({ length: n }, () => ({ x, y }));
  return { x, y, cards, form: "stack", strip: 0, tight: false };
}

/**
 * Cards from the covered one at (x, y) on, each (dx, dy) further.
 *
 * @param {number} x @param {number} y @param {number} n @param {number} dx @param {number} dy
 * @returns {PilePlace}
 */
export function fan(x, y, n, dx, dy) {
  const cards = Array.from({ length: n }, (_, k) => ({ x: x + k * dx, y: y + k * dy }));
  const strip = n > 1 ? Math.abs(dx) || Math.abs(dy) : 0;
  return { x, y, cards, form: dy ? "line" : "stack", strip, tight: false };
}

/**
 * The free card at (x, y); covered ones look out from under it, each (dx, dy) further.
 *
 * @param {number} x @param {number} y @param {number} n @param {number} dx @param {number} dy
 * @param {Form} form
 * @returns {PilePlace}
 */
export function peep(x, y, n, dx, dy, form) {
  const cards = Array.from({ length: n }, (_, k) => ({
    x: x + (n - 1 - k) * dx,
    y: y + (n - 1 - k) * dy,
  }));
  return { x, y, cards, form, strip: Math.abs(dx) || Math.abs(dy), tight: false };
}

/** @param {number} n @param {number} length @param {number} step */
export const tighten = (n, length, step) => (n > 1 ? Math.min(step, length / (n - 1)) : step);

/**
 * A column that hangs down and tightens to fit the length.
 *
 * @param {number} x @param {number} y @param {number} n @param {number} length @param {number} step
 */
export const hang = (x, y, n, length, step) => fan(x, y, n, 0, tighten(n, length, step));
