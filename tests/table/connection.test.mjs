/** The line to a server that fails: what is sent again, and what is given up. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { Connection } from "../../frontend/static/frontend/js/table/connection.js";

const REQUEST = { type: "play", id: "a", move: "5H:T1>T2", version: 3 };
const GAME = { version: 3 };
let sockets;
let posts;
let heard;
let waiting;
let standings;
let restFails;
let line;

/** A socket that opens with the game, or never does. */
class FakeSocket extends EventTarget {
  static CONNECTING = 0;
  readyState = 1;
  sent = [];

  constructor() {
    super();
    sockets.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
  }

  opens() {
    this.#fire("message", { data: JSON.stringify({ type: "game", game: GAME }) });
  }

  says(message) {
    this.#fire("message", { data: JSON.stringify(message) });
  }

  closes(code) {
    this.#fire("close", { code });
  }

  #fire(type, values) {
    this.dispatchEvent(Object.assign(new Event(type), values));
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Let the next socket be tried for. */
async function retry() {
  const tried = sockets.length;
  while (sockets.length === tried) {
    mock.timers.tick(100);
    await settled();
  }
}

beforeEach(() => {
  [sockets, posts, heard, waiting, standings] = [[], [], [], [], []];
  restFails = true;
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  globalThis.WebSocket = FakeSocket;
  globalThis.location = { protocol: "http:", host: "example" };
  globalThis.document = new EventTarget();
  globalThis.addEventListener = () => undefined;
  globalThis.fetch = async (address, { method = "GET" } = {}) => {
    if (restFails) {
      throw new TypeError("no network");
    }
    if (method === "POST") {
      posts.push(address);
      return { ok: false, status: 500, json: async () => JSON.parse("<html>") };
    }
    return { ok: true, status: 200, json: async () => GAME };
  };
  line = new Connection(
    { socket: "/ws/", api: "/api/" },
    {
      onMessage: (message) => {
        heard.push(message);
        if (message.type === "error") {
          waiting = waiting.filter(({ id }) => id !== message.id);
        }
      },
      onStanding: (standing) => standings.push(standing),
      unanswered: () => waiting,
      givesUp: () => ({ code: "server_failed", message: "Sorry." }),
    },
  );
  line.open();
});

afterEach(() => mock.timers.reset());

const errors = () => heard.filter(({ type }) => type === "error");

test("a socket that the server fails on brings the same request back, and gives it up in the end", async () => {
  waiting = [REQUEST];
  for (let times = 1; times <= 4; times += 1) {
    assert.deepEqual(errors(), []);
    const socket = sockets.at(-1);
    socket.opens();
    assert.deepEqual(socket.sent, [REQUEST]);
    socket.closes(1011);
    await retry();
  }
  assert.deepEqual(errors(), [
    { type: "error", id: "a", error: { code: "server_failed", message: "Sorry." } },
  ]);
  sockets.at(-1).opens();
  assert.deepEqual(sockets.at(-1).sent, [], "what was given up is not sent again");
  assert.equal(heard.at(-1).type, "game");
});

test("what can't be stored is sent again on the next line, and given up in the end", async () => {
  waiting = [REQUEST];
  for (let times = 1; times <= 4; times += 1) {
    const socket = sockets.at(-1);
    socket.opens();
    assert.deepEqual(socket.sent, [REQUEST]);
    assert.deepEqual(errors(), []);
    socket.says({ type: "error", id: "a", error: { code: "unavailable", message: "…" } });
    socket.closes(4503);
    await retry();
  }
  assert.deepEqual(
    errors().map(({ id }) => id),
    ["a"],
  );
});

test("a line whose server restarts comes back soon, and gives nothing up", async () => {
  waiting = [REQUEST];
  for (let times = 1; times <= 8; times += 1) {
    const tried = sockets.length;
    sockets.at(-1).opens();
    sockets.at(-1).closes(4012);
    mock.timers.tick(1500);
    assert.equal(sockets.length, tried + 1);
  }
  assert.deepEqual(errors(), []);
});

test("a line that breaks off gives nothing up", async () => {
  waiting = [REQUEST];
  for (let times = 1; times <= 8; times += 1) {
    sockets.at(-1).opens();
    sockets.at(-1).closes(1006);
    await retry();
  }
  assert.deepEqual(errors(), []);
});

test("by REST, too, a request that always ends in 500 is given up, and the game asked for", async () => {
  restFails = false;
  for (let times = 1; times <= 3; times += 1) {
    sockets.at(-1).closes(1006);
    await retry();
  }
  waiting = [REQUEST];
  line.send(REQUEST);
  for (let times = 1; times <= 8; times += 1) {
    await retry();
    sockets.at(-1).closes(1006);
    await settled();
  }
  assert.equal(errors().length, 1);
  assert.equal(posts.length, 4);
  assert.equal(heard.at(-1).type, "game");
});

test("by REST every request goes to an address of its own", async () => {
  restFails = false;
  for (let times = 1; times <= 3; times += 1) {
    sockets.at(-1).closes(1006);
    await retry();
  }
  waiting = [REQUEST, { type: "finish", id: "f", after: "a" }];
  waiting.forEach((request) => line.send(request));
  await settled();
  assert.deepEqual(posts, ["/api/moves/", "/api/finish/"]);
});

test("a line that never stands is told of, and that it stands only once it does", async () => {
  assert.deepEqual(standings, []);
  sockets.at(-1).closes(1006);
  assert.deepEqual(standings, ["connecting"]);
  await retry();
  sockets.at(-1).closes(1006);
  await retry();
  assert.deepEqual(standings, ["connecting"]);
  sockets.at(-1).opens();
  assert.deepEqual(standings, ["connecting", "open"]);
});

test("a socket that opens and tells nothing is left for another, then for requests", async () => {
  restFails = false;
  for (let times = 1; times <= 3; times += 1) {
    const [silent] = sockets.slice(-1);
    await retry();
    assert.ok(silent.closed);
  }
  assert.deepEqual(standings, ["connecting", "fallback"]);
  assert.equal(heard.at(-1).type, "game");
});

test("who comes back to the page leaves no second socket open", async () => {
  globalThis.document.visibilityState = "visible";
  line.wake();
  assert.equal(sockets.length, 2);
  assert.ok(sockets[0].closed);
  sockets[0].closes(1006);
  sockets[1].opens();
  assert.deepEqual(standings, ["open"]);
});
