"""Requests that are too much: large bodies, endless forms, files that nobody wants, deep JSON."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import Player
from games.api import views
from games.rates import Starts
from tests.attack.pages.conftest import PASSWORD, browser

FORMS = ["/account/login/", "/account/signup/", "/account/recover/", "/account/preferences/"]
MANY = 100_000


@pytest.mark.parametrize("address", FORMS)
def test_a_form_of_a_hundred_thousand_fields_is_refused(address: str) -> None:
    fields = "&".join(f"f{number}=1" for number in range(MANY // 8))
    sent = "application/x-www-form-urlencoded"
    assert len(fields) < 256 * 1024
    assert browser().post(address, fields, content_type=sent).status_code == 400
    larger = "&".join(f"f{number}=1" for number in range(MANY))
    assert browser().post(address, larger, content_type=sent).status_code == 400


@pytest.mark.parametrize("address", FORMS)
def test_a_body_of_a_megabyte_is_refused(address: str) -> None:
    sent = "application/x-www-form-urlencoded"
    answer = browser().post(address, "login=" + "x" * 2**20, content_type=sent)
    assert answer.status_code == 400
    assert "<h1>" in answer.content.decode()


def test_files_are_read_by_nobody_and_kept_nowhere(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = SimpleUploadedFile("../../../../etc/passwd.html", b"<script>" * 500_000, "text/html")
    many = {f"file{number}": SimpleUploadedFile("x", b"x") for number in range(200)}

    def keep(*_args: object, **_kwargs: object) -> None:
        raise AssertionError("a file is kept")

    monkeypatch.setattr("django.core.files.uploadedfile.TemporaryUploadedFile.__init__", keep)
    monkeypatch.setattr("django.core.files.uploadedfile.InMemoryUploadedFile.__init__", keep)
    answer = browser(player=player).post("/account/preferences/", {"theme": "dark", "file": file})
    assert answer.status_code in (302, 400)
    assert browser().post("/account/login/", many).status_code == 400


@pytest.mark.parametrize(
    "body",
    [
        b"--x\r\nContent-Disposition: form-data; name=" + b"a" * 300_000,
        b"--x\r\n" + b"X-Header: 1\r\n" * 20_000 + b"\r\n\r\n--x--",
        b"--y--",
        b"\x00" * 10_000,
    ],
)
def test_a_broken_multipart_body_is_refused_or_empty(body: bytes) -> None:
    client = Client(raise_request_exception=False)
    answer = client.post("/account/login/", body, content_type="multipart/form-data; boundary=x")
    assert answer.status_code in (200, 400)


@pytest.mark.parametrize(
    "content_type",
    [
        "multipart/form-data",
        "multipart/form-data; boundary=" + "x" * 5_000,
        "application/x-www-form-urlencoded; charset=utf-7",
        "application/x-www-form-urlencoded; charset=zip",
        "text/xml",
        "\x00",
        "a" * 10_000,
    ],
)
def test_a_strange_content_type_is_no_failure_of_ours(content_type: str) -> None:
    client = Client(raise_request_exception=False)
    for address in ("/account/login/", "/language/", "/api/practice/"):
        answer = client.generic("POST", address, b"login=x", content_type=content_type)
        assert answer.status_code < 500, address


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b'{"a":' * 800 + b"1" + b"}" * 800,
        json.dumps({"ruleset": "fan", "number": 10**400}).encode(),
        b'{"ruleset": "fan", "number": 1e999}',
        b'{"ruleset": "\\ud800"}',
        b'{"ruleset": "fan", "ruleset": "citadel", "number": NaN}',
        b"\xff\xfe",
    ],
)
def test_json_that_is_deep_huge_or_broken_is_refused(body: bytes) -> None:
    client = Client(raise_request_exception=False)
    answer = client.post("/api/practice/", body, content_type="application/json")
    assert answer.status_code in (400, 413)
    assert answer.json()["error"]["code"]


@pytest.mark.parametrize("query", ["page=" + "9" * 5_000, "page=-1", "page=\x00", "a&" * 5_000])
def test_a_strange_query_is_no_failure_of_ours(query: str, player: Player) -> None:
    for client in (Client(raise_request_exception=False), browser(player=player)):
        client.raise_request_exception = False
        for address in ("/", "/boards/fan/", "/api/boards/fan/2026-11-29/", "/players/Wilhelmine/"):
            assert client.get(f"{address}?{query}").status_code < 500, address


@pytest.mark.parametrize("size", [150, 100_000])
def test_a_name_of_many_characters_is_refused_with_a_sentence(size: int) -> None:
    form = {"username": "W" * size, "password1": "Kreuz-Pik-Herz-Karo", "email": ""}
    answer = browser("en").post("/account/signup/", form)
    assert answer.status_code == 200
    assert "characters" in answer.content.decode()
    assert not Player.objects.exists()


def test_a_password_of_a_hundred_thousand_characters_is_not_hashed(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed: list[str] = []

    def note(_self: object, password: str, _salt: str) -> str:
        hashed.append(password)
        return ""

    monkeypatch.setattr("django.contrib.auth.hashers.MD5PasswordHasher.encode", note)
    for password in ("x" * 100_000, PASSWORD + "x" * 1_000):
        answer = browser().post("/account/login/", {"login": "Wilhelmine", "password": password})
        assert answer.status_code == 200
    assert hashed == []


def test_games_are_started_by_form_and_by_program_in_one_count(player: Player) -> None:
    assert views.StartDaily.throttle_classes == views.Practice.throttle_classes == [Starts]
    most = int(Starts.rate.removesuffix("/min"))
    for client in (browser(), browser(player=player)):
        for number in range(most - 1):
            answer = client.post("/practice/fan/", {"number": number + 1})
            assert answer.status_code == 302, number
        json_type = "application/json"
        first = client.post("/api/practice/", {"ruleset": "fan"}, content_type=json_type)
        assert first.status_code in (200, 201)
        assert client.post("/practice/fan/").status_code == 429
        assert client.get("/practice/fan/").status_code == 200
        again = client.post("/api/practice/", {"ruleset": "fan"}, content_type=json_type)
        assert again.status_code == 429
