"""Whole games as they go over the wire, played twice on deals that differ in nothing seen.

Whatever somebody could tell of hidden cards or coming redeals, by content, position, order or
length of any answer, would make a difference between the two. How long answers take is measured by
`benchmarks/timing.py`, for no test may depend on that.
"""

import random
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import pytest

from tests.attack.tally import counted, times
from tests.attack.twins import END, FACE_DOWN, REDEALT, choose, deal_of, forget, sit_down, twin_of
from tests.attack.witness import Witness
from tests.served.site import Site


@pytest.mark.parametrize("slug", [*FACE_DOWN, *REDEALT])
def test_nothing_told_in_a_game_depends_on_what_is_hidden(
    site: Site, witness: Witness, slug: str
) -> None:
    different = 0
    for number in range(times(2, whole=200)):
        chance = random.Random(f"{slug} {number}")
        deal = deal_of(slug, chance)
        with ExitStack() as stack:
            day = site.today() - timedelta(days=400 + number)
            first = sit_down(site, stack, deal, day)
            actions: list[Sequence[Any]] = []
            for _ in range(chance.randrange(10, 70)):
                actions.append(choose(chance, first.game))
                first.do(actions[-1])
            for action in END:
                first.do(action)
            twin = twin_of(site, deal, first, chance)
            different += twin != deal
            forget(site, first)
            second = sit_down(site, stack, twin, day)
            for action in [*actions, *END]:
                second.do(action)
        witness.plays_on()
        told, again = first.told(), second.told()
        assert len(told) == len(again)
        for one, other in zip(told, again, strict=True):
            assert one == other
            counted["bytes compared"] += len(one)
        counted["games played twice"] += 1
        counted["of them with something hidden that differed"] += twin != deal
        counted["answers compared"] += len(told)
    assert different


def test_two_deals_that_do_differ_are_told_apart(site: Site, witness: Witness) -> None:
    chance = random.Random(7)
    deals = [deal_of("burgvoegtin", chance) for _ in range(2)]
    with ExitStack() as stack:
        runs = [
            sit_down(site, stack, deal, site.today() - timedelta(days=9000 + at))
            for at, deal in enumerate(deals)
        ]
    assert runs[0].told() != runs[1].told()
