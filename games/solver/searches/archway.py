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
    RESERVE_RANK,
    foundation_for,
    play,
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

# A choice is a column's pile and, above CHOICE_SHIFT, what is done with its free card.
ON_ACES = 0
ON_KINGS = 1
AFTER_MEETING = 2
INTO_GAP = 3
CHOICE_SHIFT = 6
MOST_CHOICES = 16
DEEPEST = 15
"""Cards that a column may hold."""


def copies_in_arch(rules: Sequence[int], state: Sequence[int], card: int) -> int:
    """Count the copies of a card that lie in the arch."""
    pile = rules[FIRST_RESERVE] + ((card + 3) >> 2) - rules[RESERVE_RANK]
    base = rules[CELLS + pile]
    count = 0
    for place in range(base, base + state[LENGTHS + pile]):
        if state[place] == card:
            count += 1
    return count


def play_from_arch(
    rules: Sequence[int], state: list[int], card: int, target: int, trail: list[int], at: int
) -> int:
    """Play a card from the arch."""
    pile = rules[FIRST_RESERVE] + ((card + 3) >> 2) - rules[RESERVE_RANK]
    index = 0
    while state[rules[CELLS + pile] + index] != card:
        index += 1
    return play(rules, trail, state, (index << 12) + (target << 6) + pile, trail, at)


def play_free(
    rules: Sequence[int], state: list[int], pile: int, target: int, trail: list[int], at: int
) -> int:
    """Play the top card of a pile."""
    index = state[LENGTHS + pile] - 1
    return play(rules, trail, state, (index << 12) + (target << 6) + pile, trail, at)


def is_run(rules: Sequence[int], state: Sequence[int], first: int, end: int, suit: int) -> bool:
    """Say whether the arch holds every rank of a suit from a first one to before an end."""
    missing = 0
    for rank in range(first, end):
        if copies_in_arch(rules, state, 4 * rank - 3 + suit) == 0:
            missing += 1
    return missing == 0


def play_safe(rules: Sequence[int], state: list[int], trail: list[int], at: int) -> int:
    """Play every card that is safe."""
    tops = LENGTHS + rules[PILES]
    suits = rules[EXCHANGE]
    again = True
    while again:
        again = False
        for target in range(2 * suits):
            suit = target % suits
            aces = state[LENGTHS + suit]
            kings = state[LENGTHS + suits + suit]
            second = aces + kings > FULL
            rank = aces + 1 if target < suits else FULL - kings
            if rank < 1 or rank > FULL or aces + kings == FULL:
                continue
            card = 4 * rank - 3 + suit
            twins = copies_in_arch(rules, state, card)
            if twins == 2 or (second and twins == 1):
                at = play_from_arch(rules, state, card, target, trail, at)
                again = True
            elif second or twins == 1:
                for pile in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
                    if state[tops + pile] == card:
                        at = play_free(rules, state, pile, target, trail, at)
                        again = True
                        break
    return at


def list_choices(rules: Sequence[int], state: Sequence[int], out: list[int], first: int) -> int:
    """Write the search's moves from `first` on and give their number."""
    tops = LENGTHS + rules[PILES]
    suits = rules[EXCHANGE]
    count = 0
    gaps = 0
    for pile in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
        card = state[tops + pile]
        if card == 0:
            gaps += 1
            continue
        suit = (card - 1) & 3
        rank = (card + 3) >> 2
        low = state[LENGTHS + suit] + 1
        high = FULL - state[LENGTHS + suits + suit]
        if high < low - 1:
            continue
        if low <= rank <= high:
            on_aces = is_run(rules, state, low, rank, suit)
            on_kings = is_run(rules, state, rank + 1, high + 1, suit)
            if on_aces and (rank != high or rank == low):
                out[first + count] = pile + (ON_ACES << CHOICE_SHIFT)
                count += 1
            if on_kings and rank != low:
                out[first + count] = pile + (ON_KINGS << CHOICE_SHIFT)
                count += 1
        elif is_run(rules, state, low, high + 1, suit):
            out[first + count] = pile + (AFTER_MEETING << CHOICE_SHIFT)
            count += 1
    if gaps > 0:
        for pile in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
            if state[LENGTHS + pile] > 1:
                out[first + count] = pile + (INTO_GAP << CHOICE_SHIFT)
                count += 1
    return count


def play_choice(
    rules: Sequence[int], state: list[int], choice: int, trail: list[int], at: int
) -> int:
    """Play a move of the search: the run from the arch, the exchanges, the column's card."""
    pile = choice & ((1 << CHOICE_SHIFT) - 1)
    kind = choice >> CHOICE_SHIFT
    suits = rules[EXCHANGE]
    card = state[LENGTHS + rules[PILES] + pile]
    suit = (card - 1) & 3
    rank = (card + 3) >> 2
    kings = suits + suit
    if kind == INTO_GAP:
        gap = rules[FIRST_TABLEAU]
        while state[LENGTHS + gap] > 0:
            gap += 1
        return play_free(rules, state, pile, gap, trail, at)
    if kind == ON_KINGS:
        while FULL - state[LENGTHS + kings] > rank:
            missing = 4 * (FULL - state[LENGTHS + kings]) - 3 + suit
            at = play_from_arch(rules, state, missing, kings, trail, at)
        return play_free(rules, state, pile, kings, trail, at)
    end = rank
    if kind == AFTER_MEETING:
        end = FULL + 1 - state[LENGTHS + kings]
    while state[LENGTHS + suit] + 1 < end:
        missing = 4 * state[LENGTHS + suit] + 1 + suit
        at = play_from_arch(rules, state, missing, suit, trail, at)
    if kind == ON_ACES:
        return play_free(rules, state, pile, suit, trail, at)
    point = max(rank - 1, 1)
    while state[LENGTHS + suit] > point:
        at = play_free(rules, state, suit, kings, trail, at)
    while state[LENGTHS + suit] < point:
        at = play_free(rules, state, kings, suit, trail, at)
    return play_free(rules, state, pile, suit if rank > 1 else kings, trail, at)


def suits_of(rules: Sequence[int], state: Sequence[int]) -> int:
    """Give the heights of all suits, eight bits each, the same for every meeting point."""
    suits = rules[EXCHANGE]
    word = 0
    for suit in range(suits):
        aces = state[LENGTHS + suit]
        kings = state[LENGTHS + suits + suit]
        if aces + kings == FULL:
            aces = 0
            kings = FULL
        word += (aces + (kings << 4)) << (8 * suit)
    return word


def columns_of(rules: Sequence[int], state: Sequence[int]) -> int:
    """Give the cards left in columns of two or more, and the single cards whatever their order."""
    tops = LENGTHS + rules[PILES]
    word = 0
    above = 64
    for _ in range(rules[FIRST_RESERVE] - rules[FIRST_TABLEAU]):
        # The single cards, the highest first; equal ones are counted by the lengths' zeros.
        best = 0
        copies = 0
        for pile in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
            if state[LENGTHS + pile] == 1 and state[tops + pile] < above:
                if state[tops + pile] > best:
                    best = state[tops + pile]
                    copies = 1
                elif state[tops + pile] == best:
                    copies += 1
        for _ in range(copies):
            word = (word << 6) + best
        above = best
    for pile in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
        length = state[LENGTHS + pile]
        word = (word << 4) + (length if length > 1 else 0)
    return word


def all_are_free(rules: Sequence[int], state: Sequence[int]) -> bool:
    """Say whether no column holds more than one card."""
    for pile in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
        if state[LENGTHS + pile] > 1:
            return False
    return True


def play_rest(rules: Sequence[int], state: list[int], trail: list[int], at: int) -> int:
    """Play whatever fits until nothing does; everything goes up where every card is free."""
    tops = LENGTHS + rules[PILES]
    again = True
    while again:
        again = False
        for pile in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
            target = foundation_for(rules, state, state[tops + pile])
            if state[tops + pile] > 0 and target >= 0:
                at = play_free(rules, state, pile, target, trail, at)
                again = True
        for card in range(1, 4 * FULL + 1):
            target = foundation_for(rules, state, card)
            if target >= 0 and copies_in_arch(rules, state, card) > 0:
                at = play_from_arch(rules, state, card, target, trail, at)
                again = True
    return at


def win_easier(rules: Sequence[int], state: list[int], trail: list[int], at: int) -> int:
    """Win the easier game, as every deal can be won: all into the arch, and up from there."""
    tops = LENGTHS + rules[PILES]
    for pile in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
        while state[LENGTHS + pile] > 0:
            rank = (state[tops + pile] + 3) >> 2
            target = rules[FIRST_RESERVE] + rank - rules[RESERVE_RANK]
            at = play_free(rules, state, pile, target, trail, at)
    return play_rest(rules, state, trail, at)


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
    """Search on for a number of nodes from where `control` and `frames` stand."""
    depth = control[DEPTH]
    at = control[TRAIL_END]
    limit = control[NODES] + nodes
    answer = RUNNING
    while control[NODES] < limit:
        frame = FRAME_WORDS * depth
        first = MOST_CHOICES * depth
        if frames[frame + FRAME_COUNT] < 0:
            at = play_safe(rules, state, trail, at)
            if all_are_free(rules, state):
                at = play_rest(rules, state, trail, at)
                answer = WON
                break
            count = 0
            if not seen_before(
                table, control[USE], suits_of(rules, state), columns_of(rules, state)
            ):
                count = list_choices(rules, state, choices, first)
                control[NODES] += 1
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
        choice = choices[first + frames[frame + FRAME_NEXT]]
        frames[frame + FRAME_NEXT] += 1
        at = play_choice(rules, state, choice, trail, at)
        depth += 1
        frames[FRAME_WORDS * depth + FRAME_COUNT] = -1
    control[DEPTH] = depth
    control[TRAIL_END] = at
    return answer
