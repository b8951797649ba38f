"""Redis goes away in mid-game: moves are confirmed, and boards catch up once it is back."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import requests
from websockets.exceptions import ConnectionClosed

from accounts.models import Player
from tests.faults.cluster import Cluster
from tests.faults.follower import until
from tests.faults.servers import OwnRedis
from tests.faults.tally import tally
from tests.faults.truth import check
from tests.served.deals import PASSWORD, new_name
from tests.served.people import SECONDS_TO_ANSWER, Person

SHORT, WHOLE = 2.0, 10.0


@pytest.fixture(scope="module")
def name(cluster: Cluster) -> str:
    """The name of somebody with PASSWORD, hashed as on the site and not as in tests."""
    with cluster.site.database():
        return Player.objects.create_user(new_name("Ottokar"), password=PASSWORD).username


@contextmanager
def gone(redis: OwnRedis, *, whole: bool) -> Iterator[None]:
    """Take Redis away for as long as the block takes, and some seconds at least."""
    begun = time.monotonic()
    redis.stop()
    tally.add("times that Redis was gone")
    try:
        yield
        time.sleep(max(0.0, (WHOLE if whole else SHORT) - (time.monotonic() - begun)))
    finally:
        redis.start()


def signed_in(site_url: str, name: str, password: str) -> tuple[int, bool]:
    """Sign in as by the form; gives the status, and whether there is a session now."""
    with requests.Session() as browser:
        browser.trust_env = False
        address = f"{site_url}/account/login/"
        page = browser.get(address, timeout=SECONDS_TO_ANSWER)
        token = page.text.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
        form = {"login": name, "password": password, "csrfmiddlewaretoken": token}
        answer = browser.post(address, form, timeout=SECONDS_TO_ANSWER, allow_redirects=False)
        return answer.status_code, "session" in browser.cookies


def test_games_go_on_without_redis_and_boards_catch_up(
    cluster: Cluster, name: str, whole: bool
) -> None:
    first, second = cluster.processes
    follower = cluster.follower("fan", ahead=3)
    game = follower.start("fan")
    follower.play(game, to=10)
    board = f"/ws/boards/fan/{cluster.site.today()}/"
    with Person(site=second).socket(board) as watcher:
        entries = watcher.hear()["total"]
        with gone(cluster.redis, whole=whole):
            # Who is there plays on, who comes is let in, who asks by REST is answered.
            assert follower.play(game)["outcome"] == "won"
            newcomer = cluster.person(site=first)
            other = newcomer.start("trefoil")["id"]
            with newcomer.socket(f"/ws/games/{other}/") as line:
                assert line.hear()["game"]["version"] == 0
                line.say(type="ping")
                assert line.hear()["type"] == "pong"
            with Person(site=first).socket(board) as looking:
                assert looking.hear()["total"] == entries + 1
            assert signed_in(second.url, name, "not the password") == (200, False)
            assert signed_in(second.url, name, PASSWORD) == (302, True)
            ready = requests.get(f"{first.url}/readyz", timeout=SECONDS_TO_ANSWER)
            assert ready.json()["silent"] == ["cache"]
        # Whoever looks is sent to look again, and sees what was missed.
        with pytest.raises(ConnectionClosed) as closed:
            watcher.hear()
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 4012
    check(cluster.site, [(game, follower.ids)])
    assert {what(line) for line in cluster.new_errors()} == {"Redis is away"}


def test_tabs_hear_of_each_other_again(cluster: Cluster, whole: bool) -> None:
    follower = cluster.follower("trefoil")
    game = follower.start("trefoil")
    elsewhere = cluster.person(site=cluster.processes[1], like=follower.person)
    with gone(cluster.redis, whole=whole):
        follower.play(game, to=5)

    def hears() -> bool:
        with elsewhere.socket(f"/ws/games/{game}/") as tab:
            tab.hear()
            follower.play(game, to=len(follower.confirmed) + 1)
            try:
                return bool(tab.hear()["type"] == "changed")
            except ConnectionClosed:
                return False

    until(hears)
    assert follower.play(game)["outcome"] == "won"
    check(cluster.site, [(game, follower.ids)])
    assert {what(line) for line in cluster.new_errors()} == {"Redis is away"}


def what(line: str) -> str:
    """What a line of the log says, without why."""
    return line.partition("config.patient: ")[2].partition(",")[0]
