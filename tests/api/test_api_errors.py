"""Every refusal of the API has one form, a code, a status, and the asker's language."""

from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client
from django.utils import translation

from accounts.services import create_token
from games.api.throttles import Moves
from games.errors import GameError
from games.rates import Starts
from games.requests import MAX_BYTES
from tests.api.askers import Asker, make_player, signed_in, with_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> Asker:
    return signed_in(make_player("Anna"))


@pytest.fixture
def game(anna: Asker) -> str:
    _status, game = anna.ask("/api/practice/", {"ruleset": "fan", "number": 1})
    return f"/api/games/{game['id']}/"


REFUSALS: dict[str, tuple[str, str, object, int, str]] = {
    "an unknown address": ("GET", "/api/nothing/", None, 404, "not_found"),
    "an unknown address, posted to": ("POST", "/api/nothing/", {}, 404, "not_found"),
    "an address without its slash": ("GET", "/api/rulesets", None, 404, "not_found"),
    "an unknown ruleset": ("GET", "/api/rulesets/poker/", None, 404, "not_found"),
    "a game's id that is none": ("GET", "/api/games/7/", None, 404, "not_found"),
    "a day that is none": ("GET", "/api/dailies/2026-02-30/fan/", None, 404, "not_found"),
    "a day that is none, asked for": ("GET", "/api/dailies/?day=today", None, 400, "bad_request"),
    "an empty day": ("GET", "/api/dailies/?day=", None, 400, "bad_request"),
    "a day to come": ("GET", "/api/dailies/2999-01-01/fan/", None, 404, "not_open"),
    "a day long ago": ("GET", "/api/dailies/1999-01-01/fan/", None, 404, "not_found"),
    "a board of a day to come": ("GET", "/api/boards/fan/2999-01-01/", None, 404, "not_open"),
    "a board of no ruleset": ("GET", "/api/boards/poker/2026-01-01/", None, 404, "not_found"),
    "a page that is none": ("GET", "/api/games/?page=x", None, 400, "bad_request"),
    "an unknown player": ("GET", "/api/players/nobody/", None, 404, "not_found"),
    "a player's name with a null": ("GET", "/api/players/a%00b/", None, 404, "not_found"),
    "a method that isn't taken": ("DELETE", "/api/me/", None, 405, "method_not_allowed"),
    "a question about methods": ("OPTIONS", "/api/me/", None, 405, "method_not_allowed"),
    "practice of nothing": ("POST", "/api/practice/", {}, 400, "bad_request"),
    "practice of no ruleset": ("POST", "/api/practice/", {"ruleset": "x"}, 404, "not_found"),
    "practice of a bad number": (
        "POST",
        "/api/practice/",
        {"ruleset": "fan", "number": 2**53},
        400,
        "bad_request",
    ),
    "practice of a fraction": (
        "POST",
        "/api/practice/",
        {"ruleset": "fan", "number": 1.0},
        400,
        "bad_request",
    ),
    "a token without a label": ("POST", "/api/tokens/", {"label": " \n"}, 400, "bad_request"),
    "a token that isn't there": ("DELETE", "/api/tokens/99/", None, 404, "not_found"),
    "a token of a huge number": ("DELETE", "/api/tokens/" + "9" * 40 + "/", None, 404, "not_found"),
}


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS.keys())
def test_a_refusal_says_what_is_wrong(
    anna: Asker, refusal: tuple[str, str, object, int, str]
) -> None:
    method, path, body, expected, code = refusal
    status, answer = anna.ask(path, body, method=method)
    assert (status, answer["error"]["code"]) == (expected, code)
    assert set(answer) == {"error"}
    assert set(answer["error"]) == {"code", "message"}
    assert answer["error"]["message"]


BODIES: dict[str, tuple[bytes, str, int, str]] = {
    "no JSON": (b"{'a'}", "application/json", 400, "bad_request"),
    "a list": (b"[1]", "application/json", 400, "bad_request"),
    "NaN": (b'{"version": NaN}', "application/json", 400, "bad_request"),
    "deep nesting": (b"[" * 4000, "application/json", 400, "bad_request"),
    "no text": (b"\xff\xfe", "application/json", 400, "bad_request"),
    "too much": (b" " * (MAX_BYTES + 1), "application/json", 400, "bad_request"),
    "an empty object, said to be of another charset": (
        b"{}",
        "application/json; charset=hex",
        400,
        "bad_request",
    ),
    "nothing": (b"", "application/json", 400, "bad_request"),
    "a form": (b"move=1", "application/x-www-form-urlencoded", 415, "json_only"),
    "a broken form": (b"x", "multipart/form-data; boundary=", 415, "json_only"),
    "a text": (b"{}", "text/plain", 415, "json_only"),
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
def test_a_body_that_is_no_small_json_object_is_refused(
    anna: Asker, game: str, body: tuple[bytes, str, int, str]
) -> None:
    sent, content_type, status, code = body
    response = anna.generic("POST", f"{game}moves/", sent, content_type=content_type)
    assert (response.status_code, response.json()["error"]["code"]) == (status, code)


def test_json_is_answered_whatever_is_asked_for(anna: Asker) -> None:
    response = anna.get("/api/me/?format=xml", headers={"accept": "text/html"})
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/json"


def nothing_in(language: str) -> str:
    """How the 404 is worded."""
    with translation.override(language):
        return GameError("not_found").message()


@pytest.mark.parametrize(
    ("cookie", "header", "language"),
    [("en", "de", "en"), ("de", "en", "de"), (None, "de", "de"), (None, "en", "en")],
)
def test_an_error_speaks_the_askers_language(
    cookie: str | None, header: str, language: str
) -> None:
    assert nothing_in("de") != nothing_in("en")
    client = Client(headers={"accept-language": header})
    if cookie:
        client.cookies["django_language"] = cookie
    assert client.get("/api/nothing/").json()["error"]["message"] == nothing_in(language)


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_program_that_names_no_language_is_answered_in_its_players(language: str) -> None:
    player = make_player("Anna")
    player.language = language
    player.save()
    _token, plain = create_token(player=player, label="program")
    response = Client().get("/api/nothing/", headers={"authorization": f"Token {plain}"})
    assert response.json()["error"]["message"] == nothing_in(language)


def test_an_answer_is_kept_by_nobody(anna: Asker, game: str) -> None:
    for path in ["/api/me/", game, "/api/games/", "/api/dailies/", "/api/tokens/", "/api/none/"]:
        assert anna.get(path).headers["Cache-Control"] == "no-store", path


# --- What comes from elsewhere --------------------------------------------------------------------


def test_a_session_needs_the_csrf_token_to_change_something() -> None:
    anna = signed_in(make_player("Anna"), enforce_csrf_checks=True)
    status, answer = anna.ask("/api/practice/", {"ruleset": "fan"})
    assert (status, answer["error"]["code"]) == (403, "csrf_failed")
    anna.ask("/api/me/")
    anna.defaults["HTTP_X_CSRFTOKEN"] = anna.cookies["csrftoken"].value
    assert anna.ask("/api/practice/", {"ruleset": "fan"})[0] == 200


def test_a_guest_needs_the_csrf_token_too() -> None:
    guest = Asker(enforce_csrf_checks=True)
    status, answer = guest.ask("/api/practice/", {"ruleset": "fan"})
    assert (status, answer["error"]["code"]) == (403, "csrf_failed")
    guest.ask("/api/me/")
    guest.defaults["HTTP_X_CSRFTOKEN"] = guest.cookies["csrftoken"].value
    status, game = guest.ask("/api/practice/", {"ruleset": "fan"})
    assert status == 200
    del guest.defaults["HTTP_X_CSRFTOKEN"]
    status, _answer = guest.ask(f"/api/games/{game['id']}/resign/", {"id": uuid4(), "version": 0})
    assert status == 403


@pytest.mark.parametrize("address", ["/api/tokens/", "/api/tokens/1/"])
def test_who_has_no_session_is_told_that_tokens_take_a_sign_in(address: str) -> None:
    stranger = Client(enforce_csrf_checks=True)
    answer = (
        stranger.delete(address)
        if address.endswith("1/")
        else stranger.post(address, {"label": "x"}, content_type="application/json")
    )
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "sign_in_required")


def test_making_a_token_by_session_needs_the_csrf_token() -> None:
    anna = signed_in(make_player("Anna"), enforce_csrf_checks=True)
    status, answer = anna.ask("/api/tokens/", {"label": "x"})
    assert (status, answer["error"]["code"]) == (403, "csrf_failed")


def test_a_program_with_a_token_needs_no_csrf_token() -> None:
    _token, plain = create_token(player=make_player("Anna"), label="program")
    program = Asker(enforce_csrf_checks=True, authorization=f"Token {plain}")
    assert program.ask("/api/practice/", {"ruleset": "fan"})[0] == 200


@pytest.mark.parametrize("value", ["Token nonsense", "Token ", "token", "Token a b", "Token \xff"])
def test_a_bad_token_is_refused_and_said_to_be(value: str) -> None:
    response = Client().get("/api/me/", headers={"authorization": value})
    assert (response.status_code, response.json()["error"]["code"]) == (401, "bad_token")
    assert response.headers["WWW-Authenticate"] == "Token"


def test_a_deactivated_player_is_nobody(anna: Asker) -> None:
    player = make_player("Bert")
    bert, program = signed_in(player), with_token(player)
    player.is_active = False
    player.save()
    assert bert.ask("/api/me/")[1]["name"] is None
    assert program.ask("/api/me/")[0] == 401


# --- Too fast -------------------------------------------------------------------------------------


def test_who_asks_too_often_is_told_when_to_come_again(
    anna: Asker, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Moves, "rate", "3/min")
    body = {"id": uuid4(), "version": 5}
    assert [anna.ask(f"{game}undo/", body)[0] for _ in range(4)] == [409, 409, 409, 429]
    response = anna.post(f"{game}undo/", body, content_type="application/json")
    assert response.json()["error"]["code"] == "too_many_requests"
    assert 0 < int(response.headers["Retry-After"]) <= 61


def test_another_player_is_not_slowed_down(anna: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Starts, "rate", "1/min")
    bert = signed_in(make_player("Bert"))
    body = {"ruleset": "fan"}
    assert [asker.ask("/api/practice/", body)[0] for asker in (anna, bert, anna)] == [200, 200, 429]


@pytest.mark.parametrize(
    ("proxies", "statuses"), [(0, [200, 429, 429]), (1, [200, 429, 200]), (2, [200, 200, 429])]
)
def test_a_guest_is_known_by_the_address_that_the_trusted_proxies_saw(
    settings: Any, monkeypatch: pytest.MonkeyPatch, proxies: int, statuses: list[int]
) -> None:
    settings.TRUSTED_PROXY_COUNT = proxies
    monkeypatch.setattr(Starts, "rate", "1/min")
    forwarded = ["6.6.6.6, 10.0.0.1", "7.7.7.7, 10.0.0.1", "7.7.7.7, 10.0.0.2"]
    body = {"ruleset": "fan"}
    asked = [Asker(x_forwarded_for=value).ask("/api/practice/", body)[0] for value in forwarded]
    assert asked == statuses


@pytest.mark.parametrize(
    ("error", "status", "code", "message"),
    [
        (RuntimeError("on purpose"), 500, "server_error", "Bei uns ist etwas schiefgegangen"),
        (OperationalError("the disk is full"), 503, "unavailable", "Das ging gerade nicht"),
    ],
)
@pytest.mark.parametrize(
    "failing", ["games.selectors.rulesets", "accounts.sessions.SessionStore.load"]
)
def test_what_nobody_expects_is_told_as_json_too(
    anna: Asker,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    status: int,
    code: str,
    message: str,
    failing: str,
) -> None:
    def fail(*_args: object, **_named: object) -> None:
        raise error

    client = Client(headers={"accept-language": "de"}, raise_request_exception=False)
    client.cookies[settings.SESSION_COOKIE_NAME] = anna.session_key
    monkeypatch.setattr(failing, fail)
    answer = client.get("/api/rulesets/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert answer.json()["error"]["message"].startswith(message)
    assert ("Retry-After" in answer.headers) == (status == 503)
