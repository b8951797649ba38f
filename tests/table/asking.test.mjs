/** Questions to the solver: left, looked after, dropped. */

import assert from "node:assert/strict";
import { test } from "node:test";

const { Asking } = await import("../../frontend/static/frontend/js/table/asking.js");

globalThis.document = { cookie: "csrftoken=first" };
const told = (more) => ({ kind: "hint", version: 3, state: "waiting", ahead: 0, ...more });
const json = (body, status = 200) => ({ ok: status < 400, status, json: async () => body });

/** Ask "hint", with the server's answers one after the other; gives what came of it. */
async function ask(answers, { between = () => {} } = {}) {
  const heard = [];
  const sent = [];
  const asking = new Asking({ api: "/api/games/1/" }, "unreachable");
  globalThis.fetch = async (address, { method = "GET", signal }) => {
    sent.push(`${method} ${address}`);
    await between(asking, sent.length);
    const answer = answers.shift();
    if (!answer || signal.aborted) {
      throw new TypeError("no network");
    }
    return answer;
  };
  await asking.ask("hint", {
    onWaiting: ({ ahead }) => heard.push(`waiting ${ahead}`),
    onAnswer: ({ move }) => heard.push(`answer ${move}`),
    onRefusal: (message) => heard.push(`refusal ${message}`),
    onGone: () => heard.push("gone"),
  });
  return { heard, sent, waits: asking.waits };
}

test("a question is left once, and looked after until it is answered", async () => {
  const { heard, sent, waits } = await ask([
    json(told({ ahead: 1 }), 202),
    json(told({ ahead: 0 })),
    json(told({ state: "answered", move: "2C:T1>FC" })),
  ]);
  assert.deepEqual(heard, ["waiting 1", "waiting 0", "answer 2C:T1>FC"]);
  assert.deepEqual(sent, ["POST /api/games/1/help/", ...Array(2).fill("GET /api/games/1/help/")]);
  assert.equal(waits, false);
});

test("a question bears the token that the browser has by then", async () => {
  const asking = new Asking({ api: "/api/games/1/" }, "unreachable");
  const borne = [];
  globalThis.fetch = async (_address, { headers }) => {
    borne.push(headers["X-CSRFToken"]);
    throw new TypeError("no network");
  };
  const planted = "csrftoken=planted; __Host-csrftoken=third";
  for (const cookie of ["csrftoken=first", "django_language=de; csrftoken=second", planted, ""]) {
    document.cookie = cookie;
    await asking.ask("hint", { onRefusal: () => {} });
  }
  assert.deepEqual(borne, ["first", "second", "third", ""]);
});

test("a refusal is told in the server's words", async () => {
  const refusal = { error: { code: "help_unavailable", message: "Help isn't available." } };
  assert.deepEqual((await ask([json(refusal, 503)])).heard, ["refusal Help isn't available."]);
});

test("where the server can't be reached, that is told", async () => {
  assert.deepEqual((await ask([])).heard, ["refusal unreachable"]);
});

test("once the game has gone on, nobody waits any more", async () => {
  const { heard } = await ask([json(told(), 202), json(told({ kind: null, state: "none" }))]);
  assert.deepEqual(heard, ["waiting 0", "gone"]);
});

test("another question in another tab ends this one", async () => {
  const { heard } = await ask([json(told(), 202), json(told({ kind: "winnable" }))]);
  assert.deepEqual(heard, ["waiting 0", "gone"]);
});

test("what has been dropped is never heard of again, whatever comes", async () => {
  for (const last of [json(told({ state: "answered", move: "2C:T1>FC" })), undefined]) {
    const { heard, waits } = await ask([json(told(), 202), last], {
      between: (asking, times) => times === 2 && asking.drop(),
    });
    assert.deepEqual(heard, ["waiting 0"]);
    assert.equal(waits, false);
  }
});
