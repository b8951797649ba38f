"""Archway: depth first over the columns, with the exchange modelled by what it makes possible.

Of each suit, first copies of all ranks go up from the ace and down from the king until the two ends
meet. From then on exchanges move the meeting point freely, so the first second copy may be any
rank; it fixes the point, and the second copies grow from there at both ends, one card each. So a
suit is told by its two heights, where it has met with no second copy by that alone; a position by
its suits, the cards left in each column of two or more, and the single cards of the others. The
arch is what they leave. Nothing runs in circles, as exchanges only come before a second copy.

Won is as good as having a single card in each column at most: then every card is free.

Left out, without losing a win:

An arch card never goes into a gap: from the arch it can be played at any time. It goes up only just
before a column's card that needs it, or where it is safe: any other can wait for that.

Safe, and played at once, are: before the ends have met, a card that goes on by one rank and has its
twin in the arch, as the suit will need one of the two there, whichever way it gets there, and the
twin is free for the other place; after the first second copy, every card that fits, as only it can
fill that place and everything else stays possible.

Where a card fits at one end at once, the run to it from the other end is left out: it meets the
ends, and so does playing the card and the same run after it.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.kernel import (
    CELLS,
    EXCHANGE,
    FIRST_RESERVE,
    FIRST_TABLEAU,
    FULL,
    LENGTHS,
    PILES,
)
from games.solver.searches.archway_line import (
    AFTER_MEETING,
    CHOICE_SHIFT,
    INTO_GAP,
    MOST_CHOICES,
    ON_ACES,
    ON_KINGS,
    play_choices,
)
from games.solver.searches.common import (
    DEPTH,
    EXHAUSTED,
    FRAME_COUNT,
    FRAME_NEXT,
    FRAME_WORDS,
    NODES,
    RUNNING,
    TRAIL_END,
    USE,
    WON,
    seen_before,
)

DEEPEST = 15
"""Cards that a column may hold."""

# The position's numbers: heights of suits; cards in the arch, once and twice; columns.
FRAME_SUITS = 3
FRAME_SOME = 4
FRAME_BOTH = 5
FRAME_COLUMNS = 6
SUIT_BITS = 14
COLUMNS = 4
COLUMN_BITS = 10
COLUMN_MASK = 1023
LENGTH_BITS = 4
LENGTH_MASK = 15
SEVERAL = 0b1110 * (1 + (1 << 10) + (1 << 20) + (1 << 30))
"""The bits of lengths of two or more."""


def shift_of(card: int) -> int:
    """Give the place of a card's bit in the arch's words."""
    return SUIT_BITS * ((card - 1) & 3) + ((card + 3) >> 2)


def arch_of(rules: Sequence[int], state: Sequence[int], least: int) -> int:
    """Give a bit for each card of which the arch holds so many copies at least."""
    word = 0
    for pile in range(rules[FIRST_RESERVE], rules[PILES]):
        base = rules[CELLS + pile]
        for index in range(least - 1, state[LENGTHS + pile]):
            card = state[base + index]
            if card == state[base + index + 1 - least]:
                word |= 1 << shift_of(card)
    return word


def suits_of(rules: Sequence[int], state: Sequence[int]) -> int:
    """Give the heights of all suits, eight bits each: from the ace, then from the king."""
    word = 0
    for suit in range(rules[EXCHANGE]):
        aces = state[LENGTHS + suit]
        kings = state[LENGTHS + rules[EXCHANGE] + suit]
        word += (aces + (kings << 4)) << (8 * suit)
    return word


def columns_of(rules: Sequence[int], state: Sequence[int]) -> int:
    """Give each column's length and free card, ten bits a column."""
    word = 0
    for pile in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
        column = state[LENGTHS + pile] + (state[LENGTHS + rules[PILES] + pile] << LENGTH_BITS)
        word += column << (COLUMN_BITS * (pile - rules[FIRST_TABLEAU]))
    return word


def without_top(rules: Sequence[int], state: Sequence[int], columns: int, column: int) -> int:
    """Give the columns with one's free card gone; `state` is the first position."""
    shift = COLUMN_BITS * column
    length = (columns >> shift) & LENGTH_MASK
    columns &= ~(COLUMN_MASK << shift)
    if length < 2:
        return columns
    card = state[rules[CELLS + rules[FIRST_TABLEAU] + column] + length - 2]
    return columns + ((length - 1 + (card << LENGTH_BITS)) << shift)


def free_cards(columns: int) -> int:
    """Give a bit for each column's free card."""
    word = 0
    for column in range(COLUMNS):
        card = (columns >> (COLUMN_BITS * column + LENGTH_BITS)) & 63
        if card > 0:
            word |= 1 << shift_of(card)
    return word


def settled(
    rules: Sequence[int], state: Sequence[int], suits: int, some: int, both: int, columns: int
) -> tuple[int, int, int, int]:
    """Play every card that is safe, as `play_safe` does."""
    free = free_cards(columns)
    suit = 0
    unchanged = 0
    while unchanged < rules[EXCHANGE]:
        aces = (suits >> (8 * suit)) & 15
        kings = (suits >> (8 * suit + 4)) & 15
        safe = 0
        if aces + kings > FULL:
            safe = (some | free) >> (SUIT_BITS * suit)
        elif aces + kings < FULL:
            safe = (some & (both | free)) >> (SUIT_BITS * suit)
        rank = 0
        if (safe >> (aces + 1)) & 1 > 0:
            rank = aces + 1
            suits += 1 << (8 * suit)
        elif (safe >> (FULL - kings)) & 1 > 0:
            rank = FULL - kings
            suits += 16 << (8 * suit)
        if rank == 0:
            unchanged += 1
            suit = (suit + 1) & 3
            continue
        unchanged = 0
        bit = 1 << (SUIT_BITS * suit + rank)
        if both & bit > 0:
            both -= bit
        elif aces + kings > FULL and some & bit > 0:
            some -= bit
        else:
            column = 0
            while (columns >> (COLUMN_BITS * column + LENGTH_BITS)) & 63 != 4 * rank - 3 + suit:
                column += 1
            columns = without_top(rules, state, columns, column)
            free = free_cards(columns)
    return suits, some, both, columns


def run_of(suit: int, first: int, end: int) -> int:
    """Give the bits of every rank of a suit from a first one to before an end."""
    return ((1 << end) - (1 << first)) << (SUIT_BITS * suit)


def list_choices(
    rules: Sequence[int], suits: int, some: int, columns: int, out: list[int], first: int
) -> int:
    """Write the search's moves from `first` on and give their number."""
    piles = rules[FIRST_RESERVE] - rules[FIRST_TABLEAU]
    count = 0
    gaps = 0
    for column in range(piles):
        card = (columns >> (COLUMN_BITS * column + LENGTH_BITS)) & 63
        if card == 0:
            gaps += 1
            continue
        suit = (card - 1) & 3
        rank = (card + 3) >> 2
        low = ((suits >> (8 * suit)) & 15) + 1
        high = FULL - ((suits >> (8 * suit + 4)) & 15)
        if high < low - 1:
            continue
        if low <= rank <= high:
            on_aces = run_of(suit, low, rank) & ~some == 0
            on_kings = run_of(suit, rank + 1, high + 1) & ~some == 0
            if on_aces and (rank != high or rank == low):
                out[first + count] = column + (ON_ACES << CHOICE_SHIFT)
                count += 1
            if on_kings and rank != low:
                out[first + count] = column + (ON_KINGS << CHOICE_SHIFT)
                count += 1
        elif run_of(suit, low, high + 1) & ~some == 0:
            out[first + count] = column + (AFTER_MEETING << CHOICE_SHIFT)
            count += 1
    if gaps > 0:
        for column in range(piles):
            if (columns >> (COLUMN_BITS * column)) & LENGTH_MASK > 1:
                out[first + count] = column + (INTO_GAP << CHOICE_SHIFT)
                count += 1
    return count


def chosen(
    rules: Sequence[int],
    state: Sequence[int],
    choice: int,
    suits: int,
    some: int,
    both: int,
    columns: int,
) -> tuple[int, int, int, int]:
    """Play a move of the search, as `play_choice` does."""
    column = choice & ((1 << CHOICE_SHIFT) - 1)
    kind = choice >> CHOICE_SHIFT
    card = (columns >> (COLUMN_BITS * column + LENGTH_BITS)) & 63
    columns = without_top(rules, state, columns, column)
    if kind == INTO_GAP:
        gap = 0
        while (columns >> (COLUMN_BITS * gap)) & LENGTH_MASK > 0:
            gap += 1
        return suits, some, both, columns + ((1 + (card << LENGTH_BITS)) << (COLUMN_BITS * gap))
    suit = (card - 1) & 3
    rank = (card + 3) >> 2
    aces = (suits >> (8 * suit)) & 15
    kings = (suits >> (8 * suit + 4)) & 15
    suits -= (aces + (kings << 4)) << (8 * suit)
    if kind == ON_ACES:
        run = run_of(suit, aces + 1, rank)
        aces = rank
    elif kind == ON_KINGS:
        run = run_of(suit, rank + 1, FULL + 1 - kings)
        kings = FULL + 1 - rank
    else:
        run = run_of(suit, aces + 1, FULL + 1 - kings)
        aces = rank
        kings = FULL + 1 - rank
    suits += (aces + (kings << 4)) << (8 * suit)
    return suits, some & ~(run & ~both), both & ~run, columns


def suits_key(rules: Sequence[int], suits: int) -> int:
    """Give the suits' heights, the same for every meeting point."""
    for suit in range(rules[EXCHANGE]):
        aces = (suits >> (8 * suit)) & 15
        if aces + ((suits >> (8 * suit + 4)) & 15) == FULL:
            suits += 15 * aces << (8 * suit)
    return suits


def columns_key(columns: int) -> int:
    """Give the lengths of columns of two or more, and the single cards whatever their order."""
    lengths = 0
    cards = 0
    for column in range(COLUMNS):
        length = (columns >> (COLUMN_BITS * column)) & LENGTH_MASK
        if length != 1:
            lengths += length << (LENGTH_BITS * column)
            continue
        card = (columns >> (COLUMN_BITS * column + LENGTH_BITS)) & 63
        shift = 0
        while (cards >> shift) & 63 > card:
            shift += 6
        low = cards & ((1 << shift) - 1)
        cards = ((cards - low) << 6) + (card << shift) + low
    return lengths + (cards << (LENGTH_BITS * COLUMNS))


def is_within_reach(rules: Sequence[int], state: Sequence[int]) -> bool:
    """Say whether the search's numbers reach so far, as they do for every deal."""
    for pile in range(rules[FIRST_RESERVE]):
        length = state[LENGTHS + pile]
        if length == 0 if pile < rules[FIRST_TABLEAU] else length > DEEPEST:
            return False
    return True


def search(
    rules: Sequence[int],
    state: list[int],
    trail: list[int],
    frames: list[int],
    choices: list[int],
    table: list[int],
    control: list[int],
    nodes: int,
) -> int:
    """Search on for a number of nodes from where `control` and `frames` stand.

    A position of the search is four numbers, so that nothing is played before a line has won.
    """
    depth = control[DEPTH]
    limit = control[NODES] + nodes
    answer = RUNNING
    if frames[FRAME_COUNT] < 0:
        frames[FRAME_SUITS] = suits_of(rules, state)
        frames[FRAME_SOME] = arch_of(rules, state, 1)
        frames[FRAME_BOTH] = arch_of(rules, state, 2)
        frames[FRAME_COLUMNS] = columns_of(rules, state)
    while control[NODES] < limit:
        frame = FRAME_WORDS * depth
        first = MOST_CHOICES * depth
        suits = frames[frame + FRAME_SUITS]
        some = frames[frame + FRAME_SOME]
        both = frames[frame + FRAME_BOTH]
        columns = frames[frame + FRAME_COLUMNS]
        if frames[frame + FRAME_COUNT] < 0:
            suits, some, both, columns = settled(rules, state, suits, some, both, columns)
            # No column holds more than one card.
            if columns & SEVERAL == 0:
                control[TRAIL_END] = play_choices(rules, state, trail, frames, choices, depth)
                answer = WON
                break
            frames[frame + FRAME_SUITS] = suits
            frames[frame + FRAME_SOME] = some
            frames[frame + FRAME_BOTH] = both
            frames[frame + FRAME_COLUMNS] = columns
            count = 0
            if not seen_before(table, control[USE], suits_key(rules, suits), columns_key(columns)):
                count = list_choices(rules, suits, some, columns, choices, first)
                control[NODES] += 1
            frames[frame + FRAME_COUNT] = count
            frames[frame + FRAME_NEXT] = 0
        if frames[frame + FRAME_NEXT] == frames[frame + FRAME_COUNT]:
            if depth == 0:
                answer = EXHAUSTED
                break
            depth -= 1
            continue
        choice = choices[first + frames[frame + FRAME_NEXT]]
        frames[frame + FRAME_NEXT] += 1
        suits, some, both, columns = chosen(rules, state, choice, suits, some, both, columns)
        depth += 1
        frame += FRAME_WORDS
        frames[frame + FRAME_COUNT] = -1
        frames[frame + FRAME_SUITS] = suits
        frames[frame + FRAME_SOME] = some
        frames[frame + FRAME_BOTH] = both
        frames[frame + FRAME_COLUMNS] = columns
    control[DEPTH] = depth
    return answer
