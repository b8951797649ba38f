/** How a shown page of a board stands after news of it: numbers only, no page. */

/**
 * @typedef {{rank: number, name: string | null, is_me: boolean, hundredths: number,
 *   moves: number, undos: number, restarts: number, clean: boolean, finished: string,
 *   game: string | null}} Row `game` once everybody may watch it
 * @typedef {{entries: Row[], total: number, page: number, near: Row[]}} Board A page, and where
 *   the reader's own row is elsewhere that row between its neighbours.
 * @typedef {{new: Row[], total: number}} News
 */

export const PAGE_SIZE = 50;

/**
 * The page with the new rows in their places, or null where it must be fetched: an entry was
 * taken away, a message got lost, or the reader has won.
 * @param {Board} board
 * @param {News} news
 * @param {string} me the reader's name, empty for nobody's
 * @returns {Board | null}
 */
export function after(board, news, me) {
  if (news.total !== board.total + news.new.length) return null;
  if (me && news.new.some((row) => row.name === me)) return null;
  return news.new.reduce(withRow, board);
}

/**
 * @param {Board} board
 * @param {Row} row
 * @returns {Board}
 */
function withRow(board, row) {
  const entries = inserted(board.entries, row, board.total);
  const isFromHere =
    board.page === 1 || (board.entries.length > 0 && !isBefore(row, board.entries[0]));
  const own = board.near.findIndex((each) => each.is_me);
  return {
    page: board.page,
    total: board.total + 1,
    entries: (isFromHere ? entries : entries.slice(1)).slice(0, PAGE_SIZE),
    near: own < 0 ? [] : aroundOwn(inserted(board.near, row, board.total)),
  };
}

/**
 * The rows in order with one more, and the ranks of the slower ones moved on. A row shares the
 * rank of its equals; otherwise it takes that of the next slower one.
 * @param {Row[]} rows
 * @param {Row} row
 * @param {number} total how many there were on the whole board
 * @returns {Row[]}
 */
function inserted(rows, row, total) {
  const at = rows.findIndex((each) => isBefore(row, each));
  const place = at < 0 ? rows.length : at;
  const equal = rows.find((each) => each.hundredths === row.hundredths);
  const slower = rows.find((each) => each.hundredths > row.hundredths);
  const rank = equal?.rank ?? slower?.rank ?? total + 1;
  return [
    ...rows.slice(0, place),
    { ...row, rank },
    ...rows
      .slice(place)
      .map((each) => (each.hundredths > row.hundredths ? { ...each, rank: each.rank + 1 } : each)),
  ];
}

/**
 * @param {Row[]} rows
 * @returns {Row[]}
 */
function aroundOwn(rows) {
  const own = rows.findIndex((each) => each.is_me);
  return rows.slice(Math.max(0, own - 1), own + 2);
}

/**
 * Whether a row stands before another: by time, then by who was first.
 * @param {Row} row
 * @param {Row} other
 */
function isBefore(row, other) {
  if (row.hundredths !== other.hundredths) return row.hundredths < other.hundredths;
  return row.finished < other.finished;
}
