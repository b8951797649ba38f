"""Sequences (C6): several single moves from row to row, entered as one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from games.rules import kernel
from games.rules.cards import NUMBERS, rank_of
from games.rules.moves import IllegalMove, Move, Reason
from games.rules.refusals import target_refusal

if TYPE_CHECKING:
    from games.rules.position import Position

Step = tuple[int, int]
"""A single move between rows as `shortest_way` numbers them."""
Rows = tuple[tuple[int, ...], ...]

SOURCE, TARGET, FIRST_EMPTY = 0, 1, 2


def legal_sequences(position: Position) -> tuple[Move, ...]:
    """Give every sequence of two or more cards that may be entered, as its deepest card."""
    if not position.ruleset.has_sequences or position.is_won:
        return ()
    engine, state = position.ruleset.engine, position.state
    rows = range(engine.rules[kernel.FIRST_TABLEAU], engine.rules[kernel.FIRST_RESERVE])
    empty = sum(state[kernel.LENGTHS + row] == 0 for row in rows)
    # What each row takes, and how many cards at once: looked up once, for every view asks for it.
    targets = [
        (
            row,
            *engine.taken(row, top_of(position, row)),
            most_cards(empty - (state[kernel.LENGTHS + row] == 0)),
        )
        for row in rows
    ]
    found = []
    for source in rows:
        cards = engine.cards(state, source)
        for size in range(2, run_length(cards) + 1):
            card = cards[-size]
            for target, low, high, most in targets:
                if low <= card <= high and size <= most and target != source:
                    found.append(engine.moves[(card << 12) + (target << 6) + source])
    return tuple(found)


def expand(position: Position, move: Move) -> tuple[Move, ...]:
    """Give the single moves of a sequence; IllegalMove where it may not be entered."""
    ruleset, piles = position.ruleset, position.piles
    if not ruleset.has_sequences:
        raise IllegalMove(Reason.NO_SEQUENCES)
    source, target, card = str(move.source), str(move.target), str(move.card)
    if move.is_redeal or piles.get(source, ())[-1:] == (card,):
        position.play(move)
        return (move,)
    for name in (source, target):
        if name not in piles:
            raise IllegalMove(Reason.NO_SUCH_PILE, pile=name)
    rows = ruleset.tableau_names
    if source not in rows or target not in rows:
        raise IllegalMove(Reason.SEQUENCE_NOT_BETWEEN_ROWS, source=source, target=target)
    if card not in piles[source]:
        raise IllegalMove(Reason.CARD_NOT_IN_PILE, card=card, source=source)
    moved = piles[source][piles[source].index(card) :]
    if len(moved) > run_length([NUMBERS[code] for code in piles[source]]):
        raise IllegalMove(Reason.NOT_A_SEQUENCE, card=card, source=source)
    empty = [name for name in rows if not piles[name] and name != target]
    refusal = target_refusal(position, move)
    if refusal:
        raise refusal
    if len(moved) > most_cards(len(empty)):
        raise IllegalMove(
            Reason.SEQUENCE_TOO_LONG,
            cards=len(moved),
            most=most_cards(len(empty)),
            source=source,
            target=target,
        )
    names = (source, target, *empty)
    way = shortest_way(len(moved), len(empty), not piles[target], len(moved) == len(piles[source]))
    return tuple(_named(way, names, moved))


def _named(way: tuple[Step, ...], names: tuple[str, ...], moved: tuple[str, ...]) -> Iterator[Move]:
    rows: list[list[str]] = [list(moved), *([] for _ in names[1:])]
    for source, target in way:
        card = rows[source].pop()
        rows[target].append(card)
        yield Move(card, names[source], names[target])


def top_of(position: Position, pile: int) -> int:
    """Give the number of a pile's free card, 0 where it is empty."""
    return position.state[kernel.LENGTHS + len(position.ruleset.pile_names) + pile]


def run_length(cards: Sequence[int]) -> int:
    """Count the free cards of a row that are built down, whatever the suit.

    >>> run_length([NUMBERS[card] for card in ("4C", "9H", "8H", "7C")])
    3
    """
    length = min(1, len(cards))
    while length < len(cards) and rank_of(cards[-length - 1]) == rank_of(cards[-length]) + 1:
        length += 1
    return length


def most_cards(empty: int) -> int:
    """Give how many cards may be moved by way of a number of empty rows."""
    return int(2**empty)


@lru_cache(maxsize=256)
def shortest_way(cards: int, empty: int, to_empty: bool, whole_row: bool) -> tuple[Step, ...]:
    """Give the fewest steps that carry a run from row 0 to row 1 by way of the empty rows 2, 3, …

    Looked for breadth first, lowest-numbered rows first. An empty target may itself be used on the
    way, and so may the source once the whole row has left it.

    >>> shortest_way(2, 1, False, False)
    ((0, 2), (0, 1), (2, 1))
    """
    start: Rows = (tuple(range(cards, 0, -1)), (), *((),) * empty)
    goal: Rows = ((), start[SOURCE], *((),) * empty)
    came: dict[Rows, tuple[Rows, Step] | None] = {start: None}
    queue = deque([start])
    while goal not in came:
        rows = queue.popleft()
        for step in _steps(rows, cards, to_empty, whole_row):
            after = _after(rows, step)
            if after not in came:
                came[after] = (rows, step)
                queue.append(after)
    way: list[Step] = []
    link = came[goal]
    while link is not None:
        rows, step = link
        way.append(step)
        link = came[rows]
    return tuple(reversed(way))


def _steps(rows: Rows, cards: int, to_empty: bool, whole_row: bool) -> Iterator[Step]:
    empties = [row for row in range(FIRST_EMPTY, len(rows)) if not rows[row]]
    for source, held in enumerate(rows):
        if not held:
            continue
        card = held[-1]
        for target, lying in enumerate(rows):
            if target == source:
                continue
            if lying:
                fits = lying[-1] == card + 1
            elif target == TARGET:
                fits = to_empty or card == cards
            elif target == SOURCE:
                fits = whole_row
            else:
                # Empty rows are alike: the lowest-numbered one stands for all.
                fits = target == empties[0]
            if fits:
                yield source, target


def _after(rows: Rows, step: Step) -> Rows:
    source, target = step
    changed = list(rows)
    changed[target] = (*changed[target], changed[source][-1])
    changed[source] = changed[source][:-1]
    return tuple(changed)
