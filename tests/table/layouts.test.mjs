/** Every layout at every size: what the window must hold, and what must not touch. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { boxOf, layOut } from "../../frontend/static/frontend/js/table/geometry.js";
import { setScene } from "../../frontend/static/frontend/js/table/scene.js";
import { FULLEST, tableOf, RULESETS } from "./tables.mjs";

/** Windows without their bars: the felt, and the margin that stays free around the cards. */
const FELTS = {
  "320×568": [320, 568 - 78, 6],
  "390×844": [390, 844 - 78, 6],
  "844×390": [844 - 52, 390, 6],
  "640×400": [640 - 52, 400, 6],
  "768×1024": [768, 1024 - 78, 14],
  "1280×800": [1280, 800 - 44, 14],
  "2560×1440": [2560, 1440 - 44, 14],
  "3840×2160": [3840, 2160 - 44, 14],
};

const areaOf = ([width, height, margin]) => ({
  x: margin,
  y: margin,
  width: width - 2 * margin,
  height: height - 2 * margin,
});

const positions = [
  ...RULESETS.map((ruleset) => [ruleset, "deal", tableOf(ruleset)]),
  ...Object.entries(FULLEST).map(([ruleset, piles]) => [ruleset, "fullest", piles]),
];

function overlap(a, b) {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.min(across, down);
}

function onEach(check) {
  for (const [size, felt] of Object.entries(FELTS)) {
    for (const [ruleset, which, piles] of positions) {
      const area = areaOf(felt);
      check(layOut(ruleset, piles, area), { area, piles, label: `${ruleset} ${which} ${size}` });
    }
  }
}

test("every pile has its place, and lies within the table", () => {
  onEach((layout, { area, piles, label }) => {
    for (const pile of Object.keys(piles)) {
      const place = layout.piles[pile];
      assert.ok(place, `${label}: ${pile} has no place`);
      assert.equal(place.cards.length, piles[pile].length, `${label}: ${pile}`);
      const box = boxOf(place, layout);
      const inside =
        box.x >= area.x - 1 &&
        box.y >= area.y - 1 &&
        box.x + box.width <= area.x + area.width + 1.5 &&
        box.y + box.height <= area.y + area.height + 1.5;
      assert.ok(inside, `${label}: ${pile} at ${JSON.stringify(box)}`);
    }
  });
});

test("foundations lie apart from each other and from every other pile", () => {
  onEach((layout, { piles, label }) => {
    const boxes = Object.keys(piles).map((pile) => [pile, boxOf(layout.piles[pile], layout)]);
    for (const [pile, box] of boxes.filter(([name]) => name.startsWith("F"))) {
      for (const [other, otherBox] of boxes) {
        if (other !== pile) {
          assert.ok(overlap(box, otherBox) <= 1, `${label}: ${pile} touches ${other}`);
        }
      }
    }
  });
});

test("no pile covers another, but for open packets that overlap on purpose", () => {
  onEach((layout, { piles, label }) => {
    const names = Object.keys(piles);
    const packets = (a, b) => label.startsWith("burgvoegtin-offen") && a[0] + b[0] === "TT";
    names.forEach((pile, i) => {
      for (const other of names.slice(i + 1)) {
        const touching = overlap(boxOf(layout.piles[pile], layout), boxOf(layout.piles[other], layout));
        assert.ok(touching <= 2 || packets(pile, other), `${label}: ${pile} covers ${other} by ${touching}`);
      }
    });
  });
});

test("a covered card always shows some of itself", () => {
  onEach((layout, { piles, label }) => {
    for (const [pile, cards] of Object.entries(piles)) {
      if (pile.startsWith("T") && !cards.includes("??")) {
        layout.piles[pile].cards.slice(1).forEach((card, i) => {
          const before = layout.piles[pile].cards[i];
          const shift = Math.max(Math.abs(card.x - before.x), Math.abs(card.y - before.y));
          assert.ok(shift >= 4, `${label}: ${pile} card ${i} shows ${shift} pixels`);
        });
      }
    }
  });
});

test("cards are as wide as the layout study measured", () => {
  const widths = {
    archway: [97, 59.5, 58, 45],
    burgvoegtin: [101.5, 63, 71.5, 45.5],
    "beleaguered-castle": [123, 64, 76.5, 48.5],
    "la-belle-lucie": [123, 64, 61.5, 45.5],
  };
  for (const [ruleset, expected] of Object.entries(widths)) {
    const measured = ["1280×800", "844×390", "390×844", "320×568"].map(
      (size) => layOut(ruleset, tableOf(ruleset), areaOf(FELTS[size])).width,
    );
    measured.forEach((width, i) => {
      assert.ok(Math.abs(width - expected[i]) <= 1, `${ruleset}: ${measured} for ${expected}`);
    });
  }
});

test("the arch rises from both feet to its crown, the same on both sides", () => {
  const area = areaOf(FELTS["1280×800"]);
  const { piles, width } = layOut("archway", tableOf("archway"), area);
  const arch = [..."A23456789TJQK"].map((rank) => piles[`R${rank}`]);
  const ys = arch.map(({ y }) => y);
  assert.equal(Math.min(...ys), ys[6]);
  ys.slice(0, 6).forEach((y, i) => assert.ok(y > ys[i + 1], `pile ${i} is above its neighbour`));
  arch.forEach(({ x, y }, i) => {
    const mirror = arch[12 - i];
    assert.ok(Math.abs(y - mirror.y) <= 1);
    assert.ok(Math.abs(x + width + mirror.x - (2 * area.x + area.width)) <= 2);
  });
});

test("the free card of a castle's row is outermost", () => {
  const wide = layOut("beleaguered-castle", tableOf("beleaguered-castle"), areaOf(FELTS["1280×800"]));
  assert.ok(wide.piles.T1.cards.at(-1).x < wide.piles.T1.cards[0].x);
  assert.ok(wide.piles.T5.cards.at(-1).x > wide.piles.T5.cards[0].x);
  const upright = layOut("beleaguered-castle", tableOf("beleaguered-castle"), areaOf(FELTS["390×844"]));
  assert.ok(upright.piles.T1.cards.at(-1).y < upright.piles.T1.cards[0].y);
  assert.ok(upright.piles.T5.cards.at(-1).y > upright.piles.T5.cards[0].y);
});

test("a very long column pushes the upright castle's foundations aside", () => {
  const area = areaOf(FELTS["320×568"]);
  const deal = layOut("streets-and-alleys", tableOf("streets-and-alleys"), area);
  const full = layOut("streets-and-alleys", FULLEST["streets-and-alleys"], area);
  assert.ok(full.piles.FC.y > deal.piles.FC.y);
});

test("a long fan borrows room from its row and not from another", () => {
  const area = areaOf(FELTS["390×844"]);
  const layout = layOut("la-belle-lucie", FULLEST["la-belle-lucie"], area);
  assert.ok(layout.piles.T8.strip >= 10, `${layout.piles.T8.strip}`);
  assert.equal(layout.piles.T7.strip, layout.piles.T8.strip);
  assert.ok(layout.piles.T1.strip > layout.piles.T8.strip);
});

test("an opened pile of the arch shows every card within the table", () => {
  for (const felt of Object.values(FELTS)) {
    const area = areaOf(felt);
    const piles = FULLEST.archway;
    const layout = layOut("archway", piles, area);
    const scene = setScene(piles, layout, { opened: "R7", held: null }, area);
    const row = scene.filter(({ pile }) => pile === "R7");
    row.forEach(({ x, y, look }, i) => {
      assert.equal(look, "face");
      assert.ok(x >= area.x && x + layout.width <= area.x + area.width);
      assert.ok(y >= area.y && y + layout.height <= area.y + area.height);
      assert.ok(i === 0 || x - row[i - 1].x >= 24, "wide enough for a finger");
    });
  }
});

test("a held card from the middle of an arch pile lies on top of it", () => {
  const area = areaOf(FELTS["390×844"]);
  const piles = FULLEST.archway;
  const layout = layOut("archway", piles, area);
  const held = { card: "7D", pile: "R7", index: 2, kind: "single" };
  const cards = setScene(piles, layout, { opened: null, held }, area).filter(
    ({ pile }) => pile === "R7",
  );
  const highest = cards.reduce((a, b) => (a.z > b.z ? a : b));
  assert.equal(highest.index, 2);
  assert.equal(highest.look, "face");
});
