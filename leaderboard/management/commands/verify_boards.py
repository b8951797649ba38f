"""Checks that entries are their games', and that all that is added up is what they amount to."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from leaderboard.verification import faults_of_boards


class Command(BaseCommand):
    help = (
        "Check that every entry says what its game does, and that counts, points, months, "
        "records and places are what the entries amount to."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        faults = list(faults_of_boards())
        for fault in faults:
            self.stdout.write(fault)
        if faults:
            raise CommandError(f"{len(faults)} things are wrong.")
        self.stdout.write("All boards are what their entries amount to.")
