"""The examples in docstrings, of the code and of what the tests share, all come true."""

import doctest
import importlib
from pathlib import Path

import pytest

from tests.architecture.repository import files, name

SHOWN = [
    name(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    for path in files(".py")
    if ">>> " in path.read_text() and path != Path(__file__)
]


@pytest.mark.parametrize("module", SHOWN)
def test_what_a_docstring_shows_is_true(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted
    assert not result.failed
