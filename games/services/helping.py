"""Asking the solver's process for help."""

from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from games import clock
from games.errors import GameError
from games.help import PULSE_WITHIN, Kind, solver_is_at_work
from games.models import Game, HelpRequest
from games.seats import Seat
from games.selectors.games import game_for, is_settled
from games.selectors.helping import help_of


def ask_help(*, game_id: UUID, seat: Seat, kind: str) -> dict[str, Any]:
    """Leave a question about a game for the solver's process; what the seat asked before drops.

    Hint and "can it still be won" are for games being played, a line for those given up, and the
    turning point for all that are over. GameError help_in_practice_only for a ranked game until
    its day is settled; help_unavailable where the solver's process is away, and then nothing has
    changed.
    """
    with transaction.atomic():
        game = game_for(game_id=game_id, seat=seat, lock=True)
        now = clock.now()
        if not is_settled(game, now):
            raise GameError("help_in_practice_only")
        _check_outcome(game, kind)
        if not solver_is_at_work(now):
            raise GameError("help_unavailable", retry_after=PULSE_WITHIN.seconds)
        if kind != Kind.TURNING_POINT and not game.helped:
            Game.objects.filter(pk=game.pk).update(helped=True)
        HelpRequest.objects.update_or_create(
            asker=seat.key,
            defaults={
                "game": game,
                "version": game.version,
                "kind": kind,
                "question": uuid4(),
                "created": now,
                "answer": None,
            },
        )
    return help_of(game_id=game_id, seat=seat)


def _check_outcome(game: Game, kind: str) -> None:
    if kind in (Kind.HINT, Kind.WINNABLE):
        if game.outcome:
            raise GameError("game_finished")
    elif kind == Kind.LINE:
        if game.outcome != Game.Outcome.GIVEN_UP:
            raise GameError("not_given_up")
    elif not game.outcome:
        raise GameError("game_not_finished")
