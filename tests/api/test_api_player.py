"""A player's page in the API: the same parts for the same askers as on the site."""

from collections.abc import Collection
from datetime import date, timedelta

import pytest

from accounts import public_page, services
from accounts.models import Player
from tests.api.askers import Asker, make_player, signed_in, with_token
from tests.conftest import SetClock
from tests.support import publish, store_win

TODAY = date(2026, 11, 29)
PAGE = "/api/players/Anna/"
PARTS = {"results": "results", "streaks": "streaks", "months": "dailies"}


@pytest.fixture
def anna(db: None, set_clock: SetClock) -> Player:
    """A player who won the Fan yesterday and the day before, and Trefoil today."""
    set_clock("2026-11-29 12:00")
    player = make_player("Anna")
    for slug, past in (("trefoil", 0), ("fan", 1), ("fan", 2)):
        daily = publish(slug, TODAY - timedelta(days=past))
        store_win(daily, player, 12_345, finished=daily.opens + timedelta(hours=1))
    return player


def seen_by(asker: Asker) -> set[str]:
    """The parts of the page that an asker is told."""
    status, page = asker.ask(PAGE)
    assert (status, page["name"]) == (200, "Anna")
    seen = {part for part, field in PARTS.items() if page[field] is not None}
    assert page["private"] == (not seen)
    return seen


def test_tells_streaks_over_all_and_with_each_ruleset(anna: Player) -> None:
    _status, page = Asker().ask(PAGE)
    assert page["streaks"] == {
        "overall": {"current": 3, "longest": 3},
        "by_ruleset": {
            "fan": {"current": 2, "longest": 2},
            "trefoil": {"current": 1, "longest": 1},
        },
    }


@pytest.mark.parametrize("parts", [["results"], ["streaks"], ["months"], [*PARTS]])
@pytest.mark.parametrize("shown_to", ["everybody", "players", "nobody"])
def test_tells_an_asker_what_the_player_shows_them(
    anna: Player, shown_to: str, parts: Collection[str]
) -> None:
    public_page.choose(player=anna, shown_to=shown_to, parts=parts)
    others = make_player("Berta")
    assert seen_by(Asker()) == (set(parts) if shown_to == "everybody" else set())
    for asker in (signed_in(others), with_token(others)):
        assert seen_by(asker) == (set() if shown_to == "nobody" else set(parts))
    for asker in (signed_in(anna), with_token(anna)):
        assert seen_by(asker) == set(PARTS)


def test_of_who_is_deactivated_there_is_no_page(anna: Player) -> None:
    services.deactivate_player(player=anna, by=Player.objects.create_superuser("Chefin"))
    status, _error = Asker().ask(PAGE)
    assert status == 404
