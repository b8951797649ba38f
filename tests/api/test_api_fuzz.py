"""Made-up requests of every kind: whatever comes, the answer is as the schema describes it."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings

from games import clock, selectors
from games.models import SolverPulse
from games.seats import Seat
from games.services import start_practice
from tests.api.askers import make_player, signed_in
from tests.api.described import CHECKS, CSRF, EVERYTHING, PLAIN, unlimited
from tests.support import publish_day

pytestmark = pytest.mark.django_db

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
    """The API as its schema describes it, without its limits of speed."""
    with unlimited(monkeypatch) as application:
        yield schemathesis.openapi.from_wsgi(EVERYTHING, application)


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
    seat = Seat(player=anna)
    publish_day(selectors.today())
    SolverPulse.objects.create(seen=clock.now() + timedelta(hours=1))
    game = start_practice(seat=seat, ruleset="citadel", number=1)
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
