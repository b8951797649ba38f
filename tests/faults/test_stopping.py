"""SIGTERM finishes what is under way, sends everybody elsewhere and ends with 0."""

import http.client
import json
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from uuid import uuid4

import pytest
from django.db import transaction
from websockets.exceptions import ConnectionClosed

from games.models import Game
from tests.faults.cluster import Cluster
from tests.faults.follower import until
from tests.faults.tally import tally
from tests.faults.truth import check
from tests.served.site import HOST, Site, another_process

SHORT, WHOLE = 2, 20
RESTARTS = 4012
# What docker compose is told to wait before it kills.
SECONDS_TO_END = 10


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


def refuses(site: Site) -> bool:
    """Whether a process takes no new connection."""
    try:
        socket.create_connection((HOST, site.port), timeout=5).close()
    except OSError:
        return True
    return False


def test_what_is_under_way_is_answered_before_a_process_ends(cluster: Cluster) -> None:
    with another_process(cluster.site) as ending, ThreadPoolExecutor(1) as pool:
        by_socket, by_rest = cluster.person(site=ending), cluster.person(site=ending)
        games = [person.start("fan")["id"] for person in (by_socket, by_rest)]
        move = cluster.follower("fan").line[0]
        asked = http.client.HTTPConnection(HOST, ending.port, timeout=20)
        asked.request("GET", "/readyz")
        assert asked.getresponse().read() == b'{"silent": [], "stopping": false}'
        with by_socket.socket(f"/ws/games/{games[0]}/") as line:
            line.hear()
            with held(cluster.site, *games):
                line.say(type="play", id=str(uuid4()), move=move, version=0)
                answer = pool.submit(by_rest.play, games[1], move, version=0)
                time.sleep(0.5)
                process = ask_to_end(ending)
                until(lambda: refuses(ending))
                asked.request("GET", "/readyz")
                ready = asked.getresponse()
                assert (ready.status, json.loads(ready.read())["stopping"]) == (503, True)
                assert process.poll() is None
            assert line.hear()["game"]["version"] == 1
            with pytest.raises(ConnectionClosed) as closed:
                line.hear()
            assert closed.value.rcvd
            assert closed.value.rcvd.code == RESTARTS
        assert answer.result().json()["version"] == 1
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
