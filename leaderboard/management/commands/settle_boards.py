"""Gives the points of settled dailies; the solver's process starts it as soon as any are due."""

from typing import Any

from django.core.management.base import BaseCommand

from leaderboard.standings import services


class Command(BaseCommand):
    help = "Give the points of all dailies that are settled and have none yet."

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        settled = services.settle()
        if verbosity:
            self.stdout.write(f"Settled {settled} dailies.")
