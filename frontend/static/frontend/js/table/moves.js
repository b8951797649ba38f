/** What a move does to the piles that are shown, before the server has answered. Knows no rule. */

/** The pile of cards that wait to be dealt anew while a redeal is on its way. */
export const PACK = "pack";
export const HIDDEN = "??";
const SUIT_ORDER = "CDHS";

/** @param {string} pile */
export const isReserve = (pile) => pile.startsWith("R");

/** @param {string} pile */
export const isFoundation = (pile) => pile.startsWith("F");

/** @param {Move} move */
export const moveText = ({ card, source, target }) => `${card}:${source}>${target}`;

/**
 * Show a move as made; a card that isn't there any more leaves everything as it is.
 *
 * @param {Piles} piles
 * @param {Move} move
 * @returns {Piles}
 */
export function moved(piles, { card, source, target, sequence }) {
  const from = piles[source] ?? [];
  const index = from.lastIndexOf(card);
  if (index < 0 || !piles[target] || source === target) {
    return piles;
  }
  const count = sequence ? from.length - index : 1;
  const taken = from.slice(index, index + count);
  const laid = [...piles[target], ...taken];
  if (isReserve(target)) {
    laid.sort((a, b) => SUIT_ORDER.indexOf(a[1]) - SUIT_ORDER.indexOf(b[1]));
  }
  return {
    ...piles,
    [source]: [...from.slice(0, index), ...from.slice(index + count)],
    [target]: laid,
  };
}

/**
 * Gather the tableau for a redeal; which card comes where, only the server knows.
 *
 * @param {Piles} piles
 * @returns {Piles}
 */
export function gathered(piles) {
  const laid = Object.keys(piles).filter((pile) => pile.startsWith("T"));
  const cards = laid.flatMap((pile) => piles[pile]);
  return { ...piles, ...Object.fromEntries(laid.map((pile) => [pile, []])), [PACK]: cards };
}
