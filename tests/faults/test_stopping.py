"""SIGTERM finishes what is under way, sends everybody elsewhere and ends with 0."""

import http.client
import json
import signal
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from websockets.exceptions import ConnectionClosed

from games.models import Game
from tests.faults.cluster import Cluster
from tests.faults.follower import until
from tests.faults.tally import tally
from tests.faults.truth import check
from tests.served.people import CSRF, Person
from tests.served.site import HOST, Site, another_process

SHORT, WHOLE = 2, 20
RESTARTS = 4012
# Ten are what docker compose waits before it kills; a machine may be busy besides.
SECONDS_TO_END = 60


def ask_to_end(site: Site) -> "subprocess.Popen[bytes]":
    """Send SIGTERM; the process is then the caller's."""
    process, site.process = site.process, None
    assert process
    process.send_signal(signal.SIGTERM)
    tally.add("SIGTERMs")
    return process


@contextmanager
def held(site: Site, *games: str) -> Iterator[None]:
    """Hold games as a slow request would, so that moves in them wait."""
    with site.database(), transaction.atomic():
        list(Game.objects.select_for_update().filter(pk__in=games))
        yield


def readiness(connection: http.client.HTTPConnection) -> tuple[int, dict[str, Any]]:
    """What a process says of itself over an open connection."""
    connection.request("GET", "/readyz")
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


def send_move(connection: http.client.HTTPConnection, person: Person, game: str, move: str) -> None:
    """Send the first move of a game over an open connection, and wait for no answer."""
    connection.request(
        "POST",
        f"/api/games/{game}/moves/",
        json.dumps({"id": str(uuid4()), "move": move, "version": 0}),
        {
            "Content-Type": "application/json",
            "Cookie": f"session={person.session_key}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
        },
    )


def refuses(site: Site) -> bool:
    """Whether a process takes no new connection."""
    try:
        socket.create_connection((HOST, site.port), timeout=5).close()
    except OSError:
        return True
    return False


def test_what_is_under_way_is_answered_before_a_process_ends(cluster: Cluster) -> None:
    with another_process(cluster.site) as ending:
        by_socket, by_rest = cluster.person(site=ending), cluster.person(site=ending)
        games = [person.start("fan")["id"] for person in (by_socket, by_rest)]
        move = cluster.follower("fan").line[0]
        asked, playing = (
            http.client.HTTPConnection(HOST, ending.port, timeout=SECONDS_TO_END) for _ in range(2)
        )
        for connection in (asked, playing):
            assert readiness(connection) == (200, {"silent": [], "stopping": False})
        with by_socket.socket(f"/ws/games/{games[0]}/") as line:
            line.hear()
            with held(cluster.site, *games):
                line.say(type="play", id=str(uuid4()), move=move, version=0)
                send_move(playing, by_rest, games[1], move)
                # The process has come to both once it has answered what was asked after them.
                for _ in range(3):
                    readiness(asked)
                process = ask_to_end(ending)
                until(lambda: refuses(ending))
                status, told = readiness(asked)
                assert (status, told["stopping"]) == (503, True)
                assert process.poll() is None
            assert line.hear()["game"]["version"] == 1
            with pytest.raises(ConnectionClosed) as closed:
                line.hear()
            assert closed.value.rcvd
            assert closed.value.rcvd.code == RESTARTS
        assert json.loads(playing.getresponse().read())["version"] == 1
        assert process.wait(timeout=SECONDS_TO_END) == 0
        # Who asked whether it was ready is told, and so is the log.
        assert [line for line in ending.errors() if "Service Unavailable" not in line] == []


def test_new_processes_beside_old_ones_lose_nobody(cluster: Cluster, whole: bool) -> None:
    slugs = ("fan", "trefoil")
    followers = [cluster.follower(slug, ahead=3, pause=0.05) for slug in slugs]
    games = [one.start(slug) for one, slug in zip(followers, slugs, strict=True)]
    with ThreadPoolExecutor(2) as pool:
        crowd = [pool.submit(one.play, game) for one, game in zip(followers, games, strict=True)]
        for number in range(WHOLE if whole else SHORT):
            replace_process(cluster, number % len(cluster.processes))
        assert [player.result()["outcome"] for player in crowd] == ["won", "won"]
    assert {code for follower in followers for code in follower.closes} <= {RESTARTS}
    check(cluster.site, [(game, one.ids) for one, game in zip(followers, games, strict=True)])


def replace_process(cluster: Cluster, place: int) -> None:
    """Start a process in the place of another one, which ends only then."""
    old = cluster.processes[place]
    new = Site(
        folder=old.folder,
        variables=old.variables,
        connection=old.connection,
        unblocked=old.unblocked,
    )
    new.start()
    cluster.proxy.ports[place] = new.port
    cluster.processes[place] = new
    assert ask_to_end(old).wait(timeout=SECONDS_TO_END) == 0
    assert cluster.new_errors(old) == []
