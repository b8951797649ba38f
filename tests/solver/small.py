"""Late positions with few cards and piles, and their fate by looking at every legal move."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from games.rules import RULESETS, Family, Position, Ruleset, kernel
from games.rules.cards import CODES, FRESH_PACK, RANKS, SUITS, number_of

PILES = {
    Family.BURGVOEGTIN: 3,
    Family.BELEAGUERED_CASTLE: 3,
    Family.ARCHWAY: 2,
    Family.BELLE_LUCIE: 5,
}
SHARE = {Family.BURGVOEGTIN: 0.85, Family.ARCHWAY: 0.45}
"""How many of the cards left lie in the tableau where there is an arch."""


def shrunk(slug: str) -> Ruleset:
    """Give a ruleset with fewer tableau piles."""
    ruleset = RULESETS[slug]
    piles = PILES[ruleset.family]
    return replace(ruleset, slug=f"{slug}-small", tableau=replace(ruleset.tableau, piles=piles))


def small_position(slug: str, rng: random.Random) -> Position:
    """Give a late position: foundations built some way, few cards left and those shuffled."""
    ruleset = shrunk(slug)
    piles: dict[str, list[str]] = {name: [] for name in ruleset.pile_names}
    left = Counter(dict.fromkeys(FRESH_PACK, ruleset.packs))
    for name, cards in _foundations(ruleset, rng).items():
        piles[name] = cards
        left.subtract(cards)
    cards = [card for card, copies in left.items() for _ in range(copies)]
    rng.shuffle(cards)
    tableau = list(ruleset.tableau_names)
    if ruleset.family is Family.BELLE_LUCIE:
        for number, card in enumerate(cards):
            piles[tableau[min(number // 3, len(tableau) - 1)]].append(card)
    elif ruleset.reserve is None:
        for number, card in enumerate(cards):
            piles[tableau[number % len(tableau)]].append(card)
    else:
        for card in cards:
            in_tableau = rng.random() < SHARE[ruleset.family] or f"R{card[0]}" not in piles
            piles[rng.choice(tableau) if in_tableau else f"R{card[0]}"].append(card)
    lines = [f"{name}: {' '.join(held)}" for name, held in piles.items()]
    return Position.parse(ruleset, "\n".join(lines + _redeals(ruleset, rng)))


def _redeals(ruleset: Ruleset, rng: random.Random) -> list[str]:
    lines = []
    if ruleset.redeals:
        redeals = rng.randint(0, ruleset.redeals)
        lines.append(f"redeals: {redeals}")
        lines += [
            f"redeal-{number}: {' '.join(rng.sample(FRESH_PACK, 52))}"
            for number in range(ruleset.redeals - redeals + 1, ruleset.redeals + 1)
        ]
    if ruleset.has_merci:
        lines.append(f"merci: {rng.randint(0, 1)}")
    return lines


def _foundations(ruleset: Ruleset, rng: random.Random) -> dict[str, list[str]]:
    names = ruleset.foundation_names
    if ruleset.family is Family.BURGVOEGTIN:
        heights = [13] * 5 + [rng.randint(7, 11) for _ in names[5:]]
        stock = {rank: [rank + suit for suit in SUITS * 2] for rank in RANKS}
        for cards in stock.values():
            rng.shuffle(cards)
        return {
            name: [stock[rank].pop() for rank in RANKS[:height]]
            for name, height in zip(names, heights, strict=True)
        }
    if ruleset.family is Family.ARCHWAY:
        piles = {}
        for suit in SUITS:
            low = rng.randint(6, 13)
            high = rng.randint(max(1, low - 10), min(13, low - 3 + 5 * (suit == "C")))
            piles[f"FA{suit}"] = [rank + suit for rank in RANKS[:low]]
            piles[f"FK{suit}"] = [rank + suit for rank in RANKS[high - 1 :][::-1]]
        return piles
    heights = [rng.choice((8, 9, 10, 11, 12)) for _ in SUITS]
    return {
        f"F{suit}": [CODES[number_of(rank, number)] for rank in range(1, height + 1)]
        for number, (suit, height) in enumerate(zip(SUITS, heights, strict=True))
    }


def can_be_won(position: Position, *, redeal_when_stuck: bool = True) -> bool:
    """Look at every position that legal moves can reach."""
    rules = position.ruleset.engine.rules
    seen = {position.state}
    waiting = [position.state]
    out, trail = [0] * kernel.MAX_MOVES, [0] * kernel.TRAIL_ROOM
    while waiting:
        before = waiting.pop()
        if kernel.is_won(rules, before):
            return True
        moves = out[: kernel.legal_moves(rules, before, out)]
        if redeal_when_stuck:
            moves = [move for move in moves if not _waits(rules, before, move)] or moves
        for move in moves:
            state = list(before)
            kernel.play(rules, position.coming, state, move, trail, 0)
            after = tuple(state)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return False


def _waits(rules: tuple[int, ...], state: Iterable[int], move: int) -> bool:
    """Say whether a move is a redeal or takes the merci."""
    if move == kernel.REDEAL:
        return True
    source = kernel.source_of(move)
    if not rules[kernel.FIRST_TABLEAU] <= source < rules[kernel.FIRST_RESERVE]:
        return False
    return kernel.index_of(move) < tuple(state)[kernel.LENGTHS + source] - 1
