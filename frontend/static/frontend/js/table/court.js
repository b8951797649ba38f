/** The figures of king, queen and jack: our own flat drawing, the same from above and below. */

import { SUITS, rankGlyph } from "./glyphs.js";

/** A figure needs this many pixels; on smaller cards a crowned letter is clearer. */
const FIGURE_FROM = 44;

const CROWNS = /** @type {Record<string, string>} */ ({
  K: "M33 25 30 7l9.5 7.5L50 3l10.5 11.5L70 7l-3 18z",
  Q: "M34 25 31 11l8.5 5L44 7l6 7.5L56 7l4.5 9L69 11l-3 14z",
  J: "M31 25c-1-11 8-17 19-17 9 0 17 4 19 11l-4 6z",
});

/** What distinguishes the three: hair, beard, and what is held. Boxes of 100 by 75. */
const HAIR = /** @type {Record<string, string>} */ ({
  K: "M37 24h26c3 8 4 15 1 22H36c-3-7-2-14 1-22z",
  Q: "M36 24h28c5 9 6 18 8 28-5 3-10 3-14 0H42c-4 3-9 3-14 0 2-10 3-19 8-28z",
  J: "M36 24h28c4 7 4 15 3 21-4 3-9 2-11-1H44c-2 3-7 4-11 1-1-6-1-14 3-21z",
});

const BEARD = "M39.5 36c1.5 9 4 15 10.5 18 6.5-3 9-9 10.5-18-2 3.5-5 4-10.5 4s-8.5-.5-10.5-4z";

const HELD = /** @type {Record<string, string>} */ ({
  K: "M80 75V22m-6 9h12",
  Q: "M80 75V40",
  J: "M80 75V18m0 0-4 10h8z",
});

/** @param {string} rank @param {string} suit */
function half(rank, suit) {
  const sign = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size) =>
    `<path class="suit" transform="translate(${x} ${y}) scale(${size / 20})" d="${SUITS[suit]}"/>`;
  return [
    '<path class="robe" d="M4 75c1-17 16-25 33-28h26c17 3 32 11 33 28z"/>',
    '<path class="trim" d="M37 46.5 50 75l13-28.5c-3 4-8 6-13 6s-10-2-13-6z"/>',
    '<path class="cuff" d="M4 75c.4-5 2-9.5 5-13l12 13zM96 75c-.4-5-2-9.5-5-13L79 75z"/>',
    `<path class="held" d="${HELD[rank]}"/>`,
    rank === "Q" ? '<circle class="bloom" cx="80" cy="36" r="6"/>' : "",
    `<path class="hair" d="${HAIR[rank]}"/>`,
    '<path class="skin" d="M39 25h22c1 5 1 11-.5 15-1.8 5.5-6 9-10.5 9s-8.7-3.5-10.5-9c-1.5-4-1.5-10-.5-15z"/>',
    rank === "K" ? `<path class="hair" d="${BEARD}"/>` : "",
    '<path class="line" d="M43.5 32.5h3.5m6 0h3.5M50 33v5"/>',
    `<path class="mouth" d="${rank === "K" ? "M47 43h6" : "M46.8 42.5c2 1.5 4.4 1.5 6.4 0"}"/>`,
    `<path class="crown" d="${CROWNS[rank]}"/>`,
    rank === "J"
      ? '<path class="feather" d="M62 20C66 8 76 3 86 5c-4 9-12 15-22 16z"/>'
      : '<path class="circlet" d="M33.5 21.5h33"/>',
    sign(5, 6, 19),
  ].join("");
}

/** @param {string} rank @param {string} suit @param {Box} box @param {string} language */
function crownedLetter(rank, suit, { x, y, width, height }, language) {
  const cap = Math.min(0.46 * height, 0.8 * width);
  const glyph = rankGlyph(rank, language);
  const s = cap / 14;
  const size = Math.min(0.17 * height, 0.4 * width);
  const middle = x + width / 2;
  const top = y + 0.25 * height;
  return [
    `<path class="crown" transform="translate(${middle - width * 0.3} ${y + 0.045 * height}) scale(${(width * 0.6) / 40} ${(0.15 * height) / 22}) translate(-30 -3)" d="${CROWNS[rank]}"/>`,
    `<path class="rank letter" transform="translate(${middle - (glyph.width / 2) * s} ${top}) scale(${s})" d="${glyph.path}"/>`,
    `<path class="suit" transform="translate(${middle - size / 2} ${y + height * 0.78}) scale(${size / 20})" d="${SUITS[suit]}"/>`,
  ].join("");
}

/**
 * Draw the middle of a court card.
 *
 * @param {string} rank
 * @param {string} suit
 * @param {Box} box
 * @param {string} language
 */
export function courtArt(rank, suit, box, language) {
  const { x, y, width, height } = box;
  const panel = `<rect class="court-panel" x="${x}" y="${y}" width="${width}" height="${height}" rx="${Math.min(5, width * 0.06)}"/>`;
  if (width < FIGURE_FROM) {
    return panel + crownedLetter(rank, suit, box, language);
  }
  const [sx, sy] = [width / 100, height / 150];
  const figure = half(rank, suit);
  return [
    panel,
    `<g class="figure" transform="translate(${x} ${y}) scale(${sx} ${sy})">`,
    `<g>${figure}</g><g transform="rotate(180 50 75)">${figure}</g>`,
    '<path class="waist" d="M2 75h96"/></g>',
  ].join("");
}
