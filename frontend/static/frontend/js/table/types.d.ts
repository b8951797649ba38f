/* What the server sends and what the table's modules hand each other. Names without an import,
   because the static storage would take an import inside a comment for a real one. */

type Piles = Record<string, string[]>;
type Dests = Record<string, string[]>;
type Outcome = "playing" | "won" | "given_up";

interface Result {
  hundredths: number;
  state: "counted" | "held" | "void";
  rank: number | null;
  total: number;
}

/** A game as the server shows it: docs/protocol.md. Times in milliseconds. */
interface Game {
  id: string;
  ruleset: string;
  ranked: boolean;
  day: string | null;
  number: number | null;
  version: number;
  ply: number;
  undos: number;
  restarts: number;
  /** The solver has been asked about it. */
  helped: boolean;
  outcome: Outcome;
  lost: boolean;
  elapsed: number;
  piles: Piles;
  redeals: number | null;
  merci: number | null;
  dests: Dests;
  merci_dests: Dests;
  sequence_dests: Dests;
  redeal: boolean;
  /** Moves to foundations alone win the game. */
  can_finish: boolean;
  can_undo: boolean;
  can_restart: boolean;
  result: Result | null;
}

interface Refusal {
  code: string;
  message: string;
}

/** What is asked of a game without naming a move. */
type GameCommand = "finish" | "undo" | "restart" | "resign";

/** The part of a request that stays the same however often it is sent. */
interface GameRequest {
  type: "play" | GameCommand;
  id: string;
  move?: string;
  sequence?: boolean;
  version?: number;
  after?: string;
}

type ServerMessage =
  | { type: "game"; game: Game }
  | { type: "answer" | "changed"; id: string | null; game: Game }
  | { type: "error"; id: string | null; error: Refusal; game?: Game }
  | { type: "pong"; elapsed: number };

/** One card on its way or picked up: which, from where, and how deep it lies. */
interface Place {
  pile: string;
  index: number;
}

interface Point {
  x: number;
  y: number;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Orientation = "wide" | "upright";
type Form = "stack" | "line";

/** Where a pile lies and how its cards are spread; CSS pixels, places are top left corners. */
interface PilePlace {
  x: number;
  y: number;
  cards: Point[];
  form: Form;
  /** Pixels of a covered card that stay in sight, or 0 when none do. */
  strip: number;
  /** Cards are too close to be read: the top face tells what lies there. */
  tight: boolean;
  /** Sides at which cards bear indices, card by card; both where nothing is said. */
  sides?: Sides[];
}

type Sides = "both" | "left" | "right";

interface TableLayout {
  family: string;
  orientation: Orientation;
  width: number;
  height: number;
  piles: Record<string, PilePlace>;
  /** Where the pack lies that is dealt anew, if the ruleset has one. */
  pack: Point | null;
}

/* Layouts as data (layouts.js): lengths in card widths, a place [f, d] is f·U + d or f·V + d. */

type At = [number, number];

interface RowPart {
  kind: "row";
  piles: string[];
  x: At;
  dx: number;
  y: At;
}

/** Two piles beside each foot of the arch. */
interface FlanksPart {
  kind: "flanks";
  piles: string[];
  inside: number;
  dx: number;
  y: At;
}

/** Columns that hang from under the arch's crown; the lowest card may end at `foot`. */
interface ColumnsPart {
  kind: "columns";
  piles: string[];
  x: At;
  dx: number;
  foot: At;
  step: number;
}

/** Packets half way between the arch's crown and `foot`; with a step they lie open. */
interface PacketsPart {
  kind: "packets";
  piles: string[];
  across: number;
  x: At;
  dx: number;
  dy: number;
  foot: At;
  step: number;
}

/** A half circle from the lower left over the crown to the lower right. */
interface ArchPart {
  kind: "arch";
  piles: string[];
  /** Suits matter: a pile too tight to read says on its face which it holds. */
  tally: boolean;
}

/** Up the left edge, across, and down the right edge. */
interface HorseshoePart {
  kind: "horseshoe";
  piles: string[];
  side: number;
  width: number;
  tally: boolean;
}

/** Foundations in the middle, rows from there outwards. */
interface WingsPart {
  kind: "wings";
  foundations: string[];
  first: string[];
  second: string[];
  gap: number;
  beside: number;
  step: number;
}

/** A grid of fans under a row with the pack and the foundations. */
interface FansPart {
  kind: "fans";
  foundations: string[];
  piles: string[];
  rows: number[];
  step: number;
  gap: number;
}

type Part =
  | RowPart
  | FlanksPart
  | ColumnsPart
  | PacketsPart
  | ArchPart
  | HorseshoePart
  | WingsPart
  | FansPart;

interface LayoutData {
  minU: number;
  minV: number;
  parts: Part[];
}

/** What a part is placed in: the table in card widths, and the cards. */
interface Room {
  U: number;
  V: number;
  /** Pixels of a card's width. */
  w: number;
  /** How far a pile of the arch fans outwards. */
  reach: number;
  orientation: Orientation;
  piles: Piles;
  /** The lowest edge of the arch's crown over the middle, once it is placed. */
  crown: number;
}

/** A placed part: piles in card widths, and what later parts must know. */
interface Placed {
  piles: Record<string, PilePlace>;
  pack?: Point;
  crown?: number;
}

/* The state machine (machine.js). */

interface Move {
  card: string;
  source: string;
  target: string;
  /** The cards above it come along. */
  sequence: boolean;
}

/** A card picked up: alone, with the run above it, or drawn out from under others. */
interface Held {
  card: string;
  pile: string;
  index: number;
  kind: "single" | "run" | "merci";
}

interface Pending {
  request: GameRequest;
  move: Move | null;
}

interface Tap {
  pile: string;
  card: string;
  time: number;
  /** It has already sent a card on its way. */
  spent: boolean;
}

interface TableState {
  /** The server's last word. */
  game: Game;
  /** Requests without an answer, in the order in which they were made. */
  pending: Pending[];
  held: Held | null;
  /** A pile of the arch whose cards lie spread out. */
  opened: string | null;
  /** To the foundation, as soon as it is known to fit. */
  wish: { pile: string; card: string } | null;
  tap: Tap | null;
}

type Said =
  | { kind: "picked"; held: Held; targets: string[] }
  | { kind: "released"; held: Held }
  | { kind: "moved"; move: Move }
  | { kind: "revealed"; card: string }
  | { kind: "redealing" | "undoing" | "restarting" | "resigning" }
  | { kind: "opened" | "empty"; pile: string }
  | { kind: "stuck"; card: string; pile: string }
  | { kind: "noFoundation"; card: string }
  | { kind: "noTarget"; held: Held; pile: string }
  | { kind: "nothingToUndo" | "nothingToFinish" | "turnedUpStands" | "redealStands" | "noRedeal" | "over" }
  | { kind: "refused"; message: string };

/** The next state, and what is to be sent, asked (a merci) or said. */
interface Step {
  state: TableState;
  send: GameRequest[];
  ask: Move | null;
  say: Said | null;
}

/** How the connection stands; the last three end it. */
type Standing = "open" | "connecting" | "fallback" | "signedOut" | "forbidden" | "gone";

/* Help, and games looked at once more (help.js, replay.js). */

type HelpKind = "hint" | "winnable" | "line" | "turning_point";

/** What became of a question: docs/protocol.md. */
interface Told {
  kind: HelpKind | null;
  version: number;
  state: "waiting" | "answered" | "none";
  ahead: number | null;
  winnable: "yes" | "no" | "unknown" | null;
  move: string | null;
  steps: ServerStep[] | null;
  won_until: number | null;
  lost_from: number | null;
}

/** A move that wins, as long as the game stands at that version; no move is the redeal. */
interface Hint {
  version: number;
  move: Move | null;
}

type StepKind = "deal" | "play" | "undo" | "restart" | "resign";

/** A step of a replay, or of a line, which has no kind and no time of its own. */
interface ServerStep {
  kind?: StepKind;
  version?: number;
  move: string;
  ply: number;
  elapsed?: number;
  piles: Piles;
  redeals: number | null;
  merci: number | null;
}

/** What is to be seen after a step; the time in milliseconds, null where nobody measured it. */
interface Frame {
  kind: StepKind;
  move: string;
  ply: number;
  elapsed: number | null;
  piles: Piles;
  redeals: number | null;
  merci: number | null;
}

/** Frames, and which of them is shown. */
interface Replay {
  frames: Frame[];
  at: number;
  running: boolean;
  turning: Turning | null;
}

/**
 * Where a game was lost, as frames: the last from which it could be won, and the first from which
 * it couldn't. Null where there is none, or none is known.
 */
interface Turning {
  wonUntil: number | null;
  lostFrom: number | null;
}
