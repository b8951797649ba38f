"""Where packages and pictures come from: locked, hashed, licensed, and looked up for holes."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.repository import ROOT, files, name
from tools import audit, environment, licences, machine

# SPDX identifiers under which others' work may be used here.
ACCEPTED = frozenset(
    {
        *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "MIT", "MIT-0"),
        *("LGPL-3.0-only", "MPL-2.0", "PSF-2.0", "TCL", "ZPL-2.1", "Zlib"),
    }
)
BUILT_ON = {"Apache-2.0 WITH LLVM-exception": "Apache-2.0"}
PICTURE = re.compile(r"^ {4}(\S+) +(\S+)$", re.MULTILINE)


# --- Locks --------------------------------------------------------------------------------------


def test_every_npm_package_is_locked_with_its_hash_and_without_an_address() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text())
    wanted = json.loads((ROOT / "package.json").read_text())
    assert lock["lockfileVersion"] == 3
    assert lock["packages"][""]["devDependencies"] == wanted["devDependencies"]
    assert "dependencies" not in wanted  # nothing of npm reaches a browser
    entries = {path: entry for path, entry in lock["packages"].items() if path}
    assert entries
    for path, entry in entries.items():
        assert entry["integrity"].startswith("sha512-"), path
        assert re.fullmatch(r"\d+\.\d+\.\d+", entry["version"]), path
        assert "hasInstallScript" not in entry, path
        assert "resolved" not in entry, path


def test_whoever_installs_packages_has_their_hashes_checked() -> None:
    installing = re.compile(r"(?:pip install |\"install\", ?)[^\n]*")
    for where, times in {
        "Dockerfile": 2,
        "tools/environment.py": 1,
        "docs/operations.md": 1,
    }.items():
        commands = installing.findall((ROOT / where).read_text())
        assert len(commands) == times, where
        assert all("--require-hashes" in command for command in commands), where


# --- Licences -----------------------------------------------------------------------------------


def test_every_locked_package_has_a_licence_under_which_it_may_be_used() -> None:
    packages = list(licences.locked())
    assert len(packages) > 100
    for package in packages:
        for part in re.split(r" (?:AND|OR) ", package.licence):
            assert BUILT_ON.get(part, part) in ACCEPTED, package


def test_the_list_of_licences_is_that_of_the_locked_packages() -> None:
    assert licences.DOCUMENT.read_text() == licences.text(), "run `make licences`"


# --- Pictures -----------------------------------------------------------------------------------


def is_text(path: Path) -> bool:
    """Whether a file can be read as text."""
    try:
        return "\0" not in path.read_text()
    except UnicodeDecodeError:
        return False


def test_every_file_that_is_no_text_is_named_in_the_notice_with_what_made_it() -> None:
    told = dict(PICTURE.findall((ROOT / "NOTICE").read_text()))
    assert set(told) == {name(path) for path in files() if not is_text(path)}
    for path, source in told.items():
        assert (ROOT / source).is_file(), path


def test_no_text_among_the_static_files_is_somebody_elses() -> None:
    foreign = re.compile(r"@licen[sc]e|@preserve|copyright|sourceMappingURL|SPDX", re.IGNORECASE)
    for path in files(".js", ".css", ".svg"):
        assert not foreign.search(path.read_text()), name(path)


# --- Holes --------------------------------------------------------------------------------------


def pip(*packages: dict[str, Any]) -> str:
    """What pip-audit says of packages."""
    return json.dumps({"dependencies": packages, "fixes": []})


DJANGO = {
    "name": "django",
    "version": "5.2.0",
    "vulns": [{"id": "PYSEC-1", "fix_versions": ["5.2.1"]}, {"id": "PYSEC-2", "fix_versions": []}],
}


def test_known_holes_are_told_once_each_with_what_mends_them() -> None:
    whole = {"name": "redis", "version": "8.1.0", "vulns": []}
    unknown = {"name": "ours", "skip_reason": "not found"}
    report = audit.of_python(pip(DJANGO, DJANGO, whole, unknown), "")
    assert report == audit.Report(
        asked=2,
        unknown=("ours",),
        holes=(
            "django 5.2.0: PYSEC-1, mended in 5.2.1",
            "django 5.2.0: PYSEC-2, mended in no version yet",
        ),
    )
    told = audit.told("Python", report)
    assert told.startswith("Python: 2 audited, 2 known holes\n  HOLE django 5.2.0: PYSEC-1")
    assert told.endswith("NOT AUDITED, unknown where it was asked: ours")


def test_known_holes_of_npm_packages_are_told() -> None:
    by_itself = {"severity": "high", "range": "<2", "via": [{"title": "Runs what it reads"}]}
    by_another = {"severity": "high", "range": "*", "via": ["reader"]}
    output = {
        "vulnerabilities": {"reader": by_itself, "user": by_another},
        "metadata": {"dependencies": {"total": 3}},
    }
    report = audit.of_npm(json.dumps(output), "")
    assert report.asked == 3
    assert report.holes == ("reader <2: Runs what it reads (high)", "user *: reader (high)")


@pytest.mark.parametrize(
    ("report", "reason"),
    [
        (audit.of_python("", "noise\nERROR: no route to host\n"), "no route to host"),
        (audit.of_python(pip({"name": "a", "skip_reason": "not found"}), ""), "no record of holes"),
        (audit.of_npm('{"message": "getaddrinfo ENOTFOUND", "error": {}}', ""), "ENOTFOUND"),
        (audit.of_npm("", ""), "no word of why"),
    ],
)
def test_where_nobody_answers_it_is_said_that_nothing_was_audited(
    report: audit.Report, reason: str
) -> None:
    told = audit.told("Packages", report)
    assert told.startswith("Packages: NOT AUDITED, nobody has answered")
    assert reason in told
    assert "0 known holes" not in told


@pytest.mark.parametrize("hole", [True, False])
def test_holes_fail_the_audit_and_not_the_report(
    hole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = pip(DJANGO) if hole else ""
    monkeypatch.setattr(environment, "install", lambda _name: None)
    monkeypatch.setattr(machine, "node_program", lambda: Path("node"))
    monkeypatch.setattr(audit, "_run", lambda _command: (answer, "no network"))
    assert audit.audit(only_report=False) == int(hole)
    assert audit.audit(only_report=True) == 0
