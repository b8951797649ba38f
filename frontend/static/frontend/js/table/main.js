/** Opens the table of the game that the page brings along. */

import { deskOf, followFocus } from "./desk.js";
import { Helper } from "./helper.js";
import { handsOf } from "./hands.js";
import { listenForKeyboard } from "./keyboard.js";
import { listenToKeys } from "./keys.js";
import { byId } from "./panels.js";
import { listenToPointer } from "./pointer.js";
import { listenToSettings } from "./preferring.js";
import { gameToWatch } from "./replay.js";
import { Table } from "./table.js";

const root = byId("table");
/** @param {string} id */
const told = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");
const addresses = { socket: root.dataset.socket ?? "", api: root.dataset.api ?? "" };
/** A line that is only looked at, in place of a game. */
const solution = told("solution");
const table = new Table(
  root,
  solution ? gameToWatch(solution) : told("game"),
  document.body.dataset.lang?.slice(0, 2) ?? "de",
  addresses,
);
const helper = "help" in root.dataset ? new Helper(table, addresses) : null;
table.helper = helper;

listenToPointer(table.feltElement, handsOf(table));
listenToKeys(document, deskOf(table));
listenToSettings(() => table.render(true));
listenForKeyboard(document);
followFocus(table);
table.pack.element.addEventListener("click", () => table.choosePack());

const buttons = /** @type {Record<string, () => void>} */ ({
  finish: () => table.command("finish"),
  undo: () => table.command("undo"),
  restart: () => void table.restart(),
  resign: () => void table.resign(),
  help: () => table.panels.showGuide(),
  "lost-undo": () => table.command("undo"),
  "lost-restart": () => void table.restart(),
  "lost-resign": () => void table.resign(),
});
const helps = /** @type {Record<string, (helper: Helper) => void>} */ ({
  hint: (helper) => helper.ask("hint"),
  winnable: (helper) => helper.ask("winnable"),
  "show-line": (helper) => helper.showLine(),
  "look-through": (helper) => void helper.lookThrough(),
  "ending-line": (helper) => helper.showLine(),
  "ending-look-through": (helper) => void helper.lookThrough(),
});
for (const [id, act] of Object.entries(buttons)) {
  byId(id).addEventListener("click", act);
}
for (const [id, act] of Object.entries(helper ? helps : {})) {
  byId(id).addEventListener("click", () => {
    table.panels.closeEnding();
    act(/** @type {Helper} */ (helper));
  });
}
// A game that is over is left for good: what follows takes its place in the browser's history.
for (const link of root.querySelectorAll("#ending a, .table-back")) {
  link.addEventListener("click", (event) => {
    const { ctrlKey, metaKey, shiftKey, altKey } = /** @type {MouseEvent} */ (event);
    if (table.state.game.outcome !== "playing" && !(ctrlKey || metaKey || shiftKey || altKey)) {
      event.preventDefault();
      location.replace(/** @type {HTMLAnchorElement} */ (link).href);
    }
  });
}
for (const tools of root.querySelectorAll(".table-tools, .lost")) {
  // The hand that clicks goes back to the cards; who walks with Tab stays on the button.
  tools.addEventListener("mousedown", (event) => {
    event.preventDefault();
    table.placeFocus(true);
  });
  // A browser may lose the click of a finger that has just drawn a card: where it lifts counts.
  tools.addEventListener("touchend", (event) => {
    const { changedTouches, target, cancelable } = /** @type {TouchEvent} */ (event);
    const button = /** @type {Element} */ (target).closest("button");
    const [{ clientX, clientY }] = changedTouches;
    const lifted = document.elementFromPoint(clientX, clientY)?.closest("button");
    if (button && button === lifted && cancelable) {
      event.preventDefault();
      button.click();
    }
  });
}

table.open();
if (solution && helper) {
  const back = root.dataset.back ?? "/";
  helper.showing.open(solution.steps, table.words.film.solution, {
    onClose: () => location.assign(back),
  });
} else {
  table.connect();
  if (helper && location.hash === "#replay") {
    void helper.lookThrough();
  } else {
    table.panels.showEnding(table.state.game);
  }
}
