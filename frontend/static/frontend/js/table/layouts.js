/**
 * Where the piles of each family lie, as data.
 *
 * The unit is the width of a card; a card is 1.4 high. The table is U wide and V high in that unit.
 * A place along an axis is `[f, d]`, meaning f·U + d or f·V + d, so that spare room spreads between
 * the piles instead of lying at the edge. `minU` and `minV` say how much room a layout needs.
 */

/** @param {string} prefix @param {number} count */
const numbered = (prefix, count) => Array.from({ length: count }, (_, i) => `${prefix}${i + 1}`);

/** @param {string} ranks */
const ranked = (ranks) => [...ranks].map((rank) => `R${rank}`);

const SUITS = ["FC", "FD", "FH", "FS"];
const SIDES = ["S", "H", "D", "C"];
const KINGS = SIDES.map((suit) => `FK${suit}`);
const ACES = SIDES.map((suit) => `FA${suit}`);
const ARCHWAY_ARCH = ranked("A23456789TJQK");
const BURG_ARCH = ranked("23456789TJQK");

/** @type {(rows: number[], step: number, gap: number, count: number) => FansPart} */
const fans = (rows, step, gap, count) => ({
  kind: "fans",
  foundations: SUITS,
  piles: numbered("T", count),
  rows,
  step,
  gap,
});

/** @type {(minU: number, minV: number, gap: number, beside: number, step: number) => LayoutData} */
const wings = (minU, minV, gap, beside, step) => ({
  minU,
  minV,
  parts: [
    {
      kind: "wings",
      foundations: SUITS,
      first: numbered("T", 4),
      second: ["T5", "T6", "T7", "T8"],
      gap,
      beside,
      step,
    },
  ],
});

/** @type {(openStep: number, minV: number) => LayoutData} */
const burgvoegtinWide = (openStep, minV) => ({
  minU: 12.3,
  minV,
  parts: [
    { kind: "arch", piles: BURG_ARCH, tally: false },
    {
      kind: "packets",
      piles: numbered("T", 4),
      across: 4,
      x: [0.5, openStep ? -2.24 : -2.67],
      dx: openStep ? 1.16 : 1.5,
      dy: 0,
      foot: [1, -1.6],
      step: openStep,
    },
    { kind: "row", piles: numbered("F", 8), x: [0.5, -4.37], dx: 1.105, y: [1, -1.4] },
  ],
});

/** @type {(openStep: number, across: number, minU: number) => LayoutData} */
const burgvoegtinUpright = (openStep, across, minU) => ({
  minU,
  minV: 10.55,
  parts: [
    { kind: "horseshoe", piles: BURG_ARCH, side: 4, width: 5.6, tally: false },
    {
      kind: "packets",
      piles: numbered("T", 4),
      across,
      x: across === 2 ? [0.5, -1.12] : [0.5, -1.6],
      dx: across === 2 ? 1.4 : 0.73,
      dy: 1.75,
      foot: [1, -3.0],
      step: openStep,
    },
    { kind: "row", piles: numbered("F", 4), x: [0.5, -2.27], dx: 1.18, y: [1, -2.9] },
    { kind: "row", piles: ["F5", "F6", "F7", "F8"], x: [0.5, -2.27], dx: 1.18, y: [1, -1.4] },
  ],
});

/** @type {Record<string, Record<Orientation, LayoutData>>} */
export const LAYOUTS = {
  archway: {
    wide: {
      minU: 12.9,
      minV: 6.35,
      parts: [
        { kind: "arch", piles: ARCHWAY_ARCH, tally: true },
        {
          kind: "columns",
          piles: numbered("T", 4),
          x: [0.5, -2.24],
          dx: 1.16,
          foot: [1, 0],
          step: 0.42,
        },
        { kind: "flanks", piles: KINGS, inside: 0.22, dx: 1.1, y: [1, -2.9] },
        { kind: "flanks", piles: ACES, inside: 0.22, dx: 1.1, y: [1, -1.4] },
      ],
    },
    upright: {
      minU: 6.5,
      minV: 10.6,
      parts: [
        { kind: "horseshoe", piles: ARCHWAY_ARCH, side: 4, width: 6.8, tally: true },
        {
          kind: "columns",
          piles: numbered("T", 4),
          x: [0.5, -2.15],
          dx: 1.1,
          foot: [1, -3.04],
          step: 0.6,
        },
        { kind: "row", piles: KINGS, x: [0.5, -2.15], dx: 1.1, y: [1, -2.9] },
        { kind: "row", piles: ACES, x: [0.5, -2.15], dx: 1.1, y: [1, -1.4] },
      ],
    },
  },
  burgvoegtin: { wide: burgvoegtinWide(0, 6.0), upright: burgvoegtinUpright(0, 2, 4.9) },
  // Open packets are columns; upright they overlap, since four do not fit inside the horseshoe.
  "burgvoegtin-offen": {
    wide: burgvoegtinWide(0.3, 6.9),
    upright: burgvoegtinUpright(0.4, 4, 5.4),
  },
  castle: { wide: wings(9.6, 5.9, 0.45, 0.2, 0.6), upright: wings(4.6, 9.9, 0, 0.14, 0.5) },
  lucie: {
    wide: { minU: 9.2, minV: 5.9, parts: [fans([6, 6, 6], 0.36, 0.16, 18)] },
    upright: { minU: 6.1, minV: 10.5, parts: [fans([3, 3, 3, 3, 3, 3], 0.42, 0.12, 18)] },
  },
  trefoil: {
    wide: { minU: 9.2, minV: 5.9, parts: [fans([5, 6, 5], 0.36, 0.16, 16)] },
    upright: { minU: 6.1, minV: 10.5, parts: [fans([3, 2, 3, 3, 2, 3], 0.42, 0.12, 16)] },
  },
};

/**
 * Find the layout of a ruleset: its own where it has one, else that of the family whose piles it has.
 *
 * @param {string} ruleset
 * @param {Piles} piles
 */
export function familyOf(ruleset, piles) {
  if (ruleset in LAYOUTS) {
    return ruleset;
  }
  if ("FAC" in piles) {
    return "archway";
  }
  if ("R2" in piles) {
    return "burgvoegtin";
  }
  if ("T18" in piles) {
    return "lucie";
  }
  return "T16" in piles ? "trefoil" : "castle";
}
