"""Checks every stored game and deal."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import verification


class Command(BaseCommand):
    help = (
        "Replay every stored game and check its cached position, counts and result, "
        "and every deal against its seed or number."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        checked = wrong = 0
        for game, faults in verification.faults_of_games():
            checked += 1
            wrong += bool(faults)
            for fault in faults:
                self.stderr.write(f"game {game.pk}: {fault}")
        for deal, faults in verification.faults_of_deals():
            wrong += 1
            for fault in faults:
                self.stderr.write(f"deal {deal}: {fault}")
        if wrong:
            raise CommandError(f"{checked} games checked; something is wrong {wrong} times.")
        self.stdout.write(f"{checked} games checked; all is well.")
