/** Card faces as SVG text, drawn for the very size and spread in which a card lies. */

import { courtArt } from "./court.js";
import { SUITS, rankGlyph } from "./glyphs.js";

/**
 * @typedef {object} FaceSpec
 * @property {number} width
 * @property {number} height
 * @property {Form} form
 * @property {number} strip pixels that stay in sight of a covered card, 0 where all of it does
 * @property {string} language whose letters the court cards bear
 * @property {boolean} [large] indices for eyes that like them large
 * @property {Sides} [sides] where it bears indices, both where nothing is said
 * @property {string[]} [tally] the cards of a pile that its top face must tell
 */

const CAP = 14;
/** How much larger large indices are, where there is room. */
const LARGER = 1.45;
/** Pips are drawn from this width on, below it one large sign. */
const PIPS_FROM = 74;
const SQUEEZE = 0.72;
/** A narrower strip, in card widths, shows the indices only: cut pips are noise. */
const [PIPS_WORTH_DRAWING, SIGN_WORTH_DRAWING] = [0.5, 0.8];

/** Places of the pips: column -1, 0, 1 and height 0 to 1. */
const PIPS = /** @type {Record<string, [number, number][]>} */ ({});
{
  const row = (/** @type {number} */ y) =>
    /** @type {[number, number][]} */ ([
      [-1, y],
      [1, y],
    ]);
  const pip = (/** @type {number} */ y) => /** @type {[number, number]} */ ([0, y]);
  const four = [...row(0), ...row(1)];
  const eight = [...four, ...row(1 / 3), ...row(2 / 3)];
  PIPS[2] = [pip(0), pip(1)];
  PIPS[3] = [pip(0), pip(0.5), pip(1)];
  PIPS[4] = four;
  PIPS[5] = [...four, pip(0.5)];
  PIPS[6] = [...four, ...row(0.5)];
  PIPS[7] = [...PIPS[6], pip(0.25)];
  PIPS[8] = [...PIPS[7], pip(0.75)];
  PIPS[9] = [...eight, pip(0.5)];
  PIPS.T = [...eight, pip(1 / 6), pip(5 / 6)];
}

/** @param {number} n */
const r = (n) => Math.round(n * 100) / 100;

/**
 * @param {string} suit @param {number} x middle @param {number} y middle @param {number} size
 * @param {number} [squeeze] @param {boolean} [turned]
 */
function suitSign(suit, x, y, size, squeeze = 1, turned = false) {
  const s = size / 20;
  const turn = turned ? " rotate(180)" : "";
  const matrix = `translate(${r(x)} ${r(y)})${turn} scale(${r(s * squeeze)} ${r(s)})`;
  return `<path class="suit" data-suit="${suit}" transform="${matrix} translate(-10 -10)" d="${SUITS[suit]}"/>`;
}

/**
 * @param {string} rank @param {number} x middle @param {number} y top @param {number} cap
 * @param {number} squeeze @param {string} language
 */
function rankSign(rank, x, y, cap, squeeze, language) {
  const glyph = rankGlyph(rank, language);
  const s = cap / CAP;
  const left = x - (glyph.width / 2) * s * squeeze;
  return `<path class="rank" transform="translate(${r(left)} ${r(y)}) scale(${r(s * squeeze)} ${r(s)})" d="${glyph.path}"/>`;
}

/**
 * Indices with the rank over the suit, for cards covered from the side.
 *
 * @param {string} rank @param {string} suit @param {FaceSpec} spec
 */
function stackedIndices(rank, suit, { width: w, height: h, strip, language, large }) {
  const scale = large ? LARGER : 1;
  let cap = 0.73 * scale * Math.min(0.3 * w, Math.max(18, 0.215 * w));
  const pad = Math.max(2.5, 0.05 * w);
  const widest = 0.26 * scale * w;
  const room = strip ? Math.min(strip - 2.5, widest) : widest;
  const glyph = rankGlyph(rank, language).width;
  // Every rank but the 10 has the same column, so that a row of cards lines up.
  const column = Math.max(10, Math.min(glyph, 11.4));
  let squeeze = Math.min(1, room / ((column * cap) / CAP));
  if (squeeze < SQUEEZE) {
    cap *= squeeze / SQUEEZE;
    squeeze = SQUEEZE;
  }
  const rankSqueeze = Math.min(squeeze * Math.min(1, 12.6 / glyph), room / ((glyph * cap) / CAP));
  const size = cap * 0.92;
  const half = Math.max((10.2 * cap * squeeze) / CAP, size * squeeze * 0.9) / 2;
  const left = strip ? Math.min(pad + half, Math.max(strip / 2, half + 1)) : pad + half;
  const top = pad + 0.5;
  const block = cap * 1.14 + size;
  const parts = [];
  for (const x of [left, w - left]) {
    for (const y of [top, h - top - block]) {
      parts.push(rankSign(rank, x, y, cap, rankSqueeze, language));
      parts.push(suitSign(suit, x, y + cap * 1.14 + size / 2, size, squeeze));
    }
  }
  return { svg: parts.join(""), inset: left + half, top: top + block };
}

/**
 * Indices side by side, for cards covered from above or below.
 *
 * @param {string} rank @param {string} suit @param {FaceSpec} spec
 */
function lineIndices(rank, suit, { width: w, height: h, strip, sides = "both", language, large }) {
  const fits = strip ? strip - 2.5 : w;
  const scale = large ? LARGER : 1;
  const cap = Math.min(0.73 * scale * Math.min(0.32 * w, Math.max(18, 0.22 * w)), fits);
  const small = w < PIPS_FROM || large ? Math.min(0.146 * w, fits) : cap;
  const pad = Math.max(3, 0.055 * w);
  const air = strip ? Math.min(pad, Math.max(1.2, (strip - cap) / 2 - 0.3)) : pad;
  const glyph = rankGlyph(rank, language).width;
  const parts = [];
  for (const side of sides === "both" ? ["left", "right"] : [sides]) {
    const right = side === "right";
    // Where only half of the card is seen, rank and suit must fit into that half.
    const half = Math.min(cap, (0.46 * w - pad) / (glyph / CAP + 1.0425));
    const height = sides !== "both" ? half : right ? small : cap;
    const wide = (glyph * height) / CAP;
    const size = height * 0.95;
    const whole = wide + height * 0.14 + size * 0.95;
    const x = right ? w - pad - whole : pad;
    for (const y of [air, h - air - height]) {
      parts.push(rankSign(rank, x + wide / 2, y, height, 1, language));
      parts.push(suitSign(suit, x + whole - (size * 0.95) / 2, y + height / 2, size));
    }
  }
  return { svg: parts.join(""), inset: pad, top: air + cap };
}

/**
 * Which suits a pile holds: four places, a sign for each card.
 *
 * @param {string[]} cards @param {FaceSpec} spec
 */
function tallyBand(cards, { width: w, height: h }) {
  const size = Math.min(0.21 * w, 0.13 * h);
  const top = h / 2 - size * 1.12;
  const parts = [
    `<rect class="tally" x="${r(0.05 * w)}" y="${r(top)}" width="${r(0.9 * w)}" height="${r(size * 2.24)}" rx="3"/>`,
  ];
  [..."SHDC"].forEach((suit, i) => {
    const x = w * (0.5 + (i - 1.5) * 0.222);
    const n = cards.filter((card) => card[1] === suit).length;
    if (!n) {
      parts.push(`<circle class="none" cx="${r(x)}" cy="${r(h / 2)}" r="1.3"/>`);
    }
    for (let k = 0; k < n; k += 1) {
      parts.push(suitSign(suit, x, h / 2 + (k - (n - 1) / 2) * size * 1.04, size));
    }
  });
  return parts.join("");
}

/**
 * @param {string} rank @param {string} suit @param {FaceSpec} spec
 * @param {{ inset: number, top: number }} index
 */
function middle(rank, suit, spec, index) {
  const { width: w, height: h, form, strip } = spec;
  const few = w < PIPS_FROM || spec.large;
  const worth = few ? SIGN_WORTH_DRAWING : PIPS_WORTH_DRAWING;
  if (strip && (form === "line" || strip < worth * w)) {
    return "";
  }
  if ("JQK".includes(rank)) {
    const x = form === "stack" ? Math.max(index.inset + 1.5, 0.2 * w) : 0.2 * w;
    const y = form === "stack" ? 0.085 * h : Math.max(index.top + 3, 0.2 * h);
    return courtArt(rank, suit, { x, y, width: w - 2 * x, height: h - 2 * y }, spec.language);
  }
  if (rank === "A" || few) {
    const size = form === "stack" ? Math.min(0.5 * w, w - 2 * index.inset - 4) : 0.44 * w;
    return suitSign(suit, spec.sides === "left" ? 0.37 * w : w / 2, h / 2, rank === "A" && !few ? size * 1.06 : size);
  }
  const size = 0.185 * w;
  const first = form === "stack" ? 0.15 * h : index.top + size * 0.62;
  const dx = (form === "stack" ? 0.185 : 0.2) * w;
  return PIPS[rank]
    .map(([column, y]) =>
      suitSign(suit, w / 2 + column * dx, first + y * (h - 2 * first), size, 1, y > 0.5),
    )
    .join("");
}

/**
 * Crossing diagonals, cut to a box.
 *
 * @param {Box} box @param {number} gap
 */
function lattice({ x, y, width, height }, gap) {
  const lines = [];
  for (let k = gap; k < width + height; k += gap) {
    const [x1, y1] = [Math.min(k, width), Math.max(0, k - width)];
    const [x2, y2] = [Math.max(0, k - height), Math.min(k, height)];
    lines.push(`M${r(x + x1)} ${r(y + y1)}L${r(x + x2)} ${r(y + y2)}`);
    lines.push(`M${r(x + width - x1)} ${r(y + y1)}L${r(x + width - x2)} ${r(y + y2)}`);
  }
  return lines.join("");
}

/**
 * Draw a card's face; `??` is its back.
 *
 * @param {string} card
 * @param {FaceSpec} spec
 */
export function drawFace(card, spec) {
  const { width: w, height: h } = spec;
  const open = `<svg class="face" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" aria-hidden="true" focusable="false"`;
  if (card === "??") {
    const inset = Math.max(2, 0.055 * w);
    const box = { x: inset, y: inset, width: w - 2 * inset, height: h - 2 * inset };
    const frame = `x="${r(inset)}" y="${r(inset)}" width="${r(box.width)}" height="${r(box.height)}" rx="${r(0.045 * w)}"`;
    const net = lattice(box, Math.max(5, w / 11));
    return `${open}><rect class="back" ${frame}/><path class="back-net" d="${net}"/><rect class="back-frame" ${frame}/></svg>`;
  }
  const [rank, suit] = card;
  const index = (spec.form === "stack" ? stackedIndices : lineIndices)(rank, suit, spec);
  const inner = spec.tally ? tallyBand(spec.tally, spec) : middle(rank, suit, spec, index);
  return `${open} data-suit="${suit}">${inner}${index.svg}</svg>`;
}

/**
 * Draw what an empty place says: a suit, a rank, both or nothing.
 *
 * @param {{ rank?: string, suit?: string }} sign
 * @param {FaceSpec} spec
 */
export function drawSlot({ rank, suit }, { width: w, height: h, language }) {
  const cap = 0.3 * w;
  const parts = [];
  if (rank) {
    parts.push(rankSign(rank, w / 2, suit ? 0.2 * h : (h - cap) / 2, cap, 1, language));
  }
  if (suit) {
    parts.push(suitSign(suit, w / 2, rank ? 0.66 * h : h / 2, 0.44 * w));
  }
  return `<svg class="slot-sign" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" aria-hidden="true" focusable="false">${parts.join("")}</svg>`;
}
