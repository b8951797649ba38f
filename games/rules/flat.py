"""Lay a ruleset and its positions out as the flat integers that the kernel works on."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules import kernel
from games.rules.cards import CARDS_IN_PACK, CODES, SUITS, number_of, rank_of, suit_of
from games.rules.moves import REDEAL, Move
from games.rules.spec import ACE, KING, Build, Feature, Foundation, Ruleset, Space

Range = tuple[int, int]
NOTHING: Range = (1, 0)
ANYTHING: Range = (1, CARDS_IN_PACK)
CARDS_ON_TOP = CARDS_IN_PACK + 1
"""What may lie on top of a pile: any card, or none."""
_NOT_WANTED = -1


def rank_range(rank: int) -> Range:
    """Give the lowest and highest number of a rank; nothing outside ace to king."""
    if not ACE <= rank <= KING:
        return NOTHING
    return number_of(rank, 0), number_of(rank, len(SUITS) - 1)


def next_range(top: int, step: int, in_suit: bool) -> Range:
    """Give what goes on a card when piles are built by that step."""
    rank = rank_of(top) + step
    if in_suit and ACE <= rank <= KING:
        card = number_of(rank, suit_of(top))
        return card, card
    return rank_range(rank)


def foundation_takes(foundation: Foundation) -> list[Range]:
    """Give, for no card and for each card on top, what a foundation takes."""
    empty = rank_range(foundation.base)
    if foundation.suit is not None:
        base = number_of(foundation.base, foundation.suit)
        empty = (base, base)
    in_suit = foundation.suit is not None
    tops = range(1, CARDS_ON_TOP)
    return [empty, *(next_range(top, foundation.step, in_suit) for top in tops)]


def tableau_takes(ruleset: Ruleset) -> list[Range]:
    """Give, for no card and for each card on top, what a tableau pile takes."""
    empty = {
        Space.NOTHING: NOTHING,
        Space.ANY_CARD: ANYTHING,
        Space.KINGS: rank_range(KING),
    }[ruleset.tableau.space]
    tops = range(1, CARDS_ON_TOP)
    build = ruleset.tableau.build
    if build is Build.NOTHING:
        return [empty, *(NOTHING for _ in tops)]
    return [empty, *(next_range(top, -1, build is Build.DOWN_IN_SUIT) for top in tops)]


def compile_rules(ruleset: Ruleset) -> tuple[int, ...]:
    """Write a ruleset as the array that every function of the kernel reads."""
    foundations, tableau = len(ruleset.foundations), ruleset.tableau.piles
    reserve = ruleset.reserve
    piles = len(ruleset.pile_names)
    capacities = (
        [kernel.FULL] * foundations
        + [ruleset.packs * CARDS_IN_PACK] * tableau
        + [ruleset.packs * len(SUITS)] * len(ruleset.reserve_names)
    )
    cells = [kernel.LENGTHS + 2 * piles]
    for capacity in capacities:
        cells.append(cells[-1] + capacity)

    header = [0] * kernel.CELLS
    header[kernel.PILES] = piles
    header[kernel.FIRST_TABLEAU] = foundations
    header[kernel.FIRST_RESERVE] = foundations + tableau
    header[kernel.RESERVE_RANK] = reserve.first_rank if reserve else 0
    header[kernel.TAKES_BACK] = int(reserve is not None and reserve.takes_back)
    header[kernel.STRICT_RESERVE] = int(Feature.STRICT_RESERVE in ruleset.features)
    header[kernel.ACES_GO_UP] = int(Feature.ACES_GO_UP in ruleset.features)
    header[kernel.EXCHANGE] = foundations // 2 if Feature.EXCHANGE in ruleset.features else 0
    header[kernel.REDEAL_SIZE] = ruleset.deal_program.cards_a_pile

    tables = [foundation_takes(foundation) for foundation in ruleset.foundations]
    tables += [tableau_takes(ruleset)] * tableau
    # Only the moves that bring a card back look at the reserve, and they know its rank.
    tables += [[NOTHING] * CARDS_ON_TOP] * len(ruleset.reserve_names)
    size = 2 * CARDS_ON_TOP
    start = len(header) + len(cells) + len(tables)
    places = [start + size * pile for pile in range(piles)]
    flat_tables = [bound for table in tables for pair in table for bound in pair]
    return tuple(header + cells + places + flat_tables)


class MoveTable(dict[int, "Move"]):
    """One shared Move for each card, source and target, made when first asked for."""

    def __init__(self, pile_names: tuple[str, ...]) -> None:
        super().__init__()
        self._pile_names = pile_names

    def __missing__(self, key: int) -> Move:
        move = Move(
            CODES[key >> 12],
            self._pile_names[kernel.source_of(key)],
            self._pile_names[kernel.target_of(key)],
        )
        self[key] = move
        return move


class Engine:
    """A ruleset compiled: what positions need to go between names and the kernel's integers."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.rules = compile_rules(ruleset)
        self.pile_names = ruleset.pile_names
        self.pile_numbers = {name: number for number, name in enumerate(self.pile_names)}
        self.moves = MoveTable(self.pile_names)
        takes = [foundation_takes(foundation) for foundation in ruleset.foundations]
        self.bases = frozenset(
            card for ranges in takes for card in range(ranges[0][0], ranges[0][1] + 1)
        )
        self.wants = [[low if low <= high else 0 for low, high in ranges] for ranges in takes]
        """For each foundation and top card the lowest card that it takes then, 0 for nothing."""
        self.wanted_as = [_NOT_WANTED] * CARDS_ON_TOP
        """For each card the lowest one of those that foundations take alike."""
        for low, high in {range_ for ranges in takes for range_ in ranges}:
            self.wanted_as[low : high + 1] = [low] * (high + 1 - low)

    def empty_state(self, *, redeals: int, mercis: int) -> list[int]:
        """Give the state without a card."""
        state = [0] * self.rules[kernel.CELLS + self.rules[kernel.PILES]]
        state[kernel.REDEALS] = redeals
        state[kernel.MERCIS] = mercis
        return state

    def cards(self, state: Sequence[int], pile: int) -> Sequence[int]:
        """Give the numbers of a pile's cards, from the covered end."""
        base = self.rules[kernel.CELLS + pile]
        return state[base : base + state[kernel.LENGTHS + pile]]

    def reserve_pile(self, card: int) -> int:
        """Give the number of the reserve's pile of a card's rank."""
        return self.rules[kernel.FIRST_RESERVE] + rank_of(card) - self.rules[kernel.RESERVE_RANK]

    def taken(self, pile: int, top: int) -> Range:
        """Give the lowest and highest card that a pile takes on that top card (0: none)."""
        row = self.rules[kernel.CELLS + 1 + self.rules[kernel.PILES] + pile] + 2 * top
        return self.rules[row], self.rules[row + 1]

    def move(self, state: Sequence[int], move: int) -> Move:
        """Give the Move of one of the kernel's moves in that state."""
        if move == kernel.REDEAL:
            return REDEAL
        card = state[self.rules[kernel.CELLS + kernel.source_of(move)] + kernel.index_of(move)]
        return self.moves[(card << 12) + (move & 4095)]
