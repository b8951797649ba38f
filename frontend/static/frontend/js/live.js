/** What live boards share: the socket of a board, and rows that slide to their places. */

import { settings } from "./table/settings.js";

/**
 * @typedef {import("./standing.js").Row} Row
 * @typedef {{type: string, total: number, new?: Row[], as_of?: string | null}} Message How many
 *   rows a day's board has, and which are new; when a month's points were counted.
 */

const LONGEST_WAIT = 60_000;
// So long a row slides to its new place.
const SLIDE = { duration: 300, easing: "ease-out" };
// The server closes a socket that has been silent for three of these.
const PAUSE_BETWEEN_PINGS = 25_000;

/**
 * Open the socket of a board, and again after a growing pause whenever it closes.
 * @param {string} path
 * @param {(message: Message) => void} hear
 * @param {number} attempts how many there were since the last message
 */
export function listen(path, hear, attempts = 0) {
  const address = new URL(path, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  let failed = attempts;
  socket.addEventListener("message", (event) => {
    failed = 0;
    const message = JSON.parse(event.data);
    if (message.type === "board" || message.type === "entry") hear(message);
  });
  const pings = setInterval(() => {
    if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
  }, PAUSE_BETWEEN_PINGS);
  socket.addEventListener("close", (event) => {
    clearInterval(pings);
    if (event.code === 4404) return;
    const pause = Math.min(LONGEST_WAIT, 1000 * 2 ** failed);
    setTimeout(() => listen(path, hear, failed + 1), pause * (0.5 + Math.random() / 2));
  });
}

/**
 * Where each row stands, by its name.
 * @param {HTMLElement} rows
 * @returns {Map<string | undefined, number>}
 */
export function placesOf(rows) {
  return new Map(
    [...rows.children].map((row) => [
      row instanceof HTMLElement ? row.dataset.row : undefined,
      row.getBoundingClientRect().top,
    ]),
  );
}

/**
 * Let the rows slide from where they stood to where they stand, and new ones in from the side.
 * @param {HTMLElement} rows
 * @param {Map<string | undefined, number>} places
 */
export function slide(rows, places) {
  if (settings.still) return;
  for (const row of rows.children) {
    if (!(row instanceof HTMLElement)) continue;
    const before = places.get(row.dataset.row);
    if (before === undefined) {
      row.animate([{ opacity: 0, transform: "translateX(-1.5rem)" }, {}], SLIDE);
      continue;
    }
    const way = before - row.getBoundingClientRect().top;
    if (way) row.animate([{ transform: `translateY(${way}px)` }, {}], SLIDE);
  }
}
