/** The words of the page's language, and names of piles and cards made of them. */

import { familyOf } from "./layouts.js";
import { HIDDEN, isReserve } from "./moves.js";
import { de } from "./words.de.js";
import { en } from "./words.en.js";

/** @type {Record<string, typeof de>} */
const LANGUAGES = { de, en };

const GROUPS = /** @type {Record<string, string>} */ ({
  "burgvoegtin-offen": "burgvoegtin",
  trefoil: "lucie",
});

/** @param {string} language */
export const wordsOf = (language) => LANGUAGES[language] ?? en;

/**
 * Name things as the page's language and the game's family do.
 *
 * @param {string} language
 * @param {Game} game
 */
export function naming(language, { ruleset, piles }) {
  const words = wordsOf(language);
  const family = familyOf(ruleset, piles);
  const group = GROUPS[family] ?? family;

  /** @param {string} name */
  const pile = (name) => {
    const rest = name.slice(1);
    if (name.startsWith("T")) {
      return words.tableau(group, rest);
    }
    if (isReserve(name)) {
      return words.reserve(rest);
    }
    return rest.length === 2
      ? words.foundationOf(rest[0], words.suits[rest[1]])
      : words.foundation(words.suits[rest] ?? rest);
  };

  /** @param {string} code */
  const card = (code) => (code === HIDDEN ? words.faceDown : words.card(code));

  return { words, pile, card };
}
