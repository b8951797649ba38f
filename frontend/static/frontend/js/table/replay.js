/**
 * A game looked at once more, without a screen and without a clock: frames, and which is shown.
 *
 * Functions that take a replay first and give the next one. Whoever shows it says when time has
 * passed (`advance`).
 */

/** @param {Replay} replay */
export const lastOf = ({ frames }) => frames.length - 1;

/** @param {Replay} replay */
export const frameOf = ({ frames, at }) => frames[at];

/**
 * Make frames of the server's steps. A step without a kind is a line's: the first is where it
 * begins.
 *
 * @param {ServerStep[]} steps
 * @returns {Frame[]}
 */
export const framesOf = (steps) =>
  steps.map(({ kind, move, ply, elapsed, piles, redeals, merci }) => ({
    kind: kind ?? (move ? "play" : "deal"),
    move,
    ply,
    elapsed: elapsed ?? null,
    piles,
    redeals,
    merci,
  }));

/** @param {Frame[]} frames @returns {Replay} */
export const begin = (frames) => ({ frames, at: 0, running: false, turning: null });

/** Show another frame, and stop there. @param {Replay} replay @param {number} at @returns {Replay} */
export const jump = (replay, at) => ({
  ...replay,
  at: Math.max(0, Math.min(lastOf(replay), Math.round(at))),
  running: false,
});

/** @param {Replay} replay @param {number} by frames on, or back */
export const step = (replay, by) => jump(replay, replay.at + by);

/** Let it run, once more from the beginning if it is at its end. @param {Replay} replay @returns {Replay} */
export const run = (replay) =>
  lastOf(replay) === 0
    ? replay
    : { ...replay, at: replay.at === lastOf(replay) ? 0 : replay.at, running: true };

/** @param {Replay} replay @returns {Replay} */
export const pause = (replay) => ({ ...replay, running: false });

/** Time has passed: show the next frame, and stop at the last. @param {Replay} replay @returns {Replay} */
export function advance(replay) {
  if (!replay.running) {
    return replay;
  }
  const at = Math.min(lastOf(replay), replay.at + 1);
  return { ...replay, at, running: at < lastOf(replay) };
}

/**
 * The frames of the moves that stand in the end, by their ply; those taken back are none of them.
 *
 * @param {Frame[]} frames
 * @returns {number[]}
 */
export function standing(frames) {
  /** @type {number[]} */
  const indices = [];
  frames.forEach(({ kind, ply }, index) => {
    if (kind === "deal" || kind === "play") {
      indices[ply] = index;
    }
    indices.length = ply + 1;
  });
  return indices;
}

/**
 * Mark where a game was lost.
 *
 * @param {Replay} replay
 * @param {{ won_until: number | null, lost_from: number | null }} plies the solver's answer
 * @returns {Replay}
 */
export function markTurning(replay, { won_until: wonUntil, lost_from: lostFrom }) {
  const indices = standing(replay.frames);
  const at = (/** @type {number | null} */ ply) => (ply === null ? null : (indices[ply] ?? null));
  return { ...replay, turning: { wonUntil: at(wonUntil), lostFrom: at(lostFrom) } };
}

/**
 * The game as it is to be seen at a frame: nothing can be moved in it.
 *
 * @param {Game} game @param {Frame} frame
 * @returns {Game}
 */
export const gameAt = (game, { piles, ply, redeals, merci }) => ({
  ...game,
  piles,
  ply,
  redeals,
  merci,
  outcome: game.outcome === "playing" ? "given_up" : game.outcome,
  lost: false,
  dests: {},
  merci_dests: {},
  sequence_dests: {},
  redeal: false,
  can_undo: false,
  can_restart: false,
});

/**
 * A game that nobody plays, to show a line on its table.
 *
 * @param {{ ruleset: string, day: string, steps: ServerStep[] }} solution
 * @returns {Game}
 */
export const gameToWatch = ({ ruleset, day, steps }) =>
  gameAt(
    /** @type {Game} */ ({
      id: "",
      ruleset,
      day,
      ranked: false,
      number: null,
      version: 0,
      undos: 0,
      restarts: 0,
      helped: false,
      elapsed: 0,
      outcome: "given_up",
      result: null,
    }),
    framesOf(steps)[0],
  );
