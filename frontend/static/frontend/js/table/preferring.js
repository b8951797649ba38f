/** The sheet of settings at the table: the server keeps them, and they hold at once. */

import { byId } from "./panels.js";
import { apply } from "./settings.js";

/** @param {() => void} onChange the table is to be drawn anew */
export function listenToSettings(onChange) {
  const sheet = /** @type {HTMLDialogElement} */ (byId("preferences"));
  const form = /** @type {HTMLFormElement} */ (byId("preferences-form"));
  const failed = byId("preferences-failed");

  byId("settings").addEventListener("click", () => {
    failed.hidden = true;
    sheet.showModal();
  });
  byId("preferences-close").addEventListener("click", () => sheet.close());
  // What isn't saved, by whichever way the sheet was left, is not there when it opens again.
  sheet.addEventListener("close", () => form.reset());

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const fields = /** @type {NodeListOf<HTMLInputElement>} */ (
      form.querySelectorAll("input[type=radio]")
    );
    for (const { name, checked, defaultChecked } of fields) {
      if (checked && defaultChecked) {
        // Another tab or device may have chosen otherwise since this page was loaded.
        data.delete(name);
      }
    }
    if (!(await isKept(form.action, data))) {
      failed.hidden = false;
      return;
    }
    if (data.has("language")) {
      // All words of the page change; the game is where it was.
      location.reload();
      return;
    }
    const values = /** @type {Record<string, string>} */ ({});
    const ordinary = /** @type {Record<string, string>} */ ({});
    for (const field of fields) {
      const { name, value, checked } = field;
      // The first choice of each is the ordinary one.
      ordinary[name] ??= value;
      if (checked && name !== "language") {
        values[name] = value;
      }
      field.defaultChecked = checked;
    }
    apply(values, ordinary);
    sheet.close();
    onChange();
  });
}

/** @param {string} address @param {FormData} data */
async function isKept(address, data) {
  try {
    const headers = { Accept: "application/json" };
    const answer = await fetch(address, { method: "POST", body: data, headers });
    return answer.ok;
  } catch {
    return false;
  }
}
