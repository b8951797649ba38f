/** The time until the next deals, and the page's state after coming back to it. */

import { ServerClock, countdown } from "./time.js";

for (const closing of document.querySelectorAll(".closing")) {
  if (closing instanceof HTMLElement) show(closing);
}

// A page kept by the browser shows how things stood before the game that one comes back from.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

/**
 * Count down to the closing moment of an element that names it.
 * @param {HTMLElement} closing
 */
function show(closing) {
  const closes = Date.parse(closing.dataset.closes ?? "");
  const shown = Date.parse(closing.dataset.now ?? "");
  const left = closing.querySelector("[data-left]");
  const [running, over] = ["left", "over"].map((part) =>
    closing.querySelector(`.closing-${part}`),
  );
  if (Number.isNaN(closes) || Number.isNaN(shown) || !left || !running || !over) return;

  // The page's answer left the server about when its first byte came here.
  const [page] = performance.getEntriesByType("navigation");
  const at = page instanceof PerformanceNavigationTiming ? page.responseStart : undefined;
  const server = new ServerClock(shown, at);
  tellLocalTime(closing, closes);

  const tick = () => {
    const remaining = closes - server.now();
    left.textContent = countdown(remaining);
    running.toggleAttribute("hidden", remaining <= 0);
    over.toggleAttribute("hidden", remaining > 0);
    if (remaining > 0) setTimeout(tick, remaining % 1000 || 1000);
  };
  tick();
  // A monotonic clock may stand still while the device sleeps.
  document.addEventListener("visibilitychange", async () => {
    if (document.visibilityState === "visible") await server.correct();
  });
}

/**
 * Say the closing moment on the visitor's own clock, too, where that differs from ours.
 * @param {HTMLElement} closing
 * @param {number} closes
 */
function tellLocalTime(closing, closes) {
  const local = closing.querySelector("[data-local]");
  if (!(local instanceof HTMLElement)) return;
  const format = new Intl.DateTimeFormat(document.body.dataset.lang, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const time = format.format(closes);
  if (closing.textContent?.includes(time)) return;
  local.textContent = (local.dataset.wording ?? "{time}").replace("{time}", time);
  local.hidden = false;
}
