/** What pointers do to the table: taps, and cards that follow the finger. */

import { boxOf } from "./geometry.js";
import * as machine from "./machine.js";
import { PACK } from "./moves.js";
import { dropMeant } from "./pointer.js";
import { opens } from "./scene.js";
import { settings } from "./settings.js";
import { newId } from "./table.js";

/**
 * @param {import("./table.js").Table} table
 * @returns {import("./pointer.js").Hands}
 */
export function handsOf(table) {
  /** Where on the felt the card lay when it was taken. */
  let taken = { x: 0, y: 0 };
  const spotAt = (/** @type {Point} */ { x, y }) => ({ x: taken.x + x, y: taken.y + y });

  /** A covered card that can't be taken stands for its pile. @param {Place} place @returns {Place} */
  function meant({ pile, index }) {
    const free = (table.piles[pile]?.length ?? 0) - 1;
    return { pile, index: machine.pickable(table.shown, pile, index) ? index : free };
  }

  return {
    placeOf: (target) => table.felt.placeOf(target),

    tap(place, { time, finger, steady }) {
      if (!place) {
        table.letGo();
        return;
      }
      const { pile, index } = meant(place);
      table.cursor = { pile, index };
      const { shown: state } = table;
      const pileOpens = state.opened !== pile && opens(state, table.layout, pile, finger);
      const tap = { pile, index, time, steady, opens: pileOpens };
      const tapped = machine.tap(state, tap, newId());
      const step = settings.direct ? machine.playedDirectly(tapped, newId()) : tapped;
      const target = step.send.length ? step.state.pending.at(-1)?.move?.target : null;
      if (target) {
        table.cursor = { pile: target, index: -1 };
      }
      table.follow(step);
    },

    lift(place) {
      const { pile, index } = meant(place);
      const held = machine.pickable(table.shown, pile, index);
      const before = table.felt.homeOf({ pile, index });
      if (!held || !before || pile === PACK) {
        if (table.piles[place.pile]?.[place.index]) {
          table.follow(machine.pick(table.shown, place.pile, place.index));
        }
        return false;
      }
      table.cursor = { pile, index };
      const state = { ...table.shown, held, opened: null, tap: null };
      table.follow({ state, send: [], ask: null, say: null });
      taken = before;
      table.spot = before;
      return true;
    },

    drag(shift) {
      table.spot = spotAt(shift);
      if (table.state.held) {
        table.felt.drag(table.state.held, table.spot);
      }
    },

    drop(shift, pointer) {
      const { shown: state, layout } = table;
      const { held } = state;
      table.spot = null;
      table.felt.endDrag();
      if (!held) {
        table.release();
        return;
      }
      const { width, height } = layout;
      const card = { ...spotAt(shift), width, height };
      const boxes = new Map(
        Object.entries(layout.piles).map(([pile, place]) => [pile, boxOf(place, layout)]),
      );
      const fitting = [...machine.targetsOf(state, held), ...machine.unknownTargets(state, held)];
      const target = dropMeant(card, pointer, boxes, { fitting, home: held.pile });
      if (!target) {
        table.release();
        return;
      }
      if (fitting.includes(target)) {
        table.cursor = { pile: target, index: -1 };
      }
      table.follow(machine.putDown(state, target, newId()));
    },

    cancel() {
      table.spot = null;
      table.felt.endDrag();
      table.follow(machine.release(table.shown), true);
    },
  };
}
