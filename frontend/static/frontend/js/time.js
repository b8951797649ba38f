/** Times: the server's clock in the browser, and durations as people read them. */

/**
 * The server's time, counted on by the browser's monotonic clock. The device's own clock, which
 * may be wrong or change, plays no part.
 */
export class ServerClock {
  /**
   * @param {number} moment the server's time in milliseconds
   * @param {number} [at] the monotonic time at which it was right
   */
  constructor(moment, at = performance.now()) {
    this.moment = moment;
    this.at = at;
  }

  /** The server's time now, in milliseconds. */
  now() {
    return this.moment + performance.now() - this.at;
  }

  /** Ask the server for its time; keep counting if it can't be reached. */
  async correct() {
    try {
      const answer = await fetch("/robots.txt", { method: "HEAD", cache: "no-store" });
      const moment = Date.parse(answer.headers.get("Date") ?? "");
      if (!Number.isNaN(moment)) {
        this.moment = moment;
        this.at = performance.now();
      }
    } catch {
      // No connection: the clock goes on from what it knows.
    }
  }
}

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");

/**
 * Milliseconds as hours, minutes and seconds, rounded up so that 0:00:00 means over.
 * @param {number} milliseconds
 */
export function countdown(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/**
 * Write milliseconds as m:ss, with hours where there are any.
 * @param {number} milliseconds
 */
export function writeTime(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/**
 * Write a result's hundredths of a second as m:ss,hh or m:ss.hh.
 * @param {number} hundredths
 * @param {string} decimal
 */
export function writeResult(hundredths, decimal) {
  return `${writeTime(hundredths * 10)}${decimal}${two(hundredths % 100)}`;
}
