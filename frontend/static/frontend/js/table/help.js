/** What the solver's answers come to on the table, without a screen. */

import { readMove } from "./notation.js";

/** @typedef {import("./speech.js").Names} Names */

/** @param {string} text a move of the solver's @returns {Move | null} null for the redeal */
export function moveOf(text) {
  const read = readMove(text);
  return read && read !== "redeal" ? { ...read, sequence: false } : null;
}

/**
 * A move of a card that lies covered in the arch, played with the free card of its pile where that
 * comes to the same: of one rank, and welcome on the same foundation.
 *
 * @param {Move | null} move @param {Pick<Game, "piles" | "dests">} game
 */
function plainest(move, { piles, dests }) {
  if (!move?.source.startsWith("R") || !move.target.startsWith("F")) {
    return move;
  }
  const free = (piles[move.source] ?? []).at(-1) ?? move.card;
  const same = free[0] === move.card[0] && dests[`${free}:${move.source}`]?.includes(move.target);
  return same ? { ...move, card: free } : move;
}

/**
 * The hint that an answer holds, if it holds one.
 *
 * @param {Told} told @param {Pick<Game, "piles" | "dests">} game @returns {Hint | null}
 */
export const hintOf = ({ move, version }, game) =>
  move ? { version, move: plainest(moveOf(move), game) } : null;

/**
 * Whether a hint is still about what is on the table.
 *
 * @param {Hint | null} hint @param {TableState} state
 */
export const holds = (hint, { game, pending }) =>
  hint !== null && hint.version === game.version && pending.length === 0;

/**
 * Where a hint's card lies, and where it is to go.
 *
 * @param {Hint} hint @param {Piles} piles
 * @returns {{ from: Place, to: string } | null} null for the redeal
 */
export function placesOf({ move }, piles) {
  const index = move ? (piles[move.source] ?? []).lastIndexOf(move.card) : -1;
  return move && index >= 0 ? { from: { pile: move.source, index }, to: move.target } : null;
}

/**
 * A hint in words: the card, where it lies, and the card or place it goes to.
 *
 * @param {Hint} hint @param {Game} game @param {Names} names
 */
export function hintInWords({ move }, { piles, dests, merci_dests: mercis }, { words, card, pile }) {
  if (!move) {
    return Object.keys(dests).length ? words.help.redealEarly : words.help.redeal;
  }
  const key = `${move.card}:${move.source}`;
  const isMerci = key in mercis && !dests[key]?.includes(move.target);
  const top = (piles[move.target] ?? []).at(-1);
  const to = move.target.startsWith("F")
    ? pile(move.target)
    : top
      ? words.help.at(card(top), pile(move.target))
      : words.help.empty(pile(move.target));
  const from = words.help.at(card(move.card), pile(move.source));
  return (isMerci ? words.help.merci : words.help.hint)(from, to);
}

/**
 * An answer to "hint" or "can it still be won" in words.
 *
 * @param {Told} told @param {Game} game @param {Names} names
 */
export function adviceIn(told, game, names) {
  const { help } = names.words;
  const verdict = told.winnable ?? "unknown";
  if (verdict === "no" && game.ply === 0) {
    return help.neverWinnable;
  }
  if (told.kind === "winnable") {
    const out = verdict === "no" && game.can_undo ? ` ${help.goBack}` : "";
    return help.winnable[verdict] + out;
  }
  const hint = hintOf(told, game);
  if (hint) {
    return hintInWords(hint, game, names);
  }
  const none = verdict === "no" ? "no" : "unknown";
  return help.noHint[none] + (none === "no" && game.can_undo ? ` ${help.goBack}` : "");
}

/** What is said while an answer is awaited. @param {Told | null} told @param {Names} names */
export const waitingIn = (told, { words: { help } }) =>
  told?.ahead ? help.queue(told.ahead) : help.thinking;

/**
 * What a frame shows, in words.
 *
 * @param {Replay} replay @param {Names} names
 */
export function frameInWords({ frames, at }, { words, card, pile }) {
  const { kind, move: text } = frames[at];
  const move = moveOf(text);
  if (kind === "play") {
    return move ? words.moved(card(move.card), pile(move.target)) : words.redealing;
  }
  return {
    deal: words.film.start,
    undo: words.undoing,
    restart: words.restarting,
    resign: words.resigning,
  }[kind];
}

/** The card that a frame's move has brought, where it lies now. @param {Frame} frame @returns {Place | null} */
export function movedIn({ kind, move: text, piles }) {
  const move = kind === "play" ? moveOf(text) : null;
  return move && { pile: move.target, index: (piles[move.target] ?? []).lastIndexOf(move.card) };
}

/**
 * Where the game was lost, in words.
 *
 * @param {Replay} replay marked @param {Names} names
 */
export function turningInWords({ frames, turning }, { words: { film } }) {
  const { wonUntil, lostFrom } = turning ?? { wonUntil: null, lostFrom: null };
  if (lostFrom === 0) {
    return film.neverWinnable;
  }
  if (lostFrom !== null) {
    if (wonUntil === null) {
      return film.lostBefore(lostFrom);
    }
    const single = frames[lostFrom].ply - frames[wonUntil].ply === 1;
    return single ? film.lostAt(lostFrom) : film.lostBetween(wonUntil, lostFrom);
  }
  if (wonUntil === null) {
    return film.unclear;
  }
  const all = frames[wonUntil].ply === frames[frames.length - 1].ply;
  return all ? film.neverLost : film.wonUntil(wonUntil);
}
