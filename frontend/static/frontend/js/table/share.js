/** What somebody may tell others of a game that was won: nothing about the cards. */

import { writeResult } from "../time.js";

/**
 * Tell a ranked win in a few lines; null where there is nothing that counts.
 *
 * @param {Game} game @param {import("./panels.js").Words} words
 * @param {{ site: string, patience: string, address: string, language: string }} around
 * @returns {string | null}
 */
export function shareText({ day, result, undos, restarts }, words, around) {
  if (!day || !result || result.state === "void") {
    return null;
  }
  const date = new Intl.DateTimeFormat(around.language, { dateStyle: "long", timeZone: "UTC" });
  const parts = [writeResult(result.hundredths, words.decimal)];
  if (result.rank !== null) {
    parts.push(words.won.rank(result.rank, result.total));
  }
  if (!undos && !restarts) {
    parts.push(words.share.clean);
  }
  return [
    `${around.site} · ${around.patience}, ${date.format(new Date(`${day}T00:00:00Z`))}`,
    parts.join(" · "),
    around.address,
  ].join("\n");
}

/**
 * Hand a text to whatever the device shares with, else to the clipboard.
 *
 * @param {string} text
 * @returns {Promise<"shared" | "copied" | "failed">}
 */
export async function share(text) {
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ text });
      return "shared";
    }
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError" ? "shared" : "failed";
  }
}
