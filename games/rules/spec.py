"""What a ruleset is made of: pile groups, a deal program and named features, all plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from games.rules.cards import RANKS

if TYPE_CHECKING:
    from games.rules.flat import Engine
    from games.rules.position import Position

ACE, KING = 1, 13


class Family(StrEnum):
    """A patience together with its variants."""

    BURGVOEGTIN = "burgvoegtin"
    BELEAGUERED_CASTLE = "beleaguered-castle"
    ARCHWAY = "archway"
    BELLE_LUCIE = "la-belle-lucie"


class Feature(StrEnum):
    """The closed list of odd rules that the engine knows."""

    STRICT_RESERVE = "strict-reserve"
    """A reserve card is played only while no free card of the tableau fits on a foundation."""
    ACES_GO_UP = "aces-go-up"
    """An ace that becomes free opens a foundation by itself."""
    EXCHANGE = "exchange"
    """Where the two foundations of a suit meet, the top of either may be laid on the other."""
    MERCI = "merci"
    """After the last redeal one covered card may be drawn out and played."""
    SEQUENCES = "sequences"
    """Several single moves from row to row may be entered as one."""


class Build(Enum):
    """What a tableau pile takes on its free card."""

    NOTHING = "nothing"
    DOWN = "down"
    DOWN_IN_SUIT = "down-in-suit"


class Space(Enum):
    """What an empty tableau pile takes."""

    NOTHING = "nothing"
    ANY_CARD = "any-card"
    KINGS = "kings"


class Faces(Enum):
    """Which cards of a tableau pile can be seen."""

    ALL_UP = "all-up"
    TOP_UP = "top-up"


class TableauKind(StrEnum):
    """What the tableau's piles are called."""

    PACKET = "packet"
    ROW = "row"
    COLUMN = "column"
    FAN = "fan"


class DealOrder(Enum):
    """How the tableau is laid."""

    PILE_BY_PILE = "pile-by-pile"
    ROUND_BY_ROUND = "round-by-round"


@dataclass(frozen=True, slots=True, kw_only=True)
class Foundation:
    """A pile that is built from its base card, in suit where it has one, one rank at a time."""

    name: str
    suit: int | None = None
    base: int = ACE
    step: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Tableau:
    """The piles T1, T2, … whose last card is free."""

    kind: TableauKind
    piles: int
    build: Build
    space: Space
    faces: Faces = Faces.ALL_UP


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserve:
    """The arch: one pile a rank, up to the kings, every card in it playable."""

    first_rank: int
    takes_back: bool = False
    """Whether a free card of the tableau may go to the pile of its rank."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealProgram:
    """How a shuffled pack is laid out; what the tableau leaves over goes to the reserve."""

    bases_out: bool
    """Whether the cards that open a foundation are taken out first, wherever they lie."""
    order: DealOrder
    cards_a_pile: int
    """Cards that a pile gets at most; a redeal lays piles of as many."""
    fitting_go_up: bool = False
    """Whether a card that fits on a foundation as it is dealt goes there and skips its place."""


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """The rules of one patience, as data that the one engine interprets.

    `version` goes up only when behaviour changes; a deal stores the version it was made for.
    """

    slug: str
    name: str
    family: Family
    packs: int
    foundations: tuple[Foundation, ...]
    tableau: Tableau
    deal_program: DealProgram
    reserve: Reserve | None = None
    redeals: int = 0
    features: frozenset[Feature] = frozenset()
    version: int = 1

    def __str__(self) -> str:
        return f"{self.slug} {self.version}"

    def __hash__(self) -> int:
        return hash((self.slug, self.version))

    @property
    def has_merci(self) -> bool:
        """Whether a covered card may be drawn out once."""
        return Feature.MERCI in self.features

    @property
    def has_sequences(self) -> bool:
        """Whether a sequence may be entered at once (C6)."""
        return Feature.SEQUENCES in self.features

    @property
    def hides_cards(self) -> bool:
        """Whether some cards on the table lie face down."""
        return self.tableau.faces is Faces.TOP_UP

    @cached_property
    def foundation_names(self) -> tuple[str, ...]:
        """The names of the foundations, in order."""
        return tuple(foundation.name for foundation in self.foundations)

    @cached_property
    def tableau_names(self) -> tuple[str, ...]:
        """The names of the tableau's piles, in order."""
        return tuple(f"T{number}" for number in range(1, self.tableau.piles + 1))

    @cached_property
    def reserve_names(self) -> tuple[str, ...]:
        """The names of the reserve's piles, in order; none where there is no reserve."""
        if self.reserve is None:
            return ()
        return tuple(f"R{rank}" for rank in RANKS[self.reserve.first_rank - 1 :])

    @cached_property
    def pile_names(self) -> tuple[str, ...]:
        """The names of all piles: foundations, tableau, reserve."""
        return self.foundation_names + self.tableau_names + self.reserve_names

    @cached_property
    def engine(self) -> Engine:
        """The ruleset compiled for the kernel."""
        # Imported late, as dealing below: they are built from rulesets, and a ruleset offers them.
        from games.rules.flat import Engine

        return Engine(self)

    def deal(self, pack: Sequence[str], reshuffled: Sequence[Sequence[str]] = ()) -> Position:
        """Lay out a shuffled pack, with the packs of the redeals where there are any.

        Raises ValueError for anything but whole packs of the right number.
        """
        from games.rules import dealing

        return dealing.deal(self, pack, reshuffled)

    def deal_seed(self, seed: bytes) -> Position:
        """Lay out the deal of 32 bytes; ValueError for anything else."""
        return self.deal(*self.shuffled(seed))

    def shuffled(self, seed: bytes) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
        """Give the pack and the packs of the redeals that 32 bytes stand for."""
        from games.rules import dealing

        return dealing.shuffled(self, seed)
