"""Counts of all lines of play, move by move, against files that the oracle counted."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules import RULESETS, Move, Position, kernel

FILES = Path(__file__).parent / "perft"


def entries() -> list[Any]:
    """Give every entry of every file with a name for its test."""
    return [
        pytest.param(slug, entry, id=f"{slug}, {entry['name']}")
        for slug in RULESETS
        for entry in json.loads((FILES / f"{slug}.json").read_text())
    ]


def by_positions(position: Position, depth: int) -> int:
    """Count the lines of play of a length by positions, each made from the one before."""
    if depth == 0:
        return 1
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(by_positions(position.play(move), depth - 1) for move in moves)


def by_undoing(position: Position, state: list[int], depth: int, trail: list[int], at: int) -> int:
    """Count them on one state of the kernel, which every undo has to restore."""
    rules = position.ruleset.engine.rules
    out = [0] * kernel.MAX_MOVES
    count = kernel.legal_moves(rules, state, out)
    if depth == 1:
        return count
    total = 0
    before = list(state)
    for move in out[:count]:
        end = kernel.play(rules, position.coming, state, move, trail, at)
        total += by_undoing(position, state, depth - 1, trail, end)
        assert kernel.undo(rules, state, trail, end) == at
        assert state == before, f"{position.ruleset.engine.move(before, move)} is not undone"
    return total


def breakdown(position: Position, depth: int) -> dict[str, int]:
    """Count the lines below each first move."""
    return {
        str(move): by_positions(position.play(move), depth - 1) for move in position.legal_moves()
    }


def differences(found: dict[str, int], expected: dict[str, int]) -> list[str]:
    """Say for each first move how the counts differ."""
    return [
        f"{move}: {found.get(move, 'not listed')}, expected {expected.get(move, 'not listed')}"
        for move in sorted({*found, *expected})
        if found.get(move) != expected.get(move)
    ]


@pytest.mark.parametrize(("slug", "entry"), entries())
def test_lines_of_play_are_as_many_as_the_oracle_counted(slug: str, entry: Any) -> None:
    position = Position.parse(RULESETS[slug], "\n".join(entry["position"]))
    depth = len(entry["counts"])
    assert differences(breakdown(position, depth), entry["breakdown"]) == []
    assert [by_positions(position, n) for n in range(1, depth + 1)] == entry["counts"]


@pytest.mark.parametrize(("slug", "entry"), entries())
def test_undoing_every_move_restores_the_state_and_counts_the_same(slug: str, entry: Any) -> None:
    position = Position.parse(RULESETS[slug], "\n".join(entry["position"]))
    depth = len(entry["counts"])
    trail = [0] * (kernel.TRAIL_ROOM * depth)
    counted = by_undoing(position, list(position.state), depth, trail, 0)
    assert counted == entry["counts"][-1]


def test_a_difference_is_broken_down_by_first_move() -> None:
    found, expected = {"2C:T1>FC": 3, "redeal": 1}, {"2C:T1>FC": 4, "3C:T2>T1": 2, "redeal": 1}
    assert differences(found, expected) == [
        "2C:T1>FC: 3, expected 4",
        "3C:T2>T1: not listed, expected 2",
    ]


def test_a_sum_of_plays_and_undos_of_a_won_game_comes_back_to_the_deal() -> None:
    case = json.loads((FILES.parent.parent / "cases" / "trefoil.jsonl").read_text().split("\n")[0])
    start = RULESETS["trefoil"].deal(case["shuffled"], case["reshuffled"])
    rules, state, at = start.ruleset.engine.rules, list(start.state), 0
    trail = [0] * (kernel.TRAIL_ROOM * len(case["winning_line"]))
    position = start
    for text in case["winning_line"]:
        number = list(position.legal_moves()).index(Move.parse(text))
        out = [0] * kernel.MAX_MOVES
        kernel.legal_moves(rules, state, out)
        at = kernel.play(rules, start.coming, state, out[number], trail, at)
        position = position.play(Move.parse(text))
        assert tuple(state) == position.state
    assert kernel.is_won(rules, state)
    while at:
        at = kernel.undo(rules, state, trail, at)
    assert tuple(state) == start.state
