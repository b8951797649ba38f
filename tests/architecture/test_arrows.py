"""Arrows that import-linter cannot draw; the others stand in pyproject.toml."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.repository import ROOT, name


def imported(path: Path) -> Iterator[str]:
    """Yield the full names of the modules that a file imports, wherever in the file."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def strangers(folder: str, allowed: tuple[str, ...]) -> list[str]:
    """List what a folder imports besides the standard library and the allowed packages."""
    return [
        f"{name(path)} imports {module}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for module in imported(path)
        if module.split(".")[0] not in sys.stdlib_module_names
        and not any(module == package or module.startswith(package + ".") for package in allowed)
    ]


def test_the_rules_import_themselves_and_the_standard_library_only() -> None:
    assert list((ROOT / "games" / "rules").rglob("*.py"))
    assert strangers("games/rules", ("games.rules",)) == []


def test_the_solver_imports_the_rules_and_its_numbers_only() -> None:
    allowed = ("games.solver", "games.rules", "numba", "numpy")
    assert strangers("games/solver", allowed) == []


@pytest.mark.parametrize("package", ["games", "games/rules"])
def test_the_rules_can_be_imported_without_django(package: str) -> None:
    program = (
        f"import {package.replace('/', '.')}, sys;"
        "print(sorted({name.split('.')[0] for name in sys.modules} & {'django', 'channels'}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_the_web_process_loads_neither_solver_nor_numba() -> None:
    program = (
        "import config.asgi, sys;"
        "print([name for name in ('games.solver', 'numba', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"
