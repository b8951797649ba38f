"""Lines without the detours of a search: they still win, and are never longer."""

import json
from pathlib import Path

import pytest

from games.rules import RULESETS, Family, Move, Position
from games.solver import shortened
from tests.rules.laying import lay

CERTIFIED = json.loads((Path(__file__).parents[1] / "certified.json").read_text())
WITH_DETOURS = [
    slug
    for slug, ruleset in RULESETS.items()
    if ruleset.family in (Family.BELEAGUERED_CASTLE, Family.BELLE_LUCIE)
]
FEW = 150


def certified(slug: str) -> tuple[Position, list[Move]]:
    """A deal that can be won, and a line that wins it."""
    known = CERTIFIED[slug]
    position = RULESETS[slug].deal_seed(bytes.fromhex(known["seed"]))
    return position, list(map(Move.parse, known["line"].split()))


def played(position: Position, line: tuple[Move, ...] | list[Move]) -> Position:
    for move in line:
        position = position.play(move)
    return position


@pytest.mark.parametrize("slug", RULESETS)
def test_a_shortened_line_wins_and_is_no_longer(slug: str) -> None:
    position, line = certified(slug)
    short = shortened(position, line, FEW)
    assert played(position, short).is_won
    assert len(short) <= len(line)


@pytest.mark.parametrize("slug", WITH_DETOURS)
def test_a_card_that_goes_away_and_comes_back_is_left_where_it_is(slug: str) -> None:
    position, line = certified(slug)
    with_detour = [*_there_and_back(position), *line]
    assert played(position, with_detour).is_won
    assert len(shortened(position, with_detour, FEW)) <= len(line)


def _there_and_back(position: Position) -> list[Move]:
    """A move on the tableau and the one that takes it back, where the rules have such."""
    for move in position.legal_moves():
        there = position.play(move)
        back = Move(move.card, move.target, move.source)
        if back in there.legal_moves() and there.play(back) == position:
            return [move, back]
    return []


def test_the_shortest_way_is_found_where_it_is_near() -> None:
    # Two moves win; the line takes a card to a gap and on before it goes up.
    position = lay("streets-and-alleys", FC="A-Q", FD="A-K", FH="A-Q", FS="A-K", T1="KH", T2="KC")
    line = list(map(Move.parse, ["KH:T1>T3", "KC:T2>T1", "KH:T3>T4", "KC:T1>FC", "KH:T4>FH"]))
    assert played(position, line).is_won
    short = shortened(position, line)
    assert sorted(map(str, short)) == ["KC:T2>FC", "KH:T1>FH"]
