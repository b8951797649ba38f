"""PostgreSQL is restarted in mid-game, or crashes: everybody goes on by themselves."""

import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from pytest_django import DjangoDbBlocker

from tests.faults.cluster import Cluster, running_cluster
from tests.faults.servers import OwnPostgresql, OwnRedis
from tests.faults.tally import tally
from tests.faults.truth import check

SLUGS = ("fan", "trefoil")
SHORT, WHOLE = (1, 1.0), (6, 10.0)


@pytest.fixture(scope="module")
def postgresql() -> Iterator[OwnPostgresql]:
    """A PostgreSQL of this module's own, in a folder that its user may enter."""
    with tempfile.TemporaryDirectory(prefix="patience-") as folder:
        own = OwnPostgresql(Path(folder))
        try:
            yield own
        finally:
            own.stop()


@pytest.fixture(scope="module")
def shaken(
    postgresql: OwnPostgresql,
    tmp_path_factory: pytest.TempPathFactory,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[Cluster]:
    """Two processes on that PostgreSQL."""
    folder = tmp_path_factory.mktemp("shaken")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATABASE_URL", postgresql.start())
        redis, unblocked = OwnRedis(folder), django_db_blocker.unblock
        try:
            with running_cluster(folder, unblocked=unblocked, redis=redis) as cluster:
                yield cluster
        finally:
            redis.stop()


def test_games_go_on_once_the_database_is_back(
    shaken: Cluster, postgresql: OwnPostgresql, whole: bool
) -> None:
    times, seconds = WHOLE if whole else SHORT
    for _ in range(times):
        followers = [shaken.follower(slug, ahead=3, pause=0.1) for slug in SLUGS]
        games = [one.start(slug) for one, slug in zip(followers, SLUGS, strict=True)]
        with ThreadPoolExecutor(len(SLUGS)) as pool:
            crowd = [
                pool.submit(one.play, game) for one, game in zip(followers, games, strict=True)
            ]
            time.sleep(1)
            postgresql.stop()
            time.sleep(seconds)
            postgresql.start()
            time.sleep(1)
            url = shaken.site.variables["DATABASE_URL"]
            with pytest.raises(psycopg.OperationalError):
                postgresql.crash(url)
            assert [player.result()["outcome"] for player in crowd] == ["won", "won"]
        tally.add("restarts of PostgreSQL", 2)
        check(shaken.site, [(game, one.ids) for one, game in zip(followers, games, strict=True)])
        # Where the pool has waited long enough, nobody was even told.
        assert {code for one in followers for code in one.closes} <= {4503}
    told = shaken.new_errors()
    assert all("The database can't do its work" in line for line in told), told
    assert urlsplit(url).port == postgresql.port
