/** Looks from time to time whether what is being prepared is there, and puts it in its place. */

const PAUSE = 2000;

const look = async () => {
  const waiting = [...document.querySelectorAll("[data-preparing]")];
  if (!waiting.length) return;
  if (document.visibilityState === "visible") await replace(waiting);
  setTimeout(look, PAUSE);
};
setTimeout(look, PAUSE);

/**
 * Fetch this page anew and take over what is ready by now; nothing else on it moves.
 * @param {Element[]} waiting
 */
async function replace(waiting) {
  const fresh = await fetchPage();
  if (!fresh) return;
  for (const element of waiting) {
    const now = fresh.getElementById(element.id);
    if (!now) {
      // Another page altogether: the deal that this one was waiting for.
      location.replace(location.pathname + location.search);
      return;
    }
    if (!now.hasAttribute("data-preparing")) element.replaceWith(document.adoptNode(now));
  }
}

/** @returns {Promise<Document | undefined>} This address's page, nothing while it can't be had. */
async function fetchPage() {
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!answer.ok && answer.status !== 503) return undefined;
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return undefined;
  }
}
