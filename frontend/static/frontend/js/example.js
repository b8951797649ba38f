/** Draws the example on a page of rules: a real position, by the table itself, to look at only. */

import { Felt } from "./table/draw.js";
import { layOut } from "./table/geometry.js";

const MARGIN = 8;

const felt = /** @type {HTMLElement} */ (document.getElementById("example-felt"));
const { ruleset, piles, hint } = JSON.parse(
  document.getElementById("example")?.textContent ?? "{}",
);
const table = new Felt(felt);

new ResizeObserver(() => {
  const { clientWidth, clientHeight } = felt;
  const area = {
    x: MARGIN,
    y: MARGIN,
    width: clientWidth - 2 * MARGIN,
    height: clientHeight - 2 * MARGIN,
  };
  table.render({
    piles,
    layout: layOut(ruleset, piles, area),
    area,
    hint,
    opened: null,
    held: null,
    fresh: null,
    targets: [],
    offers: new Set(),
    still: true,
    cardLabel: () => "",
    pileLabel: () => ({ group: "", slot: "" }),
  });
}).observe(felt);
