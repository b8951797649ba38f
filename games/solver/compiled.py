"""One source, two ways to run it: compiled by numba where it is installed, else plain Python.

Nothing else here knows numba or numpy. What is compiled: the kernel of `games.rules` and the
modules of `games.solver.searches`, which keep to whole numbers and flat arrays of them. Their
products are cut to 62 bits, so numba's integers of 64 bits and Python's give the same results.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

from games.rules import kernel
from games.solver import machine_code

Compiled = TypeVar("Compiled", bound=Callable[..., object])

IS_COMPILED = find_spec("numba") is not None and not os.environ.get("SOLVER_PLAIN")
"""Whether searches run compiled; the environment's SOLVER_PLAIN turns it off."""

_SEARCHES = "games.solver.searches"


@cache
def _numpy() -> Any:
    return import_module("numpy")


def zeros(size: int) -> list[int]:
    """Give an array of zeros as the searches take it."""
    if IS_COMPILED:
        return cast(list[int], _numpy().zeros(size, dtype="int64"))
    return [0] * size


def array(values: Iterable[int]) -> list[int]:
    """Give an array of these numbers as the searches take it."""
    if IS_COMPILED:
        return cast(list[int], _numpy().array(tuple(values), dtype="int64"))
    return list(values)


def small_array(values: tuple[int, ...]) -> list[int]:
    """Give an array of numbers below 256, as a state's are: that goes faster."""
    if IS_COMPILED:
        as_bytes = _numpy().frombuffer(bytes(values), "uint8")
        return cast(list[int], as_bytes.astype("int64"))
    return list(values)


def compiled(function: Compiled) -> Compiled:
    """Give the compiled counterpart of a function of a search, or itself without numba."""
    if not IS_COMPILED:
        return function
    return cast(Compiled, _namespace(function.__module__)[function.__name__])


@cache
def _namespace(module: str) -> dict[str, Any]:
    """Give a copy of a module's names in which its functions, and those it imports, are compiled.

    The kernel itself stays as it is for everybody else.
    """
    jit = _compiler()
    names = dict(vars(import_module(module)))
    for name, value in tuple(names.items()):
        if not isinstance(value, FunctionType):
            continue
        home = value.__module__
        if home == module:
            # Compiled in the order of the source, so that helpers are there before their users.
            names[name] = jit(FunctionType(value.__code__, names, name, value.__defaults__))
        elif home == kernel.__name__ or home.startswith(_SEARCHES):
            names[name] = _namespace(home)[name]
    return names


@cache
def _compiler() -> Callable[[FunctionType], Any]:
    numba = import_module("numba")
    searches = Path(__file__).parent / "searches"
    sources = [Path(kernel.__file__), *sorted(searches.glob("*.py"))]
    folder = machine_code.folder_for(numba.__version__, sources)
    if folder is not None:
        numba.config.CACHE_DIR = str(folder)
    return cast(
        Callable[[FunctionType], Any],
        numba.njit(cache=folder is not None, error_model="numpy", _nrt=False),
    )
