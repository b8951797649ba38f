"""A PostgreSQL and a Redis for one run of the tests, in a folder that is gone afterwards."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.machine import postgresql_folder, redis_program
from tools.shell import Failure

SECONDS_TO_START = 30


@contextmanager
def postgresql(folder: Path, *, port: int | None = None) -> Iterator[str]:
    """Run a PostgreSQL on a free port, or the given one, and give its DATABASE_URL.

    In a folder where one has run before, its data are there again.
    """
    programs = postgresql_folder()
    if programs is None:
        raise Failure("The tests need PostgreSQL.")
    data = folder / "postgresql"
    # PostgreSQL refuses to run as root; its package has made a user for it.
    owner = "postgres" if os.geteuid() == 0 else None
    if not data.exists():
        _make_cluster(programs, data, owner)
    port = port or free_port()
    # What a test run writes need not outlive a power cut.
    options = {
        "port": port,
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": "",
        "fsync": "off",
        "full_page_writes": "off",
        "max_connections": 200,
    }
    command: list[str | Path] = [programs / "postgres", "-D", data]
    for name, value in options.items():
        command += ["-c", f"{name}={value}"]
    with _running(
        command,
        folder=data,
        owner=owner,
        answers=lambda: _accepts_queries(programs, port),
        stop=signal.SIGINT,
    ):
        yield f"postgresql://tests@127.0.0.1:{port}/postgres"


def _make_cluster(programs: Path, data: Path, owner: str | None) -> None:
    """Make the files of a new PostgreSQL."""
    data.mkdir()
    if owner:
        data.parent.chmod(0o711)
        shutil.chown(data, owner, owner)
    initdb = ["--username=tests", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"]
    made = subprocess.run(
        [programs / "initdb", "--pgdata", data, "--no-sync", *initdb],
        cwd=data,
        user=owner,
        group=owner,
        extra_groups=[] if owner else None,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        raise Failure(f"PostgreSQL's initdb failed:\n{made.stdout}{made.stderr}")


@contextmanager
def redis(folder: Path, *, port: int | None = None) -> Iterator[str]:
    """Run a Redis on a free port, or the given one, and give its REDIS_URL."""
    program = redis_program()
    if program is None:
        raise Failure("The tests need Redis.")
    data = folder / "redis"
    data.mkdir(exist_ok=True)
    port = port or free_port()
    options = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", str(data)]
    with _running(
        [program, "--port", str(port), *options],
        folder=data,
        owner=None,
        answers=lambda: _pongs(port),
        stop=signal.SIGTERM,
    ):
        yield f"redis://127.0.0.1:{port}/0"


def free_port() -> int:
    """Return a port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def _running(
    command: list[str | Path],
    *,
    folder: Path,
    owner: str | None,
    answers: Callable[[], bool],
    stop: signal.Signals,
) -> Iterator[None]:
    """Start a server, wait until it answers, and stop this very process in the end."""
    log = folder.parent / f"{folder.name}.log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            command,
            cwd=folder,
            user=owner,
            group=owner,
            extra_groups=[] if owner else None,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            # Ctrl-C is for the tests; the servers go when those have ended.
            start_new_session=True,
        )
    try:
        deadline = time.monotonic() + SECONDS_TO_START
        while not answers():
            if server.poll() is not None or time.monotonic() > deadline:
                words = log.read_text(errors="replace")
                raise Failure(f"{Path(command[0]).name} does not answer:\n{words}")
            time.sleep(0.05)
        yield
    finally:
        server.send_signal(stop)
        try:
            server.wait(timeout=10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _accepts_queries(programs: Path, port: int) -> bool:
    asked = subprocess.run(
        [programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)], check=False
    )
    return asked.returncode == 0


def _pongs(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
    except OSError:
        return False
