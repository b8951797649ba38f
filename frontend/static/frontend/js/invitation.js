/** The page of a circle's members: hands the invitation link on with one press. */

import { share } from "./table/share.js";

const link = /** @type {HTMLInputElement} */ (document.getElementById("invitation"));
const button = /** @type {HTMLButtonElement} */ (document.getElementById("copy"));
const said = /** @type {HTMLElement} */ (document.getElementById("copying"));

button.hidden = false;
button.addEventListener("click", async () => {
  const done = await share(link.value);
  said.textContent = { copied: button.dataset.copied, failed: button.dataset.failed, shared: "" }[done] ?? "";
  if (done === "failed") {
    link.select();
  }
});
link.addEventListener("focus", () => link.select());
