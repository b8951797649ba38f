/** A month's points, of all players or of a circle: fetched anew once they are counted anew. */

import { listen } from "./live.js";
import { Parts } from "./parts.js";

// Milliseconds within which all who look have looked: points are given once a day, and keep.
const SPREAD = 30_000;

/** @param {HTMLElement} element what holds the points */
function watch(element) {
  const news = document.querySelector("[data-news]");
  const parts = new Parts(element, () => {
    if (news) news.textContent = element.dataset.changed ?? "";
  });
  listen(element.dataset.socket ?? "", ({ as_of: counted }) => {
    const shown = element.querySelector("[data-as-of]");
    const isShown = shown instanceof HTMLElement && shown.dataset.asOf === (counted ?? "");
    if (!isShown) parts.ask(SPREAD);
  });
}

const month = document.querySelector("#month");
if (month instanceof HTMLElement) watch(month);
