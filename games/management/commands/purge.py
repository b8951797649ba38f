"""Clears what nobody needs any more."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from accounts import leaving, sign_ins
from games import events, services


class Command(BaseCommand):
    help = (
        "Delete ended sessions, guests' games that nobody has touched for long, what is kept of "
        "devices and signals for 90 days, and accounts whose players asked for it a week ago."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("clearsessions")
        sign_ins.forget_ended()
        games, deals = services.purge_guests()
        events.tell_purge()
        self.stdout.write(f"Deleted {games} guests' games and {deals} practice deals.")
        self.stdout.write(f"Deleted {leaving.delete_leavers()} accounts whose week was over.")
