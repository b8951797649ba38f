"""The disk is full: nothing can be stored, and everybody is told so; the game waits."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connections
from websockets.exceptions import ConnectionClosed

from games.models import Game
from tests.faults.cluster import Cluster
from tests.faults.tally import tally
from tests.faults.truth import check
from tests.served.site import Site

MOVES_BEFORE = 20
# Less than anything that SQLite writes, more than the log that the process writes.
SMALLEST_FILE = 4096
FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
END $$;
CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON games_move EXECUTE FUNCTION full_disk();
CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON games_game EXECUTE FUNCTION full_disk();
CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON django_session EXECUTE FUNCTION full_disk();
CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON accounts_signin EXECUTE FUNCTION full_disk();
"""


@contextmanager
def full_disk(cluster: Cluster) -> Iterator[None]:
    """Let no process store anything.

    On SQLite none may lengthen a file. PostgreSQL's own disk can't be filled without being root,
    so it says of the tables what it would say then.
    """
    if settings.ON_POSTGRESQL:
        run_sql(cluster.site, FULL)
        try:
            yield
        finally:
            run_sql(cluster.site, "DROP FUNCTION full_disk CASCADE")
        return
    limits = {pid: limit_files(pid, SMALLEST_FILE) for pid in pids(cluster)}
    try:
        yield
    finally:
        for pid, limit in limits.items():
            limit_files(pid, limit)


def run_sql(site: Site, statement: str) -> None:
    """Run a statement in the site's database."""
    with site.database(), connections["default"].cursor() as cursor:
        cursor.execute(statement)


def pids(cluster: Cluster) -> list[int]:
    """The processes' ids."""
    return [site.process.pid for site in cluster.processes if site.process]


def limit_files(pid: int, size: int) -> int:
    """Let a process's files become no longer than a size; the limit before."""
    soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))
    return soft


def test_what_cannot_be_stored_is_said_and_the_game_goes_on_later(cluster: Cluster) -> None:
    follower = cluster.follower("fan")
    game = follower.start("fan")
    stood = follower.play(game, to=MOVES_BEFORE)
    with full_disk(cluster):
        with follower.socket(game) as line:
            assert line.hear()["game"]["version"] == MOVES_BEFORE
            refused = line.ask(**follower.request(MOVES_BEFORE))
            assert refused["id"] == follower.ids[MOVES_BEFORE]
            assert refused["error"] == {
                "code": "unavailable",
                "message": "That couldn't be done just now. Please try again in a moment.",
            }
            with pytest.raises(ConnectionClosed) as closed:
                line.hear()
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 4503
        asked = follower.person.play(game, follower.line[MOVES_BEFORE], version=MOVES_BEFORE)
        assert (asked.status_code, asked.json()["error"]["code"]) == (503, "unavailable")
        assert int(asked.headers["Retry-After"]) > 0
        started = follower.person.ask(f"/api/dailies/{cluster.site.today()}/trefoil/start/", "POST")
        assert (started.status_code, started.json()["error"]["code"]) == (503, "unavailable")
        again = follower.person.request(game, "undo", id=str(uuid4()), version=MOVES_BEFORE)
        assert again.status_code == 503
        # What is stored is still read.
        shown = follower.person.ask(f"/api/games/{game}/").json()
        assert {**shown, "elapsed": 0} == {**stood, "elapsed": 0}
        assert follower.person.ask("/boards/fan/").status_code == 200
        with cluster.site.database():
            assert not Game.objects.filter(daily__ruleset="trefoil", player=owner(game)).exists()
        tally.add("times that the disk was full")
    assert follower.play(game)["outcome"] == "won"
    check(cluster.site, [(game, follower.ids)])
    told = cluster.new_errors()
    assert told
    assert all("games.failures: The database can't do its work" in line for line in told), told


def owner(game: str) -> int | None:
    """The key of a game's player; call it within the site's database."""
    return Game.objects.get(pk=game).player_id
