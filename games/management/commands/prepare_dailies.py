"""Deals the coming days' dailies."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import selectors, services

MOST_DAYS = 366


class Command(BaseCommand):
    help = "Deal the dailies of today and the days after it; what is dealt already stays as it is."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=14, help="how many days, today included")

    def handle(self, *args: Any, days: int, **options: Any) -> None:
        if not 1 <= days <= MOST_DAYS:
            raise CommandError(f"--days takes a number from 1 to {MOST_DAYS}.")
        today = selectors.today()
        dealt = sum(
            len(services.prepare_day(day=today + timedelta(days=ahead))) for ahead in range(days)
        )
        last = today + timedelta(days=days - 1)
        self.stdout.write(f"Dealt {dealt} dailies; {today} to {last} are prepared.")
