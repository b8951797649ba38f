"""From a seed to a pack, and from a pack to the position it lays out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from struct import Struct

from games.rules import kernel
from games.rules.cards import CARDS_IN_PACK, FRESH_PACK, NUMBERS, numbers
from games.rules.position import Position
from games.rules.spec import DealOrder, Ruleset

SEED_BYTES = 32
BLOCK = Struct(">8I")
"""A hash as eight words."""
WORDS = 2**32

Pack = tuple[str, ...]


def practice_seed(number: int) -> bytes:
    """Give the public seed of a practice deal's number.

    >>> practice_seed(1).hex()[:8]
    'c35b2a40'
    """
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise ValueError(f"a practice deal's number is a whole number from 0 on, not {number!r}")
    return sha256(f"practice {number}".encode("ascii")).digest()


def shuffle(seed: bytes, packs: int = 1, label: str = "deal") -> Pack:
    """Give the order of a number of packs that a seed stands for; anyone can work it out anew."""
    cards = list(FRESH_PACK * packs)
    words = _words(_seed_bytes(seed) + label.encode("ascii"))
    for last in range(len(cards) - 1, 0, -1):
        choices = last + 1
        word = next(words)
        while word >= WORDS - WORDS % choices:
            word = next(words)
        chosen = word % choices
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


def _seed_bytes(seed: bytes) -> bytes:
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes")
    return seed


def _words(start: bytes) -> Iterator[int]:
    counter = 0
    while True:
        yield from BLOCK.unpack(sha256(start + counter.to_bytes(8, "big")).digest())
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
    try:
        found = tuple(numbers(cards)) if _is_sequence(cards) else ()
    except (KeyError, TypeError):
        found = ()
    if len(found) != size:
        raise ValueError(f"a pack to deal from is a sequence of {size} card codes")
    if sorted(found) != sorted(tuple(NUMBERS.values()) * packs):
        copies = Counter(cards)
        wrong = [card for card in NUMBERS if copies[card] != packs]
        raise ValueError(f"not a whole pack: wrong number of {', '.join(wrong)}")
    return found


def _is_sequence(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _lay(ruleset: Ruleset, cards: list[int], state: list[int]) -> None:
    rules, program = ruleset.engine.rules, ruleset.deal_program
    if program.bases_out:
        bases = ruleset.engine.bases
        cards = [
            card
            for card in cards
            if card not in bases or not _opens_foundation(ruleset, state, card)
        ]

    laid = program.cards_a_pile * ruleset.tableau.piles
    _lay_tableau(ruleset, cards[:laid], state)

    aces_go_up = rules[kernel.ACES_GO_UP] > 0
    if aces_go_up:
        kernel.raise_aces(rules, state, [0] * kernel.TRAIL_ROOM, 0)
        left = [card for card in cards[laid:] if not _opens_foundation(ruleset, state, card)]
    else:
        left = cards[laid:]
    for pile, held in groupby(sorted(left), ruleset.engine.reserve_pile):
        _fill(rules, state, pile, list(held))


def _lay_tableau(ruleset: Ruleset, cards: list[int], state: list[int]) -> None:
    rules, program = ruleset.engine.rules, ruleset.deal_program
    first, piles, depth = len(ruleset.foundations), ruleset.tableau.piles, program.cards_a_pile
    by_pile = program.order is DealOrder.PILE_BY_PILE
    if not program.fitting_go_up:
        for pile in range(piles):
            held = cards[pile * depth : (pile + 1) * depth] if by_pile else cards[pile::piles]
            _fill(rules, state, first + pile, held)
        return
    for laid, card in enumerate(cards):
        up = kernel.foundation_for(rules, state, card)
        pile = first + (laid // depth if by_pile else laid % piles)
        kernel.put(rules, state, up if up >= 0 else pile, card)


def _fill(rules: Sequence[int], state: list[int], pile: int, cards: list[int]) -> None:
    """Lay cards on an empty pile at once."""
    base = rules[kernel.CELLS + pile]
    state[base : base + len(cards)] = cards
    state[kernel.LENGTHS + pile] = len(cards)
    state[kernel.LENGTHS + rules[kernel.PILES] + pile] = cards[-1] if cards else 0


def _opens_foundation(ruleset: Ruleset, state: list[int], card: int) -> bool:
    """Lay a card on the lowest-numbered empty foundation that takes it, if there is one."""
    engine = ruleset.engine
    pile = kernel.foundation_for(engine.rules, state, card)
    if pile < 0 or state[kernel.LENGTHS + pile] > 0:
        return False
    kernel.put(engine.rules, state, pile, card)
    return True
