"""Plays by the kernel what Archway's search has found, and the easier Archway without a search."""

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
)
from games.solver.searches.common import FRAME_NEXT, FRAME_WORDS

# A choice is a column and, above CHOICE_SHIFT, what is done with its free card.
ON_ACES = 0
ON_KINGS = 1
AFTER_MEETING = 2
INTO_GAP = 3
CHOICE_SHIFT = 6
MOST_CHOICES = 16


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


def play_choice(
    rules: Sequence[int], state: list[int], choice: int, trail: list[int], at: int
) -> int:
    """Play a move of the search: the run from the arch, the exchanges, the column's card."""
    pile = rules[FIRST_TABLEAU] + (choice & ((1 << CHOICE_SHIFT) - 1))
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


def play_choices(
    rules: Sequence[int],
    state: list[int],
    trail: list[int],
    frames: Sequence[int],
    choices: Sequence[int],
    depth: int,
) -> int:
    """Play the moves of the search that led to a depth, and the rest; give the trail's end."""
    at = play_safe(rules, state, trail, 0)
    for level in range(depth):
        number = MOST_CHOICES * level + frames[FRAME_WORDS * level + FRAME_NEXT] - 1
        at = play_choice(rules, state, choices[number], trail, at)
        at = play_safe(rules, state, trail, at)
    return play_rest(rules, state, trail, at)


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
