"""A move as a small value with lossless text, and every reason for refusing a move or a text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from games.rules.cards import NUMBERS, english

_REDEAL_TEXT = "redeal"
_SHAPE = re.compile(r"(\S\S):([FTR][0-9A-Z]{1,2})>([FTR][0-9A-Z]{1,2})", re.ASCII)


class Reason(StrEnum):
    """Every reason for which a text can't be read or a move isn't legal, as a stable code.

    Each comes with the parameters that its message in MESSAGES names. `card`, `top`, `low` and
    `high` are card codes; `source`, `target`, `pile` pile names; `wants` is what the target takes,
    a card code or, where the suit doesn't matter, a rank's letter; `line`, `most` and `cards` are
    numbers, `text` is a piece of what couldn't be read.
    """

    # Unreadable: these come as NotationError.
    UNREADABLE_MOVE = "unreadable_move"
    UNREADABLE_CARD = "unreadable_card"
    UNREADABLE_LINE = "unreadable_line"
    HIDDEN_CARD = "hidden_card"
    UNKNOWN_PILE = "unknown_pile"
    LINE_TWICE = "line_twice"
    LINE_MISSING = "line_missing"
    NUMBER_OUT_OF_RANGE = "number_out_of_range"
    TOO_MANY_COPIES = "too_many_copies"
    NOT_BUILT_RIGHT = "not_built_right"
    WRONG_RESERVE_PILE = "wrong_reserve_pile"
    WRONG_PACK = "wrong_pack"
    WRONG_SEED = "wrong_seed"
    REDEAL_IS_SPENT = "redeal_is_spent"
    UNKNOWN_RULESET = "unknown_ruleset"

    # Not legal: these come as IllegalMove.
    GAME_WON = "game_won"
    NO_SUCH_PILE = "no_such_pile"
    OWN_PILE = "own_pile"
    CARD_NOT_IN_PILE = "card_not_in_pile"
    CARD_COVERED = "card_covered"
    MERCI_SPENT = "merci_spent"
    MERCI_TOO_EARLY = "merci_too_early"
    STRICT_RESERVE = "strict_reserve"
    FOUNDATION_KEEPS_CARDS = "foundation_keeps_cards"
    BASE_STAYS = "base_stays"
    EXCHANGE_NOT_OPEN = "exchange_not_open"
    WRONG_RANK = "wrong_rank"
    WRONG_SUIT = "wrong_suit"
    WRONG_BASE = "wrong_base"
    FOUNDATION_FULL = "foundation_full"
    NOTHING_FITS_ON_ACE = "nothing_fits_on_ace"
    PILE_TAKES_NOTHING = "pile_takes_nothing"
    SPACE_TAKES_NOTHING = "space_takes_nothing"
    SPACE_TAKES_KINGS_ONLY = "space_takes_kings_only"
    SPACE_IS_TAKEN = "space_is_taken"
    RESERVE_TAKES_NOTHING = "reserve_takes_nothing"
    RESERVE_PILE_OF_OTHER_RANK = "reserve_pile_of_other_rank"
    NO_REDEALS = "no_redeals"
    NO_REDEAL_LEFT = "no_redeal_left"
    NO_SEQUENCES = "no_sequences"
    NOT_A_SEQUENCE = "not_a_sequence"
    SEQUENCE_NOT_BETWEEN_ROWS = "sequence_not_between_rows"
    SEQUENCE_TOO_LONG = "sequence_too_long"


MESSAGES: dict[Reason, str] = {
    Reason.UNREADABLE_MOVE: "“{text}” is no move: write card:source>target, as TH:T3>FH, or redeal",
    Reason.UNREADABLE_CARD: "“{text}” is no card: write rank and suit, as TH",
    Reason.UNREADABLE_LINE: "line {line} can't be read: “{text}”",
    Reason.HIDDEN_CARD: "{pile} holds a hidden card: a position needs every card",
    Reason.UNKNOWN_PILE: "line {line} names “{text}”, which this ruleset doesn't have",
    Reason.LINE_TWICE: "line {line} names {text} a second time",
    Reason.LINE_MISSING: "the line of {text} is missing",
    Reason.NUMBER_OUT_OF_RANGE: "{text} takes a whole number from 0 to {most}",
    Reason.TOO_MANY_COPIES: "{card} occurs more than {most} times",
    Reason.NOT_BUILT_RIGHT: "{card} can't lie where it does in {pile}",
    Reason.WRONG_RESERVE_PILE: "{card} doesn't belong in {pile}",
    Reason.WRONG_PACK: "{text} is not a whole pack",
    Reason.WRONG_SEED: "“{text}” is no seed: write 64 hexadecimal digits",
    Reason.REDEAL_IS_SPENT: "{text} is spent already",
    Reason.UNKNOWN_RULESET: "there is no ruleset “{text}”",
    Reason.GAME_WON: "the game is won: nothing is left to move",
    Reason.NO_SUCH_PILE: "there is no pile {pile} here",
    Reason.OWN_PILE: "{card} lies in {source} already",
    Reason.CARD_NOT_IN_PILE: "there is no {card} to be seen in {source}",
    Reason.CARD_COVERED: "{card} can't leave {source}: it lies under {top}",
    Reason.MERCI_SPENT: "{card} can't leave {source}: it lies under {top}, and the merci is spent",
    Reason.MERCI_TOO_EARLY: (
        "{card} can't leave {source}: it lies under {top}, and the merci comes after all redeals"
    ),
    Reason.STRICT_RESERVE: "{card} must wait: {top} on {pile} fits on a foundation",
    Reason.FOUNDATION_KEEPS_CARDS: "{card} stays on {source}: a foundation gives nothing back",
    Reason.BASE_STAYS: "{card} stays on {source}: it is the base card",
    Reason.EXCHANGE_NOT_OPEN: (
        "{card} can't go from {source} to {target}: their tops, {low} and {high}, don't meet yet"
    ),
    Reason.WRONG_RANK: "{card} can't go to {target}: {target} shows {top}, it takes {wants}",
    Reason.WRONG_SUIT: "{card} can't go to {target}: {target} shows {top}, it takes {wants}",
    Reason.WRONG_BASE: "{card} can't go to {target}: {target} is empty, it takes {wants}",
    Reason.FOUNDATION_FULL: "{card} can't go to {target}: {target} is complete",
    Reason.NOTHING_FITS_ON_ACE: (
        "{card} can't go to {target}: {target} shows {top}, and nothing is lower than an ace"
    ),
    Reason.PILE_TAKES_NOTHING: "{card} can't go to {target}: {target} takes no cards",
    Reason.SPACE_TAKES_NOTHING: "{card} can't go to {target}: {target} is empty and stays so",
    Reason.SPACE_TAKES_KINGS_ONLY: "{card} can't go to {target}: a gap takes a king only",
    Reason.SPACE_IS_TAKEN: "{card} can't go to {target}: {top} is there, a gap takes one card",
    Reason.RESERVE_TAKES_NOTHING: "{card} can't go to {target}: nothing is put into the arch",
    Reason.RESERVE_PILE_OF_OTHER_RANK: "{card} can't go to {target}: {target} takes {wants}",
    Reason.NO_REDEALS: "there is no redeal in this patience",
    Reason.NO_REDEAL_LEFT: "both redeals are spent",
    Reason.NO_SEQUENCES: "this patience moves one card at a time",
    Reason.NOT_A_SEQUENCE: "the cards from {card} on in {source} are no sequence",
    Reason.SEQUENCE_NOT_BETWEEN_ROWS: "a sequence goes from row to row, not {source} to {target}",
    Reason.SEQUENCE_TOO_LONG: (
        "{cards} cards can't go from {source} to {target}: the empty rows allow {most}"
    ),
}
"""The English message of each reason; other languages are written from the same parameters."""

Params = dict[str, str | int]
_CARDS = ("card", "top", "wants", "low", "high")


class RulesError(ValueError):
    """Something refused, with the reason's code and the parameters of its message."""

    def __init__(self, code: Reason, **params: str | int) -> None:
        self.code = code
        self.params: Params = params
        readable = {
            name: english(str(value)) if name in _CARDS else value for name, value in params.items()
        }
        super().__init__(MESSAGES[code].format_map(readable))

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (type(self), self.code, self.params)


class NotationError(RulesError):
    """A text that can't be read."""


class IllegalMove(RulesError):
    """A readable move that the rules don't allow in that position."""


def _rebuilt(kind: type[RulesError], code: Reason, params: Params) -> RulesError:
    return kind(code, **params)


@dataclass(frozen=True, slots=True)
class Move:
    """One card from a pile to a pile, or a redeal, where all three are None.

    >>> Move.parse("TH:T3>FH")
    Move(card='TH', source='T3', target='FH')
    >>> str(Move("TH", "T3", "FH")), str(Move())
    ('TH:T3>FH', 'redeal')
    """

    card: str | None = None
    source: str | None = None
    target: str | None = None

    @property
    def is_redeal(self) -> bool:
        """Whether the tableau is laid anew."""
        return self.card is None

    def __str__(self) -> str:
        return _REDEAL_TEXT if self.card is None else f"{self.card}:{self.source}>{self.target}"

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move's text; NotationError where it isn't one."""
        if text == _REDEAL_TEXT:
            return REDEAL
        shape = _SHAPE.fullmatch(text) if isinstance(text, str) else None
        if shape is None:
            raise NotationError(Reason.UNREADABLE_MOVE, text=str(text)[:40])
        card, source, target = shape.groups()
        if card not in NUMBERS:
            raise NotationError(Reason.UNREADABLE_CARD, text=card)
        return cls(card, source, target)


REDEAL = Move()
