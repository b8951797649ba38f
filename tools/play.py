"""`make play`: from a fresh clone to a running site on one's own machine.

The site runs as the real thing does (no debug pages, hashed static files), only over plain HTTP,
on SQLite and without Redis. What it keeps lies in var/.
"""

import os
import secrets
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools import environment
from tools.shell import APPS, ROOT, VAR, Failure, Stamps, fingerprint, run, say

# Browsers give passkeys to a name, not to a number.
NAME = "localhost"
# What the name stands for; IPv6 isn't everywhere.
LOOPBACKS = {socket.AF_INET: "127.0.0.1", socket.AF_INET6: "::1"}
DATABASE = VAR / "patience.sqlite3"
STAMPS = Stamps(VAR / "stamps.json")
SECONDS_TO_START = 60
SECONDS_BETWEEN_LOOKS = 1
SECONDS_BEFORE_RESTART = 10
DAYS_AHEAD = 14


def play(*, port_text: str) -> int:
    """Prepare whatever is missing, then serve until Ctrl-C."""
    port = _free_port(port_text)
    prepare()
    solver = Solver()
    server = subprocess.Popen(
        [
            environment.VENV / "bin" / "daphne",
            *(word for host in loopbacks().values() for word in ("-e", _endpoint(host, port))),
            *("--verbosity", "0", "config.asgi:application"),
        ],
        cwd=ROOT,
        env=settings(),
        stdin=subprocess.DEVNULL,
    )
    try:
        _wait_until_it_answers(server, port)
        _say_where_to_look(port)
        solver.begin()
        return server.wait()
    except KeyboardInterrupt:
        # Ctrl-C in a terminal has reached the server as well; a plain kill has not.
        server.send_signal(signal.SIGTERM)
        server.wait()
        say("\nStopped. Everything is kept in var/.")
        return 0
    finally:
        solver.stop()


def loopbacks() -> dict[socket.AddressFamily, str]:
    """Return this machine's addresses of the name that browsers are told."""
    return {family: host for family, host in LOOPBACKS.items() if _is_free(family, host, 0)}


def _endpoint(host: str, port: int) -> str:
    escaped = host.replace(":", r"\:")
    return f"tcp:port={port}:interface={escaped}"


def _is_free(family: socket.AddressFamily, host: str, port: int) -> bool:
    try:
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except PermissionError:
        raise
    except OSError:
        return False
    return True


class Solver:
    """The solver's process, beside the server: at first as it is, then compiled.

    What compiles it is large, and nobody is to wait for that before the first page: meanwhile
    today's deals are prepared uncompiled. Where the process ends by itself it is started again.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._given: tuple[Sequence[str], Mapping[str, str]] = ((), {})
        self._lock = threading.Lock()
        self._stopped = threading.Event()

    def begin(self) -> None:
        """Start the process, and have it looked after and compiled in the background."""
        if environment.holds("solver"):
            self._start("--days", str(DAYS_AHEAD))
        else:
            # Told so, for half of an installation is not to be used.
            self._start("--days", "1", SOLVER_PLAIN="1")
            threading.Thread(target=self._compile, daemon=True).start()
        threading.Thread(target=self._look_after, daemon=True).start()

    def stop(self) -> None:
        """Stop the process, and start none any more."""
        with self._lock:
            self._stopped.set()
            self._end()

    def _compile(self) -> None:
        try:
            environment.install("solver")
        except Failure as failure:
            if not self._stopped.is_set():
                say(f"{failure} The solver goes on uncompiled.")
        else:
            self._start("--days", str(DAYS_AHEAD))

    def _look_after(self) -> None:
        while not self._stopped.wait(SECONDS_BETWEEN_LOOKS):
            with self._lock:
                # Whoever ends it holds the lock until there is another, or it is stopped.
                process = self._process
                if self._stopped.is_set() or process is None or process.poll() is None:
                    continue
            say(
                f"The solver has ended by itself, code {process.returncode}. "
                f"It starts again in {SECONDS_BEFORE_RESTART} seconds."
            )
            if self._stopped.wait(SECONDS_BEFORE_RESTART):
                return
            with self._lock:
                # Another may have taken its place by now.
                if self._process is process and not self._stopped.is_set():
                    self._process = _solver(*self._given)

    def _start(self, *options: str, **variables: str) -> None:
        with self._lock:
            if self._stopped.is_set():
                return
            self._end()
            self._given = options, variables
            self._process = _solver(options, variables)

    def _end(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait()


def _solver(options: Sequence[str], variables: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [
            *(environment.PYTHON, "manage.py", "solver", "--verbosity", "0"),
            *("--parent", str(os.getpid())),
            *options,
        ],
        cwd=ROOT,
        env={**settings(), **variables},
        stdin=subprocess.DEVNULL,
        # Ctrl-C is for the server; the solver is stopped with it.
        start_new_session=True,
    )


def manage(arguments: list[str]) -> int:
    """Run a management command on the local site and return its exit code."""
    prepare()
    command = [str(environment.PYTHON), "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=settings(), check=False).returncode


def settings() -> dict[str, str]:
    """Return the environment of the local site.

    Variables that some other project may have left in the shell are not taken over: a first run
    must never migrate a database it was not meant for.
    """
    inherited = {name: value for name, value in os.environ.items() if name not in _NOT_INHERITED}
    return {
        **inherited,
        "SECRET_KEY": _secret_key(),
        "DATABASE_URL": f"sqlite:///{DATABASE}",
        "ALLOWED_HOSTS": f"{NAME},127.0.0.1,[::1]",
        "HTTPS": "0",
        "LOG_LEVEL": os.environ.get("LOG_LEVEL", "WARNING"),
    }


_NOT_INHERITED = {
    "CSRF_TRUSTED_ORIGINS",
    "DEBUG",
    "DJANGO_SETTINGS_MODULE",
    "REDIS_URL",
    "STATIC_ROOT",
    "TRUSTED_PROXY_COUNT",
}


def prepare() -> None:
    """Do what a first run needs, and of it only what has changed since the last one."""
    environment.install("web")
    VAR.mkdir(exist_ok=True)
    lock = environment.lock_key("web")
    STAMPS.once(
        "translations",
        _translations_key,
        environment.compile_translations,
        doing="Compiling the translations",
    )
    STAMPS.once(
        "static",
        lambda: fingerprint(_files("static"), lock, str((VAR / "static").exists())),
        lambda: _manage("collectstatic", "--noinput", "--clear"),
        doing="Collecting the static files",
    )
    STAMPS.once(
        "database",
        lambda: fingerprint(_files("migrations", "*.py"), lock, str(DATABASE.exists())),
        lambda: _manage("migrate", "--noinput"),
        doing="Bringing the database up to date",
    )


def _translations_key() -> str:
    """Hash the sources; a compiled file that was deleted counts as a change."""
    sources = environment.translation_files()
    return fingerprint(sources, str([path.with_suffix(".mo").exists() for path in sources]))


def _files(folder: str, pattern: str = "*") -> list[Path]:
    """Return the apps' files below folders of that name."""
    return [
        path
        for app in APPS
        for path in (ROOT / app / folder).rglob(pattern)
        if path.is_file() and "__pycache__" not in path.parts
    ]


def _manage(*arguments: str) -> None:
    run(
        [environment.PYTHON, "manage.py", *arguments],
        settings=settings(),
        failure=f"`manage.py {' '.join(arguments)}` failed.",
        quiet=True,
    )


def _secret_key() -> str:
    """Return this site's own secret key, made on first use and kept for its sessions' sake."""
    path = VAR / "secret_key"
    if not path.exists():
        VAR.mkdir(exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(50))
    return path.read_text()


def _free_port(text: str) -> int:
    """Read the port and see that nobody listens there."""
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise Failure(f"PORT={text} is no port: give a number from 1 to 65535.")
    port = int(text)
    try:
        # A name leads to whichever of its addresses answers first, so both must be ours.
        is_free = all(_is_free(family, host, port) for family, host in loopbacks().items())
    except PermissionError:
        raise Failure(f"Port {port} is for root only: try `make play PORT=8001`.") from None
    if not is_free:
        other = port + 1 if port < 65535 else 8000
        raise Failure(f"Port {port} is taken: try `make play PORT={other}`.")
    return port


def _wait_until_it_answers(server: "subprocess.Popen[bytes]", port: int) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise Failure("The server did not start; its words are above.")
        try:
            socket.create_connection((NAME, port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    server.kill()
    raise Failure(f"The server did not answer within {SECONDS_TO_START} seconds.")


def _say_where_to_look(port: int) -> None:
    site = f"http://{NAME}:{port}/"
    say(
        f"""
  Today's deals   {site}
  The API         {site}api/docs/
  The admin       {site}admin/   (make an account for it: `make admin`)

  Each deal is published once the solver knows that it can be won; the first ones take a moment.

  Mail that the site sends is printed here. Everything it keeps lies in var/.
  Stop with Ctrl-C."""
    )
