"""La Belle Lucie, Trefoil and Fan: depth first within one layout, from one redeal to the next.

Within a layout a fan's card lies as it was laid, or on the next higher card of its suit, and a
card drawn out by the merci has gone to one of those places too. So a position is told, and kept in
the table whole, by the foundations' heights, one bit a card (it lies on its next higher one; a
king: it is a fan's lowest) and whether the merci is spent. Which fan is which doesn't matter. No
line runs in circles: a card leaves for its foundation, for the one card it fits on, or, a king,
once for a gap.

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
    covered_moves,
    play,
    put,
    undo,
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

MOST_CHOICES = 64
KING = 49
ALL_UP = 0xDDDD


def heights_of(rules: Sequence[int], state: Sequence[int]) -> int:
    """Give the foundations' heights, four bits each."""
    word = 0
    for pile in range(rules[FIRST_TABLEAU]):
        word += state[LENGTHS + pile] << (4 * pile)
    return word


def places_of(rules: Sequence[int], state: Sequence[int]) -> int:
    """Give a bit for each card of the fans: whether it lies on its next higher one."""
    word = 0
    for pile in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
        length = state[LENGTHS + pile]
        if length == 0:
            continue
        base = rules[CELLS + pile]
        below = state[base]
        if below >= KING:
            word += 1 << below
        for place in range(base + 1, base + length):
            card = state[place]
            if card + 4 == below:
                word += 1 << card
            below = card
    return word


def is_buried(rules: Sequence[int], state: Sequence[int], pile: int, card: int) -> bool:
    """Say whether a fan holds a lower card of a card's suit."""
    base = rules[CELLS + pile]
    for place in range(base, base + state[LENGTHS + pile]):
        if state[place] < card and (card - state[place]) & 3 == 0:
            return True
    return False


def play_up(rules: Sequence[int], state: list[int], trail: list[int], at: int) -> int:
    """Play every free card up that fits, and what it frees."""
    tops = LENGTHS + rules[PILES]
    pile = rules[FIRST_TABLEAU]
    unchanged = 0
    while unchanged < rules[FIRST_RESERVE] - rules[FIRST_TABLEAU]:
        card = state[tops + pile]
        unchanged += 1
        if card > 0:
            target = foundation_of(rules, state, card)
            if target >= 0:
                index = state[LENGTHS + pile] - 1
                at = play(rules, trail, state, (index << 12) + (target << 6) + pile, trail, at)
                unchanged = 0
                continue
        pile += 1
        if pile == rules[FIRST_RESERVE]:
            pile = rules[FIRST_TABLEAU]
    return at


def foundation_of(rules: Sequence[int], state: Sequence[int], card: int) -> int:
    """Give the foundation of a card's suit if it takes the card now, else -1."""
    pile = (card - 1) & 3
    low = rules[rules[CELLS + 1 + rules[PILES] + pile] + 2 * state[LENGTHS + rules[PILES] + pile]]
    return pile if low == card else -1


def list_choices(
    rules: Sequence[int],
    state: Sequence[int],
    any_time: bool,
    scratch: list[int],
    out: list[int],
    first: int,
) -> int:
    """Write the search's moves from `first` on and give their number, 0 where a redeal is due.

    Foundations are looked at only where redeals may come early; else what fits has gone up.
    """
    piles = rules[PILES]
    tops = LENGTHS + piles
    tables = CELLS + 1 + piles
    start = rules[FIRST_TABLEAU]
    end = rules[FIRST_RESERVE]
    last_layout = state[REDEALS] == 0
    nothing_to_come = last_layout and state[MERCIS] == 0
    gap = -1
    # Which pile takes which card, from the tables that the kernel itself goes by.
    for pile in range(start if last_layout or not any_time else 0, end):
        row = rules[tables + pile] + 2 * state[tops + pile]
        if rules[row] == rules[row + 1]:
            scratch[rules[row]] = pile + 1
        elif rules[row] < rules[row + 1]:
            gap = pile
    count = 0
    for source in range(start, end):
        card = state[tops + source]
        target = scratch[card] - 1
        if card >= KING and gap >= 0 and state[LENGTHS + source] > 1:
            target = gap
        if card == 0 or target < 0:
            continue
        if nothing_to_come and target != gap and is_buried(rules, state, target, card):
            continue
        out[first + count] = ((state[LENGTHS + source] - 1) << 12) + (target << 6) + source
        count += 1
    for pile in range(end):
        scratch[rules[rules[tables + pile] + 2 * state[tops + pile]]] = 0
    return count


def add_mercis(
    rules: Sequence[int], state: Sequence[int], scratch: list[int], out: list[int], first: int
) -> int:
    """Write the moves that the merci allows from `first` on and give their number."""
    found = min(covered_moves(rules, state, scratch, 0), MOST_CHOICES // 2)
    for number in range(found):
        out[first + number] = scratch[number]
    for number in range(MOST_CHOICES):
        scratch[number] = 0
    return found


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


def search(
    rules: Sequence[int],
    state: list[int],
    trail: list[int],
    frames: list[int],
    choices: list[int],
    table: list[int],
    control: list[int],
    nodes: int,
    scratch: list[int],
    ends: list[int],
) -> int:
    """Search on for a number of nodes from where `control` and `frames` stand.

    WON is a position that is won or the GOAL; where redeals are left, the ends are noted.
    """
    depth = control[DEPTH]
    at = control[TRAIL_END]
    limit = control[NODES] + nodes
    answer = RUNNING
    any_time = control[ANY_TIME] > 0
    while control[NODES] < limit:
        frame = FRAME_WORDS * depth
        first = MOST_CHOICES * depth
        if frames[frame + FRAME_COUNT] < 0:
            last_layout = state[REDEALS] == 0
            if last_layout or not any_time:
                at = play_up(rules, state, trail, at)
            heights = heights_of(rules, state)
            if heights == ALL_UP:
                answer = WON
                break
            key = heights + (state[MERCIS] << 16)
            count = 0
            if not seen_before(table, control[USE], places_of(rules, state), key):
                control[NODES] += 1
                count = list_choices(rules, state, any_time, scratch, choices, first)
                if not last_layout and (any_time or count == 0):
                    if heights == control[GOAL]:
                        answer = WON
                        break
                    note_end(ends, control, heights)
                if last_layout and state[MERCIS] > 0 and (any_time or count == 0):
                    count += add_mercis(rules, state, scratch, choices, first + count)
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
                at = undo(rules, state, trail, at)
            continue
        move = choices[first + frames[frame + FRAME_NEXT]]
        frames[frame + FRAME_NEXT] += 1
        at = play(rules, trail, state, move, trail, at)
        depth += 1
        frames[FRAME_WORDS * depth + FRAME_COUNT] = -1
    control[DEPTH] = depth
    control[TRAIL_END] = at
    return answer
