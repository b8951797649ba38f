"""Running programs, remembering what is done already, and failing with a sentence."""

import hashlib
import json
import os
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VAR = ROOT / "var"
APPS = ("accounts", "games", "leaderboard", "frontend")


class Failure(Exception):
    """Something the person at the keyboard has to know; its text is the whole message."""


def say(text: str) -> None:
    """Print at once, also into a pipe."""
    print(text, flush=True)


def run(
    command: Sequence[str | Path],
    *,
    settings: Mapping[str, str] | None = None,
    failure: str,
    quiet: bool = False,
) -> None:
    """Run a program in the project's folder; raise Failure when it does not end well.

    A quiet program's output is shown only when it fails.
    """
    finished = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env={**os.environ, **(settings or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
        check=False,
    )
    if finished.returncode:
        if quiet:
            say(finished.stdout.decode(errors="replace"))
        raise Failure(failure)


def fingerprint(paths: Iterable[Path], *more: str) -> str:
    """Hash the names and contents of files, and whatever else the result depends on."""
    digest = hashlib.sha256("\0".join(more).encode())
    for path in sorted(paths):
        digest.update(f"\0{path}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


class Stamps:
    """Remembers in a file which steps were done for which input, so that they are done once."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> dict[str, str]:
        """Return what is remembered; nothing when the file is missing or broken."""
        try:
            stamps: dict[str, str] = json.loads(self.path.read_text())
        except (OSError, ValueError):
            return {}
        return stamps

    def holds(self, name: str, key: str) -> bool:
        """Tell whether the step was done for just this input."""
        return self.read().get(name) == key

    def set(self, **keys: str) -> None:
        """Remember steps as done, whatever else is remembered."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps({**self.read(), **keys}, indent=1))

    def once(
        self, name: str, key: Callable[[], str], action: Callable[[], None], *, doing: str
    ) -> None:
        """Do a step unless it was done for this input already, and say what and how long.

        The key is taken again after the step: it may tell of what the step has made.
        """
        if self.holds(name, key()):
            return
        say(f"· {doing} …")
        begun = time.monotonic()
        action()
        self.set(**{name: key()})
        say(f"  done in {time.monotonic() - begun:.1f} s")
