/**
 * The table's state machine, without a screen: functions that take the state first and give a step,
 * which is the next state and what is to be sent, asked or said.
 *
 * The server decides. A move is shown at once and stays in `pending` until its answer comes; an
 * answer replaces `game`, and what is still pending is shown on top of it.
 */

import { HIDDEN, gathered, isFoundation, isReserve, moveText, moved } from "./moves.js";

const DOUBLE_TAP = 400;
/** One more tap at the same spot so soon after a move is a slip, not a wish for the next card. */
const SLIP = 300;

/** @param {TableState} state @param {Partial<Step>} [more] @returns {Step} */
const step = (state, more = {}) => ({ state, send: [], ask: null, say: null, ...more });

/** @param {Game} game @returns {TableState} */
export const begin = (game) => ({
  game,
  pending: [],
  held: null,
  opened: null,
  wish: null,
  tap: null,
});

/**
 * The piles as the player should see them: the server's, with what is pending on top.
 *
 * @param {TableState} state
 */
export function shownPiles({ game, pending }) {
  return pending.reduce((piles, { request, move }) => {
    if (move) {
      return moved(piles, move);
    }
    return request.move === "redeal" ? gathered(piles) : piles;
  }, game.piles);
}

const ENDINGS = ["finish", "resign"];

/** Over, or as good as over: what ends it is on its way. @param {TableState} state */
export const isOver = ({ game, pending }) =>
  game.outcome !== "playing" || pending.some(({ request }) => ENDINGS.includes(request.type));

/**
 * Say how a card may be picked up, null when it can't be.
 *
 * @param {TableState} state @param {string} pile @param {number} index
 * @returns {Held | null}
 */
export function pickable(state, pile, index) {
  const cards = shownPiles(state)[pile] ?? [];
  const card = cards[index];
  if (!card || card === HIDDEN || isOver(state)) {
    return null;
  }
  const key = `${card}:${pile}`;
  if (index === cards.length - 1 || isReserve(pile)) {
    // While an answer is on its way, nobody here knows where the card may go: the server will say.
    const known = key in state.game.dests || state.pending.length > 0;
    return known ? { card, pile, index, kind: "single" } : null;
  }
  if (key in state.game.sequence_dests) {
    return { card, pile, index, kind: "run" };
  }
  return key in state.game.merci_dests ? { card, pile, index, kind: "merci" } : null;
}

/** @param {TableState} state @param {Held} held */
const told = ({ game }, { card, pile, kind }) =>
  ({ single: game.dests, run: game.sequence_dests, merci: game.merci_dests })[kind][
    `${card}:${pile}`
  ];

/** The piles that look different since the server's last answer. @param {TableState} state */
const touchedPiles = ({ pending }) =>
  pending.flatMap(({ move }) => (move ? [move.source, move.target] : []));

/**
 * Where a card may go, as far as the server's last answer still tells.
 *
 * @param {TableState} state @param {Held} held
 * @returns {string[]}
 */
export function targetsOf(state, held) {
  const touched = touchedPiles(state);
  return (told(state, held) ?? []).filter((target) => !touched.includes(target));
}

/**
 * Where else a card may be tried, because an answer is on its way and only the server will know.
 *
 * @param {TableState} state @param {Held} held
 * @returns {string[]}
 */
export function unknownTargets(state, held) {
  const piles = told(state, held) ? touchedPiles(state) : Object.keys(state.game.piles);
  return state.pending.length ? piles.filter((pile) => pile !== held.pile) : [];
}

/** @param {TableState} state */
const basis = ({ game, pending }) =>
  pending.length
    ? { after: pending[pending.length - 1].request.id }
    : { version: game.version };

/** @param {TableState} state @param {Pending} pending @param {Said | null} say @returns {Step} */
function submit(state, pending, say) {
  const next = {
    ...state,
    pending: [...state.pending, pending],
    held: null,
    opened: null,
    wish: null,
  };
  return step(next, { send: [pending.request], say });
}

/**
 * Whether a move is known to be allowed, or may be once what is on its way is answered.
 *
 * @param {TableState} state @param {Move} move
 */
function isLikely(state, { card, source: pile, target, sequence }) {
  const kinds = /** @type {Held["kind"][]} */ (sequence ? ["run"] : ["single", "merci"]);
  return kinds.some((kind) => {
    const held = { card, pile, index: -1, kind };
    return [...targetsOf(state, held), ...unknownTargets(state, held)].includes(target);
  });
}

/**
 * Of a move that was typed and can't be nothing is shown or said before the server says why.
 *
 * @param {TableState} state @param {Move} move @param {string} id
 * @returns {Step}
 */
export function play(state, move, id) {
  if (isOver(state)) {
    return step(state, { say: { kind: "over" } });
  }
  /** @type {GameRequest} */
  const request = { type: "play", id, move: moveText(move), ...basis(state) };
  if (move.sequence) {
    request.sequence = true;
  }
  const likely = isLikely(state, move);
  return submit(state, { request, move: likely ? move : null }, likely ? { kind: "moved", move } : null);
}

/** @param {TableState} state @param {string} id @returns {Step} */
export function redeal(state, id) {
  if (isOver(state) || (!state.game.redeal && !state.pending.length)) {
    return step(state, { say: { kind: "noRedeal" } });
  }
  /** @type {GameRequest} */
  const request = { type: "play", id, move: "redeal", ...basis(state) };
  return submit(state, { request, move: null }, { kind: "redealing" });
}

/** Of the rest that goes up nothing is said: the win is told with the answer. */
const COMMANDS = /** @type {const} */ ({
  finish: null,
  undo: "undoing",
  restart: "restarting",
  resign: "resigning",
});

/** Moves that can't be taken back lie behind a card turned up or a redeal. @param {Game} game */
function whyNoUndo({ ply, redeals }) {
  if (!ply) {
    return "nothingToUndo";
  }
  return redeals === null ? "turnedUpStands" : "redealStands";
}

/**
 * Play the rest that goes up by itself, take back, begin again or give up. What the rest is only the
 * server knows: its cards are shown on the foundations with the answer.
 *
 * @param {TableState} state @param {GameCommand} type @param {string} id
 * @returns {Step}
 */
export function command(state, type, id) {
  if (isOver(state)) {
    return step(state, { say: { kind: "over" } });
  }
  const { can_finish: finish, can_undo: undo, can_restart: restart } = state.game;
  const may = { finish, undo, restart, resign: true }[type];
  if (!may && !state.pending.length) {
    return step(state, { say: { kind: type === "finish" ? "nothingToFinish" : whyNoUndo(state.game) } });
  }
  /** @type {GameRequest} */
  const request = { type, id, ...basis(state) };
  const kind = COMMANDS[type];
  return submit(state, { request, move: null }, kind && { kind });
}

/** @param {TableState} state @param {string} pile @param {number} index @returns {Step} */
export function pick(state, pile, index) {
  const held = pickable(state, pile, index);
  if (!held) {
    const card = shownPiles(state)[pile]?.[index];
    const say = /** @type {Said} */ (
      card ? { kind: "stuck", card, pile } : { kind: "empty", pile }
    );
    return step({ ...state, held: null }, { say });
  }
  const targets = targetsOf(state, held);
  return step({ ...state, held, wish: null }, { say: { kind: "picked", held, targets } });
}

/** @param {TableState} state @returns {Step} */
export function release(state) {
  const { held } = state;
  const next = { ...state, held: null, opened: null };
  return step(next, { say: held ? { kind: "released", held } : null });
}

/**
 * Put the held card down on a pile.
 *
 * @param {TableState} state @param {string} target @param {string} id
 * @returns {Step}
 */
export function putDown(state, target, id) {
  const { held } = state;
  if (!held) {
    return step(state);
  }
  if (![...targetsOf(state, held), ...unknownTargets(state, held)].includes(target)) {
    return step({ ...state, held: null }, { say: { kind: "noTarget", held, pile: target } });
  }
  const { card, pile: source, kind } = held;
  const move = { card, source, target, sequence: kind === "run" };
  return kind === "merci" ? step(state, { ask: move }) : play(state, move, id);
}

/**
 * Send a card to the foundation that takes it; while that isn't known yet, wish for it.
 *
 * @param {TableState} state @param {string} pile @param {number} index @param {string} id
 * @returns {Step}
 */
export function toFoundation(state, pile, index, id) {
  const held = pickable(state, pile, index);
  const card = shownPiles(state)[pile]?.[index];
  if (!held || held.kind === "run") {
    return card ? step(state, { say: { kind: "noFoundation", card } }) : step(state);
  }
  const target = targetsOf(state, held).find(isFoundation);
  if (target) {
    return putDown({ ...state, held }, target, id);
  }
  if (state.pending.length) {
    return step({ ...state, held: null, wish: { pile, card: held.card } });
  }
  return step({ ...state, held: null }, { say: { kind: "noFoundation", card: held.card } });
}

/**
 * One tap or click. A second one on the same card sends it to its foundation. One too many, made
 * without moving, takes up no card that has come to lie there; it may begin the next double tap.
 *
 * @param {TableState} state
 * @param {{ pile: string, index: number, time: number, opens: boolean, steady: boolean }} tap
 *   `opens`: the pile's cards lie too close to choose among, so it opens first; `steady`: made
 *   where the tap before was made; index -1 is an empty place
 * @param {string} id
 * @returns {Step}
 */
export function tap(state, { pile, index, time, opens, steady }, id) {
  const last = state.tap;
  const since = last ? time - last.time : Infinity;
  const card = shownPiles(state)[pile]?.[index] ?? "";
  const now = { pile, card, time, spent: false };
  if (last?.spent && steady && since < SLIP) {
    return step({ ...state, tap: now });
  }
  const same = last?.pile === pile && last.card === card && card !== "";
  if (same && !last.spent && since < DOUBLE_TAP) {
    const done = toFoundation(state, pile, index, id);
    return { ...done, state: { ...done.state, tap: { ...now, spent: true } } };
  }
  const done = firstTap(state, pile, index, opens, id);
  // What has put a card down is no beginning of a double tap.
  const spent = done.send.length > 0 || done.ask !== null;
  return { ...done, state: { ...done.state, tap: { ...now, spent } } };
}

/**
 * @param {TableState} state @param {string} pile @param {number} index @param {boolean} opens
 * @param {string} id
 * @returns {Step}
 */
function firstTap(state, pile, index, opens, id) {
  const { held } = state;
  if (held && pile !== held.pile) {
    const other = pickable(state, pile, index);
    const known = targetsOf(state, held).includes(pile);
    // A card in hand is meant for a pile that has changed, rather than that pile's card for another.
    const likely = unknownTargets(state, held).includes(pile);
    if (known || likely || (!other && !opens)) {
      return putDown(state, pile, id);
    }
  }
  if (held && held.pile === pile && held.index === index) {
    return release(state);
  }
  if (opens && state.opened !== pile) {
    return step({ ...state, held: null, opened: pile }, { say: { kind: "opened", pile } });
  }
  return pick({ ...state, opened: null }, pile, index);
}

/**
 * For those who like it: a tap that has taken up a card plays it where it can go to one place only.
 *
 * @param {Step} tapped @param {string} id
 * @returns {Step}
 */
export function playedDirectly(tapped, id) {
  const { state } = tapped;
  const { held, tap: last } = state;
  if (tapped.send.length || !held || held.kind === "merci" || !last) {
    return tapped;
  }
  const targets = targetsOf(state, held);
  if (targets.length !== 1 || unknownTargets(state, held).length) {
    return tapped;
  }
  return putDown({ ...state, tap: { ...last, spent: true } }, targets[0], id);
}

/** Let go of what is no longer there. @param {TableState} state @returns {TableState} */
function tidy(state) {
  const piles = shownPiles(state);
  const { held, opened } = state;
  const holds =
    held && !isOver(state) && piles[held.pile]?.[held.index] === held.card ? held : null;
  return { ...state, held: holds, opened: opened && piles[opened]?.length ? opened : null };
}

/** @param {TableState} state @param {Game} game @returns {TableState} */
const adopt = (state, game) =>
  tidy(game.version >= state.game.version ? { ...state, game } : state);

/** @param {TableState} state @param {string} id @returns {Step} */
function grantWish(state, id) {
  const { wish } = state;
  if (!wish || state.pending.length) {
    return step(state);
  }
  const index = (shownPiles(state)[wish.pile] ?? []).lastIndexOf(wish.card);
  return toFoundation({ ...state, wish: null }, wish.pile, index, id);
}

/**
 * The server has done a request, and with it everything that was made before.
 *
 * @param {TableState} state @param {string} request @param {Game} game @param {string} id for what follows
 * @returns {Step}
 */
export function answered(state, request, game, id) {
  const at = state.pending.findIndex((pending) => pending.request.id === request);
  const pending = state.pending.slice(at + 1);
  return grantWish(adopt({ ...state, pending }, game), id);
}

/**
 * The server has refused: the move goes back, and so do those that came after it.
 *
 * @param {TableState} state @param {string | null} request @param {Refusal} error @param {Game} [game]
 * @returns {Step}
 */
export function refused(state, request, error, game) {
  const at = state.pending.findIndex((pending) => pending.request.id === request);
  const pending = at < 0 ? state.pending : state.pending.slice(0, at);
  const next = at < 0 ? state : { ...state, pending, held: null, wish: null };
  const say = /** @type {Said} */ ({ kind: "refused", message: error.message });
  const known = at >= 0 || request === null;
  return step(tidy(game ? adopt(next, game) : next), { say: known ? say : null });
}

/**
 * The game as it stands, told by the server: after connecting, or because another tab has moved.
 *
 * @param {TableState} state @param {Game} game @param {string} id for what follows
 * @returns {Step}
 */
export const received = (state, game, id) => grantWish(adopt(state, game), id);

/**
 * What to send again after the connection was lost: the same ids, so that nothing happens twice.
 *
 * @param {TableState} state
 */
export const unanswered = ({ pending }) => pending.map(({ request }) => request);
