"""What a process counts, as Prometheus reads it."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError, connection
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from accounts.models import Player
from games import clock, selectors
from games.models import DayRequest
from games.requests import parse_game_request
from games.seats import Seat
from games.services import decide, start_daily
from tests.conftest import CaseDaily
from tests.live.dialogue import Tab

TOKEN = "for the figures"


class Figures:
    """The figures that /metrics tells, by name and labels."""

    def __init__(self) -> None:
        answer = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == 200
        self.text = answer.content.decode()
        self.values = {
            (sample.name, *sorted(sample.labels.values())): sample.value
            for family in text_string_to_metric_families(self.text)
            for sample in family.samples
        }

    def __call__(self, name: str, *labels: str) -> float:
        """The figure of a name and the values of its labels; 0 where nothing was counted."""
        return self.values.get((name, *sorted(labels)), 0)


@pytest.fixture(autouse=True)
def token(settings: Any, db: None) -> None:
    """Let whoever knows the token read the figures."""
    settings.METRICS_TOKEN = TOKEN


@pytest.mark.parametrize("shown", [None, "Bearer", "Bearer ", "Bearer for the figure", TOKEN, "ü"])
def test_nobody_reads_them_without_the_token(client: Client, shown: str | None) -> None:
    headers = {} if shown is None else {"Authorization": shown}
    assert client.get("/metrics", headers=headers).status_code == 404


def test_without_a_token_in_the_settings_nobody_reads_them(client: Client, settings: Any) -> None:
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_moves_and_refusals_are_counted_by_kind_and_reason(
    daily_of_case: Callable[..., CaseDaily], player: Player, seat: Seat, client: Client
) -> None:
    dealt = daily_of_case("beleaguered-castle")
    game = start_daily(player=player, ruleset="beleaguered-castle", day=dealt.daily.day)
    client.force_login(player)
    before = Figures()
    asked = {"id": str(uuid4()), "move": dealt.line[0], "version": 0}
    decide(game_id=game.pk, seat=seat, asked=parse_game_request("play", asked))
    stale = {"id": str(uuid4()), "version": 0}
    address = f"/api/games/{game.pk}/undo/"
    assert client.post(address, stale, content_type="application/json").status_code == 409
    after = Figures()
    for kind in ("play", "undo"):
        name = "patience_decision_seconds_count"
        assert after(name, kind) == before(name, kind) + 1
    name = "patience_refusals_total"
    assert after(name, "stale_version") == before(name, "stale_version") + 1
    name = "patience_request_seconds_count"
    route = "api/games/<uuid:game_id>/undo/"
    assert after(name, "POST", route, "409") == before(name, "POST", route, "409") + 1
    # By the pattern of an address, never by the address.
    assert str(game.pk) not in after.text


def test_invented_methods_and_addresses_make_no_new_figures(client: Client) -> None:
    for method in ("BREW", "WHEN"):
        client.generic(method, f"/{uuid4()}/")
    figures = Figures()
    assert figures("patience_request_seconds_count", "other", "-", "404") >= 2
    assert "BREW" not in figures.text


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_open_sockets_are_counted_while_they_are_open() -> None:
    def open_boards() -> float:
        return Figures()("patience_open_sockets", "board")

    before = await database_sync_to_async(open_boards)()
    tab = Tab(f"/ws/boards/fan/{await database_sync_to_async(selectors.today)()}/")
    await tab.connect()
    assert await database_sync_to_async(open_boards)() == before + 1
    await tab.disconnect()
    assert await database_sync_to_async(open_boards)() == before


def test_the_days_ahead_and_the_solver_are_told() -> None:
    DayRequest.objects.create(day=selectors.today(), created=clock.now())
    figures = Figures()
    assert figures("patience_prepared_days") == 0
    assert figures("patience_solver_at_work") == 0
    assert figures("patience_solver_requested_days") == 1


def test_without_the_database_the_rest_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **named: object) -> None:
        raise OperationalError("gone")

    with monkeypatch.context() as away:
        away.setattr(connection, "cursor", fail)
        figures = Figures()
    assert "patience_refusals" in figures.text
    assert "patience_prepared_days" not in figures.text
