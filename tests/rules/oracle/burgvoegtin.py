"""Die Burgvögtin, naively: plain, strict, and with open packets."""

from collections.abc import Sequence

from .common import (
    RANKS,
    Table,
    arch_names,
    arch_order,
    foundation_names,
    move_parts,
    move_text,
    tableau_names,
    value,
)


def empty_table(slug: str) -> Table:
    """Lay eight foundations, four packets and an arch from two to king, all bare."""
    piles: dict[str, list[str]] = {}
    for number in range(1, 9):
        piles[f"F{number}"] = []
    for number in range(1, 5):
        piles[f"T{number}"] = []
    for rank in RANKS[1:]:
        piles[f"R{rank}"] = []
    return Table(slug=slug, piles=piles)


def deal(slug: str, pack: Sequence[str]) -> Table:
    """Lay out two shuffled packs."""
    table = empty_table(slug)
    if slug == "burgvoegtin-offen":
        rest = list(pack)
    else:
        rest = [card for card in pack if value(card) != 1]
        aces = [card for card in pack if value(card) == 1]
        for number, ace in enumerate(aces, start=1):
            table.piles[f"F{number}"].append(ace)
    for number in range(1, 5):
        for _ in range(12):
            table.piles[f"T{number}"].append(rest.pop(0))
    raise_aces(table)
    while rest:
        card = rest.pop(0)
        if value(card) == 1:
            lay_ace(table, card)
        else:
            table.piles[f"R{card[0]}"].append(card)
    for name in arch_names(table):
        table.piles[name] = arch_order(table.piles[name])
    return table


def lay_ace(table: Table, ace: str) -> None:
    """Begin the lowest-numbered foundation that is still empty."""
    for name in foundation_names(table):
        if not table.piles[name]:
            table.piles[name].append(ace)
            return
    raise AssertionError("a ninth ace")


def raise_aces(table: Table) -> None:
    """Let the aces on top of packets go up by themselves; in the closed games there are none."""
    for name in tableau_names(table):
        packet = table.piles[name]
        while packet and value(packet[-1]) == 1:
            lay_ace(table, packet.pop())


def fits(card: str, foundation: Sequence[str]) -> bool:
    """Say whether a card is one above a foundation's top card, suits ignored."""
    return bool(foundation) and value(card) == value(foundation[-1]) + 1


def packet_moves(table: Table) -> set[str]:
    """List the moves of the packets' top cards."""
    found = set()
    for source in tableau_names(table):
        if not table.piles[source]:
            continue
        card = table.piles[source][-1]
        for target in foundation_names(table):
            if fits(card, table.piles[target]):
                found.add(move_text(card, source, target))
    return found


def arch_moves(table: Table) -> set[str]:
    """List the moves of every card in the arch."""
    found = set()
    for source in arch_names(table):
        for card in table.piles[source]:
            for target in foundation_names(table):
                if fits(card, table.piles[target]):
                    found.add(move_text(card, source, target))
    return found


def moves(table: Table) -> set[str]:
    """List every legal move."""
    from_packets = packet_moves(table)
    if table.slug == "burgvoegtin-streng" and from_packets:
        return from_packets
    return from_packets | arch_moves(table)


def after(table: Table, move: str) -> Table:
    """Play a legal move on a fresh table."""
    later = table.copy()
    card, source, target = move_parts(move)
    later.piles[source].remove(card) if source.startswith("R") else later.piles[source].pop()
    later.piles[target].append(card)
    raise_aces(later)
    return later


def lost(table: Table) -> bool:
    """Say whether no playable card fits."""
    return not moves(table)


def face_down(table: Table) -> dict[str, int]:
    """Count the covered cards of each pile that lie face down."""
    if table.slug == "burgvoegtin-offen":
        return {}
    return {name: max(0, len(table.piles[name]) - 1) for name in tableau_names(table)}
