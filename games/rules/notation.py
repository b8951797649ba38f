"""A position as text and back, without loss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.rules import kernel
from games.rules.cards import CARDS_IN_PACK, CODES, HIDDEN, NUMBERS, codes, suit_of
from games.rules.moves import NotationError, Reason
from games.rules.spec import Ruleset
from games.rules.view import visible_lines

if TYPE_CHECKING:
    from games.rules.position import Position

REDEALS = "redeals"
MERCI = "merci"


def format_position(position: Position) -> str:
    """Write a position with everything that is hidden."""
    lines = visible_lines(position.piles, position.redeals_left, position.merci_left)
    for name, pack in zip(
        _coming_names(position.ruleset, position.redeals_left or 0),
        _packs(position.coming),
        strict=True,
    ):
        lines.append(" ".join((f"{name}:", *codes(pack))))
    return "\n".join(lines)


def read_position(ruleset: Ruleset, text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Read a position's text as the kernel's state and the coming packs.

    Cards may be missing, so that rules can be shown with a few of them. Raises NotationError.
    """
    lines = _lines(ruleset, text)
    redeals = _left(lines, REDEALS, ruleset.redeals)
    mercis = _left(lines, MERCI, int(ruleset.has_merci))
    coming_names = _coming_names(ruleset, redeals)
    _compare_names(lines, {*ruleset.pile_names, *coming_names})
    piles = {name: _cards(name, lines[name]) for name in ruleset.pile_names}
    coming = [card for name in coming_names for card in _pack(name, lines[name])]
    _check_copies(ruleset, piles)
    state = ruleset.engine.empty_state(redeals=redeals, mercis=mercis)
    for number, (name, cards) in enumerate(piles.items()):
        _lay(ruleset, state, number, name, cards)
    return tuple(state), tuple(coming)


def _lines(ruleset: Ruleset, text: str) -> dict[str, str]:
    known = {*ruleset.pile_names, *_coming_names(ruleset, ruleset.redeals)}
    if ruleset.redeals:
        known.add(REDEALS)
    if ruleset.has_merci:
        known.add(MERCI)
    lines: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        name, colon, rest = line.partition(":")
        if not colon:
            if line.strip():
                raise NotationError(Reason.UNREADABLE_LINE, line=number, text=line[:40])
            continue
        if name not in known:
            raise NotationError(Reason.UNKNOWN_PILE, line=number, text=name[:40])
        if name in lines:
            raise NotationError(Reason.LINE_TWICE, line=number, text=name)
        lines[name] = rest
    return lines


def _left(lines: dict[str, str], name: str, most: int) -> int:
    """Take the line that says how many redeals or mercis are left, 0 where there are none."""
    if most == 0:
        return 0
    if name not in lines:
        raise NotationError(Reason.LINE_MISSING, text=name)
    written = lines.pop(name).strip()
    if written not in map(str, range(most + 1)):
        raise NotationError(Reason.NUMBER_OUT_OF_RANGE, text=name, most=most)
    return int(written)


def _compare_names(lines: dict[str, str], wanted: set[str]) -> None:
    for name in wanted - set(lines):
        raise NotationError(Reason.LINE_MISSING, text=name)
    for name in set(lines) - wanted:
        raise NotationError(Reason.REDEAL_IS_SPENT, text=name)


def _cards(pile: str, text: str) -> list[int]:
    cards = []
    for code in text.split():
        if code == HIDDEN:
            raise NotationError(Reason.HIDDEN_CARD, pile=pile)
        if code not in NUMBERS:
            raise NotationError(Reason.UNREADABLE_CARD, text=code[:40])
        cards.append(NUMBERS[code])
    return cards


def _pack(name: str, text: str) -> list[int]:
    cards = _cards(name, text)
    if sorted(cards) != list(range(1, CARDS_IN_PACK + 1)):
        raise NotationError(Reason.WRONG_PACK, text=name)
    return cards


def _check_copies(ruleset: Ruleset, piles: dict[str, list[int]]) -> None:
    copies = Counter(card for cards in piles.values() for card in cards)
    for card, count in copies.items():
        if count > ruleset.packs:
            raise NotationError(Reason.TOO_MANY_COPIES, card=CODES[card], most=ruleset.packs)


def _lay(ruleset: Ruleset, state: list[int], number: int, name: str, cards: list[int]) -> None:
    engine = ruleset.engine
    for place, card in enumerate(cards):
        if name in ruleset.reserve_names and engine.reserve_pile(card) != number:
            raise NotationError(Reason.WRONG_RESERVE_PILE, card=CODES[card], pile=name)
        if name in ruleset.foundation_names:
            # The first card may be any of the pile's suit: a position may be shown in part.
            suit = ruleset.foundations[number].suit
            before = cards[place - 1] if place else 0
            low, high = engine.taken(number, before)
            fits = low <= card <= high if before else suit in (None, suit_of(card))
            if not fits:
                raise NotationError(Reason.NOT_BUILT_RIGHT, card=CODES[card], pile=name)
        kernel.put(engine.rules, state, number, card)


def _coming_names(ruleset: Ruleset, left: int) -> list[str]:
    first = ruleset.redeals - left + 1
    return [f"redeal-{number}" for number in range(first, ruleset.redeals + 1)]


def _packs(coming: Sequence[int]) -> list[Sequence[int]]:
    return [coming[at : at + CARDS_IN_PACK] for at in range(0, len(coming), CARDS_IN_PACK)]
