"""A PostgreSQL and a Redis of the tests' own, which may go away and come back."""

import os
import signal
from contextlib import ExitStack
from pathlib import Path

import psycopg

from tools import services


class OwnRedis:
    """A Redis that can be taken away and brought back at the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = services.free_port()
        self._running = ExitStack()

    def start(self) -> str:
        """Start it; gives its address."""
        return self._running.enter_context(services.redis(self.folder, port=self.port))

    def stop(self) -> None:
        """Stop it."""
        self._running.close()


class OwnPostgresql:
    """A PostgreSQL that can be restarted at the same port, and be made to crash."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = services.free_port()
        self._running = ExitStack()

    def start(self) -> str:
        """Start it; gives its address."""
        return self._running.enter_context(services.postgresql(self.folder, port=self.port))

    def stop(self) -> None:
        """Stop it: whoever is connected is thrown out."""
        self._running.close()

    def crash(self, url: str) -> None:
        """Kill a connection's process, upon which PostgreSQL ends all others and recovers."""
        with psycopg.connect(url) as connection:
            (pid,) = connection.execute("SELECT pg_backend_pid()").fetchone() or (0,)
            os.kill(pid, signal.SIGKILL)
