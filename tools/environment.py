"""The project's own virtual environment, from lock files whose every line has its hashes."""

import importlib.util
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from tools.shell import APPS, ROOT, Failure, Stamps, fingerprint, run, say

VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMPS = Stamps(VENV / "stamps.json")


def lock_file(name: str) -> Path:
    """Return the lock file of a set of requirements: web, solver, dev or node."""
    return ROOT / "requirements" / f"{name}.txt"


def lock_key(name: str) -> str:
    """Name what an installation depends on: the lock file and this Python."""
    return fingerprint([lock_file(name)], sys.version)


def usable() -> bool:
    """Tell whether the environment was made by us, with this Python, and still runs."""
    if not STAMPS.holds("python", sys.version):
        return False
    try:
        finished = subprocess.run([PYTHON, "-c", ""], check=False, capture_output=True)
    except OSError:
        return False
    return finished.returncode == 0


def create() -> None:
    """Make an empty virtual environment in the place of whatever was there."""
    if importlib.util.find_spec("ensurepip") is None:
        raise Failure(
            f"This Python ({sys.executable}) cannot make a virtual environment, its module "
            "ensurepip is missing. On Debian and Ubuntu `apt-get install python3-venv` brings it."
        )
    if VENV.exists():
        shutil.rmtree(VENV)
    venv.EnvBuilder(with_pip=True, symlinks=True).create(VENV)
    STAMPS.set(python=sys.version)


def holds(name: str) -> bool:
    """Tell whether the environment holds a set of requirements as it is locked now."""
    return usable() and STAMPS.holds(name, lock_key(name))


def install(name: str) -> None:
    """See to it that the environment holds a set of requirements: web, solver, dev or node."""
    if not usable():
        say(f"· Making a virtual environment in {VENV.name} with Python {sys.version.split()[0]} …")
        create()
    STAMPS.once(
        name,
        lambda: lock_key(name),
        lambda: _pip_install(name),
        doing=f"Installing requirements/{name}.txt, each file checked against its hash",
    )
    if name == "dev":
        # All that the web process needs is in dev.txt, too, in the same versions.
        STAMPS.set(web=lock_key("web"))


def _pip_install(name: str) -> None:
    run(
        [
            *(PYTHON, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"),
            *("install", "--require-hashes", "--no-deps", "--no-compile", "-r", lock_file(name)),
        ],
        settings={"PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0"},
        failure=f"requirements/{name}.txt could not be installed; pip's words are above.",
    )


def translation_files() -> list[Path]:
    """Return the sources of all translations."""
    return sorted(
        path for app in APPS for path in (ROOT / app / "locale").glob("*/LC_MESSAGES/*.po")
    )


def compile_translations() -> None:
    """Compile every translation with Babel; needs no gettext on the machine."""
    for source in translation_files():
        run(
            [
                *(VENV / "bin" / "pybabel", "--quiet", "compile"),
                *("--locale", source.parent.parent.name),
                *("--input-file", source, "--output-file", source.with_suffix(".mo")),
            ],
            failure=f"{source.relative_to(ROOT)} cannot be compiled.",
            quiet=True,
        )
