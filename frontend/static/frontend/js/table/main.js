/** Opens the table of the game that the page brings along. */

import { deskOf } from "./desk.js";
import { handsOf } from "./hands.js";
import { listenToKeys } from "./keys.js";
import { PACK } from "./moves.js";
import { byId } from "./panels.js";
import { listenToPointer } from "./pointer.js";
import { Table } from "./table.js";

const root = byId("table");
const token = /** @type {HTMLInputElement | null} */ (
  root.querySelector("[name=csrfmiddlewaretoken]")
);
const table = new Table(
  root,
  JSON.parse(byId("game").textContent ?? ""),
  document.body.dataset.lang?.slice(0, 2) ?? "de",
  {
    socket: root.dataset.socket ?? "",
    api: root.dataset.api ?? "",
    token: token?.value ?? "",
  },
);
const { feltElement, felt, pack } = table;

listenToPointer(feltElement, handsOf(table));
listenToKeys(document, deskOf(table));
addEventListener("keydown", () => feltElement.classList.remove("without-keys"), { once: true });
feltElement.addEventListener("focusin", ({ target }) => {
  const place = target === pack.element ? { pile: PACK, index: -1 } : felt.placeOf(target);
  if (place && place.pile !== table.cursor.pile) {
    table.cursor = place;
    table.placeFocus(false);
  }
});
pack.element.addEventListener("click", () => table.choosePack());

const buttons = /** @type {Record<string, () => void>} */ ({
  undo: () => table.command("undo"),
  restart: () => void table.restart(),
  resign: () => void table.resign(),
  help: () => table.panels.showGuide(),
  "lost-undo": () => table.command("undo"),
  "lost-restart": () => void table.restart(),
  "lost-resign": () => void table.resign(),
});
for (const [id, act] of Object.entries(buttons)) {
  byId(id).addEventListener("click", act);
}
for (const tools of root.querySelectorAll(".table-tools, .lost")) {
  // The hand that clicks goes back to the cards; who walks with Tab stays on the button.
  tools.addEventListener("mousedown", (event) => {
    event.preventDefault();
    table.placeFocus(true);
  });
}

table.open();
