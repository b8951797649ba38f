"""Cards: two-letter codes such as `TH` outside, whole numbers 1 to 52 inside the kernel.

Numbers run rank by rank: 1 to 4 are the aces in the order C D H S, 49 to 52 the kings. So "the next
rank, whatever the suit", "exactly this card" and "any king" are all ranges of neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

RANKS = "A23456789TJQK"
SUITS = "CDHS"
HIDDEN = "??"
CARDS_IN_PACK = 52

CODES: tuple[str, ...] = (HIDDEN, *(rank + suit for rank in RANKS for suit in SUITS))
NUMBERS: dict[str, int] = {code: number for number, code in enumerate(CODES) if number}
"""Code to number; `??` is no card and is missing here."""

FRESH_PACK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""One pack in the order that a shuffle starts from: A to K of clubs, then D, H, S."""

_SYMBOLS = dict(zip(SUITS, "♣♦♥♠", strict=True))
_RANK_NAMES = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}


def rank_of(number: int) -> int:
    """Give the rank 1 (ace) to 13 (king) of a card's number.

    >>> rank_of(NUMBERS["TH"])
    10
    """
    return (number + 3) // 4


def suit_of(number: int) -> int:
    """Give the suit 0 to 3, in the order C D H S, of a card's number."""
    return (number - 1) % 4


def number_of(rank: int, suit: int) -> int:
    """Give the number of the card with that rank (1 to 13) and suit (0 to 3)."""
    return 4 * rank - 3 + suit


def codes(numbers: Iterable[int]) -> tuple[str, ...]:
    """Give the codes of some cards.

    >>> codes([1, 52])
    ('AC', 'KS')
    """
    return tuple(map(CODES.__getitem__, numbers))


def numbers(cards: Iterable[str]) -> Iterator[int]:
    """Give the numbers of some codes; KeyError for what is none."""
    return map(NUMBERS.__getitem__, cards)


def english(text: str) -> str:
    """Name a card, or a rank with its article, as an English sentence has it.

    >>> english("TH"), english("8"), english("Q")
    ('10♥', 'an 8', 'a queen')
    """
    if text in NUMBERS:
        return text[0].replace("T", "10") + _SYMBOLS[text[1]]
    if not text:
        return "none"
    name = _RANK_NAMES.get(text, text)
    return f"{'an' if name in ('ace', '8') else 'a'} {name}"
