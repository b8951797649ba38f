/** Opens the table on a game that is over, to be watched: nothing can be moved there. */

import { deskOf, followFocus } from "./desk.js";
import { handsOf } from "./hands.js";
import { listenForKeyboard } from "./keyboard.js";
import { listenToKeys } from "./keys.js";
import { byId } from "./panels.js";
import { listenToPointer } from "./pointer.js";
import { listenToSettings } from "./preferring.js";
import { gameToWatch, step } from "./replay.js";
import { Table } from "./table.js";
import { Watching } from "./watching.js";

/** A table whose clock is that of the game as it was. */
class WatchedTable extends Table {
  /** @type {Watching | null} */ watching = null;

  /** @override */
  tick() {
    this.panels.showTime(this.watching?.elapsed ?? 0);
  }
}

const root = byId("table");
/** The first steps of the game came with the page; the others are asked for. */
const told = JSON.parse(byId("replay").textContent ?? "");

/** @returns {Promise<ServerStep[]>} */
async function allSteps() {
  const steps = [...told.steps];
  for (let since = told.next; since !== null; ) {
    const response = await fetch(`${root.dataset.api}replay/?since=${since}`);
    const part = await response.json();
    steps.push(...part.steps);
    since = part.next;
  }
  return steps;
}

const language = document.body.dataset.lang?.slice(0, 2) ?? "de";
const table = new WatchedTable(root, gameToWatch(told), language, { socket: "", api: "" });
const watching = new Watching(table);
table.watching = watching;

listenToPointer(table.feltElement, handsOf(table));
const desk = deskOf(table);
const nothing = () => {};
listenToKeys(document, {
  ...desk,
  stepFilm: (by) => watching.move((film) => step(film, by)),
  letGo: () => (table.shown.opened ? table.release() : watching.close()),
  typeMove: () => watching.askForMove(),
  undo: nothing,
  finish: nothing,
  toFoundation: nothing,
});
listenToSettings(() => table.render(true));
listenForKeyboard(document);
followFocus(table);
byId("help").addEventListener("click", () => table.panels.showGuide());

table.open();
const steps = await allSteps();
watching.watch(steps, root.dataset.title ?? "", () => location.assign(root.dataset.leave ?? "/"));
