"""Courses of requests, made up from the API's own description: what one answers, the next asks.

Single requests of every kind are made up in tests/api/test_api_fuzz.py.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings

from games import clock, selectors
from games.models import SolverPulse
from tests.api.askers import make_player, signed_in, with_token
from tests.api.described import CHECKS, CSRF, EVERYTHING, PLAIN, unlimited
from tests.attack.tally import counted, times
from tests.support import publish_day

pytestmark = pytest.mark.django_db

courses = settings(
    max_examples=times(4, whole=500),
    stateful_step_count=20,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
# What an answer names, by the field that has it, is what an address may take.
LINKED = {
    "/api/practice/": (
        "post",
        {"game_id": "$response.body#/id", "slug": "$response.body#/ruleset"},
    ),
    "/api/dailies/{day}/{slug}/start/": (
        "post",
        {"game_id": "$response.body#/id", "day": "$response.body#/day"},
    ),
    "/api/tokens/": ("post", {"token_id": "$response.body#/id"}),
    "/api/me/": ("get", {"name": "$response.body#/name"}),
    "/api/dailies/": ("get", {"day": "$response.body#/day"}),
}


def with_links(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema, and beside it which answer leads to which address."""
    for source, (method, values) in LINKED.items():
        responses = schema["paths"][source][method]["responses"]
        links: dict[str, Any] = {}
        for path, methods in schema["paths"].items():
            for kind, operation in methods.items():
                named = {part for part in values if "{" + part + "}" in path}
                if named:
                    links[f"{kind}{len(links)}"] = {
                        "operationId": operation["operationId"],
                        "parameters": {part: values[part] for part in named},
                    }
        good = next(status for status in responses if status.startswith("2"))
        responses[good]["links"] = links
    return schema


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The API without its limits of speed, with links from answer to address."""
    with unlimited(monkeypatch) as application:
        described = schemathesis.openapi.from_wsgi(EVERYTHING, application)
        linked = schemathesis.openapi.from_dict(with_links(dict(described.raw_schema)))
        linked.app = application
        yield linked


def asks(who: str) -> dict[str, Any]:
    """With what somebody shows who they are."""
    plain = {**PLAIN, "Accept-Language": "en"}
    if who == "nobody":
        return {"headers": plain}
    player = make_player("Anna")
    if who == "program":
        authorization = with_token(player).defaults["HTTP_AUTHORIZATION"]
        return {"headers": {**plain, "Authorization": authorization}}
    cookies = {"session": signed_in(player).session_key, "csrftoken": CSRF}
    return {"headers": {**plain, "X-CSRFToken": CSRF}, "cookies": cookies}


@pytest.mark.parametrize("who", ["nobody", "program", "player"])
def test_whole_courses_of_requests_get_described_answers(api: Any, who: str) -> None:
    publish_day(selectors.today())
    SolverPulse.objects.create(seen=clock.now() + timedelta(hours=1))
    shown = asks(who)
    there = {"slug": "citadel", "day": str(selectors.today())}
    seen: set[tuple[str, int]] = set()

    class Course(api.as_state_machine()):  # type: ignore[misc]  # made at run time
        """One course of requests, each by the same asker."""

        def before_call(self, case: Any) -> None:
            # Made-up names lead nowhere; the rest of the course is made up.
            for name in {"slug", "day"} & set(case.path_parameters):
                case.path_parameters[name] = there[name]
            if isinstance(case.body, dict) and "ruleset" in case.body:
                case.body |= {"ruleset": there["slug"], "number": 1}

        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return shown

        def validate_response(self, response: Any, case: Any, **rest: Any) -> None:
            seen.add((case.operation.label, response.status_code))
            counted["made-up requests"] += 1
            case.validate_response(response, checks=CHECKS)

    Course.run(settings=courses)
    if who != "nobody":
        assert ("POST /api/practice/", 200) in seen
        # The games that came of it were asked for by the ids that were answered.
        assert any("{game_id}" in label and status in (200, 409, 422) for label, status in seen)
    assert {status for _label, status in seen} >= {200, 404}
    assert not any(status >= 500 and status != 503 for _label, status in seen)
