"""The solver's process beside a running site: it prepares what is missing, and it helps."""

import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import requests
from pytest_django import DjangoDbBlocker

from accounts.models import Player
from games.rules import RULESETS
from tests.served.deals import best_case, new_player, sign_in, store_daily, store_todays
from tests.served.people import Person
from tests.served.site import Site, running_site
from tests.served.solving import solving
from tests.support import store_win

# Its deals are won without a search worth the name.
MISSING = "archway-leicht"
SECONDS = 60


@pytest.fixture(scope="module")
def new_site(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[Site]:
    """A running site on which one of today's deals is missing."""
    folder = tmp_path_factory.mktemp("solver")
    with running_site(folder, unblocked=django_db_blocker.unblock) as site:
        store_todays(site, [slug for slug in RULESETS if slug != MISSING])
        yield site


def until(look: Callable[[], requests.Response], fits: Callable[[Any], bool]) -> Any:
    """The first answer that fits, as JSON."""
    deadline = time.monotonic() + SECONDS
    while True:
        answer = look().json()
        if fits(answer):
            return answer
        assert time.monotonic() < deadline, answer
        time.sleep(0.1)


def test_what_is_missing_is_prepared_and_questions_are_answered(new_site: Site) -> None:
    person = Person(site=new_site, session_key=sign_in(new_site, new_player(new_site)))
    daily = f"/api/dailies/{new_site.today()}/{MISSING}/"
    game = person.ask("/api/practice/", "POST", ruleset=MISSING, number=1).json()
    help_ = f"/api/games/{game['id']}/help/"

    assert person.ask(daily).status_code == 503
    assert person.ask(help_, "POST", kind="hint").status_code == 503
    with solving(new_site):
        until(lambda: person.ask(daily), lambda answer: "seed_sha256" in answer)
        assert person.start(MISSING)["outcome"] == "playing"
        until(lambda: person.ask(help_, "POST", kind="hint"), lambda answer: answer.get("kind"))
        answered = until(lambda: person.ask(help_), lambda told: told["state"] == "answered")
        assert answered["winnable"] == "yes"
        played = person.play(game["id"], answered["move"], version=0)
        assert played.json()["helped"]
    # It has said good-bye, so nobody waits for it in vain.
    away = person.ask(help_, "POST", kind="hint")
    assert (away.status_code, away.json()["error"]["code"]) == (503, "help_unavailable")
    assert person.ask(daily).status_code == 200


def test_the_points_of_settled_days_are_given_meanwhile(new_site: Site) -> None:
    day = new_site.today() - timedelta(days=3)
    with new_site.database():
        daily = store_daily(new_site, best_case("fan"), day=day)
        winner = Player.objects.create_user("Wilhelmine")
        store_win(daily, winner, 30_000, finished=daily.opens + timedelta(hours=9))
    person = Person(site=new_site)
    month = f"/api/boards/fan/{day:%Y-%m}/"
    assert person.ask(month).json()["entries"] == []
    with solving(new_site):
        told = until(lambda: person.ask(month), lambda board: board["entries"])
    (row,) = told["entries"]
    assert (row["name"], row["points"], row["wins"]) == ("Wilhelmine", 100, 1)
