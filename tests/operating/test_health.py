"""Whether a process says truly that it lives, and that it can do its work."""

from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from redis.exceptions import ConnectionError as NoRedis

from config import health

pytestmark = pytest.mark.django_db


def refuse(error: Exception) -> Any:
    """A function that fails, whatever it is given."""

    def fail(*args: object, **named: object) -> None:
        raise error

    return fail


def test_a_process_that_reaches_everything_is_ready(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"silent": [], "stopping": False})
    assert "no-store" in answer.headers["Cache-Control"]


def test_without_the_database_it_lives_and_is_not_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "cursor", refuse(OperationalError("gone")))
    assert client.get("/healthz").status_code == 200
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["silent"]) == (503, ["database"])


def test_without_the_cache_it_is_ready_and_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(health.PARTS, "cache", refuse(NoRedis("gone")))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["silent"]) == (200, ["cache"])


@pytest.mark.parametrize("address", ["/healthz", "/readyz", "/metrics"])
def test_who_asks_past_the_proxy_is_answered_under_any_name(
    client: Client, settings: Any, address: str
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.METRICS_TOKEN = "for figures"
    asked = {"Authorization": "Bearer for figures"}
    assert client.get(address, headers=asked, SERVER_NAME="10.0.0.7").status_code == 200
    assert client.get("/rules/").status_code == 301
