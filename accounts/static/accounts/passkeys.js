// @ts-check
/**
 * Passkeys: makes one, signs in with one, or shows one as the second factor. The page's form with
 * `data-passkey` ("create" or "get") says which; its button does nothing without this module.
 */

/** @param {string} text @returns {ArrayBuffer} */
function fromBase64(text) {
  const signs = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(signs.length);
  for (let at = 0; at < signs.length; at += 1) bytes[at] = signs.charCodeAt(at);
  return bytes.buffer;
}

/** @param {ArrayBuffer} buffer */
function toBase64(buffer) {
  const signs = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {{ id: string }[] | undefined} listed */
function listedKeys(listed) {
  return (listed ?? []).map((key) => ({ ...key, id: fromBase64(key.id) }));
}

/** @param {any} options as the server sends them, with bytes in base64 */
async function create({ publicKey }) {
  const made = /** @type {PublicKeyCredential} */ (
    await navigator.credentials.create({
      publicKey: {
        ...publicKey,
        challenge: fromBase64(publicKey.challenge),
        user: { ...publicKey.user, id: fromBase64(publicKey.user.id) },
        excludeCredentials: listedKeys(publicKey.excludeCredentials),
        // One that the device keeps and that asks for finger, face or PIN signs in by itself.
        authenticatorSelection: {
          ...publicKey.authenticatorSelection,
          residentKey: "required",
          requireResidentKey: true,
          userVerification: "required",
        },
      },
    })
  );
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  return {
    ...inCommon(made),
    response: {
      clientDataJSON: toBase64(response.clientDataJSON),
      attestationObject: toBase64(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}

/** @param {any} options as the server sends them, with bytes in base64 */
async function get({ publicKey }) {
  const shown = /** @type {PublicKeyCredential} */ (
    await navigator.credentials.get({
      publicKey: {
        ...publicKey,
        challenge: fromBase64(publicKey.challenge),
        allowCredentials: listedKeys(publicKey.allowCredentials),
      },
    })
  );
  const response = /** @type {AuthenticatorAssertionResponse} */ (shown.response);
  return {
    ...inCommon(shown),
    response: {
      clientDataJSON: toBase64(response.clientDataJSON),
      authenticatorData: toBase64(response.authenticatorData),
      signature: toBase64(response.signature),
      userHandle: response.userHandle ? toBase64(response.userHandle) : null,
    },
  };
}

/** @param {PublicKeyCredential} credential */
function inCommon(credential) {
  return {
    type: credential.type,
    id: credential.id,
    rawId: toBase64(credential.rawId),
    authenticatorAttachment: credential.authenticatorAttachment,
    clientExtensionResults: credential.getClientExtensionResults(),
  };
}

/**
 * The server's options: with the page, or asked for when they are needed.
 * @param {HTMLFormElement} form
 */
async function optionsFor(form) {
  const given = document.getElementById("passkey-options");
  const options = given
    ? JSON.parse(given.textContent ?? "")
    : await (await fetch(form.action, { headers: { Accept: "application/json" } })).json();
  return options.creation_options ?? options.request_options;
}

/** @param {HTMLFormElement} form */
function serve(form) {
  const field = form.elements.namedItem("credential");
  const button = form.querySelector("button");
  const failure = form.querySelector("[data-passkey-failed]");
  if (!(field instanceof HTMLInputElement) || !button) return;
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (failure instanceof HTMLElement) failure.hidden = true;
    button.disabled = true;
    try {
      const options = await optionsFor(form);
      const credential = await (form.dataset.passkey === "create" ? create(options) : get(options));
      field.value = JSON.stringify(credential);
      form.submit();
    } catch {
      // Closed, timed out, or a device that has none: the page says what else can be done.
      if (failure instanceof HTMLElement) failure.hidden = false;
      button.disabled = false;
    }
  });
}

if (window.PublicKeyCredential) {
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    if (form instanceof HTMLFormElement) serve(form);
  }
} else {
  for (const note of document.querySelectorAll("[data-no-passkeys]")) {
    if (note instanceof HTMLElement) note.hidden = false;
  }
}
