"""The tables of positions seen: they grow with the search, up to a bound, and change no verdict."""

import random
from collections.abc import Callable, Iterator

import pytest

from games.rules import RULESETS, Family, practice_seed
from games.solver import depth_first, solve
from tests.solver.small import small_position

DEPTH_FIRST = [
    slug
    for slug, ruleset in RULESETS.items()
    if ruleset.family is not Family.BELEAGUERED_CASTLE and slug != "archway-leicht"
]
POSITIONS = 30
NUMBER = 8
"""Bytes of one."""
SMALLEST = NUMBER * 2**5
PLENTY = 2**30


@pytest.fixture
def small_tables(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], None]]:
    """Have searches begin with a table of a few entries, and none take more than this memory."""

    def begin_with(memory: int) -> None:
        monkeypatch.setattr(depth_first, "ENTRIES", 2**4)
        monkeypatch.setattr(depth_first, "MEMORY", memory)
        depth_first.arrays.cache_clear()

    yield begin_with
    depth_first.arrays.cache_clear()


@pytest.mark.parametrize("slug", DEPTH_FIRST)
@pytest.mark.parametrize("memory", [PLENTY, 5 * SMALLEST, 0])
def test_neither_growth_nor_its_bound_changes_a_verdict(
    slug: str, memory: int, small_tables: Callable[[int], None]
) -> None:
    rng = random.Random(f"tables {slug}")
    positions = [small_position(slug, rng) for _ in range(POSITIONS)]
    expected = [solve(position, node_limit=10**6).verdict for position in positions]
    small_tables(memory)
    assert [solve(position, node_limit=10**6).verdict for position in positions] == expected


@pytest.mark.parametrize(("memory", "tables"), [(PLENTY, 6), (21 * SMALLEST, 3), (SMALLEST, 1)])
def test_tables_grow_as_far_as_the_memory_goes(
    memory: int, tables: int, small_tables: Callable[[int], None]
) -> None:
    small_tables(memory)
    deal = RULESETS["burgvoegtin"].deal_seed(practice_seed(92))
    assert solve(deal, node_limit=5_000).nodes > 2_000
    sizes = [NUMBER * len(table) for table in depth_first.arrays().tables]
    assert len(sizes) == tables
    assert sum(sizes) <= memory


def test_a_search_does_not_mind_what_others_left_in_the_tables(
    monkeypatch: pytest.MonkeyPatch, small_tables: Callable[[int], None]
) -> None:
    small_tables(PLENTY)
    monkeypatch.setattr(depth_first, "USES", 5)
    deals = [RULESETS[slug].deal_seed(practice_seed(10)) for slug in ("burgvoegtin", "trefoil")]
    found = [{str(solve(deal, node_limit=3_000)) for _ in range(7)} for deal in deals]
    assert [len(solutions) for solutions in found] == [1, 1]
