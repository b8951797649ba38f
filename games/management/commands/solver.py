"""The solver's process: it prepares the dailies and answers what players ask about their games."""

import os
import signal
import subprocess
import sys
import time
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from django.db.utils import InterfaceError, OperationalError

from games import clock, events, selectors
from games.background.answering import answer_next, warm_up
from games.help import PULSE_SECONDS
from games.management.commands.prepare_dailies import MOST_DAYS
from games.management.parent import end_with
from games.models import DayRequest, SolverPulse

POLL_SECONDS = 0.1
# How often the coming days are looked at without anybody asking.
LOOK_AHEAD_SECONDS = 3600
# Whoever plays at the moment comes first.
NICENESS = 5
# What preparing days has besides.
PREPARATION_NICENESS = 10
# After a preparation that failed, or a database that went away.
PAUSE_SECONDS = 5


class Command(BaseCommand):
    help = (
        "Keep the coming days' dailies prepared and answer questions about games, until stopped. "
        "One such process is enough; more do no harm."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=14, help="how many days, today included")
        parser.add_argument("--parent", type=int, help="stop once this process is gone")

    def handle(
        self, *args: Any, days: int, parent: int | None, verbosity: int, **options: Any
    ) -> None:
        if not 1 <= days <= MOST_DAYS:
            raise CommandError(f"--days takes a number from 1 to {MOST_DAYS}.")
        signal.signal(signal.SIGTERM, _stop)
        os.nice(NICENESS)
        preparation = Preparation(days, quiet=verbosity == 0)
        try:
            if parent is not None:
                end_with(parent)
            preparation.look_after()
            warm_up()
            while True:
                try:
                    _work(preparation)
                except (OperationalError, InterfaceError) as error:
                    self.stderr.write(f"The database does not answer: {error}")
                    connections.close_all()
                    time.sleep(PAUSE_SECONDS)
        except KeyboardInterrupt:
            if verbosity:
                self.stdout.write("The solver has stopped.")
        finally:
            preparation.stop()
            SolverPulse.objects.all().delete()


def _work(preparation: "Preparation") -> None:
    """Answer whatever waits, looking after everything else between and during answers."""
    shown = 0.0

    def look_after_the_rest() -> None:
        nonlocal shown
        if time.monotonic() - shown >= PULSE_SECONDS:
            show_pulse()
            preparation.look_after()
            events.tell_round()
            shown = time.monotonic()

    while True:
        look_after_the_rest()
        if not answer_next(meanwhile=look_after_the_rest):
            time.sleep(POLL_SECONDS)


def show_pulse() -> None:
    """Let everybody know that the solver is at work."""
    SolverPulse.objects.update_or_create(pk=1, defaults={"seen": clock.now()})


class Preparation:
    """Has days prepared by a process of its own, one job after another.

    Of its own, since certifying a day may take long, and who waits for help waits two seconds.
    """

    def __init__(self, days: int, *, quiet: bool = False) -> None:
        self.days = days
        self.output = subprocess.DEVNULL if quiet else None
        self.process: subprocess.Popen[bytes] | None = None
        self.next_look = 0.0
        self.not_before = 0.0

    def look_after(self) -> None:
        """Begin the next job if none is under way and one is to be done."""
        now = time.monotonic()
        if self.process is not None and self.process.poll() is None:
            return
        if self.process is not None and self.process.returncode:
            self.not_before, self.next_look = now + PAUSE_SECONDS, 0.0
        self.process = None
        if now < self.not_before:
            return
        if now >= self.next_look:
            self.next_look = now + LOOK_AHEAD_SECONDS
            self._begin("--days", str(self.days))
            return
        DayRequest.objects.filter(day__lt=selectors.today()).delete()
        asked = DayRequest.objects.order_by("day").first()
        if asked is not None:
            self._begin("--first", str(asked.day), "--days", "1")

    def stop(self) -> None:
        """End the job that is under way; what it has published stays, and the rest can wait."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait()

    def _begin(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "django", "prepare_dailies"]
        self.process = subprocess.Popen(  # noqa: S603  # our own command
            [*command, "--parent", str(os.getpid()), *arguments],
            cwd=settings.BASE_DIR,
            stdin=subprocess.DEVNULL,
            stdout=self.output,
        )
        # Who waits for help comes before it as well.
        os.setpriority(os.PRIO_PROCESS, self.process.pid, os.nice(0) + PREPARATION_NICENESS)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
