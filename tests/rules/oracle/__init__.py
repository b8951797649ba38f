"""A second, naive reading of the twelve rulesets, to hold the engine against."""

from collections.abc import Sequence

from . import archway, burgvoegtin, castle, lucie
from .burgvoegtin import raise_aces
from .castle import sequences, shortest_way
from .common import REDEAL, Table, move_parts, move_text, one_pack, suit, value, won
from .dealing import shuffled, words

__all__ = [
    "ARCHWAY",
    "BURGVOEGTIN",
    "CASTLE",
    "LUCIE",
    "REDEAL",
    "SLUGS",
    "Table",
    "after",
    "deal",
    "deal_seed",
    "empty_table",
    "has_redeals",
    "is_merci",
    "lost",
    "move_parts",
    "move_text",
    "moves",
    "one_pack",
    "packs",
    "raise_aces",
    "read",
    "reveals",
    "sequences",
    "shortest_way",
    "shuffled",
    "suit",
    "text",
    "value",
    "view_piles",
    "view_text",
    "won",
    "words",
]

BURGVOEGTIN = ("burgvoegtin", "burgvoegtin-streng", "burgvoegtin-offen")
CASTLE = ("beleaguered-castle", "streets-and-alleys", "citadel")
ARCHWAY = ("archway", "archway-leicht")
LUCIE = ("la-belle-lucie", "la-belle-lucie-ohne-merci", "trefoil", "fan")
SLUGS = (*BURGVOEGTIN, *CASTLE, *ARCHWAY, *LUCIE)


def packs(slug: str) -> int:
    """Count the packs that a ruleset is played with."""
    return 2 if slug in BURGVOEGTIN + ARCHWAY else 1


def has_redeals(slug: str) -> bool:
    """Say whether a ruleset lays the cards anew."""
    return slug in LUCIE and slug != "fan"


def deal(slug: str, pack: Sequence[str], reshuffled: Sequence[Sequence[str]] = ()) -> Table:
    """Lay out a shuffled pack."""
    if slug in BURGVOEGTIN:
        return burgvoegtin.deal(slug, pack)
    if slug in CASTLE:
        return castle.deal(slug, pack)
    if slug in ARCHWAY:
        return archway.deal(slug, pack)
    return lucie.deal(slug, pack, reshuffled)


def deal_seed(slug: str, seed: bytes) -> Table:
    """Shuffle by a seed and lay out."""
    labels = ("redeal-1", "redeal-2") if has_redeals(slug) else ()
    reshuffled = [shuffled(seed, label, 1) for label in labels]
    return deal(slug, shuffled(seed, "deal", packs(slug)), reshuffled)


def empty_table(slug: str) -> Table:
    """Give a table with every pile of a ruleset and no card."""
    if slug in BURGVOEGTIN:
        return burgvoegtin.empty_table(slug)
    if slug in CASTLE:
        return castle.empty_table(slug)
    if slug in ARCHWAY:
        return archway.empty_table(slug)
    return lucie.empty_table(slug)


def moves(table: Table) -> set[str]:
    """List every legal move as text, none once the game is won."""
    if won(table):
        return set()
    if table.slug in BURGVOEGTIN:
        return burgvoegtin.moves(table)
    if table.slug in CASTLE:
        return castle.moves(table)
    if table.slug in ARCHWAY:
        return archway.moves(table)
    return lucie.moves(table)


def after(table: Table, move: str) -> Table:
    """Play a legal move on a fresh table."""
    assert move in moves(table), f"{move} is not legal"
    if table.slug in BURGVOEGTIN:
        return burgvoegtin.after(table, move)
    if table.slug in CASTLE:
        return castle.after(table, move)
    if table.slug in ARCHWAY:
        return archway.after(table, move)
    return lucie.after(table, move)


def lost(table: Table) -> bool:
    """Say whether nothing but pointless moves is left in a game that is not won."""
    if won(table):
        return False
    if table.slug in BURGVOEGTIN:
        return burgvoegtin.lost(table)
    if table.slug in CASTLE:
        return castle.lost(table)
    if table.slug in ARCHWAY:
        return archway.lost(table)
    return lucie.lost(table)


def is_merci(table: Table, move: str) -> bool:
    """Say whether a legal move draws a card out from under others."""
    if move == REDEAL:
        return False
    card, source, _ = move_parts(move)
    return source.startswith("T") and table.piles[source][-1] != card


def reveals(table: Table, move: str) -> bool:
    """Say whether a legal move shows what was unknown before."""
    return move == REDEAL or _unknown(after(table, move)) < _unknown(table)


def _unknown(table: Table) -> int:
    return sum(seen.count("??") for seen in view_piles(table).values())


def view_piles(table: Table) -> dict[str, list[str]]:
    """Give the piles as a player sees them."""
    down = burgvoegtin.face_down(table) if table.slug in BURGVOEGTIN else {}
    return {
        name: ["??"] * down.get(name, 0) + cards[down.get(name, 0) :]
        for name, cards in table.piles.items()
    }


def _lines(table: Table, piles: dict[str, list[str]]) -> list[str]:
    lines = [" ".join([f"{name}:", *cards]) for name, cards in piles.items()]
    if table.redeals is not None:
        lines.append(f"redeals: {table.redeals}")
    if table.merci is not None:
        lines.append(f"merci: {table.merci}")
    return lines


def text(table: Table) -> str:
    """Write a whole table, coming packs included."""
    coming = [" ".join([f"{name}:", *cards]) for name, cards in table.coming.items()]
    return "\n".join(_lines(table, table.piles) + coming)


def view_text(table: Table) -> str:
    """Write what a player may see of a table."""
    return "\n".join(_lines(table, view_piles(table)))


def read(slug: str, written: str) -> Table:
    """Read a table's text back."""
    table = empty_table(slug)
    for line in written.strip().splitlines():
        name, _, cards = line.partition(":")
        if name == "redeals":
            table.redeals = int(cards)
        elif name == "merci":
            table.merci = int(cards)
        elif name.startswith("redeal-"):
            table.coming[name] = cards.split()
        else:
            table.piles[name] = cards.split()
    return table
