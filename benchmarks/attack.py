"""Attack a site of one's own by the tests in tests/attack, whole and not shortened, and count.

Run it with `python -m benchmarks.attack` from the repository; what is given besides goes to
pytest. It runs on a SQLite file of its own, or on DATABASE_URL's server (and REDIS_URL's), where
it makes databases of its own. All goes to this machine alone. It takes about an hour.

What it prints last are the counts: frames, requests, connections, games compared; what failed is
a finding.
"""

from __future__ import annotations

import os
import resource
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
# Thousands of connections, on either side.
OPEN_FILES = 8192
LONGEST_SECONDS = 3 * 60 * 60


def main() -> int:
    """Run the tests of attacks with all their counts; gives pytest's exit code."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    with tempfile.TemporaryDirectory() as folder:
        own = {
            "ATTACK": "whole",
            "DEBUG": "0",
            "HTTPS": "0",
            "SECRET_KEY": secrets.token_hex(32),
            "ALLOWED_HOSTS": "localhost,127.0.0.1",
            "SOLVER_PLAIN": "1",
        }
        database = {"DATABASE_URL": f"sqlite:///{folder}/attack.sqlite3"}
        command = [sys.executable, "-m", "pytest", "-q", "tests/attack", *sys.argv[1:]]
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**database, **os.environ, **own},
            check=False,
            timeout=LONGEST_SECONDS,
        )
    print("no findings" if done.returncode == 0 else "findings: see what failed above")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
