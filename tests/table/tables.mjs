/** Tables to lay out: a deal's piles per ruleset, and the fullest positions. No rules here either. */

const SUITS = ["C", "D", "H", "S"];
const RANKS = [..."A23456789TJQK"];
const PACK = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));

export const RULESETS = [
  "burgvoegtin",
  "burgvoegtin-streng",
  "burgvoegtin-offen",
  "beleaguered-castle",
  "streets-and-alleys",
  "citadel",
  "archway",
  "archway-leicht",
  "la-belle-lucie",
  "la-belle-lucie-ohne-merci",
  "trefoil",
  "fan",
];

const named = (names, cards) => Object.fromEntries(names.map((name, i) => [name, cards(name, i)]));
const tableau = (count) => Array.from({ length: count }, (_, i) => `T${i + 1}`);
const hidden = (count) => Array.from({ length: count }, () => "??");
const some = (from, count) => PACK.slice((from * 7) % 40).slice(0, count);
const ofRank = (rank, count) => SUITS.flatMap((suit) => [rank + suit, rank + suit]).slice(0, count);

function burgvoegtin(open) {
  return {
    ...named(["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"], () => (open ? [] : ["AC"])),
    ...named(tableau(4), (_, i) => (open ? some(i, 12) : [...hidden(11), some(i, 1)[0]])),
    ...named([..."23456789TJQK"].map((rank) => `R${rank}`), (name, i) => ofRank(name[1], (i * 3) % 9)),
  };
}

function archway() {
  return {
    ...named(["FAC", "FAD", "FAH", "FAS"], (name) => [`A${name[2]}`]),
    ...named(["FKC", "FKD", "FKH", "FKS"], (name) => [`K${name[2]}`]),
    ...named(tableau(4), (_, i) => some(i, 12)),
    ...named(RANKS.map((rank) => `R${rank}`), (name, i) => ofRank(name[1], 1 + (i % 6))),
  };
}

const oneSuit = (cards) => named(["FC", "FD", "FH", "FS"], cards);

function castle(length) {
  return { ...oneSuit((name) => [`A${name[1]}`]), ...named(tableau(8), (_, i) => some(i, length(i))) };
}

function lucie(fans) {
  return { ...oneSuit(() => []), ...named(tableau(fans), (_, i) => some(i, i === 17 ? 1 : 3)) };
}

/** @param {string} ruleset */
export function tableOf(ruleset) {
  if (ruleset.startsWith("burgvoegtin")) {
    return burgvoegtin(ruleset === "burgvoegtin-offen");
  }
  if (ruleset.startsWith("archway")) {
    return archway();
  }
  if (ruleset === "trefoil") {
    return lucie(16);
  }
  return ruleset.startsWith("la-belle-lucie") || ruleset === "fan"
    ? lucie(18)
    : castle((i) => (ruleset === "streets-and-alleys" && i < 4 ? 7 : 6));
}

/** The fullest that each family can come to: a row of nineteen, eight in an arch pile, a long fan. */
export const FULLEST = {
  archway: {
    ...archway(),
    T1: [],
    T2: ["QH"],
    R7: ofRank("7", 8),
    RT: ofRank("T", 8),
    RA: [],
  },
  burgvoegtin: {
    ...burgvoegtin(false),
    T2: [],
    R4: [],
    R9: ofRank("9", 8),
    F1: RANKS.map((rank) => `${rank}C`),
  },
  "streets-and-alleys": { ...castle(() => 5), T2: some(1, 19), T8: [] },
  citadel: { ...castle(() => 2), T2: some(1, 19), T7: some(3, 19), T5: [] },
  "la-belle-lucie": { ...lucie(18), T8: some(1, 15), T9: [], T12: [], T15: [] },
  fan: { ...lucie(18), T1: some(1, 16), T6: some(2, 4), T17: [] },
};
