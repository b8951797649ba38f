"""Compiled, the searches find what they find as plain Python.

These tests need numba; `make test` runs them and the solver's others as its step `compiled`.
"""

import json
import os
import subprocess
import sys

from games.solver import compiled
from tests.compiled.results import results


def test_the_searches_are_compiled_here() -> None:
    assert compiled.IS_COMPILED, "requirements/solver.txt is not installed, or SOLVER_PLAIN is set"


def test_verdicts_lines_and_nodes_are_those_of_plain_python() -> None:
    plain = subprocess.run(
        [sys.executable, "-m", "tests.compiled.results"],
        env={**os.environ, "SOLVER_PLAIN": "1"},
        check=True,
        capture_output=True,
    )
    assert json.loads(plain.stdout) == json.loads(json.dumps(results()))
