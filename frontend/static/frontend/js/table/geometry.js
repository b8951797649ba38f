/** From layout data and a window to the place of every card, in CSS pixels. No DOM, no rules. */

import { LAYOUTS, familyOf } from "./layouts.js";
import { place } from "./placers.js";
import { spreadAlongArch } from "./curve.js";
import { H } from "./spread.js";

/** From this width on the fans of an arch are wide enough to show an index. */
const ROOMY = 80;
const [WIDE_REACH, NARROW_REACH] = [0.46, 0.3];
const SMALLEST = 20;

/** @param {number} w */
const reachOf = (w) => (w < ROOMY ? NARROW_REACH : WIDE_REACH);

/**
 * Find the widest cards that a layout has room for, down to half pixels.
 *
 * @param {LayoutData} data
 * @param {Box} area
 */
function cardWidth(data, area) {
  const fits = Math.min(area.width / data.minU, area.height / data.minV);
  let w = Math.max(SMALLEST, Math.floor(fits * 2) / 2);
  const arch = data.parts.find((part) => part.kind === "arch");
  while (arch && w > SMALLEST) {
    const [U, V, reach] = [area.width / w, area.height / w, reachOf(w)];
    if (spreadAlongArch(arch.piles.length, U / 2 - reach - 0.5, V - H, reach).stride >= 1) {
      break;
    }
    w -= 0.5;
  }
  return w;
}

/** @type {Map<string, { orientation: Orientation, w: number }>} */
const chosen = new Map();

/**
 * Choose the orientation with the larger cards.
 *
 * @param {string} family
 * @param {Box} area
 * @returns {{ orientation: Orientation, w: number }}
 */
function choose(family, area) {
  const key = `${family} ${area.width} ${area.height}`;
  let choice = chosen.get(key);
  if (!choice) {
    const wide = cardWidth(LAYOUTS[family].wide, area);
    const upright = cardWidth(LAYOUTS[family].upright, area);
    choice =
      wide >= upright ? { orientation: "wide", w: wide } : { orientation: "upright", w: upright };
    chosen.set(key, choice);
  }
  return choice;
}

/**
 * Give the place of every card on a table.
 *
 * @param {string} ruleset
 * @param {Piles} piles
 * @param {Box} area what the bars and margins leave of the window
 * @returns {TableLayout}
 */
export function layOut(ruleset, piles, area) {
  const family = familyOf(ruleset, piles);
  const { orientation, w } = choose(family, area);
  /** @type {Room} */
  const room = {
    U: area.width / w,
    V: area.height / w,
    w,
    reach: reachOf(w),
    orientation,
    piles,
    crown: 0,
  };
  const px = (/** @type {Point} */ p) => ({
    x: Math.round(area.x + p.x * w),
    y: Math.round(area.y + p.y * w),
  });
  /** @type {TableLayout} */
  const layout = {
    family,
    orientation,
    width: w,
    height: Math.round(w * H),
    piles: {},
    pack: null,
  };
  for (const part of LAYOUTS[family][orientation].parts) {
    const placed = place(part, room);
    room.crown = placed.crown ?? room.crown;
    if (placed.pack) {
      layout.pack = px(placed.pack);
    }
    for (const [pile, place] of Object.entries(placed.piles)) {
      const { cards, strip } = place;
      layout.piles[pile] = { ...place, ...px(place), cards: cards.map(px), strip: strip * w };
    }
  }
  return layout;
}

/**
 * Give the box that a pile covers.
 *
 * @param {PilePlace} pile
 * @param {TableLayout} layout
 * @returns {Box}
 */
export function boxOf(pile, layout) {
  const corners = pile.cards.length ? pile.cards : [pile];
  const left = Math.min(...corners.map(({ x }) => x));
  const top = Math.min(...corners.map(({ y }) => y));
  const right = Math.max(...corners.map(({ x }) => x)) + layout.width;
  const bottom = Math.max(...corners.map(({ y }) => y)) + layout.height;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
