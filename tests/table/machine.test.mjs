/** The state machine: shown at once, confirmed or taken back, never lost, never doubled. */

import assert from "node:assert/strict";
import { test } from "node:test";

import * as machine from "../../frontend/static/frontend/js/table/machine.js";

/** A small table: T1's free card is 5H, T2's 6S, T3 is empty; the packet T4 hides a card. */
const game = (changes = {}) => ({
  id: "g",
  ruleset: "streets-and-alleys",
  ranked: true,
  day: null,
  number: 7,
  version: 3,
  ply: 3,
  undos: 0,
  restarts: 0,
  outcome: "playing",
  lost: false,
  elapsed: 1000,
  redeals: null,
  merci: null,
  piles: {
    FH: ["AH", "2H"],
    T1: ["3H", "5H"],
    T2: ["9S", "6S"],
    T3: [],
    T4: ["??", "4C"],
    R7: ["7C", "7D", "7S"],
  },
  dests: { "5H:T1": ["T2", "T3"], "6S:T2": ["T3"], "4C:T4": ["T1", "FH"], "7C:R7": ["T3"] },
  merci_dests: {},
  sequence_dests: {},
  redeal: false,
  can_finish: false,
  can_undo: true,
  can_restart: true,
  result: null,
  ...changes,
});

const move = (card, source, target, sequence = false) => ({ card, source, target, sequence });
const at = (pile, index, time = 0, opens = false) => ({ pile, index, time, opens, steady: false });
/** A tap where the tap before was. */
const again = (pile, index, time) => ({ ...at(pile, index, time), steady: true });
const piles = (state) => machine.shownPiles(state);

/** Follow several taps, giving each request the next id; return the state and all that was sent. */
function taps(state, ...list) {
  const sent = [];
  let id = 0;
  for (const tap of list) {
    const step = machine.tap(state, tap, `id${(id += 1)}`);
    state = step.state;
    sent.push(...step.send);
  }
  return { state, sent };
}

test("a card is picked up, put down, shown at once and sent with the version it was made on", () => {
  const { state, sent } = taps(machine.begin(game()), at("T1", 1), at("T2", 1, 2000));
  assert.deepEqual(sent, [{ type: "play", id: "id2", move: "5H:T1>T2", version: 3 }]);
  assert.deepEqual(piles(state).T2, ["9S", "6S", "5H"]);
  assert.deepEqual(piles(state).T1, ["3H"]);
  assert.equal(state.held, null);
});

test("an answer replaces what was shown, and the faces that only the server knows come with it", () => {
  let { state } = machine.play(machine.begin(game()), move("4C", "T4", "T1"), "a");
  assert.deepEqual(piles(state).T4, ["??"]);
  const answer = game({ version: 4, piles: { ...game().piles, T1: ["3H", "5H", "4C"], T4: ["KD"] } });
  ({ state } = machine.answered(state, "a", answer, "x"));
  assert.deepEqual(state.pending, []);
  assert.deepEqual(piles(state).T4, ["KD"]);
});

test("moves made before the answer queue up behind each other", () => {
  let { state } = machine.play(machine.begin(game()), move("5H", "T1", "T2"), "a");
  const second = machine.play(state, move("3H", "T1", "T3"), "b");
  assert.deepEqual(second.send, [{ type: "play", id: "b", move: "3H:T1>T3", after: "a" }]);
  state = second.state;
  assert.deepEqual(piles(state).T3, ["3H"]);
  const first = game({ version: 4, piles: { ...game().piles, T1: ["3H"], T2: ["9S", "6S", "5H"] } });
  ({ state } = machine.answered(state, "a", first, "x"));
  assert.deepEqual(state.pending.map(({ request }) => request.id), ["b"]);
  assert.deepEqual(piles(state).T1, [], "the second move is still shown on top of the answer");
});

test("while an answer is on its way, a card in hand goes down on a pile that has changed", () => {
  const { state } = machine.play(machine.begin(game()), move("4C", "T4", "FH"), "a");
  const { sent } = taps(state, at("T2", 1, 100), at("FH", 2, 900));
  assert.deepEqual(sent, [{ type: "play", id: "id2", move: "6S:T2>FH", after: "a" }]);
});

test("a refusal takes back its move and every later one, with the reason", () => {
  let { state } = machine.play(machine.begin(game()), move("5H", "T1", "T2"), "a");
  ({ state } = machine.play(state, move("3H", "T1", "T3"), "b"));
  const step = machine.refused(state, "a", { code: "illegal", message: "No." });
  assert.deepEqual(step.state.pending, []);
  assert.deepEqual(piles(step.state), game().piles);
  assert.deepEqual(step.say, { kind: "refused", message: "No." });
  const late = machine.refused(step.state, "b", { code: "stale_version", message: "Stale." });
  assert.equal(late.say, null, "the later refusal was already told by the first");
});

test("of a move that can't be nothing is shown or said before the server has refused it", () => {
  const begun = machine.begin(game());
  for (const wrong of [move("6S", "T2", "T1"), move("9S", "T2", "T3"), move("5H", "T1", "T2", true)]) {
    const tried = machine.play(begun, wrong, "a");
    assert.equal(tried.send.length, 1);
    assert.equal(tried.say, null);
    assert.deepEqual(piles(tried.state), begun.game.piles);
    const back = machine.refused(tried.state, "a", { code: "not_allowed", message: "No." });
    assert.deepEqual(back.say, { kind: "refused", message: "No." });
    assert.deepEqual(back.state.pending, []);
  }
});

test("a stale version brings the current game along", () => {
  const { state } = machine.play(machine.begin(game()), move("5H", "T1", "T2"), "a");
  const current = game({ version: 9, piles: { ...game().piles, T1: ["3H"] } });
  const step = machine.refused(state, "a", { code: "stale_version", message: "" }, current);
  assert.equal(step.state.game.version, 9);
  assert.deepEqual(piles(step.state).T1, ["3H"]);
});

test("after a lost connection the same requests are sent again, and an answer that came with the game doubles nothing", () => {
  let { state } = machine.play(machine.begin(game()), move("5H", "T1", "T2"), "a");
  const done = game({ version: 4, piles: { ...game().piles, T1: ["3H"], T2: ["9S", "6S", "5H"] } });
  ({ state } = machine.received(state, done, "x"));
  assert.deepEqual(machine.unanswered(state), [
    { type: "play", id: "a", move: "5H:T1>T2", version: 3 },
  ]);
  assert.deepEqual(piles(state).T2, ["9S", "6S", "5H"]);
  ({ state } = machine.answered(state, "a", done, "x"));
  assert.deepEqual(piles(state).T2, ["9S", "6S", "5H"]);
  assert.deepEqual(machine.unanswered(state), []);
});

test("a version gap is closed by the newer game, and an older one is not believed", () => {
  let { state } = machine.received(machine.begin(game()), game({ version: 12 }), "x");
  assert.equal(state.game.version, 12);
  ({ state } = machine.received(state, game({ version: 5, ply: 99 }), "x"));
  assert.equal(state.game.version, 12);
});

/** Two cards on T1 that fit their foundations one after the other. */
const twoUp = () =>
  machine.begin(
    game({ piles: { ...game().piles, FS: [], T1: ["4H", "3H"] }, dests: { "3H:T1": ["FH"] } }),
  );
const afterFirst = (state) =>
  machine.answered(
    state,
    "id2",
    game({
      version: 4,
      piles: { ...game().piles, T1: ["4H"], FH: ["AH", "2H", "3H"] },
      dests: { "4H:T1": ["FH"] },
    }),
    "x",
  ).state;

test("two taps on a card send it to its foundation, and a third takes up nothing", () => {
  const { state, sent } = taps(
    machine.begin(game()),
    at("T4", 1, 0),
    again("T4", 1, 150),
    again("T4", 0, 300),
  );
  assert.deepEqual(sent.map(({ move: text }) => text), ["4C:T4>FH"]);
  assert.equal(state.held, null);
  assert.deepEqual(piles(state).T4, ["??"]);
});

test("a triple tap neither plays nor holds the card that comes to light", () => {
  const { state } = taps(twoUp(), at("T1", 1, 0), again("T1", 1, 150));
  const third = machine.tap(afterFirst(state), again("T1", 0, 300), "id3");
  assert.deepEqual(third.send, []);
  assert.equal(third.state.held, null);
  const later = machine.tap(third.state, at("T2", 1, 900), "id4");
  assert.deepEqual(later.send, []);
});

test("two double taps at one spot send two cards", () => {
  let { state } = taps(twoUp(), at("T1", 1, 0), again("T1", 1, 120));
  state = machine.tap(afterFirst(state), again("T1", 0, 240), "id3").state;
  const fourth = machine.tap(state, again("T1", 0, 360), "id4");
  assert.deepEqual(fourth.send.map(({ move: text }) => text), ["4H:T1>FH"]);
});

test("the next card of a row is taken up at once after a double tap, where the finger goes to it", () => {
  const { state } = taps(twoUp(), at("T1", 1, 0), again("T1", 1, 100));
  const third = machine.tap(afterFirst(state), at("T1", 0, 130), "id3");
  assert.equal(third.state.held.card, "4H");
});

test("two slow taps pick up and let go", () => {
  const { state, sent } = taps(machine.begin(game()), at("T4", 1, 0), at("T4", 1, 900));
  assert.deepEqual(sent, []);
  assert.equal(state.held, null);
});

test("two taps on a card that fits no foundation send nothing", () => {
  const { sent } = taps(machine.begin(game()), at("T1", 1, 0), at("T1", 1, 150));
  assert.deepEqual(sent, []);
});

test("a tap on another card that may move takes that one up instead", () => {
  const { state, sent } = taps(machine.begin(game()), at("T2", 1, 0), at("T1", 1, 1000));
  assert.deepEqual(sent, []);
  assert.equal(state.held.card, "5H");
});

test("an illegal target sends nothing and lets go", () => {
  const held = machine.pick(machine.begin(game()), "T2", 1).state;
  const step = machine.putDown(held, "FH", "a");
  assert.deepEqual(step.send, []);
  assert.equal(step.say.kind, "noTarget");
  assert.equal(step.state.held, null);
});

test("face-down and blocked cards can't be picked up", () => {
  const state = machine.begin(game());
  assert.equal(machine.pickable(state, "T4", 0), null);
  assert.equal(machine.pickable(state, "T1", 0), null);
  assert.equal(machine.pickable(state, "T3", 0), null);
  assert.equal(machine.pickable(state, "R7", 0).card, "7C");
});

test("a wish for the foundation waits for the answer and is then granted", () => {
  let { state } = machine.play(machine.begin(game()), move("5H", "T1", "T2"), "a");
  const wish = machine.toFoundation(state, "T1", 0, "b");
  assert.deepEqual(wish.send, []);
  const answer = game({
    version: 4,
    piles: { ...game().piles, T1: ["3H"], T2: ["9S", "6S", "5H"] },
    dests: { "3H:T1": ["FH"] },
  });
  const step = machine.answered(wish.state, "a", answer, "c");
  assert.deepEqual(step.send, [{ type: "play", id: "c", move: "3H:T1>FH", version: 4 }]);
});

test("while an answer is on its way, a card may be tried anywhere and the server decides", () => {
  let { state } = machine.play(machine.begin(game()), move("5H", "T1", "T2"), "a");
  state = machine.pick(state, "T1", 0).state;
  assert.equal(state.held.card, "3H");
  const step = machine.putDown(state, "FH", "b");
  assert.deepEqual(step.send, [{ type: "play", id: "b", move: "3H:T1>FH", after: "a" }]);
});

test("a run is one request and moves whole", () => {
  const start = machine.begin(game({ dests: {}, sequence_dests: { "9S:T2": ["T3"] } }));
  const { state, sent } = taps(start, at("T2", 0, 0), at("T3", -1, 1000));
  assert.deepEqual(sent, [
    { type: "play", id: "id2", move: "9S:T2>T3", version: 3, sequence: true },
  ]);
  assert.deepEqual(piles(state).T3, ["9S", "6S"]);
});

test("a merci is asked about before it is sent", () => {
  const start = machine.begin(game({ merci: 1, dests: {}, merci_dests: { "3H:T1": ["FH"] } }));
  const held = machine.pick(start, "T1", 0).state;
  const step = machine.putDown(held, "FH", "a");
  assert.deepEqual(step.send, []);
  assert.deepEqual(step.ask, move("3H", "T1", "FH"));
});

test("a pile whose cards lie too close opens first, and then each card can be taken", () => {
  const opened = machine.tap(machine.begin(game()), at("R7", 2, 0, true), "a").state;
  assert.equal(opened.opened, "R7");
  const { state } = machine.tap(opened, at("R7", 0, 1000), "b");
  assert.equal(state.held.card, "7C");
  assert.equal(state.opened, null);
});

test("a card put back into the arch is shown in the order of suits", () => {
  const { state } = machine.play(machine.begin(game()), move("7H", "T1", "R7"), "a");
  assert.deepEqual(piles(state).R7, ["7C", "7D", "7S"], "a card that isn't there moves nothing");
  const back = machine.play(
    machine.begin(
      game({ piles: { T1: ["7H"], R7: ["7C", "7D", "7S"] }, dests: { "7H:T1": ["R7"] } }),
    ),
    move("7H", "T1", "R7"),
    "a",
  );
  assert.deepEqual(piles(back.state).R7, ["7C", "7D", "7H", "7S"]);
});

test("a redeal gathers the tableau at once and shows no card before the server does", () => {
  const { state } = machine.redeal(machine.begin(game({ redeals: 2, redeal: true })), "a");
  assert.deepEqual(piles(state).T1, []);
  assert.equal(piles(state).pack.length, 6);
  assert.equal(machine.redeal(machine.begin(game()), "b").send.length, 0);
});

test("undo is offered when the server says so, and queues behind a move", () => {
  assert.deepEqual(machine.command(machine.begin(game()), "undo", "u").send, [
    { type: "undo", id: "u", version: 3 },
  ]);
  const never = machine.begin(game({ can_undo: false }));
  assert.deepEqual(machine.command(never, "undo", "u").send, []);
  const { state } = machine.play(never, move("5H", "T1", "T2"), "a");
  assert.deepEqual(machine.command(state, "undo", "u").send, [
    { type: "undo", id: "u", after: "a" },
  ]);
});

test("the rest is finished when the server says that it goes up, and queues behind a move", () => {
  const ready = machine.begin(game({ can_finish: true }));
  assert.deepEqual(machine.command(ready, "finish", "f").send, [
    { type: "finish", id: "f", version: 3 },
  ]);
  assert.deepEqual(machine.command(machine.begin(game()), "finish", "f").send, []);
  const { state } = machine.play(machine.begin(game()), move("5H", "T1", "T2"), "a");
  assert.deepEqual(machine.command(state, "finish", "f").send, [
    { type: "finish", id: "f", after: "a" },
  ]);
});

test("while the rest is on its way nothing is played, and the cards stay until the answer", () => {
  let { state } = machine.command(machine.begin(game({ can_finish: true })), "finish", "f");
  assert.ok(machine.isOver(state));
  assert.deepEqual(piles(state), game().piles);
  assert.deepEqual(machine.play(state, move("5H", "T1", "T2"), "a").send, []);
  assert.deepEqual(machine.unanswered(state).map(({ id }) => id), ["f"]);
  const won = game({ version: 9, outcome: "won", piles: { ...game().piles, T1: [], T2: [] } });
  ({ state } = machine.answered(state, "f", won, "x"));
  assert.deepEqual([piles(state).T1, state.pending], [[], []]);
});

test("a rest that turns out not to go up gives the game back", () => {
  let { state } = machine.play(machine.begin(game()), move("5H", "T1", "T2"), "a");
  ({ state } = machine.command(state, "finish", "f"));
  ({ state } = machine.answered(state, "a", game({ version: 4 }), "x"));
  const step = machine.refused(state, "f", { code: "nothing_to_finish", message: "Not yet." });
  assert.deepEqual(step.say, { kind: "refused", message: "Not yet." });
  assert.equal(machine.isOver(step.state), false);
});

test("what can't be taken back is told with its reason", () => {
  const why = (changes) => {
    const state = machine.begin(game({ can_undo: false, can_restart: false, ...changes }));
    const [undo, restart] = ["undo", "restart"].map((type) => machine.command(state, type, "u").say);
    assert.deepEqual(undo, restart);
    return undo.kind;
  };
  assert.equal(why({ ply: 0 }), "nothingToUndo");
  assert.equal(why({ ply: 0, redeals: 2 }), "nothingToUndo");
  assert.equal(why({ ply: 3 }), "turnedUpStands");
  assert.equal(why({ ply: 3, redeals: 1 }), "redealStands");
});

test("a finished game takes no move", () => {
  const over = machine.begin(game({ outcome: "won" }));
  assert.equal(machine.pickable(over, "T1", 1), null);
  assert.equal(machine.play(over, move("5H", "T1", "T2"), "a").send.length, 0);
  assert.equal(machine.command(over, "resign", "r").send.length, 0);
});

test("a held card that another tab has moved is let go", () => {
  const held = machine.pick(machine.begin(game()), "T1", 1).state;
  const { state } = machine.received(
    held,
    game({ version: 4, piles: { ...game().piles, T1: ["3H"] } }),
    "x",
  );
  assert.equal(state.held, null);
});

test("the state before a step is never changed", () => {
  const state = machine.begin(game());
  const before = structuredClone(state);
  machine.tap(state, at("T1", 1), "a");
  machine.play(state, move("5H", "T1", "T2"), "b");
  machine.redeal(state, "c");
  assert.deepEqual(state, before);
});

test("who likes it plays a card with one place to go by a single tap, and the next tap begins anew", () => {
  const begun = machine.begin(game());
  const sixth = machine.playedDirectly(machine.tap(begun, at("T2", 1), "a"), "b");
  assert.deepEqual(sixth.send.map((request) => request.move), ["6S:T2>T3"]);
  assert.deepEqual(piles(sixth.state).T3, ["6S"]);
  // Where there is a choice, and where the card comes from under others, the tap takes it up.
  const fifth = machine.playedDirectly(machine.tap(begun, at("T1", 1), "a"), "b");
  assert.deepEqual([fifth.send, fifth.state.held?.card], [[], "5H"]);
  // A hand that slips on the same place takes up nothing.
  const slipped = machine.playedDirectly(machine.tap(sixth.state, again("T2", 0, 60), "c"), "d");
  assert.deepEqual([slipped.send, slipped.state.held], [[], null]);
});
