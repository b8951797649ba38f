/** Which card element lies where next: the keyed diff, on plain data. */

import { HIDDEN } from "./moves.js";

/**
 * Keep each card's element with its card: first those that stay, then those that move, then those
 * that turn over in place; what is left over is new or gone.
 *
 * @template {{ pile: string, index: number, code: string }} Was
 * @template {{ pile: string, index: number, code: string }} Next
 * @param {Was[]} before
 * @param {Next[]} places
 * @returns {{ pairs: [Was | null, Next][], gone: Was[] }}
 */
export function matchCards(before, places) {
  const left = new Set(before);
  /** @type {Map<Next, Was>} */
  const found = new Map();
  /** @param {(was: Was, next: Next) => boolean} same */
  const pass = (same) => {
    for (const next of places) {
      if (!found.has(next)) {
        for (const was of left) {
          if (same(was, next)) {
            found.set(next, was);
            left.delete(was);
            break;
          }
        }
      }
    }
  };
  pass((a, b) => a.code === b.code && a.pile === b.pile && a.index === b.index);
  pass((a, b) => a.code === b.code && a.code !== HIDDEN && a.pile === b.pile);
  pass((a, b) => a.code === b.code && a.code !== HIDDEN);
  pass((a, b) => a.pile === b.pile && a.index === b.index && (a.code === HIDDEN || b.code === HIDDEN));
  pass((a, b) => a.code === HIDDEN && b.code === HIDDEN && a.pile === b.pile);
  return { pairs: places.map((next) => [found.get(next) ?? null, next]), gone: [...left] };
}
