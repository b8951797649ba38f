"""Processes that end with the one that has started them, however that one ends."""

import os
import signal
import threading
import time

SECONDS_BETWEEN_LOOKS = 1


def end_with(parent: int) -> None:
    """Have this process terminated as soon as another is its parent.

    Nobody may be left to do it: a parent that is killed, or whose terminal is closed, says nothing.
    """
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(SECONDS_BETWEEN_LOOKS)
    os.kill(os.getpid(), signal.SIGTERM)
