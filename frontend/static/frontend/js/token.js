/** The token that shows that a request comes from our pages, as the browser holds it now. */

/** A page's own copy grows old: to sign in, in another tab too, gives the browser a new one. */
export function csrfToken() {
  // Over TLS it is the one that no other host can have set.
  const named = /(?:^|; )__Host-csrftoken=([^;]*)/.exec(document.cookie);
  return (named ?? /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie))?.[1] ?? "";
}

/**
 * Whatever form is sent takes the token of that moment, unless somebody else than the page speaks to
 * has signed in since: then it keeps its own, and is refused rather than sent in another's name.
 */
export function keepFormsValid() {
  const sentAsTheyAre = new WeakSet();
  /** @param {SubmitEvent} event */
  const renew = (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || sentAsTheyAre.has(form)) return;
    const field = form.elements.namedItem("csrfmiddlewaretoken");
    if (!(field instanceof HTMLInputElement)) return;
    const token = csrfToken();
    if (!token || secretIn(field.value) === token) return;
    const { player } = document.body.dataset;
    if (player === undefined) {
      field.value = token;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    void signedIn().then((name) => {
      if (name === player) field.value = token;
      else sentAsTheyAre.add(form);
      form.requestSubmit(event.submitter);
    });
  };
  // Before the form's own listeners, which may send its fields themselves.
  document.addEventListener("submit", renew, { capture: true });
}

/** Who is signed in now; null for guests, and where it can't be told. */
async function signedIn() {
  try {
    const { name } = await (await fetch("/api/me/", { cache: "no-store" })).json();
    return /** @type {string | null} */ (name ?? null);
  } catch {
    return null;
  }
}

const SIGNS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const LENGTH = 32;

/**
 * The secret in a page's token, which Django masks: first comes the mask, then mask and secret added.
 * @param {string} token
 */
export function secretIn(token) {
  if (token.length !== 2 * LENGTH) return token;
  const number = (/** @type {number} */ at) => SIGNS.indexOf(token.charAt(at));
  const secret = (/** @type {unknown} */ _, /** @type {number} */ at) =>
    SIGNS.charAt((number(LENGTH + at) - number(at) + SIGNS.length) % SIGNS.length);
  return Array.from({ length: LENGTH }, secret).join("");
}
