"""Looks at wins for signals that staff should know of."""

from typing import Any

from django.core.management.base import BaseCommand

from leaderboard.fairplay import services


class Command(BaseCommand):
    help = "Look at the wins that nobody has looked at yet, and open cases where there are signals."

    def handle(self, *args: Any, **options: Any) -> None:
        examined = 0
        while number := services.examine_wins():
            examined += number
        self.stdout.write(f"Looked at {examined} wins.")
