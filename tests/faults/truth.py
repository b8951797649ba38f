"""What the database must hold after whatever has happened: nothing lost, nothing doubled."""

from collections.abc import Sequence
from io import StringIO
from uuid import UUID

from django.core.management import call_command

from games.events import HUNDREDTH
from games.models import Game
from leaderboard.models import Entry
from tests.served.site import Site

Played = tuple[str, Sequence[str]]


def check(site: Site, played: Sequence[Played]) -> None:
    """Check games that were won by one row for each of their requests, and everything stored."""
    with site.database():
        for game_id, ids in played:
            game = Game.objects.get(pk=game_id)
            rows = list(game.moves.order_by("version").values_list("version", "request"))
            assert rows == [(place, UUID(id_)) for place, id_ in enumerate(ids, start=1)]
            assert game.outcome == Game.Outcome.WON
            assert game.finished
            (entry,) = Entry.objects.filter(game=game)
            assert entry.finished == game.finished
            assert entry.hundredths == (game.finished - game.started) // HUNDREDTH >= 0
        won = Game.objects.filter(outcome=Game.Outcome.WON, daily__isnull=False).count()
        assert Entry.objects.count() == won
        # Each of them raises CommandError where anything is wrong.
        call_command("verify_games", stdout=StringIO())
        call_command("verify_boards", stdout=StringIO())
