"""The repository's own files, as the tests of this folder look at them."""

import functools
import os
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPS = ("accounts", "games", "leaderboard", "frontend")
NOT_OURS = {".cache", ".git", ".hypothesis", ".venv", "__pycache__", "node_modules", "var"}
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def files(*suffixes: str) -> Iterator[Path]:
    """Yield the project's files, those with one of the suffixes when any is given."""
    yield from (path for path in _all_files() if not suffixes or path.suffix in suffixes)


@functools.cache
def _all_files() -> tuple[Path, ...]:
    found: list[Path] = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [part for part in folders if not (part in NOT_OURS or part.endswith("_cache"))]
        found += (Path(folder) / each for each in names if not each.endswith(".mo"))
    return tuple(sorted(found))


def name(path: Path) -> str:
    """Return a file's name as one would write it in the root folder."""
    return path.relative_to(ROOT).as_posix()


def documents() -> dict[str, str]:
    """Return the texts of all documents by name, without what is commented out."""
    return {name(path): COMMENT.sub("", path.read_text()) for path in files(".md")}
