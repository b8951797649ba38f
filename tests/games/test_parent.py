"""Processes that end with their parent."""

import subprocess
import sys

from tests.architecture.repository import ROOT

CHILD = """
import sys, time
from games.management.parent import end_with
end_with(int(sys.argv[1]))
print("at work", flush=True)
time.sleep(20)
print("left behind", flush=True)
"""
PARENT = """
import os, subprocess, sys
subprocess.run([sys.executable, "-c", sys.argv[1], str(os.getpid())], check=False)
"""


def test_a_process_ends_with_a_parent_that_is_killed() -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, CHILD], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert parent.stdout is not None
    with parent.stdout as said:
        assert said.readline() == b"at work\n"
        parent.kill()
        parent.wait()
        # The child holds the other end, so this waits until it has ended.
        assert said.read() == b""
