"""The API's description of itself, and whether its answers are as it says."""

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import jsonschema_rs
import pytest
from django.core.management import call_command
from django.test import Client

from tests.api.askers import Asker, make_player, signed_in
from tests.conftest import CaseDaily

pytestmark = pytest.mark.django_db


def test_the_schema_is_valid_and_complete(tmp_path: Any) -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema"))


def test_every_address_of_the_api_is_described() -> None:
    from games.api.urls import urlpatterns

    schema = Client().get("/api/schema/?format=json").json()
    described = {path.removeprefix("/api/").count("/") for path in schema["paths"]}
    assert len(schema["paths"]) == len(urlpatterns) - 3, "all but schema, docs and the rest"
    assert described
    for path, methods in schema["paths"].items():
        for method, described_method in methods.items():
            assert "429" in described_method["responses"], (method, path)


def test_the_browsable_page_brings_everything_from_here() -> None:
    page = Client().get("/api/docs/")
    text = page.content.decode()
    assert page.status_code == 200
    assert "//cdn" not in text
    assert "<script>" not in text
    # The order of the parts differs from process to process.
    policy = page.headers["Content-Security-Policy"].split("; ")
    assert "script-src 'self'" in policy
    script = Client().get("/api/docs/?script=")
    assert script.headers["Content-Type"].startswith("application/javascript")
    assert b"/api/schema/" in script.content


class Described:
    """Checks answers against the schema, strictly: nothing more than it says, nothing less."""

    def __init__(self) -> None:
        self.schema = Client().get("/api/schema/?format=json").json()

    def check(self, path: str, method: str, status: int, answer: Any) -> None:
        """Raise a ValidationError where an answer is not as described."""
        responses = self.schema["paths"][path][method]["responses"]
        described = responses[str(status)]["content"]["application/json"]["schema"]
        jsonschema_rs.Draft202012Validator(
            strict(described) | {"components": strict(self.schema["components"])}
        ).validate(answer)


def strict(schema: Any) -> Any:
    """The same schema, but objects have the properties it names and no others."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: strict(value) for key, value in schema.items()}
    if made.pop("nullable", False):
        return {"anyOf": [made, {"type": "null"}]}
    if "properties" in made and isinstance(made.get("type"), str):
        made["additionalProperties"] = False
    return made


def test_answers_are_exactly_as_described(
    daily_of_case: Callable[..., CaseDaily], settings: Any
) -> None:
    settings.FASTEST_SECONDS_PER_MOVE = 0
    dealt = daily_of_case("beleaguered-castle")
    anna = signed_in(make_player("Anna"))
    described = Described()

    def ask(template: str, body: object = None, *, query: str = "", **names: object) -> Any:
        status, answer = anna.ask(template.format(**names) + query, body)
        described.check(template, "get" if body is None else "post", status, answer)
        return answer

    ask("/api/rulesets/")
    ask("/api/rulesets/{slug}/", slug="fan")
    ask("/api/rulesets/{slug}/", slug="poker")
    day = str(dealt.daily.day)
    ask("/api/dailies/")
    ask("/api/dailies/", query="?day=x")
    daily = {"day": day, "slug": dealt.daily.ruleset}
    game = ask("/api/dailies/{day}/{slug}/start/", {}, **daily)
    ask("/api/games/{game_id}/", game_id=game["id"])
    for version, move in enumerate(dealt.line):
        body = {"id": uuid4(), "move": move, "version": version}
        game = ask("/api/games/{game_id}/moves/", body, game_id=game["id"])
        if game["can_finish"]:
            break
    body = {"id": uuid4(), "version": game["version"]}
    ask("/api/games/{game_id}/finish/", body, game_id=game["id"])
    ask("/api/games/{game_id}/moves/", body | {"id": uuid4(), "move": move}, game_id=game["id"])
    ask("/api/games/{game_id}/replay/", game_id=game["id"])
    ask("/api/dailies/{day}/{slug}/", **daily)
    ask("/api/boards/{slug}/{day}/", **daily)
    ask("/api/players/{name}/", name="Anna")
    practice = ask("/api/practice/", {"ruleset": "la-belle-lucie", "number": 1})
    path = {"game_id": practice["id"]}
    redeal = {"id": uuid4(), "move": "redeal", "version": 0}
    ask("/api/games/{game_id}/moves/", redeal, **path)
    ask("/api/games/{game_id}/undo/", {"id": uuid4(), "version": 1}, **path)
    ask("/api/games/{game_id}/restart/", {"id": uuid4(), "version": 0}, **path)
    ask("/api/games/{game_id}/resign/", {"id": uuid4(), "after": redeal["id"]}, **path)
    ask("/api/games/{game_id}/replay/", **path)
    ask("/api/games/")
    ask("/api/me/")
    ask("/api/tokens/", {"label": "script"})
    ask("/api/tokens/")
    ask("/api/practice/", {"ruleset": 7})


def test_a_game_is_the_same_over_rest_as_the_schema_says_of_its_parts() -> None:
    anna = signed_in(make_player("Anna"))
    schema = Client().get("/api/schema/?format=json").json()
    _status, game = anna.ask("/api/practice/", {"ruleset": "archway", "number": 3})
    assert set(game) == set(schema["components"]["schemas"]["Game"]["properties"])
    assert json.loads(json.dumps(game)) == game


def test_guests_are_described_too() -> None:
    guest = Asker()
    Described().check("/api/me/", "get", *guest.ask("/api/me/"))


def test_the_description_bears_the_sites_name_and_sums_up_every_operation() -> None:
    schema = Client().get("/api/schema/?format=json").json()
    assert schema["info"]["title"] == "Tagesblatt"
    operations = [each for path in schema["paths"].values() for each in path.values()]
    assert all(each["summary"] and not each["summary"].endswith(".") for each in operations)
    start = schema["paths"]["/api/dailies/{day}/{slug}/start/"]["post"]
    assert start["summary"].startswith("Start or resume")
    assert "the clock starts" in start["description"]


@pytest.mark.parametrize("address", ["/api/schema/", "/api/docs/"])
def test_the_description_comes_whatever_format_is_asked_for(address: str) -> None:
    asked = Client().get(address, headers={"accept": "ä/b, no/such"})
    assert asked.status_code == 200
    assert Client().options(address).status_code == 405
