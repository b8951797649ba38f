/** What may be told of a game that was won. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { shareText } from "../../frontend/static/frontend/js/table/share.js";
import { wordsOf } from "../../frontend/static/frontend/js/table/words.js";

const game = {
  ruleset: "burgvoegtin",
  day: "2026-11-30",
  undos: 0,
  restarts: 0,
  piles: { F1: ["AH", "2C"] },
  result: { hundredths: 18742, state: "counted", rank: 3, total: 17 },
};
const around = (language) => ({
  site: "Tagesblatt",
  patience: { de: "Die Burgvögtin", en: "Lady of the Manor" }[language],
  address: "https://example.org/daily/burgvoegtin/2026-11-30/",
  language,
});

test("a win is told with its day, time, rank and cleanness, and no card", () => {
  assert.equal(
    shareText(game, wordsOf("de"), around("de")),
    "Tagesblatt · Die Burgvögtin, 30. November 2026\n3:07,42 · Platz 3 von 17 · ohne Zurücknehmen\nhttps://example.org/daily/burgvoegtin/2026-11-30/",
  );
  assert.equal(
    shareText({ ...game, undos: 1 }, wordsOf("en"), around("en")),
    "Tagesblatt · Lady of the Manor, November 30, 2026\n3:07.42 · Rank 3 of 17\nhttps://example.org/daily/burgvoegtin/2026-11-30/",
  );
});

test("a time that is still looked at has no rank yet", () => {
  const held = { ...game, result: { ...game.result, state: "held", rank: null } };
  assert.match(shareText(held, wordsOf("de"), around("de")), /^3:07,42 · ohne Zurücknehmen$/m);
});

test("practice and what doesn't count is nothing to tell", () => {
  assert.equal(shareText({ ...game, day: null, result: null }, wordsOf("de"), around("de")), null);
  assert.equal(shareText({ ...game, result: null }, wordsOf("de"), around("de")), null);
  const voided = { ...game, result: { ...game.result, state: "void" } };
  assert.equal(shareText(voided, wordsOf("de"), around("de")), null);
});
