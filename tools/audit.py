"""`make audit`: what is known of holes in the packages that are locked.

pip-audit and npm ask the registries that the packages come from. Where nobody answers, or answers
without knowing of holes, that is said and is no failure: it tells nothing of the packages.
"""

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools import environment, machine
from tools.shell import ROOT, say

SECONDS = 180


@dataclass(frozen=True, kw_only=True)
class Report:
    """How many packages were asked about with success, what was found, and whom nobody knows of.

    `silence` says why there is no answer at all; empty where there is one.
    """

    asked: int = 0
    holes: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    silence: str = ""


def audit(*, only_report: bool) -> int:
    """Print what is known; 1 where there are holes and more than a report is wanted."""
    environment.install("dev")
    locks = [environment.lock_file(name) for name in ("dev", "solver", "node")]
    options = [part for lock in locks for part in ("--requirement", lock.relative_to(ROOT))]
    pip_audit = environment.VENV / "bin" / "pip-audit"
    reports = {
        "Python packages (requirements/)": of_python(
            *_run(
                [pip_audit, *("--disable-pip", "--format=json", "--progress-spinner=off"), *options]
            )
        ),
        "npm packages (package-lock.json)": of_npm(
            *_run([*machine.npm_program(machine.node_program()), "audit", "--json"])
        ),
    }
    for name, report in reports.items():
        say(told(name, report))
    return int(any(report.holes for report in reports.values()) and not only_report)


def told(name: str, report: Report) -> str:
    """Put a report into words."""
    if report.silence:
        return f"{name}: NOT AUDITED, nobody has answered: {report.silence}"
    lines = [f"{name}: {report.asked} audited, {len(report.holes)} known holes"]
    lines += [f"  HOLE {hole}" for hole in report.holes]
    if report.unknown:
        lines.append(f"  NOT AUDITED, unknown where it was asked: {', '.join(report.unknown)}")
    return "\n".join(lines)


def of_python(output: str, errors: str) -> Report:
    """Read pip-audit's JSON; without it, the last word of its complaints is the reason."""
    data = _json(output)
    if "dependencies" not in data:
        return Report(silence=_last_line(errors))
    packages = data["dependencies"]
    # Each lock file lists anew what it shares with others.
    asked = {each["name"] for each in packages if "skip_reason" not in each}
    unknown = {each["name"] for each in packages if "skip_reason" in each}
    if not asked:
        return Report(silence="the index that was asked keeps no record of holes")
    return Report(
        asked=len(asked),
        unknown=tuple(sorted(unknown)),
        holes=tuple(
            sorted(
                {
                    f"{each['name']} {each['version']}: {hole['id']}, mended in "
                    f"{', '.join(hole['fix_versions']) or 'no version yet'}"
                    for each in packages
                    for hole in each.get("vulns", ())
                }
            )
        ),
    )


def of_npm(output: str, errors: str) -> Report:
    """Read npm's JSON."""
    data = _json(output)
    if "vulnerabilities" not in data:
        return Report(silence=str(data.get("message") or _last_line(errors)))
    return Report(
        asked=data["metadata"]["dependencies"]["total"],
        holes=tuple(
            f"{name} {each['range']}: {', '.join(_titles(each['via']))} ({each['severity']})"
            for name, each in sorted(data["vulnerabilities"].items())
        ),
    )


def _titles(via: Sequence[Any]) -> list[str]:
    """What the holes of a package are called; one that comes by another package is named by it."""
    return [each if isinstance(each, str) else each["title"] for each in via]


def _json(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1][:300] if lines else "no word of why"


def _run(command: Sequence[str | Path]) -> tuple[str, str]:
    """Run a program that says by its exit code what its output says better."""
    try:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "", f"no answer within {SECONDS} seconds"
    return done.stdout, done.stderr
