/** The table by keys alone: a cursor that walks the piles by where they lie. */

const DIRECTIONS = /** @type {Record<string, Point>} */ ({
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
});
/** A frame back or on, wherever the focus is. */
const FILM = /** @type {Record<string, number>} */ ({ ",": -1, ".": 1 });
/** A second digit typed within this many milliseconds belongs to the first: 1 4 is T14. */
const SECOND_DIGIT = 700;
/** Being beside the line counts this much more than being further along it. */
const ASIDE = 2.2;

/**
 * Find the next pile in a direction.
 *
 * @param {Map<string, Point>} centres
 * @param {string} from
 * @param {Point} direction
 */
export function neighbour(centres, from, direction) {
  const here = centres.get(from);
  if (!here) {
    return [...centres.keys()][0] ?? null;
  }
  let best = null;
  let least = Infinity;
  for (const [pile, { x, y }] of centres) {
    const [dx, dy] = [x - here.x, y - here.y];
    const along = dx * direction.x + dy * direction.y;
    const aside = Math.abs(dx * direction.y) + Math.abs(dy * direction.x);
    // Only what lies within the quarter in this direction, a little widened.
    if (pile !== from && along > 4 && aside <= along * 1.6 && along + ASIDE * aside < least) {
      best = pile;
      least = along + ASIDE * aside;
    }
  }
  return best;
}

/**
 * Find the pile to which digits or a letter jump.
 *
 * @param {string[]} piles
 * @param {string} typed digits, or one letter
 * @param {string} language
 */
export function jumpTo(piles, typed, language) {
  if (/^\d+$/.test(typed)) {
    return piles.find((pile) => pile === `T${typed === "0" ? 10 : Number(typed)}`) ?? null;
  }
  const german = /** @type {Record<string, string>} */ ({ b: "J", d: "Q" });
  const rank = (language === "de" && german[typed]) || typed.toUpperCase();
  return piles.find((pile) => pile === `R${rank}`) ?? null;
}

/** What keeps all keys to itself, and what keeps the two that press it. */
const ASKS = "dialog, input, textarea, select, [contenteditable]";
const PRESSED = "a[href], button, summary";

/**
 * Say whether a key is meant for the cards, by what has the focus.
 *
 * @param {Element} focused
 * @param {string} key
 */
export function isForCards(focused, key) {
  if (focused.closest(ASKS)) {
    return false;
  }
  const presses = key === "Enter" || key === " ";
  return !presses || Boolean(focused.closest("#felt")) || !focused.closest(PRESSED);
}

/**
 * @typedef {object} Desk what the keys work on
 * @property {() => string} letters the language whose letters the court cards bear
 * @property {() => boolean} usesSigns letters, digits and signs are keys, too
 * @property {() => string[]} piles
 * @property {() => Map<string, Point>} centres
 * @property {() => Place} cursor
 * @property {(pile: string) => void} walk
 * @property {(by: number) => void} dig to a deeper or shallower card of the pile
 * @property {() => void} choose
 * @property {() => void} letGo
 * @property {() => void} toFoundation
 * @property {() => void} finish
 * @property {() => void} undo
 * @property {() => void} hint
 * @property {() => void} winnable
 * @property {(by: number) => void} stepFilm
 * @property {() => void} readMoves
 * @property {() => void} readStatus
 * @property {() => void} typeMove
 * @property {() => void} help
 * @property {() => boolean} asking a dialog is open
 * @property {() => void} attend bring the focus to the cursor
 * @property {() => boolean} opened a pile lies spread out: left and right walk its cards
 */

/**
 * Listen on the whole page: nobody should have to reach the cards before the keys work.
 *
 * @param {Document} page @param {Desk} desk
 */
export function listenToKeys(page, desk) {
  let digits = "";
  let typedAt = 0;
  let reserve = false;

  const commands = /** @type {Record<string, () => void>} */ ({
    Enter: desk.choose,
    " ": desk.choose,
    Escape: desk.letGo,
    f: desk.toFoundation,
    e: desk.finish,
    z: desk.undo,
    h: desk.hint,
    w: desk.winnable,
    m: desk.readMoves,
    i: desk.readStatus,
    "/": desk.typeMove,
    "?": desk.help,
  });

  /** Any key but a digit ends a number, and an `r` that waits for its digit. */
  const endJump = () => {
    digits = "";
    reserve = false;
  };

  /** @param {string | null} pile */
  const go = (pile) => pile && desk.walk(pile);

  /** @param {string} key @param {number} time */
  function jump(key, time) {
    const piles = desk.piles();
    if (/^\d$/.test(key)) {
      if (reserve) {
        reserve = false;
        go(piles.find((pile) => pile === (key === "0" ? "RT" : `R${key}`)) ?? null);
        return;
      }
      const goesOn = digits.length === 1 && time - typedAt < SECOND_DIGIT;
      const both = goesOn ? jumpTo(piles, digits + key, "") : null;
      digits = both ? "" : key;
      typedAt = time;
      go(both ?? jumpTo(piles, key, ""));
      return;
    }
    if (key === "r") {
      reserve = true;
      return;
    }
    if (key === "g") {
      const goals = piles.filter((pile) => pile.startsWith("F"));
      go(goals[(goals.indexOf(desk.cursor().pile) + 1) % goals.length]);
      return;
    }
    go(jumpTo(piles, key, desk.letters()));
  }

  page.addEventListener("keydown", (event) => {
    if (desk.asking() || !isForCards(/** @type {Element} */ (event.target), event.key)) {
      endJump();
      return;
    }
    if (!/^\d$/.test(event.key)) {
      endJump();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") {
      return;
    }
    const direction = DIRECTIONS[event.key];
    if (direction) {
      event.preventDefault();
      const back = direction.x + direction.y < 0;
      if (event.shiftKey || (desk.opened() && direction.x)) {
        desk.dig(event.shiftKey ? (back ? 1 : -1) : back ? 1 : -1);
      } else {
        go(neighbour(desk.centres(), desk.cursor().pile, direction));
      }
      return;
    }
    if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      go(desk.piles().at(event.key === "Home" ? 0 : -1) ?? null);
      return;
    }
    if (event.key.length === 1 && event.key !== " " && !desk.usesSigns()) {
      return;
    }
    const by = FILM[event.key];
    if (by) {
      event.preventDefault();
      desk.stepFilm(by);
      return;
    }
    const command = commands[event.key] ?? commands[event.key.toLowerCase()];
    if (command) {
      event.preventDefault();
      if (!event.repeat) {
        desk.attend();
        command();
      }
    } else if (event.key.length === 1 && !event.shiftKey) {
      jump(event.key.toLowerCase(), event.timeStamp);
    }
  });
}
