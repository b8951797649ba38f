"""The solver's process of a site."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.served.site import ROOT, Site

SECONDS_TO_STOP = 60


@contextmanager
def solving(site: Site) -> Iterator["subprocess.Popen[bytes]"]:
    """Run the solver's process; it ends by itself once it is asked to."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "solver", "--days", "1", "--verbosity", "0"],
        cwd=ROOT,
        # Uncompiled it is at work at once.
        env=site.variables | {"SOLVER_PLAIN": "1"},
        stdin=subprocess.DEVNULL,
    )
    try:
        yield process
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=SECONDS_TO_STOP) == 0
    finally:
        process.kill()
        process.wait()
