/** What a step says aloud, once and politely, in the page's language. */

import { shownPiles } from "./machine.js";
import { HIDDEN } from "./moves.js";

/** @typedef {ReturnType<typeof import("./words.js").naming>} Names */

/**
 * Put into words what a step has to say.
 *
 * @param {Said} said
 * @param {Names} names
 * @param {TableState} state
 */
export function inWords(said, { words, pile, card }, state) {
  switch (said.kind) {
    case "picked":
      return words.picked(card(said.held.card), said.targets.map(pile));
    case "released":
      return words.released(card(said.held.card));
    case "moved":
      return words.moved(card(said.move.card), pile(said.move.target));
    case "revealed":
      return words.revealed(card(said.card));
    case "opened":
      return words.opened(pile(said.pile), (shownPiles(state)[said.pile] ?? []).map(card));
    case "stuck": {
      const top = shownPiles(state)[said.pile]?.at(-1);
      const name = card(said.card);
      return top === said.card || said.pile.startsWith("R") ? words.stuck(name) : words.buried(name);
    }
    case "noFoundation":
      return words.noFoundation(card(said.card));
    case "noTarget":
      return words.noTarget(card(said.held.card), pile(said.pile));
    case "empty":
      return words.nothingHere;
    case "refused":
      return said.message;
    default:
      return words[said.kind];
  }
}

/**
 * Tell of a move that bares a face-down card: its words wait until the face is known, since the
 * one would cut the other short.
 *
 * @param {Said} said @param {Piles} piles as they are shown, after the move
 */
export const waitsForFace = (said, piles) =>
  said.kind === "moved" && piles[said.move.source]?.at(-1) === HIDDEN;

/**
 * What there is to say of cards that the server has turned up, and of the moves that bared them.
 *
 * @param {TableState} before @param {Game} game the server's answer
 * @returns {Said[]}
 */
export function turnedUp({ game: { piles: were }, pending }, { piles }) {
  return Object.entries(piles).flatMap(([pile, cards]) => {
    const card = cards.at(-1);
    if (!card || card === HIDDEN || were[pile]?.[cards.length - 1] !== HIDDEN) {
      return [];
    }
    const move = pending.find((one) => one.move?.source === pile)?.move;
    const revealed = /** @type {Said} */ ({ kind: "revealed", card });
    return move ? [{ kind: "moved", move }, revealed] : [revealed];
  });
}

/**
 * A live region that says each thing once, also when it says the same twice in a row.
 *
 * @param {HTMLElement} region
 */
export function makeVoice(region) {
  /** @type {string[]} */
  let queue = [];
  let again = false;
  return (/** @type {string} */ text) => {
    if (!queue.length) {
      queueMicrotask(() => {
        again = !again;
        region.textContent = queue.join(" ") + (again ? "\u00a0" : "");
        queue = [];
      });
    }
    queue.push(text);
  };
}
