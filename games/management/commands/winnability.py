"""Measures how many deals of a ruleset can be won with every card known."""

import os
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management import publishing
from games.rules import RULESETS
from games.solver import WrongSolution
from games.solver.results import Refused, Results, Writer, opened
from games.solver.winnability import Chunk, Survey, Tally
from games.solver.workers import WorkerLost, searched

FOLDER = Path("var") / "winnability"
BAR = 30
SECONDS_BETWEEN_WORDS = {True: 0.5, False: 30.0}
"""On a terminal, where the bar is drawn over itself, and in a log."""
INTERRUPTED = 130


class Command(BaseCommand):
    help = (
        "Search practice deals, from number SEED on, and count those that can be won. The same "
        "command goes on where it was stopped, and with more --deals where it ended."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("rulesets", nargs="+", choices=sorted(RULESETS), metavar="RULESET")
        parser.add_argument("--deals", type=int, required=True, help="how many deals in all")
        parser.add_argument("--seed", type=int, default=1, help="the first practice number (1)")
        parser.add_argument(
            "--nodes", type=int, default=5_000_000, help="where to give a deal up (5000000)"
        )
        parser.add_argument(
            "--any-time",
            action="store_true",
            help="redeal and merci at any time, not only when nothing else is legal",
        )
        parser.add_argument(
            "--processes", type=int, default=os.cpu_count() or 1, help="as many as processors"
        )
        parser.add_argument("--file", type=Path, help=f"the results; else one in {FOLDER}/")
        parser.add_argument(
            "--publish", action="store_true", help="put the results into document and pages"
        )

    def handle(
        self,
        *args: Any,
        rulesets: list[str],
        deals: int,
        seed: int,
        nodes: int,
        any_time: bool,
        processes: int,
        file: Path | None,
        publish: bool,
        **options: Any,
    ) -> None:
        if deals < 1 or nodes < 1 or seed < 0 or processes < 1:
            raise CommandError("--deals, --nodes and --processes start at 1, --seed at 0.")
        if file is not None and len(rulesets) > 1:
            raise CommandError("--file holds the results of one ruleset.")
        for slug in rulesets:
            rules = RULESETS[slug]
            if any_time and not rules.redeals:
                raise CommandError(f"{slug} has no redeals, so --any-time means nothing.")
            survey = Survey(
                ruleset=slug, version=rules.version, seed=seed, nodes=nodes, any_time=any_time
            )
            path = file or FOLDER / publishing.file_name(slug, any_time=any_time)
            try:
                with opened(path, survey) as writer:
                    self._search(writer, deals, processes)
                    self.stdout.write(summary(writer.results, deals))
                    if publish:
                        publishing.publish(path)
            except (Refused, WorkerLost) as error:
                raise CommandError(str(error)) from error
            except OSError as error:
                # A full disk names no file.
                named = error.filename or path
                raise CommandError(f"{named} can't be used: {error.strerror}.") from error
            except WrongSolution as error:
                raise CommandError(f"The solver is wrong. {error}") from error
            except KeyboardInterrupt as error:
                raise CommandError(
                    f"Stopped. {path} holds what is done; the same command goes on.",
                    returncode=INTERRUPTED,
                ) from error

    def _search(self, writer: Writer, deals: int, processes: int) -> None:
        results = writer.results
        chunks = list(results.survey.missing(deals, results.verdicts))
        progress = Progress(planned=sum(map(len, chunks)), tally=Tally.of(results.of_first(deals)))
        told = progress.started
        with closing(searched(results.survey, chunks, processes)) as found:
            for chunk in found:
                writer.add(chunk)
                progress.add(chunk)
                now = time.monotonic()
                if now - told > SECONDS_BETWEEN_WORDS[self.stderr.isatty()]:
                    told = now
                    self._tell(progress)
        if chunks:
            self._tell(progress, is_last=True)

    def _tell(self, progress: "Progress", *, is_last: bool = False) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{progress} ", ending="\n" if is_last else "")
        else:
            self.stderr.write(str(progress))


class Progress:
    """How far a run has come."""

    def __init__(self, *, planned: int, tally: Tally) -> None:
        self.planned = planned
        self.done = 0
        self.tally = tally
        self.started = time.monotonic()

    def add(self, chunk: Chunk) -> None:
        """Count what a chunk has brought."""
        self.done += len(chunk.verdicts)
        self.tally += Tally.of(chunk.verdicts)

    def __str__(self) -> str:
        seconds = max(time.monotonic() - self.started, 0.001)
        filled = BAR * self.done // self.planned
        left = seconds / self.done * (self.planned - self.done)
        return (
            f"[{'#' * filled}{'.' * (BAR - filled)}] {self.done}/{self.planned}"
            f"  winnable {self.tally.winnable}  unwinnable {self.tally.unwinnable}"
            f"  undecided {self.tally.undecided}  {self.done / seconds:.1f}/s  {left:.0f} s left"
        )


def summary(results: Results, deals: int) -> str:
    """Put the counts and the interval into one line."""
    survey, tally = results.survey, Tally.of(results.of_first(deals))
    low, high = tally.interval
    reading = ", redealing at any time" if survey.any_time else ""
    return (
        f"{survey.ruleset}{reading}: {tally.deals} deals from practice number {survey.seed} on, "
        f"{tally.winnable} winnable, {tally.unwinnable} unwinnable, {tally.undecided} undecided "
        f"at {survey.nodes} nodes; winnable {100 * low:.2f} % to {100 * high:.2f} %"
    )
