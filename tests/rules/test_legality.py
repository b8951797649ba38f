"""The legality of one move is what the list of all of them says."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.rules import RULESETS, Move, Position, kernel

CASES = Path(__file__).parent.parent / "cases"
APART = 2
"""Plies between two positions that are looked at."""


def positions(slug: str) -> Iterator[Position]:
    """Give positions on the way of a line that wins, the deal and the won one among them."""
    cases = map(json.loads, (CASES / f"{slug}.jsonl").read_text().splitlines())
    case = next(case for case in cases if case.get("winning_line"))
    position = RULESETS[slug].deal(case["shuffled"], case.get("reshuffled", ()))
    for ply, text in enumerate(case["winning_line"]):
        if ply % APART == 0:
            yield position
        position = position.play(Move.parse(text))
    assert position.is_won
    yield position


def every_number(position: Position) -> Iterator[int]:
    """Give every integer that might name a move, and many that name none."""
    rules, state = position.ruleset.engine.rules, position.state
    piles = rules[kernel.PILES]
    longest = max(state[kernel.LENGTHS : kernel.LENGTHS + piles])
    for index in range(longest + 1):
        for target in range(piles + 1):
            for source in range(piles + 1):
                yield (index << 12) + (target << 6) + source
    yield kernel.REDEAL


@pytest.mark.parametrize("slug", RULESETS)
def test_a_move_is_legal_where_it_is_listed(slug: str) -> None:
    for position in positions(slug):
        rules, state = position.ruleset.engine.rules, position.state
        out = [0] * kernel.MAX_MOVES
        listed = set(out[: kernel.legal_moves(rules, state, out)])
        legal = {
            number for number in every_number(position) if kernel.is_legal(rules, state, number)
        }
        assert legal == listed, str(position)
