/** The browser's own shuffle and fingerprint, against the cases that every language must meet. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const { bytesOf, check, fingerprintOf, shuffled } = await import(
  "../../frontend/static/frontend/js/shuffling.js"
);

const cases = readFileSync(new URL("../cases/shuffle.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

test("fingerprints and packs are those of the cases", async () => {
  assert.ok(cases.length > 3);
  for (const told of cases) {
    const seed = bytesOf(told.seed);
    assert.equal(await fingerprintOf(seed), told.sha256);
    assert.deepEqual(await shuffled(seed, "deal"), told.one_pack);
    assert.deepEqual(await shuffled(seed, "deal", 2), told.two_packs);
    assert.deepEqual(await shuffled(seed, "redeal-1"), told["redeal-1"]);
    assert.deepEqual(await shuffled(seed, "redeal-2"), told["redeal-2"]);
  }
});

test("a seed is read however it was copied, and nothing else is taken for one", () => {
  const digits = "0123456789abcdef".repeat(4);
  assert.equal(bytesOf(digits).length, 32);
  assert.deepEqual(bytesOf(` ${digits.slice(0, 30)}\n${digits.slice(30).toUpperCase()} `), bytesOf(digits));
  for (const text of ["", digits.slice(1), `${digits}0`, digits.replace("a", "g")]) {
    assert.equal(bytesOf(text), null);
  }
});

test("what fits is told apart from what doesn't", async () => {
  const [told, other] = cases;
  const seed = bytesOf(told.seed);
  const proof = { pack: told.two_packs, reshuffled: [told["redeal-1"], told["redeal-2"]] };
  const all = { found: told.sha256, hash: true, pack: true, redeals: true };
  assert.deepEqual(await check(proof, seed, ` ${told.sha256.toUpperCase()}\n`), all);
  assert.deepEqual(await check(proof, seed, other.sha256), { ...all, hash: false });
  assert.deepEqual(await check({ ...proof, pack: other.two_packs }, seed, told.sha256), {
    ...all,
    pack: false,
  });
  const swapped = { ...proof, reshuffled: [told["redeal-2"], told["redeal-1"]] };
  assert.deepEqual(await check(swapped, seed, told.sha256), { ...all, redeals: false });
  assert.deepEqual(await check(proof, bytesOf(other.seed), told.sha256), {
    found: other.sha256,
    hash: false,
    pack: false,
    redeals: false,
  });
  const none = { pack: [], reshuffled: [] };
  assert.equal((await check(none, seed, told.sha256)).pack, false);
});
