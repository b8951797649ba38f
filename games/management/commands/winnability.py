"""Measures how many deals of a ruleset can be won with every card known."""

import os
import signal
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules import RULESETS
from games.solver.winnability import Result, Tally, Task, examine

BAR = 30
SECONDS_BETWEEN_LINES = 0.5


class Command(BaseCommand):
    help = (
        "Search practice deals, from number SEED on, and count those that can be won. "
        "A second run with the same file goes on where the first one stopped."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ruleset", choices=sorted(RULESETS))
        parser.add_argument("--deals", type=int, required=True, help="how many deals in all")
        parser.add_argument("--seed", type=int, default=1, help="the first practice number")
        parser.add_argument("--nodes", type=int, default=5_000_000, help="where to give a deal up")
        parser.add_argument("--any-time", action="store_true", help="redeal and merci at any time")
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
        parser.add_argument("--file", type=Path, help="results (default: var/winnability/…)")

    def handle(
        self,
        *args: Any,
        ruleset: str,
        deals: int,
        seed: int,
        nodes: int,
        any_time: bool,
        processes: int,
        file: Path | None,
        **options: Any,
    ) -> None:
        if deals < 1 or nodes < 1 or seed < 0 or processes < 1:
            raise CommandError("--deals, --nodes and --processes start at 1, --seed at 0.")
        suffix = "-any-time" if any_time else ""
        path = file or Path("var") / "winnability" / f"{ruleset}{suffix}.txt"
        head = f"{RULESETS[ruleset]} nodes {nodes}{' any-time' if any_time else ''}"
        results = self._opened(path, head)
        tasks = [
            Task(ruleset, number, nodes, not any_time)
            for number in range(seed, seed + deals)
            if number not in results
        ]
        try:
            with path.open("a", encoding="utf-8") as out:
                self._run(tasks, processes, results, out.write, out.flush)
        except KeyboardInterrupt:
            self.stderr.write(f"\nStopped; {path} holds what is done, the same command goes on.")
        chosen = [results[n] for n in range(seed, seed + deals) if n in results]
        self.stdout.write(summary(head, Tally.of(chosen)))

    def _opened(self, path: Path, head: str) -> dict[int, Result]:
        """Read a file's results, or begin it; what a crash left of a last line is cut off."""
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or not path.read_text("utf-8"):
            path.write_text(head + "\n", "utf-8")
            return {}
        text = path.read_text("utf-8")
        whole = text[: text.rfind("\n") + 1]
        first, *lines = whole.splitlines() or [""]
        if first != head:
            raise CommandError(f"{path} holds other results: {first!r}, not {head!r}.")
        if whole != text:
            path.write_text(whole, "utf-8")
        return {result.number: result for result in map(Result.parse, lines)}

    def _run(
        self, tasks: list[Task], processes: int, results: dict[int, Result], write: Any, flush: Any
    ) -> None:
        started = time.monotonic()
        told = 0.0
        for fresh, result in enumerate(examined(tasks, processes), start=1):
            results[result.number] = result
            write(f"{result}\n")
            now = time.monotonic()
            if now - told > SECONDS_BETWEEN_LINES or fresh == len(tasks):
                flush()
                told = now
                self._tell(results, fresh, len(tasks), now - started)
        if tasks:
            self.stderr.write("")

    def _tell(self, results: dict[int, Result], fresh: int, planned: int, seconds: float) -> None:
        tally = Tally.of(results.values())
        filled = BAR * fresh // planned
        left = seconds / fresh * (planned - fresh)
        self.stderr.write(
            f"\r[{'#' * filled}{'.' * (BAR - filled)}] {fresh}/{planned}"
            f"  winnable {tally.winnable}  unwinnable {tally.unwinnable}"
            f"  undecided {tally.undecided}  {fresh / seconds:.1f}/s  {left:.0f} s left ",
            ending="",
        )


def examined(tasks: list[Task], processes: int) -> Iterator[Result]:
    """Search deals in several processes; the results come as they are found."""
    if processes == 1 or len(tasks) < 2:
        yield from map(examine, tasks)
        return
    with get_context("spawn").Pool(processes, initializer=_leave_ctrl_c_alone) as pool:
        yield from pool.imap_unordered(examine, tasks, chunksize=4)


def _leave_ctrl_c_alone() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def summary(head: str, tally: Tally) -> str:
    """Put the counts and the interval into one line."""
    low, high = tally.interval
    return (
        f"{head}: {tally.deals} deals, {tally.winnable} winnable, {tally.unwinnable} unwinnable, "
        f"{tally.undecided} undecided; winnable {100 * low:.2f} % to {100 * high:.2f} %"
    )
