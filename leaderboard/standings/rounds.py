"""Has settled days' points given, by a process of its own."""

import subprocess
import sys
import time

from django.conf import settings

from leaderboard.standings.services import is_waiting

LOOK_SECONDS = 20.0


class Rounds:
    """Starts a settlement when one is due: it may take minutes, and who waits for help can't.

    It ends by itself, also when whoever has started it is gone by then.
    """

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.next_look = 0.0

    def __call__(self) -> None:
        """Start one unless it is under way; one that failed is tried again at the next look."""
        now = time.monotonic()
        if now < self.next_look or (self.process is not None and self.process.poll() is None):
            return
        self.next_look = now + LOOK_SECONDS
        if is_waiting():
            self.process = subprocess.Popen(
                [sys.executable, "-m", "django", "settle_boards", "--verbosity", "0"],
                cwd=settings.BASE_DIR,
                stdin=subprocess.DEVNULL,
            )
