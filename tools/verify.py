"""`make test` and `make check`: every check as one step with one line in the summary.

Steps of one stage run side by side, as many as the machine has cores (two at most), so what a
step prints is shown in one piece when it ends. A failed step stops no other.
"""

import os
import secrets
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from tools import environment, machine, services
from tools.shell import ROOT, Failure, run, say

BIN = environment.VENV / "bin"
WIDTH = 78

TESTS = ROOT / "tests"
# Tests that touch no database are run once, not once for each.
WITHOUT_DATA = ("tests/rules", "tests/architecture", "tests/solver")
# The browser's are a run of their own: what Playwright leaves running would break async tests.
BROWSER = ("tests/browser",)
# Who attacks does it at the front door, so once is enough; side by side with the others' tests,
# and so with services of its own.
ATTACK = ("tests/attack",)
# The solver runs as plain Python in all other steps, and compiled in one of its own.
COMPILED = ("tests/compiled", "tests/solver")


@dataclass(frozen=True, kw_only=True)
class Step:
    """One check: a program that exits with 0 when all is well."""

    name: str
    command: Sequence[str | Path]
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Result:
    """How a step ended, and after how many seconds."""

    step: Step
    code: int
    seconds: float


def check() -> int:
    """Run the checks that need no test and no service."""
    environment.install("dev")
    node = machine.node_program()
    machine.install_typescript(node)
    with tempfile.TemporaryDirectory(prefix="patience-") as folder:
        environment.compile_translations()
        steps = _quick_steps(node, settings=_settings(Path(folder)))
        return _summary(_side_by_side(steps))


def test(*, only: Sequence[str], pytest_arguments: Sequence[str]) -> int:
    """Install what is missing, then run every check and every test, or the named steps only."""
    begun = time.monotonic()
    environment.install("dev")
    environment.install("solver")
    node = machine.node_program()
    machine.install_typescript(node)
    machine.install_what_is_missing()
    with ExitStack() as stack:
        folder = _folder(stack)
        settings = _settings(folder)
        _prepare(settings)
        on_sqlite = {**settings, "DATABASE_URL": f"sqlite:///{folder / 'tests.sqlite3'}"}
        compiled = {**on_sqlite, "SOLVER_PLAIN": ""}
        for_real = {**settings, **_services(stack)}
        attacked = {**settings, **_services(stack)}
        say(f"· Ready after {time.monotonic() - begun:.1f} s")
        in_browser = {
            **for_real,
            "CHROMIUM": str(machine.chromium_program()),
            # The synchronous Playwright keeps an event loop running in the tests' own thread,
            # where Django would otherwise refuse to touch the database.
            "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
        }
        with_data = _rooms_with_data()
        suites = [
            *_suite("postgresql", with_data, pytest_arguments, settings=for_real),
            *_suite("sqlite", with_data, pytest_arguments, settings=on_sqlite),
            *_suite("attack", ATTACK, pytest_arguments, settings=attacked),
            *_suite("no-data", WITHOUT_DATA, pytest_arguments, settings=on_sqlite),
            *_suite("compiled", COMPILED, pytest_arguments, settings=compiled),
        ]
        # What is found is told; whether it matters is for people to say, and for `make audit`.
        audit = Step(name="audit", command=[environment.PYTHON, "-m", "tools", "audit", "--report"])
        browser = _suite("browser", BROWSER, pytest_arguments, settings=in_browser)
        stages = [[*suites, *_quick_steps(node, settings=on_sqlite), audit], browser]
        results: list[Result] = []
        for stage in _chosen(stages, only):
            results += _side_by_side(stage)
        return _summary(results)


def _rooms_with_data() -> list[str]:
    """Return the folders of tests that a database may make a difference to."""
    rooms = {
        f"tests/{test.relative_to(ROOT / 'tests').parts[0]}" for test in TESTS.rglob("test_*.py")
    }
    return sorted(rooms - {*WITHOUT_DATA, *BROWSER, *COMPILED, *ATTACK})


def _folder(stack: ExitStack) -> Path:
    return Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="patience-")))


def _services(stack: ExitStack) -> dict[str, str]:
    """Start what a real site needs, and return the settings that lead to it."""
    folder = _folder(stack)
    return {
        "DATABASE_URL": stack.enter_context(services.postgresql(folder)),
        "REDIS_URL": stack.enter_context(services.redis(folder)),
    }


def _suite(
    name: str, rooms: Sequence[str], arguments: Sequence[str], *, settings: Mapping[str, str]
) -> list[Step]:
    """Return the run of the rooms' tests, or of those among the given paths that lie in them."""
    paths = [text for text in arguments if (ROOT / text.split("::")[0]).exists()]
    options = [text for text in arguments if text not in paths]
    own = [path for path in paths if path.startswith(tuple(rooms))]
    own += [
        room for room in rooms if room.startswith(tuple(f"{path.rstrip('/')}/" for path in paths))
    ]
    if paths and not own:
        return []
    command = [str(environment.PYTHON), "-m", "pytest", *options, *(own or rooms)]
    return [Step(name=name, command=command, settings=settings)]


def _settings(folder: Path) -> dict[str, str]:
    """Return settings as in production, but over plain HTTP, as the tests' client speaks."""
    return {
        "DEBUG": "0",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
        "DATABASE_URL": f"sqlite:///{folder / 'check.sqlite3'}",
        "REDIS_URL": "",
        "HTTPS": "0",
        "STATIC_ROOT": str(folder / "static"),
        "TRUSTED_PROXY_COUNT": "0",
        "CSRF_TRUSTED_ORIGINS": "",
        "DAILY_TIME_ZONE": "Europe/Berlin",
        "EMAIL_URL": "consolemail://",
        "SOLVER_PLAIN": "1",
    }


def _quick_steps(node: Path, *, settings: Mapping[str, str]) -> list[Step]:
    """Return the steps that need no database server."""
    manage = [str(environment.PYTHON), "manage.py"]
    tables = sorted((ROOT / "tests" / "table").rglob("*.test.*js"))
    deployed = {
        **settings,
        "ALLOWED_HOSTS": "patience.example",
        "HTTPS": "1",
        "TRUSTED_PROXY_COUNT": "1",
        "IMPRINT": "Somebody|Somewhere",
    }
    steps = [
        Step(name="types", command=[environment.PYTHON, "-m", "mypy", "."]),
        Step(name="format", command=[BIN / "ruff", "format", "--check", "."]),
        Step(name="lint", command=[BIN / "ruff", "check", "."]),
        Step(name="imports", command=[BIN / "lint-imports"]),
        Step(name="js-types", command=[node, "node_modules/typescript/bin/tsc", "--project", "."]),
        Step(name="js-units", command=[node, "--test", "--test-reporter=spec", *tables]),
        Step(name="migrations", command=[*manage, "makemigrations", "--check", "--dry-run"]),
    ]
    deploy = Step(
        name="deploy",
        command=[*manage, "check", "--deploy", "--fail-level", "WARNING"],
        settings=deployed,
    )
    return [*(_with(step, settings) for step in steps), deploy]


def _with(step: Step, settings: Mapping[str, str]) -> Step:
    return Step(name=step.name, command=step.command, settings=settings)


def _prepare(settings: Mapping[str, str]) -> None:
    """Make what the tests take for granted: compiled translations and hashed static files."""
    environment.compile_translations()
    run(
        [environment.PYTHON, "manage.py", "collectstatic", "--noinput"],
        settings=settings,
        failure="The static files cannot be collected.",
        quiet=True,
    )


def _chosen(stages: Sequence[Sequence[Step]], only: Sequence[str]) -> list[list[Step]]:
    """Keep the named steps; all when none is named."""
    names = [step.name for stage in stages for step in stage]
    if unknown := [name for name in only if name not in names]:
        raise Failure(f"No such step: {', '.join(unknown)}. There are {', '.join(names)}.")
    return [[step for step in stage if not only or step.name in only] for stage in stages]


def _side_by_side(steps: Sequence[Step]) -> list[Result]:
    """Run steps, two at a time where there are two cores; return how each ended."""
    if len(steps) == 1:
        return [_run_step(steps[0], shown=True)]
    running = _Running()
    with ThreadPoolExecutor(max_workers=min(2, os.cpu_count() or 1)) as pool:
        futures = [pool.submit(_run_step, step, shown=False, running=running) for step in steps]
        try:
            return [future.result() for future in futures]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            running.stop()
            raise


class _Running:
    """The processes of steps that have not ended, so that an interruption ends them."""

    def __init__(self) -> None:
        self._processes: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()

    def add(self, process: "subprocess.Popen[bytes]") -> None:
        """Take note of a process that was started."""
        with self._lock:
            self._processes.add(process)

    def discard(self, process: "subprocess.Popen[bytes]") -> None:
        """Forget a process that has ended."""
        with self._lock:
            self._processes.discard(process)

    def stop(self) -> None:
        """Ask every process to end."""
        with self._lock:
            for process in self._processes:
                process.terminate()


_printing = threading.Lock()


def _run_step(step: Step, *, shown: bool, running: _Running | None = None) -> Result:
    """Run one step; print what it says at once, or in one piece when it ends."""
    begun = time.monotonic()
    title = f"── {step.name} "
    if shown:
        say(f"\n{title:─<{WIDTH}}")
    process = subprocess.Popen(
        [str(part) for part in step.command],
        cwd=ROOT,
        env={**os.environ, **step.settings},
        stdin=subprocess.DEVNULL,
        stdout=None if shown else subprocess.PIPE,
        stderr=None if shown else subprocess.STDOUT,
    )
    if running is not None:
        running.add(process)
    try:
        output, _ = process.communicate()
    except BaseException:
        process.terminate()
        process.wait()
        raise
    finally:
        if running is not None:
            running.discard(process)
    seconds = time.monotonic() - begun
    if not shown:
        with _printing:
            say(f"\n{title:─<{WIDTH}}")
            say(output.decode(errors="replace").rstrip())
    return Result(step=step, code=process.returncode, seconds=seconds)


def _summary(results: Sequence[Result]) -> int:
    """Print one line a step and return the exit code of the whole."""
    say(f"\n{'── summary ':─<{WIDTH}}")
    for result in results:
        verdict = "ok" if result.code == 0 else f"FAILED (exit code {result.code})"
        say(f"{result.step.name:<12}{result.seconds:>7.1f} s  {verdict}")
    failed = [result.step.name for result in results if result.code]
    say(f"Failed: {', '.join(failed)}" if failed else "All is well.")
    return 1 if failed else 0
