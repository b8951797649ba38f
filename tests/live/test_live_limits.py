"""What keeps a socket small and our own, without a database."""

import pytest
from pytest_django.fixtures import Settings

from games.live.limits import Bucket, player_bucket
from games.live.origin import is_own_origin


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_lets_a_burst_through_and_then_fills_with_time() -> None:
    clock = Clock()
    bucket = Bucket(size=3, rate=2, clock=clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_a_bucket_holds_no_more_than_its_size() -> None:
    clock = Clock()
    bucket = Bucket(size=2, rate=1, clock=clock)
    clock.now += 3600
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_all_sockets_of_a_player_share_a_bucket() -> None:
    mine = player_bucket("player 1")
    assert player_bucket("player 1") is mine
    assert player_bucket("player 2") is not mine


OWN = [
    ("http://testserver", "testserver"),
    ("http://testserver:80", "testserver"),
    ("https://testserver", "testserver:443"),
    ("http://testserver:8000", "testserver:8000"),
    ("http://TestServer:8000", "testserver:8000"),
    ("http://[::1]:8000", "[::1]:8000"),
]
FOREIGN = [
    ("", "testserver"),
    ("null", "testserver"),
    ("http://evil.example", "testserver"),
    ("http://evil.example", "evil.example"),
    ("http://testserver.evil.example", "testserver"),
    ("http://eviltestserver", "testserver"),
    ("http://testserver:9000", "testserver:8000"),
    ("http://testserver:x", "testserver"),
    ("file://testserver", "testserver"),
    ("http://evil@testserver", "testserver"),
    ("http://testserver/page", "testserver"),
    ("testserver", "testserver"),
    ("http://[::1", "[::1"),
    ("http://testserver", ""),
]


@pytest.mark.parametrize(("origin", "host"), OWN)
def test_a_page_of_the_same_host_and_port_is_ours(
    origin: str, host: str, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["testserver", "[::1]"]
    assert is_own_origin(origin, host)


@pytest.mark.parametrize(("origin", "host"), FOREIGN)
def test_any_other_page_is_foreign(origin: str, host: str) -> None:
    assert not is_own_origin(origin, host)


def test_an_origin_that_the_settings_trust_is_ours(settings: Settings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://play.example"]
    assert is_own_origin("https://play.example", "inner:8000")
    assert not is_own_origin("http://play.example", "inner:8000")
