/** The arrow of a hint: from the middle of a card to the middle of the place it is to go to. */

/** How far it bows out to the side, by its length; and the length of its head in card widths. */
const BOW = 0.12;
const HEAD = 0.3;

const rounded = (/** @type {number} */ n) => Math.round(n * 10) / 10;
const at = (/** @type {Point} */ { x, y }) => `${rounded(x)} ${rounded(y)}`;

/**
 * Give the arrow as two SVG paths: its shaft and its head.
 *
 * @param {Point} from @param {Point} to @param {number} width of a card
 */
export function arrowPaths(from, to, width) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const size = Math.min(HEAD * width, length / 2);
  const control = {
    x: (from.x + to.x) / 2 + dy * BOW,
    y: (from.y + to.y) / 2 - dx * BOW,
  };
  // The head points as the curve ends: from the control point to the tip.
  const angle = Math.atan2(to.y - control.y, to.x - control.x);
  const back = (/** @type {number} */ by, /** @type {number} */ aside) => ({
    x: to.x - by * Math.cos(angle) - aside * Math.sin(angle),
    y: to.y - by * Math.sin(angle) + aside * Math.cos(angle),
  });
  const neck = back(size * 0.8, 0);
  return {
    shaft: `M${at(from)}Q${at(control)} ${at(neck)}`,
    head: `M${at(to)}L${at(back(size, size * 0.6))}L${at(neck)}L${at(back(size, -size * 0.6))}Z`,
  };
}
