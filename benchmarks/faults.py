"""All faults at their whole length, with their counts in the end: `make bench ARGS=faults`.

The tests of `tests/faults`, which `make test` runs shortened, on DATABASE_URL or on SQLite.
"""

import os
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path

from tools import machine

ROOT = Path(__file__).parents[1]
# A run that has not ended by then never will.
LONGEST_SECONDS = 3 * 60 * 60


def main() -> int:
    """Run them; the exit code is pytest's."""
    # They have a Redis of their own on either database.
    machine.install_what_is_missing()
    with tempfile.TemporaryDirectory() as folder:
        settings = {
            "DATABASE_URL": f"sqlite:///{folder}/tests.sqlite3",
            "SECRET_KEY": secrets.token_urlsafe(50),
            **os.environ,
            "DEBUG": "0",
            "HTTPS": "0",
            "ALLOWED_HOSTS": "localhost,127.0.0.1",
            "SOLVER_PLAIN": "1",
        }
        command = [sys.executable, "-m", "pytest", "tests/faults", "--whole", "-q", "--durations=0"]
        done = subprocess.run(
            [*command, "--durations-min=5"],
            cwd=ROOT,
            env=settings,
            timeout=LONGEST_SECONDS,
            check=False,
        )
        return done.returncode


if __name__ == "__main__":
    sys.exit(main())
