/** What every page does: keeps a page for times without a network, its forms valid, the bar away. */

import { keepFormsValid } from "./token.js";

keepFormsValid();

if ("serviceWorker" in navigator) {
  // After the page itself: nobody waits for it, and where it fails nothing is missing.
  addEventListener("load", () => {
    navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
  });
}

for (const form of document.querySelectorAll("form[data-announcement]")) {
  form.addEventListener("submit", (event) => {
    if (!(form instanceof HTMLFormElement)) return;
    // The page stays as it is, a game on the table above all; without scripts it is loaded anew.
    event.preventDefault();
    const body = new FormData(form);
    fetch(form.action, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => undefined);
    form.remove();
  });
}
