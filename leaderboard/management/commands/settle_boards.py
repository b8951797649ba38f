"""Gives the points of settled dailies; the solver's process does it by itself."""

from typing import Any

from django.core.management.base import BaseCommand

from leaderboard.standings import services


class Command(BaseCommand):
    help = "Give the points of all dailies that are settled and have none yet."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"Settled {services.settle()} dailies.")
