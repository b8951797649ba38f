"""Checks that a daily is what its published hash promised."""

from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import DailyDeal
from games.verification import faults_of_daily


class Command(BaseCommand):
    help = "Check a daily: the SHA-256 of its seed, and the pack that the seed stands for."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("day", type=date.fromisoformat, help="like 2026-11-29")
        parser.add_argument("ruleset", help="its name, like citadel")

    def handle(self, *args: Any, day: date, ruleset: str, **options: Any) -> None:
        dailies = DailyDeal.objects.select_related("deal").filter(day=day, ruleset=ruleset)
        daily = dailies.first()
        if daily is None:
            raise CommandError(f"There is no daily of {ruleset} on {day}.")
        faults = faults_of_daily(daily)
        if faults:
            raise CommandError(f"{daily}: {'; '.join(faults)}.")
        # Never the seed itself: before the day is settled nobody is to read it off a screen.
        self.stdout.write(f"{daily}: the seed with SHA-256 {daily.seed_sha256} deals this pack.")
