"""A decision reads its game by statements of its own on PostgreSQL, and just as the ORM does."""

from typing import Any

from django.db import transaction

from accounts.models import Player
from games import services
from games.models import Game
from games.seat import Seat
from games.selectors.games import daily_of, game_for
from games.services.stored import held
from tests.support import Castle


def columns(instance: Any) -> dict[str, object]:
    """What of a row has been read."""
    return {name: value for name, value in vars(instance).items() if not name.startswith("_")}


def held_and_read(game: Game, player: Player) -> tuple[Game, Game]:
    """A game as a decision holds it, and as everything else reads it."""
    seat = Seat(player=player, guest="", via_token=False)
    with transaction.atomic():
        ours, _ = held(game_id=game.pk, seat=seat)
    return ours, game_for(game_id=game.pk, seat=seat)


def test_a_ranked_game_is_held_with_its_deal_and_daily(castle: Castle, player: Player) -> None:
    at, line = castle
    at.play(line[0])
    ours, theirs = held_and_read(Game.objects.get(pk=at.game_id), player)
    assert columns(ours) == columns(theirs)
    assert columns(ours.deal) == columns(theirs.deal)
    assert columns(daily_of(ours)) == columns(daily_of(theirs))


def test_a_practice_game_is_held_without_a_daily(player: Player, db: None) -> None:
    seat = Seat(player=player, guest="", via_token=False)
    game = services.start_practice(who=seat, ruleset="fan", number=7)
    ours, theirs = held_and_read(game, player)
    assert columns(ours) == columns(theirs)
    assert columns(ours.deal) == columns(theirs.deal)
    assert daily_of(ours) is None
