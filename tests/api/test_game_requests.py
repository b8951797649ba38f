"""The shape of a request to a game, checked once for REST and socket."""

from typing import Any
from uuid import UUID

import pytest
from django.utils import translation

from games.requests import (
    KINDS,
    MAX_BYTES,
    BadRequest,
    parse_day,
    parse_game_request,
    query_integer,
    read_object,
)
from games.services import Kind

ID = "8d0c2f3e-5a8e-4d6e-9c0b-2f8a6d0e1b7c"
OTHER = "11111111-2222-4333-8444-555555555555"


def play(**changes: Any) -> dict[str, object]:
    body = {"id": ID, "move": "TH:T3>FH", "version": 3, **changes}
    return {name: value for name, value in body.items() if value is not ...}


def test_a_move_is_read_with_the_version_it_builds_on() -> None:
    asked = parse_game_request("play", play(sequence=True))
    assert (asked.request, asked.text, asked.sequence) == (UUID(ID), "TH:T3>FH", True)
    assert (asked.basis.version, asked.basis.after) == (3, None)


def test_a_move_may_build_on_a_request_that_is_not_answered_yet() -> None:
    asked = parse_game_request("play", play(version=..., after=OTHER))
    assert (asked.basis.version, asked.basis.after) == (None, UUID(OTHER))


@pytest.mark.parametrize("kind", ["finish", "undo", "restart", "resign"])
def test_the_other_requests_need_no_move(kind: Any) -> None:
    asked = parse_game_request(kind, {"id": ID.upper(), "version": 0})
    assert (asked.kind, asked.request, asked.text) == (kind, UUID(ID), "")


MISSHAPEN: dict[str, dict[str, object]] = {
    "no id": {"id": ...},
    "a number as id": {"id": 7},
    "a short id": {"id": "8d0c2f3e"},
    "an id without hyphens": {"id": ID.replace("-", "")},
    "an id in braces": {"id": "{" + ID + "}"},
    "an id as a name of a resource": {"id": "urn:uuid:" + ID},
    "no move": {"move": ...},
    "an empty move": {"move": ""},
    "a move of another type": {"move": ["TH:T3>FH"]},
    "an over-long move": {"move": "x" * 41},
    "a move with a null character": {"move": "TH:T3\0>FH"},
    "a move with half a character": {"move": "\ud800"},
    "a move over two lines": {"move": "TH:T3\n>FH"},
    "neither version nor after": {"version": ...},
    "both version and after": {"after": OTHER},
    "both, one of them null": {"after": None},
    "a truth as version": {"version": True},
    "a fraction as version": {"version": 3.0},
    "a text as version": {"version": "3"},
    "a negative version": {"version": -1},
    "a huge version": {"version": 2**31},
    "a number as after": {"version": ..., "after": 3},
    "a number as sequence": {"sequence": 1},
    "a null sequence": {"sequence": None},
}


@pytest.mark.parametrize("changes", MISSHAPEN.values(), ids=MISSHAPEN.keys())
def test_what_is_not_of_the_right_shape_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(BadRequest) as refused:
        parse_game_request("play", play(**changes))
    assert (refused.value.code, refused.value.status) == ("bad_request", 400)


@pytest.mark.parametrize(
    ("kind", "left_out", "said"),
    [
        *((kind, "id", "“id” is missing.") for kind in KINDS),
        *((kind, "version", "What the request builds on is missing: “version”") for kind in KINDS),
        ("play", "move", "“move” is missing."),
    ],
)
def test_a_refusal_says_what_is_missing(kind: Kind, left_out: str, said: str) -> None:
    with pytest.raises(BadRequest) as refused:
        parse_game_request(kind, play(**{left_out: ...}))
    with translation.override("en"):
        assert refused.value.message().startswith(said)


@pytest.mark.parametrize("kind", KINDS)
def test_a_refusal_says_what_is_too_much(kind: Kind) -> None:
    with pytest.raises(BadRequest) as refused:
        parse_game_request(kind, play(after=OTHER))
    with translation.override("en"):
        assert "not both" in refused.value.message()


def test_a_refusal_names_the_field() -> None:
    with pytest.raises(BadRequest) as refused:
        parse_game_request("play", play(version="3"))
    assert "version" in refused.value.message()


NO_OBJECTS = {
    "nothing": "",
    "no JSON": "{'a': 1}",
    "a list": "[]",
    "a number": "12",
    "null": "null",
    "NaN": '{"version": NaN}',
    "infinity": '{"version": -Infinity}',
    "half an object": '{"id": ',
    "two objects": "{}{}",
    "deep nesting": "[" * 4000,
    "a deeply nested object": '{"a":' * 700,
    "endless digits": '{"version": ' + "9" * 4050 + "}",
    "too long": '{"id": "' + "x" * MAX_BYTES + '"}',
}


@pytest.mark.parametrize("text", NO_OBJECTS.values(), ids=NO_OBJECTS.keys())
def test_what_is_no_small_json_object_is_refused(text: str) -> None:
    with pytest.raises(BadRequest):
        parse_game_request("play", read_object(text))


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(BadRequest):
        read_object(b'{"id": "\xff\xfe"}')


@pytest.mark.parametrize(
    "text", ["", "today", "2026-13-01", "2026-02-30", "20261129", "2026-W01-1"]
)
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(BadRequest):
        parse_day(text)


@pytest.mark.parametrize("text", ["", "0", "-1", "1.5", "x", "٣", "99999999999", "1e3"])
def test_what_is_no_page_is_refused(text: str) -> None:
    with pytest.raises(BadRequest):
        query_integer(text, "page")
