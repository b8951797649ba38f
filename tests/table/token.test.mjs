import assert from "node:assert/strict";
import test from "node:test";

import { secretIn } from "../../frontend/static/frontend/js/token.js";

test("a page's token tells the secret that it was made from, as the cookie does", () => {
  // As Django has masked it, the last one with its largest signs on both sides.
  const secret = "Xq3vTz0aB9cD8eF7gH6iJ5kL4mN2oP1r";
  assert.equal(secretIn(`${"a".repeat(32)}${secret}`), secret);
  assert.equal(secretIn(`${"b".repeat(32)}${"a".repeat(32)}`), "9".repeat(32));
  assert.equal(secretIn(`${"9".repeat(32)}${"8".repeat(32)}`), "9".repeat(32));
  assert.equal(secretIn(secret), secret);
});
