/** What the player likes, as the page says it and as it changes. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

let reduced = false;
let dark;
globalThis.matchMedia = () => ({
  get matches() {
    return reduced;
  },
});
const root = { dataset: {} };
globalThis.document = {
  documentElement: root,
  body: { dataset: { lang: "de" } },
  getElementById: () => dark,
};
const { settings, apply } = await import(
  "../../frontend/static/frontend/js/table/settings.js"
);
const ORDINARY = { theme: "system", motion: "system", letters: "language", tap: "target" };

beforeEach(() => {
  root.dataset = {};
  reduced = false;
  dark = { media: "" };
});

test("the ordinary follows the page's language and the device", () => {
  assert.equal(settings.letters, "de");
  assert.equal(settings.still, false);
  reduced = true;
  assert.equal(settings.still, true);
  assert.equal(settings.largeIndices, false);
  assert.equal(settings.direct, false);
  assert.equal(settings.keys, true);
});

test("a choice beats the language and the device", () => {
  reduced = true;
  apply({ ...ORDINARY, letters: "english", motion: "on", tap: "direct" }, ORDINARY);
  assert.equal(settings.letters, "en");
  assert.equal(settings.still, false);
  assert.equal(settings.direct, true);
  reduced = false;
  apply({ ...ORDINARY, motion: "off" }, ORDINARY);
  assert.equal(settings.still, true);
  assert.equal(settings.letters, "de");
  assert.equal(settings.direct, false);
});

test("only what differs from the ordinary is marked", () => {
  apply({ ...ORDINARY, tap: "direct" }, ORDINARY);
  assert.deepEqual(root.dataset, { tap: "direct" });
  apply(ORDINARY, ORDINARY);
  assert.deepEqual(root.dataset, {});
});

test("the dark stylesheet holds as chosen", () => {
  apply({ theme: "dark" }, ORDINARY);
  assert.equal(dark.media, "screen");
  apply({ theme: "light" }, ORDINARY);
  assert.equal(dark.media, "not all");
  apply({ theme: "system" }, ORDINARY);
  assert.equal(dark.media, "(prefers-color-scheme: dark)");
});
