/** How each kind of part is placed. Lengths are in card widths; geometry.js turns them into pixels. */

import { spreadAlongArch } from "./curve.js";
import { placeFans, placeWings } from "./grids.js";
import { H, at, count, hang, heap, peep } from "./spread.js";

/** A packet's face-down cards peep out by this much each. */
const SLIVER = 0.013;
/** Under this many pixels a strip can't show an index. */
const READABLE = 10;
const ARCH_STEP = 0.25;
/** Arch piles within this of the middle may stand over the columns. */
const INNER = 2.8;

/** @type {(part: RowPart, room: Room) => Placed} */
function placeRow(part, room) {
  const y = at(part.y, room.V);
  const x = at(part.x, room.U);
  return {
    piles: Object.fromEntries(
      part.piles.map((pile, i) => [pile, heap(x + i * part.dx, y, count(room, pile))]),
    ),
  };
}

/** @type {(part: FlanksPart, room: Room) => Placed} */
function placeFlanks(part, room) {
  const y = at(part.y, room.V);
  const half = part.piles.length / 2;
  const left = 1 + room.reach + part.inside;
  const right = room.U - left - (half - 1) * part.dx - 1;
  return {
    piles: Object.fromEntries(
      part.piles.map((pile, i) => {
        const x = i < half ? left + i * part.dx : right + (i - half) * part.dx;
        return [pile, heap(x, y, count(room, pile))];
      }),
    ),
  };
}

/** @type {(part: ColumnsPart, room: Room) => Placed} */
function placeColumns(part, room) {
  const top = room.crown + 0.12;
  const length = at(part.foot, room.V) - top - H;
  return {
    piles: Object.fromEntries(
      part.piles.map((pile, i) => {
        const x = at(part.x, room.U) + i * part.dx;
        return [pile, hang(x, top, count(room, pile), length, part.step)];
      }),
    ),
  };
}

/** @type {(part: PacketsPart, room: Room) => Placed} */
function placePackets(part, room) {
  const foot = at(part.foot, room.V);
  const rows = Math.ceil(part.piles.length / part.across);
  const tall = part.step ? foot - room.crown - 0.24 : (rows - 1) * part.dy + H;
  const top = room.crown + (foot - room.crown - tall) / 2;
  const longest = Math.max(...part.piles.map((pile) => count(room, pile)));
  // Where packets overlap, the next one covers the right half.
  const hidesRight = part.dx < 1 ? { sides: Array(longest).fill("left") } : {};
  return {
    piles: Object.fromEntries(
      part.piles.map((pile, i) => {
        const x = at(part.x, room.U) + (i % part.across) * part.dx;
        const y = top + Math.floor(i / part.across) * part.dy;
        const cards = count(room, pile);
        return [
          pile,
          part.step
            ? { ...hang(x, y, cards, tall - H, part.step), ...hidesRight }
            : { ...peep(x, y, cards, -SLIVER, -SLIVER, "stack"), strip: 0, tight: true },
        ];
      }),
    ),
  };
}

/** @type {(part: ArchPart, room: Room) => Placed} */
function placeArch(part, room) {
  const a = room.U / 2 - room.reach - 0.5;
  const b = room.V - H;
  const { places } = spreadAlongArch(part.piles.length, a, b, room.reach);
  /** @type {Record<string, PilePlace>} */
  const piles = {};
  part.piles.forEach((pile, i) => {
    const n = count(room, pile);
    const step = n > 1 ? Math.min(ARCH_STEP, room.reach / (n - 1)) : ARCH_STEP;
    const outwards = i < places.length / 2 ? -1 : 1;
    const x = room.U / 2 + places[i].x - 0.5;
    const place = peep(x, b - places[i].y, n, outwards * step, 0, "stack");
    const narrow = room.w < 80 || step * room.w < READABLE;
    piles[pile] = { ...place, tight: n > 1 && narrow, strip: n > 1 && narrow ? 0 : step };
  });
  const highest = part.piles.map((pile) => piles[pile]).filter(({ y }) => y < H);
  const overMiddle = highest.filter(({ x }) => Math.abs(x + 0.5 - room.U / 2) < INNER);
  return { piles, crown: Math.max(...overMiddle.map(({ y }) => y + H)) };
}

/** @type {(part: HorseshoePart, room: Room) => Placed} */
function placeHorseshoe(part, room) {
  const width = Math.min(room.U, part.width);
  const left = (room.U - width) / 2;
  const across = part.piles.length - 2 * part.side;
  const foot = room.V - 3.0;
  const spare = foot - (part.side + 1) * H;
  const bow = Math.min(0.3, Math.max(0.12, 0.12 + (spare - 0.6) * 0.15));
  const up = Math.min(0.42, Math.max(0.05, (spare - bow) / (part.side + 1) - 0.05));
  const top = up + bow + H + 0.05 + up;
  const pitch = (foot - H - top) / (part.side - 1);
  /** @type {Record<string, PilePlace>} */
  const piles = {};
  let crown = 0;
  part.piles.forEach((pile, i) => {
    const n = count(room, pile);
    const step = n > 1 ? Math.min(0.06, up / (n - 1)) : 0;
    const fromFoot = i < part.side ? i : part.piles.length - 1 - i;
    let x = i < part.side ? left : left + width - 1;
    let y = foot - H - fromFoot * pitch;
    if (i >= part.side && i < part.side + across) {
      const along = (i - part.side) / (across - 1);
      x = left + along * (width - 1);
      y = up + bow * (2 * along - 1) ** 2;
      if (along > 0 && along < 1) {
        crown = Math.max(crown, y + H);
      }
    }
    const form = part.tally ? "line" : "stack";
    piles[pile] = { ...peep(x, y, n, 0, -step, form), strip: 0, tight: n > 1 };
  });
  return { piles, crown };
}

/** @param {Part} part @param {Room} room @returns {Placed} */
export function place(part, room) {
  switch (part.kind) {
    case "row":
      return placeRow(part, room);
    case "flanks":
      return placeFlanks(part, room);
    case "columns":
      return placeColumns(part, room);
    case "packets":
      return placePackets(part, room);
    case "arch":
      return placeArch(part, room);
    case "horseshoe":
      return placeHorseshoe(part, room);
    case "wings":
      return placeWings(part, room);
    case "fans":
      return placeFans(part, room);
  }
}
