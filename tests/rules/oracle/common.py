"""What every patience of the oracle shares: cards, a table of named piles, and nothing clever.

The oracle repeats the twelve rulesets slowly and plainly, so that a second pair of eyes stands
beside the engine. It must never import the engine.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

RANKS = "A23456789TJQK"
SUITS = "CDHS"
REDEAL = "redeal"


@dataclass
class Table:
    """Everything that lies on the table, the cards that nobody sees included."""

    slug: str
    piles: dict[str, list[str]]
    redeals: int | None = None
    merci: int | None = None
    coming: dict[str, list[str]] = field(default_factory=dict)

    def copy(self) -> "Table":
        """Give a table that can be changed without changing this one."""
        return Table(
            slug=self.slug,
            piles={name: list(cards) for name, cards in self.piles.items()},
            redeals=self.redeals,
            merci=self.merci,
            coming={name: list(cards) for name, cards in self.coming.items()},
        )


def value(card: str) -> int:
    """Count a card's rank from 1 for an ace to 13 for a king.

    >>> value("AS"), value("TH"), value("KD")
    (1, 10, 13)
    """
    return RANKS.index(card[0]) + 1


def suit(card: str) -> str:
    """Give a card's suit, one of C D H S."""
    return card[1]


def one_pack() -> list[str]:
    """Give the 52 cards in the order that the shuffle starts from."""
    return [rank + a_suit for a_suit in SUITS for rank in RANKS]


def arch_order(cards: Iterable[str]) -> list[str]:
    """Sort an arch pile as it is always shown: C D H S."""
    return sorted(cards, key=suit)


def move_text(card: str, source: str, target: str) -> str:
    """Write one move of one card."""
    return f"{card}:{source}>{target}"


def move_parts(text: str) -> tuple[str, str, str]:
    """Take a move's text apart into card, source and target."""
    card, way = text.split(":")
    source, target = way.split(">")
    return card, source, target


def tableau_names(table: Table) -> list[str]:
    """Name the packets, columns, rows or fans."""
    return [name for name in table.piles if name.startswith("T")]


def arch_names(table: Table) -> list[str]:
    """Name the piles of the arch."""
    return [name for name in table.piles if name.startswith("R")]


def foundation_names(table: Table) -> list[str]:
    """Name the foundations."""
    return [name for name in table.piles if name.startswith("F")]


def won(table: Table) -> bool:
    """Say whether every foundation has its thirteen cards."""
    return all(len(table.piles[name]) == 13 for name in foundation_names(table))


def fits_in_suit(card: str, foundation: Sequence[str], foundation_suit: str) -> bool:
    """Say whether a card is the next one up on a foundation of one suit that an ace opens."""
    if suit(card) != foundation_suit:
        return False
    if not foundation:
        return value(card) == 1
    return value(card) == value(foundation[-1]) + 1


def is_lone_card_to_an_empty_pile(table: Table, move: str) -> bool:
    """Say whether a move only carries a pile's single card to another place that is empty."""
    if move == REDEAL:
        return False
    _, source, target = move_parts(move)
    both_tableau = source.startswith("T") and target.startswith("T")
    return both_tableau and len(table.piles[source]) == 1 and not table.piles[target]
