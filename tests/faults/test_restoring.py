"""A back-up is made while people play; what is restored from it is whole, and is played on."""

import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

from django.conf import settings
from django.core.management import call_command

from games.models import Game
from leaderboard.models import Entry
from tests.faults.cluster import Cluster
from tests.faults.follower import until
from tests.faults.tally import tally
from tests.faults.truth import check
from tests.served.people import Person
from tests.served.site import Site, connect, new_database, started
from tools.machine import postgresql_folder

MOVES_BEFORE = 20


@contextmanager
def restored(site: Site, folder: Path) -> Iterator[str]:
    """Back a site's database up as docs/operations.md says, and restore it into a new one."""
    tally.add("restores")
    with new_database(folder) as url:
        if settings.ON_POSTGRESQL:
            programs = postgresql_folder()
            assert programs
            dump = folder / "patience.dump"
            source = site.variables["DATABASE_URL"]
            run(programs / "pg_dump", "--format=custom", f"--file={dump}", source)
            run(programs / "pg_restore", "--exit-on-error", f"--dbname={url}", dump)
        else:
            source = urlsplit(site.variables["DATABASE_URL"]).path
            with (
                closing(sqlite3.connect(source)) as old,
                closing(sqlite3.connect(urlsplit(url).path)) as new,
            ):
                old.backup(new)
        yield url


def run(*command: str | Path) -> None:
    """Run a program, which must end well."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_backup_of_a_busy_site_is_whole(cluster: Cluster, tmp_path: Path) -> None:
    follower = cluster.follower("la-belle-lucie", ahead=3, pause=0.02)
    game = follower.start("la-belle-lucie")
    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(follower.play, game)
        until(lambda: len(follower.confirmed) >= MOVES_BEFORE)
        confirmed = len(follower.confirmed)
        with restored(cluster.site, tmp_path) as url:
            check_restored(cluster, follower.person, game, confirmed, url, follower.line)
        assert playing.result()["outcome"] == "won"
    check(cluster.site, [(game, follower.ids)])


def check_restored(
    cluster: Cluster, person: Person, game: str, confirmed: int, url: str, line: Sequence[str]
) -> None:
    """Look whether all is well in a restored database, then play its game to the end there."""
    original = cluster.processes[0]
    again = Site(
        folder=original.folder,
        variables=original.variables | {"DATABASE_URL": url},
        connection=connect(url),
        unblocked=original.unblocked,
    )
    with again.database():
        call_command("verify_games", stdout=StringIO())
        call_command("verify_boards", stdout=StringIO())
        assert Game.objects.get(pk=game).version >= confirmed
    with started(again):
        visitor = Person(site=again, session_key=person.session_key)
        version = visitor.ask(f"/api/games/{game}/").json()["version"]
        for place, move in enumerate(line[version:], start=version):
            answer = visitor.play(game, move, version=place, id=str(uuid4()))
            assert answer.status_code == 200, answer.text
        assert again.errors() == []
    with again.database():
        assert Entry.objects.filter(game__pk=game).count() == 1
        call_command("verify_games", stdout=StringIO())
        call_command("verify_boards", stdout=StringIO())
