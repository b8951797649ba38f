/** What keys do to the table. */

import * as machine from "./machine.js";
import { HIDDEN, PACK, isReserve } from "./moves.js";
import { step } from "./replay.js";
import { opens } from "./scene.js";
import { settings } from "./settings.js";
import { newId } from "./table.js";

/**
 * @param {import("./table.js").Table} table
 * @returns {import("./keys.js").Desk}
 */
export function deskOf(table) {
  /** Whatever is in the hand or lies spread out; where nothing does, the film ends. */
  function letGo() {
    if (table.film && !table.shown.opened) {
      table.helper?.showing.close();
    } else {
      table.letGo();
    }
  }

  return {
    letters: () => settings.letters,
    usesSigns: () => settings.keys,
    piles: () => Object.keys(table.piles),
    cursor: () => table.cursor,
    walk: (pile) => table.walk(pile),
    opened: () => table.shown.opened === table.cursor.pile,
    letGo: () => letGo(),
    hint: () => table.helper?.ask("hint"),
    winnable: () => table.helper?.ask("winnable"),
    stepFilm: (by) => table.helper?.showing.move((film) => step(film, by)),
    finish: () => table.command("finish"),
    undo: () => table.command("undo"),
    readStatus: () => table.readStatus(),
    typeMove: () => void table.typeMove(),
    help: () => table.panels.showGuide(),
    asking: () => document.querySelector("dialog[open]") !== null,
    attend: () => table.placeFocus(true),

    centres() {
      const { layout } = table;
      const centres = new Map(
        Object.entries(layout.piles).map(([pile, place]) => [pile, place.cards.at(-1) ?? place]),
      );
      return layout.pack ? centres.set(PACK, layout.pack) : centres;
    },

    dig(by) {
      const { pile, index } = table.place;
      const cards = table.piles[pile] ?? [];
      const next = Math.min(cards.length - 1, Math.max(0, index - by));
      if (cards[next] && cards[next] !== HIDDEN) {
        table.walk(pile, next);
      }
    },

    choose() {
      if (table.cursor.pile === PACK) {
        table.choosePack();
        return;
      }
      const { pile, index } = table.place;
      const { shown: state, layout } = table;
      const free = index === (table.piles[pile]?.length ?? 0) - 1;
      const pileOpens =
        free && isReserve(pile) && state.opened !== pile && opens(state, layout, pile, false);
      // A key has no double click: each press stands for itself.
      const tap = { pile, index, time: 0, steady: false, opens: pileOpens };
      const step = machine.tap({ ...state, tap: null }, tap, newId());
      if (step.send.length) {
        table.cursor = { pile, index: -1 };
      }
      table.follow(step);
    },

    toFoundation() {
      const { pile, index } = table.shown.held ?? table.place;
      table.follow(machine.toFoundation(table.shown, pile, index, newId()));
    },

    readMoves() {
      const { pile, index } = table.place;
      const card = table.piles[pile]?.[index];
      const known = card && card !== HIDDEN;
      table.say(known ? table.labels.movesOf(pile, index) : table.words.nothingHere);
    },
  };
}

/**
 * Let the cursor follow where the browser's focus goes.
 *
 * @param {import("./table.js").Table} table
 */
export function followFocus(table) {
  table.feltElement.addEventListener("focusin", ({ target }) => {
    const isPack = target === table.pack.element;
    const place = isPack ? { pile: PACK, index: -1 } : table.felt.placeOf(target);
    if (place && place.pile !== table.cursor.pile) {
      table.cursor = place;
      table.placeFocus(false);
    }
  });
}
