"""`make screenshots`: pictures of every table and the main pages, from a site of its own.

The site is started on a free port with a database that is gone afterwards. The pictures lie in
var/screenshots/; with --readme only those are taken that README.md and the start page show.
"""

import os
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tools import environment, machine
from tools.services import free_port
from tools.shell import ROOT, Failure, run

SECONDS_TO_START = 60


def screenshots(arguments: list[str]) -> int:
    """Start the site, have the pictures taken, stop the site."""
    environment.install("dev")
    environment.compile_translations()
    machine.install_what_is_missing()
    with tempfile.TemporaryDirectory(prefix="patience-") as folder:
        port = free_port()
        settings = _settings(Path(folder), port)
        run(
            [environment.PYTHON, "manage.py", "migrate", "--noinput"],
            settings=settings,
            failure="The database could not be made.",
            quiet=True,
        )
        with _site(port, settings, log=Path(folder) / "site.log"):
            command = [str(environment.PYTHON), "-m", "tools.camera", *arguments]
            return subprocess.run(
                command, cwd=ROOT, env={**os.environ, **settings}, check=False
            ).returncode


def _settings(folder: Path, port: int) -> dict[str, str]:
    return {
        "DATABASE_URL": f"sqlite:///{folder / 'site.sqlite3'}",
        "REDIS_URL": "",
        "DEBUG": "1",
        "HTTPS": "0",
        "LOG_LEVEL": "WARNING",
        # The lines of the cases are played by a program.
        "FASTEST_SECONDS_PER_MOVE": "0",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
        "CHROMIUM": str(machine.chromium_program()),
        "SITE": f"http://127.0.0.1:{port}",
    }


@contextmanager
def _site(port: int, settings: Mapping[str, str], *, log: Path) -> Iterator[None]:
    daphne = environment.VENV / "bin" / "daphne"
    with log.open("wb") as output:
        server = subprocess.Popen(
            [daphne, "-b", "127.0.0.1", "-p", str(port), "config.asgi:application"],
            cwd=ROOT,
            env={**os.environ, **settings},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            deadline = time.monotonic() + SECONDS_TO_START
            while not _answers(port):
                if server.poll() is not None or time.monotonic() > deadline:
                    raise Failure(f"The site does not answer:\n{log.read_text()}")
                time.sleep(0.1)
            yield
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(
            f"http://127.0.0.1:{port}/readyz", timeout=5
        ):  # our own address
            return True
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False
