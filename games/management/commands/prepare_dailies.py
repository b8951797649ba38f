"""Certifies the coming days' dailies."""

from datetime import date, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import selectors
from games.background.certification import Certified, certify_day
from games.management.parent import end_with
from games.rules import RULESETS

MOST_DAYS = 366
INTERRUPTED = 130
ROW = "{:<27}{:>14}{:>10}{:>11}{:>9}"


class Command(BaseCommand):
    help = (
        "Draw and certify the dailies of today and the days after it; what is prepared already "
        "stays as it is."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=14, help="how many days")
        parser.add_argument(
            "--first", type=date.fromisoformat, help="the first day; today if not given"
        )
        parser.add_argument(
            "--rulesets", nargs="+", metavar="RULESET", help="only these; all if not given"
        )
        parser.add_argument("--parent", type=int, help="stop once this process is gone")

    def handle(
        self,
        *args: Any,
        days: int,
        first: date | None,
        rulesets: list[str] | None,
        parent: int | None,
        **options: Any,
    ) -> None:
        if not 1 <= days <= MOST_DAYS:
            raise CommandError(f"--days takes a number from 1 to {MOST_DAYS}.")
        if unknown := set(rulesets or ()) - set(RULESETS):
            raise CommandError(f"There is no ruleset {', '.join(sorted(unknown))}.")
        first = first or selectors.today()
        if first < selectors.today():
            raise CommandError("--first takes a day that isn't over.")
        # The calendar ends, and a day is settled on the one after it.
        if (date.max - first).days <= days:
            raise CommandError(f"--first takes a day with {days} more after it in the calendar.")
        if parent is not None:
            end_with(parent)
        done: list[Certified] = []
        try:
            for ahead in range(days):
                for each in certify_day(day=first + timedelta(days=ahead), rulesets=rulesets):
                    self.stdout.write(_progress(each))
                    done.append(each)
        except KeyboardInterrupt as error:
            raise CommandError(
                f"Stopped after {len(done)} dailies; the same command goes on.",
                returncode=INTERRUPTED,
            ) from error
        self._sum_up(done)
        last = first + timedelta(days=days - 1)
        self.stdout.write(f"Certified {len(done)} dailies; {first} to {last} are prepared.")

    def _sum_up(self, done: list[Certified]) -> None:
        """A line a ruleset: how many of its deals were certified, and in what time."""
        rows = {slug: [each for each in done if each.daily.ruleset == slug] for slug in RULESETS}
        if done:
            self.stdout.write(
                "\n" + ROW.format("ruleset", "certified", "of drawn", "undecided", "s")
            )
        for slug, certified in rows.items():
            if not certified:
                continue
            drawn = sum(each.drawn for each in certified)
            undecided = sum(each.undecided for each in certified)
            seconds = sum(each.seconds for each in certified)
            share = f"{len(certified)} = {len(certified) / drawn:.1%}"
            self.stdout.write(ROW.format(slug, share, drawn, undecided, f"{seconds:.1f}"))


def _progress(certified: Certified) -> str:
    """A line about a daily that tells nothing of its cards."""
    daily = certified.daily
    return f"{daily.day} {daily.ruleset}: draw {certified.drawn}, {certified.seconds:.1f} s"
