"""What a player may see of a position: the only form of it that leaves the server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.rules.cards import HIDDEN
from games.rules.spec import Ruleset

if TYPE_CHECKING:
    from games.rules.moves import Move
    from games.rules.position import Position

Dests = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class View:
    """A position without its hidden cards and coming packs, and what may be done in it.

    It holds no reference to the position. `redeals` and `merci` tell what is left, None where the
    ruleset has none; `moves` are the ordinary legal moves, `merci_moves` those of covered cards,
    `sequence_moves` the sequences that may be entered at once, and `can_finish` says whether moves
    to foundations alone win the game.
    """

    ruleset: Ruleset
    piles: Mapping[str, tuple[str, ...]]
    redeals: int | None
    merci: int | None
    is_won: bool
    is_lost: bool
    can_finish: bool
    redeal_allowed: bool
    moves: tuple[Move, ...]
    merci_moves: tuple[Move, ...]
    sequence_moves: tuple[Move, ...]

    def __str__(self) -> str:
        return "\n".join(visible_lines(self.piles, self.redeals, self.merci))

    def dests(self) -> Dests:
        """Map `card:source` to the piles where that card may go by an ordinary move."""
        return _by_card(self.moves)

    def merci_dests(self) -> Dests:
        """Map `card:source` to the piles where that covered card may go by the merci."""
        return _by_card(self.merci_moves)

    def sequence_dests(self) -> Dests:
        """Map `card:source` to the rows where the sequence from that card on may go."""
        return _by_card(self.sequence_moves)


def view_of(position: Position) -> View:
    """Make the view of a position.

    Legal moves depend on visible cards alone, so nothing hidden can be told from them.
    """
    ruleset = position.ruleset
    ordinary: list[Move] = []
    merci: list[Move] = []
    redeal_allowed = False
    for move in position.legal_moves():
        if move.is_redeal:
            redeal_allowed = True
        else:
            (merci if position.is_merci(move) else ordinary).append(move)
    return View(
        ruleset=ruleset,
        piles=visible_piles(position),
        redeals=position.redeals_left,
        merci=position.merci_left,
        is_won=position.is_won,
        is_lost=position.is_lost,
        can_finish=bool(position.finishing_moves()),
        redeal_allowed=redeal_allowed,
        moves=tuple(ordinary),
        merci_moves=tuple(merci),
        sequence_moves=position.sequences(),
    )


def visible_piles(position: Position) -> dict[str, tuple[str, ...]]:
    """Give the piles as a player sees them."""
    ruleset = position.ruleset
    return {name: shown(ruleset, name, cards) for name, cards in position.piles.items()}


def shown(ruleset: Ruleset, pile: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Give a pile's cards as a player sees them, face-down ones as `??`."""
    if not ruleset.hides_cards or pile not in ruleset.tableau_names:
        return cards
    return (HIDDEN,) * (len(cards) - 1) + cards[-1:]


def visible_lines(
    piles: Mapping[str, tuple[str, ...]], redeals: int | None, merci: int | None
) -> list[str]:
    """Write the lines of a position's text that a view has, too."""
    lines = [" ".join((f"{name}:", *cards)) for name, cards in piles.items()]
    if redeals is not None:
        lines.append(f"redeals: {redeals}")
    if merci is not None:
        lines.append(f"merci: {merci}")
    return lines


def _by_card(moves: Iterable[Move]) -> Dests:
    dests: Dests = {}
    for move in moves:
        dests.setdefault(f"{move.card}:{move.source}", []).append(str(move.target))
    return dests
