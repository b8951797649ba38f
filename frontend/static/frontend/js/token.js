/** The token that shows that a request comes from our pages, as the browser holds it now. */

/** A page's own copy grows old: to sign in, in another tab too, gives the browser a new one. */
export function csrfToken() {
  return /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? "";
}

/** Whatever form is sent takes the token of that moment. */
export function keepFormsValid() {
  // Before the form's own listeners, which may send its fields themselves.
  const renew = (/** @type {SubmitEvent} */ { target }) => {
    const field =
      target instanceof HTMLFormElement && target.elements.namedItem("csrfmiddlewaretoken");
    if (field instanceof HTMLInputElement) field.value = csrfToken() || field.value;
  };
  document.addEventListener("submit", renew, { capture: true });
}
