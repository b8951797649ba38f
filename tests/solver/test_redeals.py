"""The packs of the redeals: those that the deal fixes, or others in their place."""

import random
from collections import Counter

import pytest

from games.rules import RULESETS, Position
from games.rules.cards import FRESH_PACK, NUMBERS
from games.solver import Verdict, solve
from tests.solver.small import can_be_won, small_position

PLENTY = 10**6
SLUGS = [slug for slug, ruleset in RULESETS.items() if ruleset.redeals]

Packs = list[tuple[str, ...]]


def with_packs(position: Position, packs: Packs) -> Position:
    coming = tuple(NUMBERS[card] for pack in packs for card in pack)
    return Position(position.ruleset, position.state, coming)


@pytest.mark.parametrize("slug", SLUGS)
def test_verdict_and_line_are_those_of_the_given_packs(slug: str) -> None:
    rng = random.Random(f"redeals {slug}")
    fates: Counter[frozenset[Verdict]] = Counter()
    for _ in range(40):
        position = small_position(slug, rng)
        seen = set()
        for _ in range(4):
            left = range(position.redeals_left or 0)
            packs = [tuple(rng.sample(FRESH_PACK, 52)) for _ in left]
            other = with_packs(position, packs)
            solution = solve(position, reshuffled=packs, node_limit=PLENTY)
            assert (solution.verdict is Verdict.WINNABLE) == can_be_won(other), str(other)
            for move in solution.line or ():
                other = other.play(move)
            assert other.is_won == (solution.verdict is Verdict.WINNABLE)
            seen.add(solution.verdict)
        fates[frozenset(seen)] += 1
    assert fates[frozenset({Verdict.WINNABLE, Verdict.UNWINNABLE})] > 0


def with_redeals(redeals: int) -> Position:
    rng = random.Random("counts")
    while (position := small_position("trefoil", rng)).redeals_left != redeals:
        pass
    return position


@pytest.mark.parametrize(("redeals", "packs"), [(0, 1), (1, 0), (1, 2), (2, 0), (2, 1), (2, 3)])
def test_too_few_or_too_many_packs_are_refused(redeals: int, packs: int) -> None:
    with pytest.raises(ValueError, match=f"{redeals} redeals are left, not {packs}"):
        solve(with_redeals(redeals), reshuffled=[FRESH_PACK] * packs, node_limit=PLENTY)


def test_a_ruleset_without_redeals_takes_no_packs() -> None:
    deal = RULESETS["fan"].deal_seed(bytes(32))
    with pytest.raises(ValueError, match="0 redeals are left, not 1"):
        solve(deal, reshuffled=[FRESH_PACK], node_limit=1)
    assert solve(deal, reshuffled=[], node_limit=500) == solve(deal, node_limit=500)


@pytest.mark.parametrize("pack", [FRESH_PACK[1:], FRESH_PACK[:-1] + FRESH_PACK[:1], ()])
def test_a_pack_that_is_not_whole_is_refused(pack: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="pack"):
        solve(with_redeals(1), reshuffled=[pack], node_limit=PLENTY)
