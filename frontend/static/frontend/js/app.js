/** Lets the browser keep the page that is shown while there is no network. */

if ("serviceWorker" in navigator) {
  // After the page itself: nobody waits for it, and where it fails nothing is missing.
  addEventListener("load", () => {
    navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
  });
}
