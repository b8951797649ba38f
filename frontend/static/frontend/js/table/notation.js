/** Moves typed by hand: `TH:T3>FH`, but also `10h t3 fh`, `♥10 …` or `redeal`. */

const SYMBOLS = /** @type {Record<string, string>} */ ({ "♣": "C", "♦": "D", "♥": "H", "♠": "S" });
const RANKS = /** @type {Record<string, string>} */ ({ 10: "T", B: "J", 1: "A" });
const PILE = /^(F[1-8]|F[AK]?[CDHS]|T([1-9]|1[0-8])|R[A2-9TJQK])$/;

/**
 * Read a card by its English code, with B and D for the German jack and queen.
 *
 * @param {string} text
 */
function readCard(text) {
  const turned = text.replace(/^([♣♦♥♠])(.+)$/u, "$2$1");
  const [, rank = "", suit = ""] = /^(10|[A1-9TJQKBD])([CDHS♣♦♥♠])$/u.exec(turned) ?? [];
  if (!rank) {
    return null;
  }
  const plain = rank === "D" ? "Q" : (RANKS[rank] ?? rank);
  return plain + (SYMBOLS[suit] ?? suit);
}

/**
 * Read a typed move.
 *
 * @param {string} text
 * @returns {"redeal" | { card: string, source: string, target: string } | null} null if unreadable
 */
export function readMove(text) {
  const words = text
    .toUpperCase()
    .split(/[\s:>→,;-]+/u)
    .filter(Boolean);
  if (words.length === 1 && (words[0] === "REDEAL" || words[0] === "NEU")) {
    return "redeal";
  }
  const card = words.length === 3 ? readCard(words[0]) : null;
  const [source, target] = words.slice(1).map((pile) => pile.replace(/^R10$/, "RT"));
  return card && PILE.test(source) && PILE.test(target) ? { card, source, target } : null;
}
