/** What the player likes, as the page's root says it; a change holds at once. */

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const LETTERS = /** @type {Record<string, string>} */ ({ german: "de", english: "en" });

/** @returns {DOMStringMap} only what differs from the ordinary (see accounts/preferences.py) */
const chosen = () => document.documentElement.dataset;

export const settings = {
  /** The language whose letters the court cards bear. */
  get letters() {
    return LETTERS[chosen().letters ?? ""] ?? document.body.dataset.lang?.slice(0, 2) ?? "de";
  },
  get largeIndices() {
    return chosen().indices === "large";
  },
  /** Cards lie where they belong at once. */
  get still() {
    const { motion } = chosen();
    return motion === "off" || (motion !== "on" && calm.matches);
  },
  /** A tap plays a card that can go to one place only. */
  get direct() {
    return chosen().tap === "direct";
  },
  /** Single letters, digits and signs are keys. */
  get keys() {
    return chosen().keys !== "off";
  },
};

/**
 * Let new settings hold.
 *
 * @param {Record<string, string>} values @param {Record<string, string>} ordinary the values that
 *   hold until somebody chooses
 */
export function apply(values, ordinary) {
  const root = document.documentElement;
  for (const [name, value] of Object.entries(values)) {
    if (value === ordinary[name]) {
      delete root.dataset[name];
    } else {
      root.dataset[name] = value;
    }
  }
  const dark = /** @type {HTMLLinkElement | null} */ (document.getElementById("dark"));
  const media = /** @type {Record<string, string>} */ ({ light: "not all", dark: "screen" });
  if (dark) {
    dark.media = media[values.theme] ?? "(prefers-color-scheme: dark)";
  }
}
