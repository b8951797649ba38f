"""A decision reads and writes its game by statements of its own on PostgreSQL, as the ORM does."""

from typing import Any
from uuid import UUID, uuid4

from accounts.models import Player
from games import services
from games.models import Game, Move
from games.seats import Seat
from games.selectors.games import daily_of, game_for
from games.services.stored import CACHE, read, write
from tests.support import Castle


def columns(instance: Any) -> dict[str, object]:
    """What of a row has been read."""
    return {name: value for name, value in vars(instance).items() if not name.startswith("_")}


def read_both_ways(game: Game, player: Player) -> tuple[Game, Game]:
    """A game as a decision reads it, and as everything else reads it."""
    seat = Seat(player=player)
    ours, _ = read(game_id=game.pk, seat=seat)
    return ours, game_for(game_id=game.pk, seat=seat)


def test_a_ranked_game_is_read_with_its_deal_and_daily(castle: Castle, player: Player) -> None:
    at, line = castle
    at.play(line[0])
    ours, theirs = read_both_ways(Game.objects.get(pk=at.game_id), player)
    assert columns(ours) == columns(theirs)
    assert columns(ours.deal) == columns(theirs.deal)
    assert columns(daily_of(ours)) == columns(daily_of(theirs))


def test_a_practice_game_is_read_without_a_daily(player: Player, db: None) -> None:
    seat = Seat(player=player)
    game = services.start_practice(seat=seat, ruleset="fan", number=7)
    ours, theirs = read_both_ways(game, player)
    assert columns(ours) == columns(theirs)
    assert columns(ours.deal) == columns(theirs.deal)
    assert daily_of(ours) is None


def write_next(game: Game, request: UUID) -> bool:
    """Have a row of a request written after what was read of a game."""
    row = Move(
        game=game,
        version=game.version + 1,
        kind=Move.Kind.RESIGN,
        ply=game.ply,
        request=request,
        fingerprint="0" * 32,
        created=game.started,
    )
    cache = {name: getattr(game, name) for name in CACHE}
    return write(game=game, rows=[row], changed={**cache, "version": row.version})


def test_what_builds_on_an_older_state_is_not_written(castle: Castle) -> None:
    at, line = castle
    game, _ = read(game_id=at.game_id, seat=at.seat)
    at.play(line[0])
    assert not write_next(game, uuid4())
    assert Game.objects.get(pk=game.pk).last_request == Move.objects.get(game=game).request


def test_a_request_that_has_rows_already_is_not_written_again(castle: Castle) -> None:
    at, line = castle
    at.play(line[0])
    game, _ = read(game_id=at.game_id, seat=at.seat)
    assert not write_next(game, Move.objects.get(game=game).request)
    assert write_next(game, uuid4())
    assert [row.version for row in game.moves.order_by("version")] == [1, 2]
