/** The token that shows that a request comes from our pages, as the browser holds it now. */

/** A page's own copy grows old: to sign in, in another tab too, gives the browser a new one. */
export function csrfToken() {
  // Over TLS it is the one that no other host can have set.
  const named = /(?:^|; )__Host-csrftoken=([^;]*)/.exec(document.cookie);
  return (named ?? /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie))?.[1] ?? "";
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
