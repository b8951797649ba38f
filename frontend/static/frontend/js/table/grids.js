/** The two layouts without an arch: a castle's wings and the fans of La Belle Lucie. */

import { H, count, fan, heap, tighten } from "./spread.js";

/** Under this many pixels the castle's foundations slide, and a fan borrows from its row. */
const TIGHT_COLUMN = 16;
const TIGHT_FAN = 15;
/** In card widths: a narrower strip squeezes the index, however large the cards are. */
const ROOM_FOR_INDEX = 0.2;
/** Never under this, however long two columns are; under the next, cards lie in two lanes. */
const TIGHTEST_COLUMN = 7;
const BRAID = 9;

/** @type {(part: WingsPart, room: Room) => Placed} */
function besideEachOther(part, room) {
  const rows = part.foundations.length;
  const gap = Math.min(part.gap, (room.V - rows * H) / (rows - 1));
  const top = (room.V - rows * H - (rows - 1) * gap) / 2;
  const middle = room.U / 2 - 0.5;
  const length = room.U / 2 - 1.5 - part.beside;
  /** @type {Record<string, PilePlace>} */
  const piles = {};
  for (let i = 0; i < rows; i += 1) {
    const y = top + i * (H + gap);
    const [left, right] = [part.first[i], part.second[i]];
    const [onLeft, onRight] = [count(room, left), count(room, right)];
    piles[part.foundations[i]] = heap(middle, y, count(room, part.foundations[i]));
    const stepLeft = tighten(onLeft, length, part.step);
    const stepRight = tighten(onRight, length, part.step);
    piles[left] = fan(middle - 1 - part.beside, y, onLeft, -stepLeft, 0);
    piles[right] = fan(middle + 1 + part.beside, y, onRight, stepRight, 0);
  }
  return { piles };
}

/**
 * Where the foundations lie upright: in the middle, or slid away from a very long column.
 *
 * @param {WingsPart} part
 * @param {Room} room
 */
function slide(part, room) {
  const longest = (/** @type {string[]} */ wing) =>
    Math.max(2, ...wing.map((pile) => count(room, pile)));
  const [u, v] = [longest(part.first), longest(part.second)];
  const whole = room.V - 3 * H - 2 * part.beside;
  const centred = (room.V - H) / 2;
  if ((whole / 2 / (Math.max(u, v) - 1)) * room.w >= TIGHT_COLUMN) {
    return { y: centred, step: part.step };
  }
  const step = Math.min(part.step, whole / (u + v - 2));
  const upper = H + (u - 1) * step + part.beside;
  const lowest = room.V - H - (H + (v - 1) * step + part.beside);
  return { y: Math.min(Math.max(centred, upper), Math.max(upper, lowest)), step };
}

/** @type {(part: WingsPart, room: Room) => Placed} */
function aboveEachOther(part, room) {
  const { y } = slide(part, room);
  const pitch = room.U / part.foundations.length;
  /** @type {Record<string, PilePlace>} */
  const piles = {};
  part.foundations.forEach((foundation, i) => {
    const x = pitch * (i + 0.5) - 0.5;
    piles[foundation] = heap(x, y, count(room, foundation));
    for (const [pile, from, length, way] of /** @type {[string, number, number, number][]} */ ([
      [part.first[i], y - part.beside - H, y - part.beside - H, -1],
      [part.second[i], y + H + part.beside, room.V - y - 2 * H - part.beside, 1],
    ])) {
      const n = count(room, pile);
      const least = Math.min(TIGHTEST_COLUMN / room.w, length / Math.max(1, n - 1));
      const step = Math.max(least, tighten(n, length, part.step));
      const column = fan(x, from, n, 0, way * step);
      if (n > 1 && step * room.w < BRAID) {
        const aside = Math.min(0.25, (pitch - 1) / 2);
        const atLeft = (/** @type {number} */ k) => k % 2 === (n - 1) % 2;
        column.cards = column.cards.map((card, k) => ({
          x: x + (atLeft(k) ? -aside : aside),
          y: card.y,
        }));
        column.sides = column.cards.map((_, k) =>
          k === n - 1 ? "both" : atLeft(k) ? "left" : "right",
        );
        column.strip = step * 2;
      }
      piles[pile] = column;
    }
  });
  return { piles };
}

/** @type {(part: WingsPart, room: Room) => Placed} */
export function placeWings(part, room) {
  return room.orientation === "wide" ? besideEachOther(part, room) : aboveEachOther(part, room);
}

/**
 * The fans of one row: each in its cell, or the row shares its spare width.
 *
 * @param {FansPart} part
 * @param {Room} room
 * @param {string[]} row
 * @param {number} y
 * @param {number} cell
 * @returns {[string, PilePlace][]}
 */
function placeRowOfFans(part, room, row, y, cell) {
  const inCell = cell - part.gap - 1;
  const left = (room.U - row.length * cell) / 2;
  const counts = row.map((pile) => count(room, pile));
  const tight = Math.max(TIGHT_FAN, ROOM_FOR_INDEX * room.w);
  const lends = counts.some((n) => n > 1 && (inCell / (n - 1)) * room.w < tight);
  if (!lends) {
    return row.map((pile, i) => {
      const n = counts[i];
      const step = tighten(n, inCell, part.step);
      const wide = 1 + Math.max(0, n - 1) * step;
      return [pile, fan(left + i * cell + (cell - wide) / 2, y, n, step, 0)];
    });
  }
  const covered = counts.reduce((sum, n) => sum + Math.max(0, n - 1), 0);
  const spare = room.U - row.length - (row.length - 1) * part.gap;
  const step = Math.min(part.step, spare / covered);
  const rest = spare - step * covered;
  const between = part.gap + rest / row.length;
  let x = rest / row.length / 2;
  return row.map((pile, i) => {
    const placed = fan(x, y, counts[i], step, 0);
    x += 1 + Math.max(0, counts[i] - 1) * step + between;
    return [pile, placed];
  });
}

/** @type {(part: FansPart, room: Room) => Placed} */
export function placeFans(part, room) {
  const n = part.rows.length;
  const even = (room.V - (n + 1) * H) / n;
  const first = H + Math.min(even, 0.22);
  const pitch = (room.V - H - first) / (n - 1);
  const cell = room.U / Math.max(...part.rows);
  const wide = room.orientation === "wide";
  // Upright, the pack's place and the foundations share the width evenly.
  const dx = wide ? 1.25 : (room.U - 1) / 4;
  const left = wide ? room.U / 2 - 0.5 - 1.5 * dx : dx;
  const entries = part.foundations.map(
    (pile, i) =>
      /** @type {[string, PilePlace]} */ ([pile, heap(left + i * dx, 0, count(room, pile))]),
  );
  let next = 0;
  part.rows.forEach((length, i) => {
    const row = part.piles.slice(next, next + length);
    next += length;
    entries.push(...placeRowOfFans(part, room, row, first + i * pitch, cell));
  });
  return { piles: Object.fromEntries(entries), pack: { x: wide ? 0.08 : 0, y: 0 } };
}
