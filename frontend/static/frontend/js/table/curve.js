/** Places along the arch: a superellipse |x/a|^e + |y/b|^e = 1, walked from its foot to its crown. */

const SAMPLES = 360;
const FLATTEST = 2.2;
const SQUAREST = 4;

/**
 * Sample the left half of the curve, from the foot (-a, 0) to the crown (0, b).
 *
 * @param {number} a
 * @param {number} b
 * @param {number} e
 * @returns {Point[]}
 */
function leftHalf(a, b, e) {
  return Array.from({ length: SAMPLES + 1 }, (_, i) => {
    const angle = (Math.PI / 2) * (i / SAMPLES);
    return { x: -a * Math.cos(angle) ** (2 / e), y: b * Math.sin(angle) ** (2 / e) };
  });
}

/**
 * Walk along the curve in strides in which neither dx/unitX nor dy/unitY exceeds s.
 *
 * @param {Point[]} curve
 * @param {number} count places to find, the foot included
 * @param {number} s
 * @param {number} unitX
 * @param {number} unitY
 * @returns {Point[] | null} null when the curve ends before
 */
function walk(curve, count, s, unitX, unitY) {
  const places = [curve[0]];
  let i = 1;
  while (places.length < count) {
    const last = places[places.length - 1];
    const stride = (/** @type {Point} */ p) =>
      Math.max(Math.abs(p.x - last.x) / unitX, Math.abs(p.y - last.y) / unitY);
    while (i < curve.length && stride(curve[i]) < s) {
      i += 1;
    }
    if (i === curve.length) {
      return null;
    }
    const [before, after] = [stride(curve[i - 1]), stride(curve[i])];
    const part = after === before ? 1 : (s - before) / (after - before);
    places.push({
      x: curve[i - 1].x + part * (curve[i].x - curve[i - 1].x),
      y: curve[i - 1].y + part * (curve[i].y - curve[i - 1].y),
    });
  }
  return places;
}

/**
 * Find the largest stride with which the left half's piles just reach the crown.
 *
 * @param {Point[]} curve
 * @param {number} count of all piles; an even count leaves half a stride to the crown
 * @param {number} unitX
 * @param {number} unitY
 */
function widestStride(curve, count, unitX, unitY) {
  const onLeft = Math.ceil(count / 2);
  const crown = curve[curve.length - 1];
  const rest = count % 2 ? 0 : 0.5;
  let [low, high] = [0, 4];
  for (let round = 0; round < 30; round += 1) {
    const s = (low + high) / 2;
    const places = walk(curve, onLeft, s, unitX, unitY);
    const last = places?.[onLeft - 1];
    if (last && (crown.x - last.x) / unitX >= rest * s) {
      low = s;
    } else {
      high = s;
    }
  }
  return low;
}

/**
 * Spread piles along the arch, from the left foot over the crown to the right foot.
 *
 * @param {number} count
 * @param {number} a half the width between the feet, in card widths
 * @param {number} b height of the crown above the feet
 * @param {number} reach how far a pile fans outwards
 * @returns {{ places: Point[], stride: number }} from the middle of the feet, y upwards; a stride
 *   under 1 says that neighbours touch
 */
export function spreadAlongArch(count, a, b, reach) {
  const [unitX, unitY] = [1.1 + reach, 1.5];
  const onLeft = Math.ceil(count / 2);
  let e = FLATTEST;
  let curve = leftHalf(a, b, e);
  let stride = widestStride(curve, count, unitX, unitY);
  while (stride < 1 && e < SQUAREST) {
    e = Math.min(SQUAREST, e + 0.1);
    curve = leftHalf(a, b, e);
    stride = widestStride(curve, count, unitX, unitY);
  }
  const left = walk(curve, onLeft, stride * 0.9999, unitX, unitY) ?? [];
  if (count % 2) {
    left[onLeft - 1] = { x: 0, y: b };
  }
  const mirrored = left
    .slice(0, Math.floor(count / 2))
    .map(({ x, y }) => ({ x: -x, y }))
    .reverse();
  return { places: [...left, ...mirrored], stride };
}
