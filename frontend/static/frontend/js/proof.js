/** The page of a deal's proof: checks what stands in its fields, and says yes or no. */

import { bytesOf, check } from "./shuffling.js";

/** @template {HTMLElement} T @param {string} id */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

const proof = JSON.parse(byId("proof-data").textContent ?? "");
/** @type {HTMLFormElement} */ const form = byId("proof-form");
/** @type {HTMLTextAreaElement} */ const seed = byId("proof-seed");
/** @type {HTMLTextAreaElement} */ const hash = byId("proof-hash");
const result = byId("proof-result");

/**
 * Show of each wording the one that holds.
 *
 * @param {Element} element @param {boolean} fits
 */
function say(element, fits) {
  for (const wording of element.querySelectorAll(":scope > [data-when]")) {
    wording.toggleAttribute("hidden", wording.getAttribute("data-when") !== (fits ? "yes" : "no"));
  }
}

/** Check what stands in the fields now. */
async function look() {
  const bytes = bytesOf(seed.value);
  byId("proof-malformed").hidden = bytes !== null;
  seed.setAttribute("aria-invalid", String(bytes === null));
  const checks = bytes && (await check(proof, bytes, hash.value));
  for (const line of result.querySelectorAll("[data-check]")) {
    const fits = checks?.[/** @type {"hash"} */ (line.getAttribute("data-check"))];
    line.toggleAttribute("hidden", fits === undefined);
    line.setAttribute("data-fits", String(fits));
    say(line, Boolean(fits));
    const found = line.querySelector("[data-found]");
    if (found) {
      found.textContent = checks?.found ?? "";
    }
  }
  const fits = Boolean(checks?.hash && checks.pack && checks.redeals);
  say(/** @type {Element} */ (result.firstElementChild), fits);
  result.dataset.verdict = fits ? "yes" : "no";
}

if (globalThis.crypto?.subtle) {
  byId("proof").hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void look();
  });
  // The fields have their old values only once the event is over.
  form.addEventListener("reset", () => setTimeout(look));
  void look();
} else {
  byId("proof-insecure").hidden = false;
}
