"""The small helpers: admin, format, bench, lock."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tools import environment, machine, play, services
from tools.shell import ROOT, Failure, run, say


def admin() -> int:
    """Make an account for the admin pages: ask for it, or take it from the environment."""
    given = ("DJANGO_SUPERUSER_USERNAME", "DJANGO_SUPERUSER_PASSWORD")
    if all(os.environ.get(name) for name in given):
        return play.manage(["createsuperuser", "--noinput"])
    if not sys.stdin.isatty():
        raise Failure(f"There is no terminal to ask in: set {' and '.join(given)}.")
    return play.manage(["createsuperuser"])


def format_code() -> int:
    """Format every Python file and fix what ruff can fix by itself."""
    environment.install("dev")
    ruff = environment.VENV / "bin" / "ruff"
    run([ruff, "format", "."], failure="ruff could not format everything.")
    run([ruff, "check", "--fix", "."], failure="ruff has found what it cannot fix.")
    return 0


def bench(names: list[str]) -> int:
    """Run the benchmarks of these names, or all; those of the site on both databases."""
    environment.install("dev")
    known = {
        path.stem: path.read_text()
        for path in sorted((ROOT / "benchmarks").glob("*.py"))
        if "__main__" in path.read_text()
    }
    if unknown := set(names) - set(known):
        raise Failure(f"No such benchmark: {', '.join(unknown)}. There are {', '.join(known)}.")
    clean = {key: text for key, text in os.environ.items() if not key.endswith("_URL")}
    for name in names or known:
        say(f"\n== {name}")
        command = [str(environment.PYTHON), "-m", f"benchmarks.{name}"]
        subprocess.run(command, cwd=ROOT, env=clean, check=True)
        if "DATABASE_URL" in known[name]:
            machine.install_what_is_missing()
            with (
                tempfile.TemporaryDirectory(prefix="patience-") as folder,
                services.postgresql(Path(folder)) as database,
                services.redis(Path(folder)) as redis,
            ):
                real = {**clean, "DATABASE_URL": database, "REDIS_URL": redis}
                subprocess.run(command, cwd=ROOT, env=real, check=True)
    return 0


def translations() -> int:
    """Compile the translations with the environment that is there."""
    environment.compile_translations()
    return 0


def lock() -> int:
    """Resolve requirements/*.in into lock files with hashes and without addresses."""
    environment.install("dev")
    for source in sorted((ROOT / "requirements").glob("*.in")):
        run(
            [
                environment.VENV / "bin" / "uv",
                *("pip", "compile", "--quiet", "--generate-hashes", "--universal"),
                *("--no-emit-index-url", "--no-header", "--python-version", "3.11"),
                *(source.relative_to(ROOT), "-o", source.with_suffix(".txt").relative_to(ROOT)),
            ],
            failure=f"{source.name} cannot be resolved.",
        )
    return 0
