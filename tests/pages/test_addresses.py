"""The addresses that are put together for the rows of lists."""

from datetime import date
from uuid import uuid4

import pytest
from django.urls import reverse

from frontend import addresses
from games.rules import RULESETS

NAMES = ["Wilhelmine", "Jörg", "a-b_c.d", "x@y:z", "ß ü", "50%", "a&b='c'", "NAME", "李", "~(*)!"]


@pytest.mark.parametrize("name", NAMES)
def test_a_players_page_is_where_the_site_has_it(name: str) -> None:
    assert addresses.of_player(name) == reverse("player", args=[name])


def test_a_replay_is_where_the_site_has_it() -> None:
    game = uuid4()
    assert addresses.of_replay(game) == reverse("replay", args=[game])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_board_is_where_the_site_has_it(ruleset: str) -> None:
    for day in (date(2026, 11, 29), date(2027, 1, 1)):
        assert addresses.of_board(ruleset, day) == reverse("board", args=[ruleset, day])
