"""Checks every stored game and deal."""

from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import verification


class Command(BaseCommand):
    help = (
        "Replay every stored game and check its moves, times, counts and result, "
        "and every deal against its seed or number."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--since",
            type=date.fromisoformat,
            metavar="DAY",
            help="only games begun and deals made on that day or later, like 2026-11-29",
        )

    def handle(self, *args: Any, since: date | None, **options: Any) -> None:
        checked = wrong = 0
        for game, faults in verification.faults_of_games(since=since):
            checked += 1
            wrong += bool(faults)
            for fault in faults:
                self.stderr.write(f"game {game.pk}: {fault}")
        for deal, faults in verification.faults_of_deals(since=since):
            wrong += 1
            for fault in faults:
                self.stderr.write(f"deal {deal}: {fault}")
        if wrong:
            raise CommandError(f"{checked} games checked; something is wrong {wrong} times.")
        self.stdout.write(f"{checked} games checked; all is well.")
