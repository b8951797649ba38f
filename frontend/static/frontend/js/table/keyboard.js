/** Whether there is a keyboard, which a page can't ask: a mouse tells of one, a pressed key proves it. */

/**
 * Without a keyboard nothing on the table is marked as focused, and the lists of keys stay folded.
 *
 * @param {Document} page
 */
export function listenForKeyboard(page) {
  const unfold = () => {
    for (const list of page.querySelectorAll("details.keys-list")) {
      list.setAttribute("open", "");
    }
  };
  if (matchMedia("(hover: hover) and (pointer: fine)").matches) {
    unfold();
  }
  page.addEventListener(
    "keydown",
    () => {
      unfold();
      page.querySelector(".without-keys")?.classList.remove("without-keys");
    },
    { once: true },
  );
}
