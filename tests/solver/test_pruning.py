"""What the searches leave out loses nothing: compared with looking at every legal move."""

import random

import pytest

from games.rules import RULESETS
from games.solver import Verdict, solve
from tests.solver.small import can_be_won, small_position

POSITIONS = 60
PLENTY = 10**6
ALWAYS_WON = "archway-leicht"
WITH_REDEALS = [slug for slug, ruleset in RULESETS.items() if ruleset.redeals]


def verdict(winnable: bool) -> Verdict:
    return Verdict.WINNABLE if winnable else Verdict.UNWINNABLE


@pytest.mark.parametrize("slug", sorted({*RULESETS} - {ALWAYS_WON}))
def test_the_pruned_search_agrees_with_the_exhaustive_one(slug: str) -> None:
    rng = random.Random(f"small {slug}")
    fates = set()
    for _ in range(POSITIONS):
        position = small_position(slug, rng)
        expected = verdict(can_be_won(position))
        assert solve(position, node_limit=PLENTY).verdict is expected, str(position)
        fates.add(expected)
    assert fates == {Verdict.WINNABLE, Verdict.UNWINNABLE}


def test_the_easier_archway_is_won_from_everywhere() -> None:
    rng = random.Random("easier")
    for _ in range(POSITIONS):
        assert solve(small_position(ALWAYS_WON, rng), node_limit=0).verdict is Verdict.WINNABLE


@pytest.mark.parametrize("slug", WITH_REDEALS)
def test_it_agrees_where_redeal_and_merci_may_come_at_any_time(slug: str) -> None:
    rng = random.Random(f"any time {slug}")
    for _ in range(POSITIONS):
        position = small_position(slug, rng)
        expected = verdict(can_be_won(position, redeal_when_stuck=False))
        solution = solve(position, node_limit=PLENTY, redeal_when_stuck=False)
        assert solution.verdict is expected, str(position)
