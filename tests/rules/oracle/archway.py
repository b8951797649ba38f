"""Archway, naively: Parlett's game and the easier one."""

from collections.abc import Sequence

from .common import (
    RANKS,
    SUITS,
    Table,
    arch_names,
    arch_order,
    is_lone_card_to_an_empty_pile,
    move_parts,
    move_text,
    suit,
    tableau_names,
    value,
)


def empty_table(slug: str) -> Table:
    """Lay four ace piles, four king piles, four columns and an arch from ace to king, all bare."""
    piles: dict[str, list[str]] = {}
    for kind in "AK":
        for a_suit in SUITS:
            piles[f"F{kind}{a_suit}"] = []
    for number in range(1, 5):
        piles[f"T{number}"] = []
    for rank in RANKS:
        piles[f"R{rank}"] = []
    return Table(slug=slug, piles=piles)


def deal(slug: str, pack: Sequence[str]) -> Table:
    """Lay out two shuffled packs."""
    table = empty_table(slug)
    rest = list(pack)
    for kind in "AK":
        for a_suit in SUITS:
            base = kind + a_suit
            rest.remove(base)
            table.piles[f"F{base}"].append(base)
    for number in range(1, 5):
        for _ in range(12):
            table.piles[f"T{number}"].append(rest.pop(0))
    for card in rest:
        table.piles[f"R{card[0]}"].append(card)
    for name in arch_names(table):
        table.piles[name] = arch_order(table.piles[name])
    return table


def fits(card: str, name: str, foundation: Sequence[str]) -> bool:
    """Say whether a card follows on an ace pile (upwards) or on a king pile (downwards)."""
    if not foundation or len(foundation) == 13 or suit(card) != name[2]:
        return False
    step = 1 if name[1] == "A" else -1
    return value(card) == value(foundation[-1]) + step


def playable(table: Table) -> list[tuple[str, str]]:
    """List the cards that may be moved with the pile they lie in."""
    free = [(table.piles[name][-1], name) for name in tableau_names(table) if table.piles[name]]
    arch = [(card, name) for name in arch_names(table) for card in table.piles[name]]
    return free + arch


def foundation_moves(table: Table) -> set[str]:
    """List the moves that go up."""
    found = set()
    for card, source in playable(table):
        for kind in "AK":
            target = f"F{kind}{suit(card)}"
            if fits(card, target, table.piles[target]):
                found.add(move_text(card, source, target))
    return found


def gap_moves(table: Table) -> set[str]:
    """List the moves into empty columns."""
    gaps = [name for name in tableau_names(table) if not table.piles[name]]
    return {move_text(card, source, gap) for card, source in playable(table) for gap in gaps}


def exchanges(table: Table) -> set[str]:
    """List the exchanges between the two piles of a suit that have met."""
    found = set()
    for a_suit in SUITS:
        up, down = f"FA{a_suit}", f"FK{a_suit}"
        if not table.piles[up] or not table.piles[down]:
            continue
        if value(table.piles[up][-1]) != value(table.piles[down][-1]) - 1:
            continue
        if len(table.piles[up]) > 1:
            found.add(move_text(table.piles[up][-1], up, down))
        if len(table.piles[down]) > 1:
            found.add(move_text(table.piles[down][-1], down, up))
    return found


def moves_into_the_arch(table: Table) -> set[str]:
    """List the ways back into the arch that only the easier game knows."""
    if table.slug != "archway-leicht":
        return set()
    free = [(table.piles[name][-1], name) for name in tableau_names(table) if table.piles[name]]
    return {move_text(card, source, f"R{card[0]}") for card, source in free}


def moves(table: Table) -> set[str]:
    """List every legal move."""
    found = foundation_moves(table) | gap_moves(table)
    return found | exchanges(table) | moves_into_the_arch(table)


def after(table: Table, move: str) -> Table:
    """Play a legal move on a fresh table."""
    later = table.copy()
    card, source, target = move_parts(move)
    later.piles[source].remove(card) if source.startswith("R") else later.piles[source].pop()
    later.piles[target].append(card)
    if target.startswith("R"):
        later.piles[target] = arch_order(later.piles[target])
    return later


def lost(table: Table) -> bool:
    """Say whether nothing but pointless moves is left, whatever is exchanged."""
    if table.slug == "archway-leicht":
        return False
    return not any(has_a_move_of_worth(reached) for reached in after_any_exchanges(table))


def has_a_move_of_worth(table: Table) -> bool:
    """Say whether a card can go up, or into a gap from where it is not alone."""
    shifts = {m for m in gap_moves(table) if is_lone_card_to_an_empty_pile(table, m)}
    return bool(foundation_moves(table) | gap_moves(table) - shifts)


def after_any_exchanges(table: Table) -> list[Table]:
    """List the tables that runs of exchanges within one suit lead to, this one first.

    Whether a card can go up depends on the piles of its own suit alone, so a run through two
    suits opens nothing that a run through one does not.
    """
    reached = [table]
    for a_suit in SUITS:
        ways = [table]
        for here in ways:
            for move in exchanges(here):
                there = after(here, move)
                if suit(move) == a_suit and all(there.piles != known.piles for known in ways):
                    ways.append(there)
        reached += ways[1:]
    return reached
