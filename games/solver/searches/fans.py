"""La Belle Lucie, Trefoil and Fan: depth first within one layout, from one redeal to the next.

Within a layout a fan's card lies as it was laid, or on the next higher card of its suit, and a
card drawn out by the merci has gone to one of those places too. So a position is told, and kept in
the table whole, by the foundations' heights, one bit a card (it lies on its next higher one; a
king: it is a fan's lowest) and whether the merci is spent. Which fan is which doesn't matter. No
line runs in circles: a card leaves for its foundation, for the one card it fits on, or, a king,
once for a gap.

The search keeps a board of its own: what lies under each card, and each fan's free card. The kernel
lays it out, and plays the way that has won.

Left out, without losing a win or an end that the layout can come to:

A move to a foundation that is open is the only move. Nothing can be laid on that card, since what
would fit has gone up; taking it away opens a card or a gap and closes nothing. Who plays until
nothing else is legal must play it anyway, and every other move can wait for it.

A king that is its fan's lowest card stays, and of several gaps one stands for all.

Where neither a redeal nor a merci is left, no card goes onto its next higher one while a lower card
of the suit lies in that fan: it could leave for its foundation only, after the card beneath it.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.kernel import (
    CELLS,
    FIRST_RESERVE,
    FIRST_TABLEAU,
    LENGTHS,
    MERCIS,
    PILES,
    REDEAL,
    REDEALS,
    play,
    put,
)
from games.solver.searches.common import (
    DEPTH,
    EXHAUSTED,
    FRAME_COUNT,
    FRAME_NEXT,
    FRAME_TRAIL,
    FRAME_WORDS,
    NODES,
    RUNNING,
    TRAIL_END,
    USE,
    WON,
    seen_before,
)

# Control words of this search alone.
ENDS = 4
"""How many ends of the layout are noted: the foundations' heights where a redeal was due."""
GOAL = 5
"""The end to stop at, -1 for none."""
ANY_TIME = 6
"""Whether redeal and merci may come at any time, not only when nothing else is legal."""

# The board: some words, then each pile's free card, what lies under each card, a free card's pile.
HEIGHTS = 0
PLACES = 1
FREE = 2
"""A bit for each free card."""
MERCI = 3
TOP = 4
UNDER = 40
PILE_AT = 100
BOARD_WORDS = 160

# A step is one number: card, then source, target and the card above it where the merci drew it out.
SOURCE_SHIFT = 6
TARGET_SHIFT = 12
ABOVE_SHIFT = 18
MOST_CHOICES = 64
KING = 49
ALL_UP = 0xDDDD
ALL_HEIGHTS = 1 << 16


def heights_of(rules: Sequence[int], state: Sequence[int]) -> int:
    """Give the foundations' heights, four bits each."""
    word = 0
    for pile in range(rules[FIRST_TABLEAU]):
        word += state[LENGTHS + pile] << (4 * pile)
    return word


def place_bit(card: int, below: int) -> int:
    """Give a card's bit where it lies on its next higher one, or is a king on nothing."""
    if below == card + 4 or (card >= KING and below == 0):
        return 1 << card
    return 0


def read_board(rules: Sequence[int], state: Sequence[int], board: list[int]) -> None:
    """Read the kernel's state into the board."""
    board[HEIGHTS] = heights_of(rules, state)
    board[PLACES] = 0
    board[FREE] = 0
    board[MERCI] = state[MERCIS]
    for pile in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
        base = rules[CELLS + pile]
        below = 0
        for place in range(base, base + state[LENGTHS + pile]):
            card = state[place]
            board[UNDER + card] = below
            board[PLACES] += place_bit(card, below)
            below = card
        board[TOP + pile] = below
        if below > 0:
            board[FREE] += 1 << below
            board[PILE_AT + below] = pile


def step_of(card: int, source: int, target: int, above: int) -> int:
    """Give the number of a step."""
    return card + (source << SOURCE_SHIFT) + (target << TARGET_SHIFT) + (above << ABOVE_SHIFT)


def take_step(board: list[int], foundations: int, step: int, way: list[int], at: int) -> int:
    """Play a step on the board, note it, and give the way's new end."""
    card = step & 63
    source = (step >> SOURCE_SHIFT) & 63
    target = (step >> TARGET_SHIFT) & 63
    above = step >> ABOVE_SHIFT
    way[at] = step
    way[at + 1] = board[PLACES]
    below = board[UNDER + card]
    board[PLACES] &= ~(1 << card)
    if above == 0:
        board[TOP + source] = below
        board[FREE] -= 1 << card
        if below > 0:
            board[FREE] += 1 << below
            board[PILE_AT + below] = source
    else:
        board[UNDER + above] = below
        board[PLACES] = (board[PLACES] & ~(1 << above)) + place_bit(above, below)
        board[MERCI] -= 1
    if target < foundations:
        board[HEIGHTS] += 1 << (4 * target)
        return at + 2
    on = board[TOP + target]
    if on > 0:
        board[FREE] -= 1 << on
    board[FREE] += 1 << card
    board[TOP + target] = card
    board[PILE_AT + card] = target
    board[UNDER + card] = on
    board[PLACES] |= 1 << card
    return at + 2


def take_back(board: list[int], foundations: int, way: Sequence[int], at: int) -> int:
    """Take the last step of a way back, and give where it began."""
    step = way[at - 2]
    card = step & 63
    source = (step >> SOURCE_SHIFT) & 63
    target = (step >> TARGET_SHIFT) & 63
    above = step >> ABOVE_SHIFT
    if target < foundations:
        board[HEIGHTS] -= 1 << (4 * target)
    else:
        on = board[UNDER + card]
        board[TOP + target] = on
        board[FREE] -= 1 << card
        if on > 0:
            board[FREE] += 1 << on
            board[PILE_AT + on] = target
    if above == 0:
        below = board[TOP + source]
        if below > 0:
            board[FREE] -= 1 << below
        board[UNDER + card] = below
        board[TOP + source] = card
        board[FREE] += 1 << card
        board[PILE_AT + card] = source
    else:
        board[UNDER + card] = board[UNDER + above]
        board[UNDER + above] = card
        board[MERCI] += 1
    board[PLACES] = way[at - 1]
    return at - 2


def wanted(board: Sequence[int], suit: int) -> int:
    """Give the card that a suit's foundation takes next; beyond the kings, none."""
    return 4 * ((board[HEIGHTS] >> (4 * suit)) & 15) + 1 + suit


def play_up(board: list[int], foundations: int, way: list[int], at: int) -> int:
    """Play every free card up that fits, and what it frees."""
    suit = 0
    unchanged = 0
    while unchanged < foundations:
        card = wanted(board, suit)
        if (board[FREE] >> card) & 1 > 0:
            step = step_of(card, board[PILE_AT + card], suit, 0)
            at = take_step(board, foundations, step, way, at)
            unchanged = 0
        else:
            unchanged += 1
            suit = (suit + 1) & 3
    return at


def is_buried(board: Sequence[int], pile: int, card: int) -> bool:
    """Say whether a fan holds a lower card of a card's suit."""
    below = board[TOP + pile]
    while below > 0:
        if below < card and (card - below) & 3 == 0:
            return True
        below = board[UNDER + below]
    return False


def list_choices(
    rules: Sequence[int],
    board: Sequence[int],
    all_have_gone_up: bool,
    nothing_to_come: bool,
    out: list[int],
    first: int,
) -> int:
    """Write the search's moves from `first` on and give their number, 0 where a redeal is due."""
    free = board[FREE]
    fitting = free & (free >> 4)
    gap = -1
    if free >> KING > 0:
        tables = CELLS + 1 + rules[PILES]
        for pile in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
            row = rules[tables + pile]
            if board[TOP + pile] == 0 and rules[row] <= rules[row + 1]:
                gap = pile
    if all_have_gone_up and fitting == 0 and gap < 0:
        return 0
    count = 0
    for source in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
        card = board[TOP + source]
        if card == 0:
            continue
        suit = (card - 1) & 3
        if not all_have_gone_up and card == wanted(board, suit):
            out[first + count] = step_of(card, source, suit, 0)
            count += 1
        if (fitting >> card) & 1 > 0:
            target = board[PILE_AT + card + 4]
            if not (nothing_to_come and is_buried(board, target, card)):
                out[first + count] = step_of(card, source, target, 0)
                count += 1
        elif card >= KING and gap >= 0 and board[UNDER + card] > 0:
            out[first + count] = step_of(card, source, gap, 0)
            count += 1
    return count


def add_mercis(rules: Sequence[int], board: Sequence[int], out: list[int], first: int) -> int:
    """Write the moves that the merci allows from `first` on and give their number."""
    count = 0
    for source in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
        above = board[TOP + source]
        if above == 0:
            continue
        card = board[UNDER + above]
        while card > 0:
            suit = (card - 1) & 3
            if card == wanted(board, suit):
                out[first + count] = step_of(card, source, suit, above)
                count += 1
            if (board[FREE] >> (card + 4)) & 1 > 0 and board[PILE_AT + card + 4] != source:
                out[first + count] = step_of(card, source, board[PILE_AT + card + 4], above)
                count += 1
            above = card
            card = board[UNDER + card]
    return count


def note_end(ends: list[int], control: list[int], heights: int) -> None:
    """Note the foundations' heights at which the layout may be gathered, each once."""
    if ends[heights] != control[USE]:
        ends[heights] = control[USE]
        ends[len(ends) // 2 + control[ENDS]] = heights
        control[ENDS] += 1


def lay_anew(
    rules: Sequence[int],
    coming: Sequence[int],
    state: list[int],
    heights: int,
    trail: list[int],
) -> None:
    """Lay out the next redeal of a state without a card, from the foundations' heights on."""
    for card in range(1, 53):
        pile = (card - 1) & 3
        if (card + 3) >> 2 <= (heights >> (4 * pile)) & 15:
            put(rules, state, pile, card)
        else:
            put(rules, state, rules[FIRST_TABLEAU], card)
    play(rules, coming, state, REDEAL, trail, 0)


def play_way(
    rules: Sequence[int],
    state: list[int],
    way: Sequence[int],
    end: int,
    trail: list[int],
) -> int:
    """Play a way by the kernel and give the trail's end."""
    at = 0
    for number in range(0, end, 2):
        card = way[number] & 63
        source = (way[number] >> SOURCE_SHIFT) & 63
        target = (way[number] >> TARGET_SHIFT) & 63
        index = state[LENGTHS + source] - 1
        while state[rules[CELLS + source] + index] != card:
            index -= 1
        move = (index << 12) + (target << 6) + source
        at = play(rules, trail, state, move, trail, at)
    return at


def search(
    rules: Sequence[int],
    state: list[int],
    board: list[int],
    way: list[int],
    trail: list[int],
    frames: list[int],
    choices: list[int],
    table: list[int],
    control: list[int],
    ends: list[int],
    nodes: int,
) -> int:
    """Search on for a number of nodes from where `control` and `frames` stand.

    WON is a position that is won or the GOAL; where redeals are left, the ends are noted.
    """
    depth = control[DEPTH]
    at = control[TRAIL_END]
    limit = control[NODES] + nodes
    answer = RUNNING
    foundations = rules[FIRST_TABLEAU]
    last_layout = state[REDEALS] == 0
    any_time = control[ANY_TIME] > 0
    go_up = last_layout or not any_time
    if frames[FRAME_COUNT] < 0:
        read_board(rules, state, board)
    while control[NODES] < limit:
        frame = FRAME_WORDS * depth
        first = MOST_CHOICES * depth
        if frames[frame + FRAME_COUNT] < 0:
            if go_up:
                at = play_up(board, foundations, way, at)
            heights = board[HEIGHTS]
            if heights == ALL_UP:
                answer = WON
                break
            merci = board[MERCI]
            count = 0
            if not seen_before(table, control[USE], board[PLACES], heights + (merci << 16)):
                control[NODES] += 1
                nothing_to_come = last_layout and merci == 0
                count = list_choices(rules, board, go_up, nothing_to_come, choices, first)
                if not last_layout and (any_time or count == 0):
                    if heights == control[GOAL]:
                        answer = WON
                        break
                    note_end(ends, control, heights)
                if last_layout and merci > 0 and (any_time or count == 0):
                    count += add_mercis(rules, board, choices, first + count)
            frames[frame + FRAME_COUNT] = count
            frames[frame + FRAME_NEXT] = 0
            frames[frame + FRAME_TRAIL] = at
        if frames[frame + FRAME_NEXT] == frames[frame + FRAME_COUNT]:
            if depth == 0:
                answer = EXHAUSTED
                break
            depth -= 1
            start = frames[FRAME_WORDS * depth + FRAME_TRAIL]
            while at > start:
                at = take_back(board, foundations, way, at)
            continue
        step = choices[first + frames[frame + FRAME_NEXT]]
        frames[frame + FRAME_NEXT] += 1
        at = take_step(board, foundations, step, way, at)
        depth += 1
        frames[FRAME_WORDS * depth + FRAME_COUNT] = -1
    control[DEPTH] = depth
    control[TRAIL_END] = at
    return answer
