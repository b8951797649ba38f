"""The repository's own files, as the tests of this folder look at them."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPS = ("accounts", "games", "leaderboard", "frontend")
NOT_OURS = {".git", ".venv", "__pycache__", "node_modules", "var"}
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def files(*suffixes: str) -> Iterator[Path]:
    """Yield the project's files, those with one of the suffixes when any is given."""
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        generated = any(part in NOT_OURS or part.endswith("_cache") for part in parts)
        if path.is_file() and not generated and (not suffixes or path.suffix in suffixes):
            yield path


def name(path: Path) -> str:
    """Return a file's name as one would write it in the root folder."""
    return path.relative_to(ROOT).as_posix()


def documents() -> dict[str, str]:
    """Return the texts of all documents by name, without what is commented out."""
    return {name(path): COMMENT.sub("", path.read_text()) for path in files(".md")}
