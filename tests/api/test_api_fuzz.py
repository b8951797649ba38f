"""Made-up requests of every kind: whatever comes, the answer is as the schema describes it."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games import clock, selectors
from games.models import SolverPulse
from games.rates import PerAsker
from games.seat import Seat
from games.services import start_practice
from tests.api.askers import make_player, signed_in
from tests.support import publish_day

pytestmark = pytest.mark.django_db

CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]
CSRF = "c" * 32
# The caller of the tests does not unpack what is compressed.
PLAIN = {"Accept-Encoding": "identity"}

a_few = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The API as its schema describes it, without its limits of speed.

    As in Django's own test client, a request doesn't close the connection of the test.
    """
    monkeypatch.setattr(PerAsker, "allow_request", lambda *_: True)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield schemathesis.openapi.from_wsgi("/api/schema/?format=json", get_wsgi_application())
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def ask_everything(api: Any, ask: Callable[[Any], Any]) -> dict[str, set[int]]:
    """Make up a few requests of each kind; gives the statuses that each kind was answered with."""
    statuses: dict[str, set[int]] = {}
    for described in api.get_all_operations():
        kind = described.ok()
        statuses[kind.label] = _ask_a_few(kind, ask)
    return statuses


def _ask_a_few(kind: Any, ask: Callable[[Any], Any]) -> set[int]:
    seen = set()

    @a_few
    @given(case=kind.as_strategy())
    def check(case: Any) -> None:
        seen.add(ask(case).status_code)

    check()
    return seen


def test_nobody_gets_anything_but_described_answers(api: Any) -> None:
    statuses = ask_everything(
        api, lambda case: case.call_and_validate(headers=PLAIN, checks=CHECKS)
    )
    assert statuses.pop("GET /api/me/") == {200}
    assert {403} in statuses.values()


def test_a_player_gets_described_answers_about_what_is_there(api: Any) -> None:
    anna = make_player("Anna")
    seat = Seat(player=anna, guest="", via_token=False)
    publish_day(selectors.today())
    SolverPulse.objects.create(seen=clock.now() + timedelta(hours=1))
    game = start_practice(who=seat, ruleset="citadel", number=1)
    known = {
        "game_id": str(game.pk),
        "slug": "citadel",
        "day": str(selectors.today()),
        "name": "Anna",
    }
    cookies = {"session": signed_in(anna).session_key, "csrftoken": CSRF}

    def ask(case: Any) -> Any:
        for name in case.path_parameters:
            case.path_parameters[name] = known.get(name, case.path_parameters[name])
        return case.call_and_validate(
            cookies=cookies, headers={**PLAIN, "X-CSRFToken": CSRF}, checks=CHECKS
        )

    statuses = ask_everything(api, ask)
    assert statuses["GET /api/games/{game_id}/"] == {200}
    assert not any(seen & {401, 403} for seen in statuses.values())
