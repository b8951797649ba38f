"""Clears what nobody needs any more."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from games import services


class Command(BaseCommand):
    help = "Delete ended sessions, and guests' games that nobody has touched for long."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("clearsessions")
        games, deals = services.purge_guests()
        self.stdout.write(f"Deleted {games} guests' games and {deals} practice deals.")
