"""The small helpers: admin, format, bench, lock."""

import ast
import os
import subprocess
import sys
import tempfile
from itertools import takewhile
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


def bench(words: list[str]) -> int:
    """Run the benchmarks of these names, or all; those of the site on both databases.

    What follows a single name from the first option on is that benchmark's own.
    """
    environment.install("dev")
    names = list(takewhile(lambda word: not word.startswith("-"), words))
    options = words[len(names) :]
    if options and len(names) != 1:
        raise Failure("Options are those of one benchmark: its name comes first.")
    known = {
        path.stem: path.read_text()
        for path in sorted((ROOT / "benchmarks").glob("*.py"))
        if "__main__" in path.read_text()
    }
    if unknown := set(names) - set(known):
        raise Failure(f"No such benchmark: {', '.join(unknown)}. There are {', '.join(known)}.")
    clean = {key: text for key, text in os.environ.items() if not key.endswith("_URL")}
    failed = []
    for name in names or known:
        says = ast.get_docstring(ast.parse(known[name])) or ""
        say(f"\n== {name}: {says.splitlines()[0]}")
        command = [str(environment.PYTHON), "-m", f"benchmarks.{name}", *options]
        codes = [subprocess.run(command, cwd=ROOT, env=clean, check=False).returncode]
        if "DATABASE_URL" in known[name]:
            machine.install_what_is_missing()
            with (
                tempfile.TemporaryDirectory(prefix="patience-") as folder,
                services.postgresql(Path(folder)) as database,
                services.redis(Path(folder)) as redis,
            ):
                real = {**clean, "DATABASE_URL": database, "REDIS_URL": redis}
                codes.append(subprocess.run(command, cwd=ROOT, env=real, check=False).returncode)
        if any(codes):
            failed.append(name)
    if failed:
        raise Failure(f"Failed: {', '.join(failed)}.")
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
