"""A position: everything about a game at one moment, hidden cards and coming redeals included."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.rules import finishing, kernel, notation, refusals, sequences, view
from games.rules.cards import NUMBERS, codes
from games.rules.moves import Move
from games.rules.spec import Ruleset

_UNKNOWN = -1


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Position:
    """An immutable position, equal to another by its ruleset and content.

    `state` is the kernel's array, `coming` the packs of the redeals still to come. Make positions
    with `Ruleset.deal`, `Ruleset.deal_seed`, `Position.parse` and `play`.

    >>> from games.rules import RULESETS
    >>> position = RULESETS["fan"].deal_seed(bytes(32))
    >>> position.play(position.legal_moves()[0]) == position
    False
    >>> Position.parse(position.ruleset, str(position)) == position
    True
    """

    ruleset: Ruleset
    state: tuple[int, ...]
    coming: tuple[int, ...] = ()
    _moves: tuple[int, ...] | None = field(init=False, default=None)
    """The legal moves as the kernel writes them, once asked for."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.state == other.state
            and self.coming == other.coming
            and self.ruleset == other.ruleset
        )

    def __hash__(self) -> int:
        return hash((self.ruleset.slug, self.state))

    def __repr__(self) -> str:
        slug, version = self.ruleset.slug, self.ruleset.version
        return f"Position.parse(find_ruleset({slug!r}, {version}), {str(self)!r})"

    def __str__(self) -> str:
        return notation.format_position(self)

    @classmethod
    def parse(cls, ruleset: Ruleset, text: str) -> Position:
        """Read a position's text; NotationError where it isn't one, as with hidden cards."""
        return cls(ruleset, *notation.read_position(ruleset, text))

    @property
    def piles(self) -> dict[str, tuple[str, ...]]:
        """Every pile by name, each from its covered end to its free card."""
        engine, state = self.ruleset.engine, self.state
        return {
            name: codes(engine.cards(state, pile)) for pile, name in enumerate(engine.pile_names)
        }

    @property
    def redeals_left(self) -> int | None:
        """How many redeals are left, None where the ruleset has none."""
        return self.state[kernel.REDEALS] if self.ruleset.redeals else None

    @property
    def merci_left(self) -> int | None:
        """How many mercis are left, None where the ruleset has none."""
        return self.state[kernel.MERCIS] if self.ruleset.has_merci else None

    @property
    def is_won(self) -> bool:
        """Whether every foundation has 13 cards."""
        return kernel.is_won(self.ruleset.engine.rules, self.state)

    @property
    def is_lost(self) -> bool:
        """Whether the game isn't won and every legal move is pointless (G1)."""
        out = [0] * kernel.MAX_MOVES
        return kernel.is_lost(self.ruleset.engine.rules, self.state, out)

    def legal_moves(self) -> tuple[Move, ...]:
        """Give every single move and redeal that the rules allow, each once, in no set order."""
        engine, state = self.ruleset.engine, self.state
        return tuple(engine.move(state, move) for move in self._legal())

    def play(self, move: Move) -> Position:
        """Give the position after a move; IllegalMove, with the reason, where it isn't legal."""
        chosen = self._find(move)
        if chosen not in self._legal():
            raise refusals.refusal(self, move)
        state = list(self.state)
        trail = [0] * kernel.TRAIL_ROOM
        kernel.play(self.ruleset.engine.rules, self.coming, state, chosen, trail, 0)
        coming = self.coming
        if chosen == kernel.REDEAL:
            coming = coming[kernel.PACK :]
        return Position(self.ruleset, tuple(state), coming)

    def sequences(self) -> tuple[Move, ...]:
        """Give the sequences of two or more cards that may be entered at once (C6)."""
        return sequences.legal_sequences(self)

    def expand(self, move: Move) -> tuple[Move, ...]:
        """Give the fewest single moves that a sequence, named by its deepest card, stands for.

        A sequence of one card is that single move. Raises IllegalMove where it may not be entered.
        """
        return sequences.expand(self, move)

    def finishing_moves(self) -> tuple[Move, ...]:
        """Give the moves to foundations alone that win the game; none where these don't win it."""
        return finishing.finishing_moves(self)

    def reveals(self, move: Move) -> bool:
        """Say whether a legal move shows something new: a card turned up, or a redeal."""
        if move.is_redeal:
            return True
        source = self.ruleset.engine.pile_numbers[str(move.source)]
        in_tableau = move.source in self.ruleset.tableau_names
        return self.ruleset.hides_cards and in_tableau and self.state[kernel.LENGTHS + source] > 1

    def is_merci(self, move: Move) -> bool:
        """Say whether a legal move draws out a covered card."""
        if move.is_redeal or move.source not in self.ruleset.tableau_names:
            return False
        engine = self.ruleset.engine
        pile = engine.pile_numbers[move.source]
        return NUMBERS[str(move.card)] != self.state[kernel.LENGTHS + len(engine.pile_names) + pile]

    def is_pointless(self, move: Move) -> bool:
        """Say whether a legal move leads nowhere as G1 has it; IllegalMove where it isn't legal."""
        chosen = self._find(move)
        if chosen not in self._legal():
            raise refusals.refusal(self, move)
        return kernel.is_pointless(self.ruleset.engine.rules, self.state, chosen)

    def view(self) -> view.View:
        """Give what a player may see of the position."""
        return view.view_of(self)

    def _legal(self) -> tuple[int, ...]:
        if self._moves is None:
            out = [0] * kernel.MAX_MOVES
            count = kernel.legal_moves(self.ruleset.engine.rules, self.state, out)
            object.__setattr__(self, "_moves", tuple(out[:count]))
        return self._moves or ()

    def _find(self, move: Move) -> int:
        """Give the kernel's integer of a move, or _UNKNOWN where its card isn't in its source."""
        if move.is_redeal:
            return kernel.REDEAL
        engine = self.ruleset.engine
        source = engine.pile_numbers.get(str(move.source), _UNKNOWN)
        target = engine.pile_numbers.get(str(move.target), _UNKNOWN)
        card = NUMBERS.get(str(move.card), _UNKNOWN)
        if source < 0 or target < 0:
            return _UNKNOWN
        cards = engine.cards(self.state, source)
        if card not in cards:
            return _UNKNOWN
        # Of equal cards the free one is meant; in the reserve the kernel names the first.
        is_free = source < engine.rules[kernel.FIRST_RESERVE] and cards[-1] == card
        index = len(cards) - 1 if is_free else cards.index(card)
        return (index << 12) + (target << 6) + source
