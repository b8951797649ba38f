"""Beleaguered Castle, Streets and Alleys and Citadel, naively."""

from collections.abc import Sequence

from .common import (
    SUITS,
    Table,
    fits_in_suit,
    is_lone_card_to_an_empty_pile,
    move_parts,
    move_text,
    suit,
    tableau_names,
    value,
)


def empty_table(slug: str) -> Table:
    """Lay four foundations and eight rows, all bare."""
    piles: dict[str, list[str]] = {}
    for a_suit in SUITS:
        piles[f"F{a_suit}"] = []
    for number in range(1, 9):
        piles[f"T{number}"] = []
    return Table(slug=slug, piles=piles)


def places(count: int) -> list[str]:
    """Name the row of each card dealt: a column down the left wing, one down the right, in turn."""
    left = ["T1", "T2", "T3", "T4"]
    right = ["T5", "T6", "T7", "T8"]
    return ((left + right) * 7)[:count]


def deal(slug: str, pack: Sequence[str]) -> Table:
    """Lay out one shuffled pack."""
    table = empty_table(slug)
    rest = list(pack)
    if slug == "beleaguered-castle":
        for a_suit in SUITS:
            table.piles[f"F{a_suit}"].append("A" + a_suit)
        rest = [card for card in rest if value(card) != 1]
    for card, row in zip(rest, places(len(rest)), strict=True):
        foundation = f"F{suit(card)}"
        if slug == "citadel" and fits_in_suit(card, table.piles[foundation], suit(card)):
            table.piles[foundation].append(card)
        else:
            table.piles[row].append(card)
    return table


def may_lie_on(card: str, row: Sequence[str]) -> bool:
    """Say whether a row takes a card: any when it is empty, else one below its free card."""
    return not row or value(card) == value(row[-1]) - 1


def moves(table: Table) -> set[str]:
    """List every legal move of a single card."""
    found = set()
    for source in tableau_names(table):
        if not table.piles[source]:
            continue
        card = table.piles[source][-1]
        foundation = f"F{suit(card)}"
        if fits_in_suit(card, table.piles[foundation], suit(card)):
            found.add(move_text(card, source, foundation))
        for target in tableau_names(table):
            if target != source and may_lie_on(card, table.piles[target]):
                found.add(move_text(card, source, target))
    return found


def after(table: Table, move: str) -> Table:
    """Play a legal move on a fresh table."""
    later = table.copy()
    card, source, target = move_parts(move)
    later.piles[source].pop()
    later.piles[target].append(card)
    return later


def lost(table: Table) -> bool:
    """Say whether at most lone cards can wander between empty rows."""
    return all(is_lone_card_to_an_empty_pile(table, move) for move in moves(table))


def run_length(row: Sequence[str]) -> int:
    """Count the cards at a row's free end that lie one below the other, whatever their suits."""
    count = 1
    while count < len(row) and value(row[-count - 1]) == value(row[-count]) + 1:
        count += 1
    return count


def sequences(table: Table) -> set[str]:
    """List the entries of two cards or more that the empty rows allow, by their deepest card."""
    found = set()
    for source in tableau_names(table):
        row = table.piles[source]
        if not row:
            continue
        for count in range(2, run_length(row) + 1):
            deepest = row[-count]
            for target in tableau_names(table):
                if target == source or not may_lie_on(deepest, table.piles[target]):
                    continue
                if count <= 2 ** len(other_empty_rows(table, target)):
                    found.add(move_text(deepest, source, target))
    return found


def other_empty_rows(table: Table, target: str) -> list[str]:
    """Name the empty rows, the target not counted."""
    return [name for name in tableau_names(table) if not table.piles[name] and name != target]


def shortest_way(table: Table, entry: str) -> int:
    """Count the fewest single moves that carry a sequence over, resting only on empty rows.

    A breadth-first search over tables; slow, and beyond doubt.
    """
    deepest, source, target = move_parts(entry)
    start = table.piles[source]
    count = len(start) - start.index(deepest)
    stops = [target, *other_empty_rows(table, target)]
    goal = table.piles[target] + start[-count:]
    seen = {_key(table)}
    ring = [table]
    steps = 0
    while ring:
        steps += 1
        next_ring = []
        for here in ring:
            for move in moves(here):
                card, origin, stop = move_parts(move)
                if origin not in [source, *stops] or stop not in stops:
                    continue
                if card not in start[-count:]:
                    continue
                there = after(here, move)
                if there.piles[target] == goal:
                    return steps
                if _key(there) not in seen:
                    seen.add(_key(there))
                    next_ring.append(there)
        ring = next_ring
    raise AssertionError(f"{entry} cannot be done card by card")


def _key(table: Table) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(cards) for cards in table.piles.values())
