"""The examples in docstrings, of the code and of what the tests share, all come true."""

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("accounts", "common", "config", "frontend", "games", "leaderboard", "tests", "tools")
SHOWN = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for room in ROOMS
    for path in sorted((ROOT / room).rglob("*.py"))
    if ">>> " in path.read_text() and path != Path(__file__)
]


@pytest.mark.parametrize("name", SHOWN)
def test_what_a_docstring_shows_is_true(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted
    assert not result.failed
