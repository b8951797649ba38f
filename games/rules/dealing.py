"""From a seed to a pack, and from a pack to the position it lays out."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence

from games.rules import kernel
from games.rules.cards import CARDS_IN_PACK, FRESH_PACK, NUMBERS, is_code, numbers
from games.rules.position import Position
from games.rules.spec import DealOrder, Ruleset

SEED_BYTES = 32
WORD_BYTES = 4
WORDS = 2 ** (8 * WORD_BYTES)

Pack = tuple[str, ...]


def practice_seed(number: int) -> bytes:
    """Give the public seed of a practice deal's number.

    >>> practice_seed(1).hex()[:8]
    'c35b2a40'
    """
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise ValueError(f"a practice deal's number is a whole number from 0 on, not {number!r}")
    return hashlib.sha256(f"practice {number}".encode("ascii")).digest()


def shuffle(seed: bytes, packs: int = 1, label: str = "deal") -> Pack:
    """Give the order of a number of packs that a seed stands for; anyone can work it out anew."""
    cards = list(FRESH_PACK * packs)
    words = _words(_seed_bytes(seed) + label.encode("ascii"))
    for last in range(len(cards) - 1, 0, -1):
        choices = last + 1
        limit = WORDS - WORDS % choices
        chosen = next(word for word in words if word < limit) % choices
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


def _seed_bytes(seed: bytes) -> bytes:
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes")
    return seed


def _words(start: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(start + counter.to_bytes(8, "big")).digest()
        for place in range(0, len(block), WORD_BYTES):
            yield int.from_bytes(block[place : place + WORD_BYTES], "big")
        counter += 1


def shuffled(ruleset: Ruleset, seed: bytes) -> tuple[Pack, tuple[Pack, ...]]:
    """Give the pack of a ruleset's deal and those of its redeals."""
    redeals = tuple(
        shuffle(seed, label=f"redeal-{number}") for number in range(1, ruleset.redeals + 1)
    )
    return shuffle(seed, ruleset.packs), redeals


def deal(
    ruleset: Ruleset, pack: Sequence[str], reshuffled: Sequence[Sequence[str]] = ()
) -> Position:
    """Lay out a shuffled pack by the ruleset's deal program.

    Raises ValueError for anything but whole packs of the right number.
    """
    cards = whole_packs(pack, ruleset.packs)
    if not _is_sequence(reshuffled) or len(reshuffled) != ruleset.redeals:
        raise ValueError(f"{ruleset.slug} takes {ruleset.redeals} reshuffled packs")
    coming = [card for redeal in reshuffled for card in whole_packs(redeal, 1)]
    state = ruleset.engine.empty_state(redeals=ruleset.redeals, mercis=int(ruleset.has_merci))
    _lay(ruleset, list(cards), state)
    return Position(ruleset, tuple(state), tuple(coming))


def whole_packs(cards: Sequence[str], packs: int) -> tuple[int, ...]:
    """Give the numbers of whole packs' cards; ValueError where a card is missing or too many."""
    size = CARDS_IN_PACK * packs
    if not _is_sequence(cards) or len(cards) != size or not all(map(is_code, cards)):
        raise ValueError(f"a pack to deal from is a sequence of {size} card codes")
    copies = Counter(cards)
    wrong = [card for card in NUMBERS if copies[card] != packs]
    if wrong:
        raise ValueError(f"not a whole pack: wrong number of {', '.join(wrong)}")
    return tuple(numbers(cards))


def _is_sequence(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _lay(ruleset: Ruleset, cards: list[int], state: list[int]) -> None:
    rules, program = ruleset.engine.rules, ruleset.deal_program
    if program.bases_out:
        cards = [card for card in cards if not _opens_foundation(ruleset, state, card)]

    first, piles = len(ruleset.foundations), ruleset.tableau.piles
    laid = 0
    for card in cards[: program.cards_a_pile * piles]:
        by_pile = program.order is DealOrder.PILE_BY_PILE
        pile = first + (laid // program.cards_a_pile if by_pile else laid % piles)
        if program.fitting_go_up and (up := kernel.foundation_for(rules, state, card)) >= 0:
            pile = up
        kernel.put(rules, state, pile, card)
        laid += 1

    aces_go_up = rules[kernel.ACES_GO_UP] > 0
    if aces_go_up:
        kernel.raise_aces(rules, state, [0] * kernel.TRAIL_ROOM, 0)
    for card in cards[laid:]:
        if not (aces_go_up and _opens_foundation(ruleset, state, card)):
            kernel.put(rules, state, ruleset.engine.reserve_pile(card), card)


def _opens_foundation(ruleset: Ruleset, state: list[int], card: int) -> bool:
    """Lay a card on the lowest-numbered empty foundation that takes it, if there is one."""
    rules = ruleset.engine.rules
    pile = kernel.foundation_for(rules, state, card)
    if pile < 0 or state[kernel.LENGTHS + pile] > 0:
        return False
    kernel.put(rules, state, pile, card)
    return True
