"""A site as it is run for real: a process of its own, with a database of its own.

The tests look at it from outside. Only what nobody outside can arrange or see is done through
the ORM, in `Site.database()`: which deal is today's, and what is the truth beneath the backs.
"""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4
from zoneinfo import ZoneInfo

import environ
import psycopg
from django.conf import settings
from django.db import connections
from django.db.utils import ConnectionHandler
from psycopg import sql

ROOT = Path(__file__).parents[2]
HOST = "127.0.0.1"
SECONDS_TO_START = 60


@dataclass(kw_only=True)
class Site:
    """A running site; `kill` ends its process as `kill -9` does, `start` begins it anew."""

    folder: Path
    variables: dict[str, str]
    connection: Any
    unblocked: Callable[[], AbstractContextManager[None]]
    port: int = field(default_factory=lambda: free_port())
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        """Where the site is, without a slash in the end."""
        return f"http://{HOST}:{self.port}"

    @property
    def log(self) -> Path:
        """What the process writes to standard error."""
        return self.folder / f"server-{self.port}.log"

    def errors(self) -> list[str]:
        """What the process has written about errors of its own, so far."""
        return [line for line in self.log.read_text().splitlines() if " ERROR " in line]

    def start(self) -> None:
        """Start the process and wait until it answers."""
        command = ["-m", "daphne", "-b", HOST, "-p", str(self.port), "--verbosity", "0"]
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, *command, "config.asgi:application"],
                cwd=ROOT,
                env=self.variables,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + SECONDS_TO_START
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"The site does not answer:\n{self.log.read_text()}")
            time.sleep(0.05)

    def answers(self) -> bool:
        """Tell whether the site can do its work."""
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as answer:  # noqa: S310 # our own address
                return int(answer.status) == 200
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    def kill(self) -> None:
        """End the process without a word of warning."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask the process to end."""
        self._end(signal.SIGTERM)

    def _end(self, by: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(by)
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    @contextmanager
    def database(self) -> Iterator[None]:
        """Have the ORM of this process work on the site's database."""
        ours = connections["default"]
        connections["default"] = self.connection
        try:
            with self.unblocked():
                yield
        finally:
            self.connection.close()
            connections["default"] = ours

    @property
    def zone(self) -> ZoneInfo:
        """The site's daily time zone."""
        return ZoneInfo(self.variables["DAILY_TIME_ZONE"])

    def today(self) -> date:
        """The day whose deals are open."""
        return datetime.now(self.zone).date()


@contextmanager
def running_site(
    folder: Path,
    *,
    unblocked: Callable[[], AbstractContextManager[None]],
    **variables: str,
) -> Iterator[Site]:
    """Run a site with an empty database of its own; both are gone afterwards.

    `unblocked` allows this process to touch a database, `variables` are settings of the site's.
    """
    with new_database(folder) as url:
        environment = site_variables(folder, url) | variables
        if "STATIC_ROOT" not in os.environ:
            manage(environment, "collectstatic", "--noinput")
        manage(environment, "migrate", "--noinput")
        site = Site(
            folder=folder,
            variables=environment,
            connection=connect(url),
            unblocked=unblocked,
        )
        with started(site):
            yield site


@contextmanager
def another_process(site: Site, **variables: str) -> Iterator[Site]:
    """Run a second process of a site, on the same database, with some settings of its own."""
    second = Site(
        folder=site.folder,
        variables=site.variables | variables,
        connection=site.connection,
        unblocked=site.unblocked,
    )
    with started(second):
        yield second


@contextmanager
def started(site: Site) -> Iterator[None]:
    """Start a site's process, and stop it in the end."""
    try:
        site.start()
        yield
    finally:
        site.stop()


def site_variables(folder: Path, url: str) -> dict[str, str]:
    """The environment of the site: as in production, only over plain HTTP and near midday."""
    inherited = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
    return {
        "STATIC_ROOT": str(folder / "static"),
        **inherited,
        "DATABASE_URL": url,
        # Another number than the tests' own, so that the two never hear of each other.
        "REDIS_URL": settings.REDIS_URL
        and urlunsplit(urlsplit(settings.REDIS_URL)._replace(path="/7")),
        "SECRET_KEY": settings.SECRET_KEY,
        "DEBUG": "0",
        "HTTPS": "0",
        # Passkeys belong to names, so browsers have none for a number.
        "ALLOWED_HOSTS": f"{HOST},localhost",
        "TRUSTED_PROXY_COUNT": "0",
        "DAILY_TIME_ZONE": zone_at_midday(datetime.now(UTC)),
        "LOG_LEVEL": "WARNING",
    }


NOT_INHERITED = {
    "CSRF_TRUSTED_ORIGINS",
    "DJANGO_ALLOW_ASYNC_UNSAFE",
    "DJANGO_SETTINGS_MODULE",
    "FASTEST_SECONDS_PER_MOVE",
    "SETTLING_MINUTES",
}


def zone_at_midday(moment: datetime) -> str:
    """A time zone in which it is between noon and one, so that no test runs into midnight.

    >>> zone_at_midday(datetime(2026, 11, 29, 22, 43, tzinfo=UTC))
    'Etc/GMT+10'
    >>> datetime(2026, 11, 29, 22, 43, tzinfo=UTC).astimezone(ZoneInfo("Etc/GMT+10")).hour
    12
    """
    west = moment.hour - 12
    return f"Etc/GMT{west:+d}"


@contextmanager
def new_database(folder: Path) -> Iterator[str]:
    """Make an empty database of the kind that the tests run on; give its DATABASE_URL."""
    if not settings.ON_POSTGRESQL:
        yield f"sqlite:///{folder / 'site.sqlite3'}"
        return
    server = os.environ["DATABASE_URL"]
    name = f"site_{uuid4().hex[:12]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
    finally:
        drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(drop)


def connect(url: str) -> Any:
    """A connection of Django's to a database that its settings don't know."""
    address = environ.Env.db_url_config(url)
    options = {key: value for key, value in settings.DATABASE["OPTIONS"].items() if key != "pool"}
    return ConnectionHandler({"default": {**address, "OPTIONS": options}})["default"]


def manage(variables: dict[str, str], *arguments: str) -> None:
    """Run a management command of the site's."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port
