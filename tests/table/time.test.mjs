import assert from "node:assert/strict";
import { test } from "node:test";

import {
  ServerClock,
  countdown,
  writeResult,
  writeTime,
} from "../../frontend/static/frontend/js/time.js";

test("a time is written to the second, with hours where there are any", () => {
  assert.equal(writeTime(0), "0:00");
  assert.equal(writeTime(65_999), "1:05");
  assert.equal(writeTime(3_723_000), "1:02:03");
});

test("a result is written to the hundredth, with the reader's decimal sign", () => {
  assert.equal(writeResult(18742, ","), "3:07,42");
  assert.equal(writeResult(9, ","), "0:00,09");
  assert.equal(writeResult(366_005, "."), "1:01:00.05");
});

test("a countdown says zero only when it is over", () => {
  assert.equal(countdown(3_600_000 + 61_000), "1:01:01");
  assert.equal(countdown(1), "0:00:01");
  assert.equal(countdown(0), "0:00:00");
  assert.equal(countdown(-5_000), "0:00:00");
});

test("the server's time goes on without the device's clock", (t) => {
  const server = new ServerClock(1_000_000, performance.now() - 500);
  t.mock.method(Date, "now", () => 0);
  assert.ok(Math.abs(server.now() - 1_000_500) < 100);
});

test("the server's time is corrected by its answer, and kept when there is none", async (t) => {
  const server = new ServerClock(0);
  t.mock.method(globalThis, "fetch", async () => {
    return { headers: new Headers({ Date: "Sun, 29 Nov 2026 11:00:00 GMT" }) };
  });
  await server.correct();
  assert.ok(Math.abs(server.now() - Date.UTC(2026, 10, 29, 11)) < 100);
  t.mock.method(globalThis, "fetch", async () => {
    throw new TypeError("no connection");
  });
  await server.correct();
  assert.ok(Math.abs(server.now() - Date.UTC(2026, 10, 29, 11)) < 100);
});
