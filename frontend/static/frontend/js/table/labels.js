/** What the table's elements are called for those who hear it. */

import { pickable, shownPiles, targetsOf } from "./machine.js";
import { isReserve } from "./moves.js";

/**
 * @param {TableState} state
 * @param {ReturnType<typeof import("./words.js").naming>} names
 */
export function labelsOf(state, { words, pile: pileName, card: cardName }) {
  const piles = shownPiles(state);
  const { held, game } = state;
  const targets = held ? targetsOf(state, held) : [];

  /** How a card lies: free, covered, or to be moved although covered. @param {string} pile @param {number} index */
  function standing(pile, index) {
    const key = `${piles[pile][index]}:${pile}`;
    if (held?.pile === pile && held.index === index) {
      return words.held;
    }
    if (index === piles[pile].length - 1 || isReserve(pile)) {
      return words.free;
    }
    if (key in game.sequence_dests) {
      return words.takesRun;
    }
    return key in game.merci_dests ? words.takesMerci : words.covered;
  }

  return {
    /** @param {string} pile @param {number} index */
    cardLabel(pile, index) {
      const parts = [cardName(piles[pile][index]), pileName(pile), standing(pile, index)];
      if (targets.includes(pile) && index === piles[pile].length - 1) {
        parts.push(words.legal);
      }
      return parts.join(", ");
    },

    /** @param {string} pile */
    pileLabel(pile) {
      const count = piles[pile]?.length ?? 0;
      const legal = targets.includes(pile) ? [words.legal] : [];
      return {
        group: `${pileName(pile)}, ${count ? words.cards(count) : words.empty}`,
        slot: [pileName(pile), words.empty, ...legal].join(", "),
      };
    },

    /** Where a card can go, in words. @param {string} pile @param {number} index */
    movesOf(pile, index) {
      const card = pickable(state, pile, index);
      const goals = card ? targetsOf(state, card) : [];
      return words.moves(cardName(piles[pile][index]), goals.map(pileName));
    },
  };
}
