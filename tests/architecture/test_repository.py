"""A clone stands alone, and its files stay small enough to be read."""

import os
import re
import subprocess
import sys
import tomllib

import pytest

from tests.architecture.repository import APPS, NOT_OURS, ROOT, files, name

MOST_LINES = 450
CODE = (".css", ".html", ".js", ".mjs", ".py", ".sh")
# Written in parts, so that this file does not find itself.
ELSEWHERE = re.compile(
    "|".join(
        [
            r"(?<![\w.])/" + r"(?:work|root|tmp|home)/\w",
            r"\.\./" + "shared",
            "pypi" + r"\.org",
            "python" + "hosted",
            "npm" + "js",
            "deb" + r"\.debian\.org",
        ]
    )
)


def test_no_file_of_code_is_too_long_to_be_read() -> None:
    long = {
        name(path): lines
        for path in files(*CODE)
        if name(path).split("/")[0] not in {"tests", "benchmarks"}
        and "migrations" not in path.parts
        and (lines := len(path.read_text().splitlines())) > MOST_LINES
    }
    assert long == {}


def test_nothing_points_outside_the_clone() -> None:
    found = []
    for path in files():
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if ELSEWHERE.search(line):
                found.append(f"{name(path)}:{number}: {line.strip()[:80]}")
    assert found == []


@pytest.mark.parametrize("lock", sorted(path.name for path in ROOT.glob("requirements/*.txt")))
def test_every_requirement_is_locked_with_hashes_and_without_an_address(lock: str) -> None:
    text = (ROOT / "requirements" / lock).read_text()
    entries = re.split(r"\n(?=[a-z0-9])", text.strip())
    assert entries
    for entry in entries:
        assert re.match(r"[a-z0-9][\w.-]*(\[[\w,-]+\])?==", entry), entry
        assert "--hash=sha256:" in entry, entry
    assert "://" not in text
    assert "--index" not in text


def test_the_tests_run_on_the_versions_that_the_site_runs_on() -> None:
    def pins(lock: str) -> set[str]:
        text = (ROOT / "requirements" / lock).read_text()
        return set(re.findall(r"^([a-z0-9][\w.\[\],-]*==\S+)", text, re.MULTILINE))

    def bare(pinned: set[str]) -> set[str]:
        return {re.sub(r"\[.*?\]", "", pin) for pin in pinned}

    assert bare(pins("web.txt")) - bare(pins("dev.txt")) == set()


def test_what_is_generated_is_ignored_by_git() -> None:
    ignored = (ROOT / ".gitignore").read_text()
    for folder in NOT_OURS - {".git"}:
        assert folder in ignored
    assert "*.mo" in ignored


def test_every_room_is_watched_by_import_linter() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    watched = settings["tool"]["importlinter"]["root_packages"]
    assert set(watched) == {*APPS, "common", "config"}


def test_every_benchmark_can_be_loaded() -> None:
    modules = {f"benchmarks.{path.stem}" for path in (ROOT / "benchmarks").glob("*.py")}
    # This one sets Django up, which most of the others do later, on databases of their own.
    last = "benchmarks.served"
    load = "import importlib, sys; [importlib.import_module(name) for name in sys.argv[1:]]"
    loaded = subprocess.run(
        [sys.executable, "-c", load, *sorted(modules - {last}), last],
        cwd=ROOT,
        env={**os.environ, "DEBUG": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert loaded.returncode == 0, loaded.stderr
