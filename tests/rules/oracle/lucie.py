"""La Belle Lucie, with and without merci, Trefoil and Fan, naively."""

from collections.abc import Sequence

from .common import (
    REDEAL,
    SUITS,
    Table,
    fits_in_suit,
    foundation_names,
    is_lone_card_to_an_empty_pile,
    move_parts,
    move_text,
    suit,
    tableau_names,
    value,
    won,
)


def empty_table(slug: str) -> Table:
    """Lay four foundations and the places of the fans, all bare."""
    piles: dict[str, list[str]] = {}
    for a_suit in SUITS:
        piles[f"F{a_suit}"] = []
    for number in range(1, 17 if slug == "trefoil" else 19):
        piles[f"T{number}"] = []
    return Table(slug=slug, piles=piles)


def deal(slug: str, pack: Sequence[str], reshuffled: Sequence[Sequence[str]]) -> Table:
    """Lay out one shuffled pack and keep the two packs of the redeals aside."""
    table = empty_table(slug)
    rest = list(pack)
    if slug == "trefoil":
        for a_suit in SUITS:
            table.piles[f"F{a_suit}"].append("A" + a_suit)
        rest = [card for card in rest if value(card) != 1]
    lay_fans(table, rest)
    if slug != "fan":
        table.redeals = 2
        first, second = reshuffled
        table.coming = {"redeal-1": list(first), "redeal-2": list(second)}
    if slug in ("la-belle-lucie", "trefoil"):
        table.merci = 1
    return table


def lay_fans(table: Table, cards: Sequence[str]) -> None:
    """Lay cards in threes; what is left over becomes a fan of its own."""
    for name in tableau_names(table):
        table.piles[name] = []
    for index, card in enumerate(cards):
        table.piles[f"T{index // 3 + 1}"].append(card)


def targets(table: Table, card: str, source: str) -> list[str]:
    """Name where a card may be laid: its foundation, or another fan's top card of its suit."""
    found = []
    foundation = f"F{suit(card)}"
    if fits_in_suit(card, table.piles[foundation], suit(card)):
        found.append(foundation)
    for name in tableau_names(table):
        fan = table.piles[name]
        if name == source or not fan:
            continue
        if suit(fan[-1]) == suit(card) and value(fan[-1]) == value(card) + 1:
            found.append(name)
    return found


def top_moves(table: Table) -> set[str]:
    """List the moves of the fans' top cards."""
    found = set()
    for source in tableau_names(table):
        if table.piles[source]:
            card = table.piles[source][-1]
            found |= {move_text(card, source, target) for target in targets(table, card, source)}
    return found


def king_moves(table: Table) -> set[str]:
    """List the kings on top that may go to an empty place, in Fan alone."""
    if table.slug != "fan":
        return set()
    found = set()
    for source in tableau_names(table):
        if not table.piles[source] or value(table.piles[source][-1]) != 13:
            continue
        for target in tableau_names(table):
            if not table.piles[target]:
                found.add(move_text(table.piles[source][-1], source, target))
    return found


def mercis(table: Table) -> set[str]:
    """List the covered cards that could be drawn out and played at once."""
    if table.merci != 1 or table.redeals != 0:
        return set()
    found = set()
    for source in tableau_names(table):
        for card in table.piles[source][:-1]:
            found |= {move_text(card, source, target) for target in targets(table, card, source)}
    return found


def moves(table: Table) -> set[str]:
    """List every legal move."""
    if won(table):
        return set()
    found = top_moves(table) | king_moves(table) | mercis(table)
    return found | {REDEAL} if table.redeals else found


def after(table: Table, move: str) -> Table:
    """Play a legal move on a fresh table."""
    later = table.copy()
    if move == REDEAL:
        redeal(later)
        return later
    card, source, target = move_parts(move)
    if card != later.piles[source][-1]:
        later.merci = 0
    later.piles[source].remove(card)
    later.piles[target].append(card)
    return later


def redeal(table: Table) -> None:
    """Lay what is not on the foundations again, in the order of the next pack."""
    assert table.redeals is not None
    pack = table.coming.pop("redeal-1" if table.redeals == 2 else "redeal-2")
    table.redeals -= 1
    gone = [card for name in foundation_names(table) for card in table.piles[name]]
    lay_fans(table, [card for card in pack if card not in gone])


def lost(table: Table) -> bool:
    """Say whether at most a lone king can wander between empty places."""
    return all(is_lone_card_to_an_empty_pile(table, move) for move in moves(table))
