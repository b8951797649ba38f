"""Games that are over, move by move: to all once they are no secret any more."""

from typing import Any
from uuid import UUID

from games import clock, events
from games.errors import GameError
from games.models import Game
from games.record import Record, apply, entries_of
from games.rules import Move, Position
from games.seats import Seat
from games.selectors.games import MILLISECOND, daily_of, is_settled
from games.selectors.solutions import pars_of, seen

# As many steps as an answer holds; whoever wants more asks from `next` on.
STEPS = 500


def replay_of(*, game_id: UUID, seat: Seat, since: int = 0) -> dict[str, Any]:
    """Up to 500 steps of a game from a version on, each with its time and what was to be seen.

    A game of a settled daily is public, and so is a finished practice game. Until the day is
    settled its player alone may look through a ranked game, and only once it is finished.
    """
    game = (
        Game.objects.select_related("deal__daily").defer("deal__daily__seed").filter(pk=game_id)
    ).first()
    if game is None:
        raise GameError("not_found")
    settled = is_settled(game, clock.now())
    _check(game, seat, settled=settled)
    daily = daily_of(game)
    pars = pars_of([daily] if daily and settled else [])
    par, nodes = pars.get(daily.pk if daily else 0, (None, None))
    steps = _steps(game, since)
    return {
        "id": str(game.pk),
        "ruleset": game.deal.ruleset,
        "ruleset_version": game.deal.ruleset_version,
        "day": daily.day.isoformat() if daily else None,
        "number": game.deal.number,
        "outcome": game.outcome or "playing",
        "started": events.iso(game.started),
        "finished": events.iso(game.finished) if game.finished else None,
        "par": par,
        "nodes": nodes,
        "steps": steps[:STEPS],
        "next": steps[STEPS]["version"] if len(steps) > STEPS else None,
    }


def _check(game: Game, seat: Seat, *, settled: bool) -> None:
    """GameError where the seat may not look through the game."""
    if settled and (game.outcome or game.daily_id is not None):
        return
    if not seat.owns(game):
        raise GameError("not_your_game" if settled else "daily_not_settled")
    if not settled and seat.via_token:
        raise GameError("token_plays_practice_only")
    if not game.outcome:
        raise GameError("game_not_finished")


def _steps(game: Game, since: int) -> list[dict[str, Any]]:
    """The steps from a version on, one more than an answer holds if there are as many."""
    record = Record.of_deal(game.deal.position())
    steps = []
    if since <= 0:
        steps.append(_step(record.state.position, version=0, kind="deal", text="", ply=0, time=0))
    rows = game.moves.filter(version__lte=max(since, 0) + STEPS).order_by("version")
    for entry in entries_of(rows):
        position = record.state.position
        apply(record, entry)
        for row in entry:
            if row.kind == row.Kind.PLAY:
                position = position.play(Move.parse(row.text))
            else:
                position = record.state.position
            if row.version >= since:
                steps.append(
                    _step(
                        position,
                        version=row.version,
                        kind=row.kind,
                        text=row.text,
                        ply=row.ply,
                        time=(row.created - game.started) // MILLISECOND,
                    )
                )
    return steps


def _step(
    position: Position, *, version: int, kind: str, text: str, ply: int, time: int
) -> dict[str, Any]:
    return {
        "version": version,
        "kind": kind,
        "move": text,
        "ply": ply,
        "elapsed": time,
        **seen(position),
    }
