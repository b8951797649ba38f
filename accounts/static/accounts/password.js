// @ts-check
/**
 * Lets people see the password they type: every input that says in `data-reveal` what stands on
 * a button for it, and in `data-reveal-name` what it is called, gets one. Without this module the
 * page works as well.
 */

/** @param {HTMLInputElement} input */
function addButton(input) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-quiet reveal";
  button.textContent = input.dataset.reveal ?? "";
  button.setAttribute("aria-label", input.dataset.revealName ?? "");
  button.setAttribute("aria-pressed", "false");
  button.setAttribute("aria-controls", input.id);
  button.addEventListener("click", () => {
    const shown = input.type === "text";
    input.type = shown ? "password" : "text";
    button.setAttribute("aria-pressed", String(!shown));
  });
  // What was shown is a password again when it is sent, so that browsers offer to keep it.
  input.form?.addEventListener("submit", () => {
    input.type = "password";
  });
  input.after(button);
}

for (const input of document.querySelectorAll("input[data-reveal]")) {
  if (input instanceof HTMLInputElement) addButton(input);
}
