/** What lies where and how it looks, on plain data: between the machine and the drawing. */

import { HIDDEN, PACK, isFoundation, isReserve } from "./moves.js";

/** Strips under this are no target: such a pile opens first. A finger needs more than a mouse. */
const FINGER = 24;
const MOUSE = 12;
const ROOMY = 80;
const OPEN_STEP = 0.62;
const OPEN_MARGIN = 10;

/**
 * @typedef {object} CardPlace
 * @property {string} pile
 * @property {number} index
 * @property {string} code
 * @property {number} x
 * @property {number} y
 * @property {number} z
 * @property {Form} form
 * @property {number} strip
 * @property {"face" | "back" | "blank" | "tally"} look
 * @property {Sides} sides
 * @property {boolean} buried so deep on a foundation that it isn't seen
 */

/** Cards of a pile that a player may want to choose among. @param {string[]} cards */
const differ = (cards) => new Set(cards).size > 1;

/**
 * Say whether a tap must first open a pile, since its cards lie too close to choose among.
 *
 * @param {TableState} state @param {TableLayout} layout @param {string} pile @param {boolean} finger
 */
export function opens({ game }, layout, pile, finger) {
  const cards = game.piles[pile] ?? [];
  const place = layout.piles[pile];
  if (!place || place.strip >= (finger ? FINGER : MOUSE) || !differ(cards)) {
    return false;
  }
  if (isReserve(pile)) {
    return layout.family === "archway";
  }
  return cards.slice(0, -1).some((card) => `${card}:${pile}` in game.merci_dests);
}

/**
 * The row in which an opened pile's cards lie.
 *
 * @param {TableLayout} layout @param {string} pile @param {number} count @param {Box} area
 */
export function openedRow(layout, pile, count, area) {
  const { x, y } = layout.piles[pile];
  const w = layout.width;
  const room = area.width - 2 * OPEN_MARGIN - w;
  const step = Math.min(OPEN_STEP * w, room / Math.max(1, count - 1));
  const width = w + (count - 1) * step;
  const clamp = (/** @type {number} */ n, /** @type {number} */ low, /** @type {number} */ high) =>
    Math.max(low, Math.min(high, n));
  const left = clamp(
    x + w / 2 - width / 2,
    area.x + OPEN_MARGIN,
    area.x + area.width - OPEN_MARGIN - width,
  );
  const top = clamp(
    y,
    area.y + OPEN_MARGIN,
    area.y + area.height - OPEN_MARGIN - layout.height,
  );
  return { x: Math.round(left), y: Math.round(top), step, width };
}

/**
 * Give the place and look of every card.
 *
 * @param {Piles} piles
 * @param {TableLayout} layout
 * @param {{ opened: string | null, held: Held | null }} hand
 * @param {Box} area
 * @returns {CardPlace[]}
 */
export function setScene(piles, layout, { opened, held }, area) {
  const tallies = layout.family === "archway";
  // A tally needs the room between the indices, which on narrow cards must stand side by side.
  const tightForm = tallies && layout.width < ROOMY ? "line" : "stack";
  /** @type {CardPlace[]} */
  const places = [];
  Object.keys(piles).forEach((pile, order) => {
    const cards = piles[pile];
    if (pile === PACK) {
      const { x, y } = layout.pack ?? { x: area.x, y: area.y };
      cards.forEach((code, index) =>
        places.push({ pile, index, code, x, y, z: index, form: "stack", strip: 0, look: "back", sides: "both", buried: false }),
      );
      return;
    }
    const place = layout.piles[pile];
    const row = pile === opened ? openedRow(layout, pile, cards.length, area) : null;
    // A card taken from the middle of an arch pile lies on top of it while it is held.
    const raised = isReserve(pile) && held?.pile === pile ? held.index : cards.length - 1;
    cards.forEach((code, index) => {
      const top = row ? index === cards.length - 1 : index === raised;
      const home = place.cards[top ? cards.length - 1 : index];
      const at = row ? { x: Math.round(row.x + index * row.step), y: row.y } : home;
      const tight = place.tight && isReserve(pile) && !row;
      /** @type {CardPlace["look"]} */
      let look = "face";
      if (code === HIDDEN) {
        look = "back";
      } else if (tight && !top) {
        look = "blank";
      } else if (tight && tallies && raised === cards.length - 1) {
        look = "tally";
      }
      places.push({
        pile,
        index,
        code,
        ...at,
        z: order * 24 + (top ? cards.length : index) + (row ? 6000 : 1),
        form: row ? "stack" : tight ? tightForm : place.form,
        strip: top ? 0 : (row?.step ?? place.strip),
        look,
        sides: place.sides?.[index] ?? "both",
        buried: isFoundation(pile) && index < cards.length - 2,
      });
    });
  });
  return places;
}

/**
 * The piles that say how many cards they hold: where that can't be seen and suits don't tell more.
 *
 * @param {TableLayout} layout @param {string} pile @param {string[]} cards
 */
export const isCounted = (layout, pile, cards) =>
  cards.length > 1 &&
  layout.family.startsWith("burgvoegtin") &&
  !isFoundation(pile) &&
  (isReserve(pile) || layout.piles[pile].tight);
