"""The desk's first page: how the day goes, what is prepared ahead, and what fails."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings
from redis.exceptions import ConnectionError as RedisAway

from config.health import PARTS
from games import clock, selectors
from games.models import DailyDeal, DayRequest, SolverPulse
from games.rules import RULESETS
from tests.desk.conftest import Desk
from tests.pages.html import Element, read
from tests.support import publish_day

pytestmark = pytest.mark.django_db

SignIn = Callable[[str], Client]


def start(client: Client) -> Element:
    """The first page, read."""
    answer = client.get(reverse("admin:index"))
    assert answer.status_code == 200
    return read(answer.content.decode()).one("section", class_="start")


def part(page: Element, name: str) -> str:
    """What the page says of a part of the site."""
    (row,) = (row for row in page.all("tr") if row.text.startswith(name))
    return row.one("td").text


def figures(page: Element) -> dict[str, str]:
    """The numbers of the day by what they count."""
    return {
        pair.one("dt").text: pair.one("dd").text for pair in page.one("dl").all("div") if pair.text
    }


def test_it_counts_todays_players_games_wins_and_what_waits(desk: Desk, somebody: SignIn) -> None:
    page = start(somebody("superuser"))
    counted = figures(page)
    assert counted["players at the deals of the day"] == "1"
    assert counted["ranked games begun"] == counted["of them won"] == "1"
    assert counted["open cases"] == counted["reported names"] == "1"
    assert counted["reported names of circles"] == "1"
    (castle,) = (row for row in page.all("tr") if row.text.startswith("Beleaguered Castle"))
    assert [cell.text for cell in castle.all("td")] == ["1", "1"]
    assert len(page.all("table")[0].all("tr")) == len(RULESETS) + 1


def test_who_may_not_see_cases_is_not_told_of_them(desk: Desk, somebody: SignIn) -> None:
    counted = figures(start(somebody("editor")))
    assert "open cases" not in counted
    assert "reported names" not in counted
    assert "reported names of circles" not in counted


def test_it_tells_how_far_ahead_the_dailies_are_complete(desk: Desk, somebody: SignIn) -> None:
    client = somebody("superuser")
    assert "prepared completely" in start(client).text
    for ahead in range(5):
        publish_day(selectors.today() + timedelta(days=ahead))
    page = start(client)
    assert "Prepared for 5 days, up to" in page.text
    assert "Still missing" not in page.text
    # A day in the middle that isn't complete ends it, whatever there is after it.
    tomorrow = selectors.today() + timedelta(days=1)
    DailyDeal.objects.filter(day=tomorrow, ruleset="trefoil").delete()
    page = start(client)
    assert "Prepared for one day" in page.text
    assert "Still missing of the next day: Trefoil" in page.text


def test_it_tells_what_fails(
    desk: Desk, somebody: SignIn, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = somebody("superuser")
    SolverPulse.objects.create(seen=clock.now())
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    page = start(client)
    for name in ("database", "cache", "messages", "solver", "mail"):
        assert part(page, name) == "works"

    def refuse(*_args: object) -> None:
        raise RedisAway

    SolverPulse.objects.all().delete()
    DayRequest.objects.create(day=selectors.today(), created=clock.now())
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    monkeypatch.setitem(PARTS, "cache", refuse)
    page = start(client)
    assert part(page, "solver") == "is away, waiting: 0 questions, 1 days"
    assert part(page, "mail") == "is printed, not sent"
    assert part(page, "cache") == "does not answer"


def test_it_costs_few_queries(desk: Desk, somebody: SignIn) -> None:
    client = somebody("superuser")
    client.get(reverse("admin:index"))
    with CaptureQueriesContext(connection) as queries:
        start(client)
    assert len(queries) <= 22
    assert not any('"seed"' in query["sql"] or '"pack"' in query["sql"] for query in queries)


def test_it_speaks_german(desk: Desk, somebody: SignIn) -> None:
    client = somebody("superuser")
    text = client.get(reverse("admin:index"), headers={"accept-language": "de"}).content.decode()
    for words in ("offene Fälle", "Löser", "Die Tagesspiele von heute", "Ankündigungen"):
        assert words in text
