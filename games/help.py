"""Help in practice: what may be asked about a game, and what became of it.

The search is the solver's process's. Here a question is only handed over and its answer read, so
that a request never waits for it.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from games import clock
from games.errors import GameError
from games.models import Game, HelpRequest, SolverPulse
from games.seat import Seat
from games.selectors.games import game_for, is_settled

Kind = HelpRequest.Kind
# What is not found within this time is not known.
ANSWER_WITHIN = timedelta(seconds=2)
# A search for the point where a game was lost is many searches; nobody waits at the table for it.
LOOK_BACK_WITHIN = timedelta(seconds=10)
# The solver's process shows itself at least this often, else it counts as away.
PULSE_WITHIN = timedelta(seconds=10)
PULSE_SECONDS = 1


def within(kind: str) -> timedelta:
    """How long after being asked a question may still be answered."""
    return LOOK_BACK_WITHIN if kind == Kind.TURNING_POINT else ANSWER_WITHIN


def ask_help(*, game_id: UUID, seat: Seat, kind: str) -> dict[str, Any]:
    """Hand a question about a game to the solver's process; whatever the seat asked before drops.

    Hint and "can it still be won" are for games being played, a line for those given up, and the
    turning point for all that are over. Only where nothing is secret any more: GameError
    help_in_practice_only for a ranked game whose day isn't settled; help_unavailable where the
    solver's process is away, and then nothing has changed.
    """
    with transaction.atomic():
        game = game_for(game_id=game_id, seat=seat, lock=True)
        now = clock.now()
        if not is_settled(game, now):
            raise GameError("help_in_practice_only")
        _check_outcome(game, kind)
        if not SolverPulse.objects.filter(seen__gt=now - PULSE_WITHIN).exists():
            raise GameError("help_unavailable", retry_after=PULSE_WITHIN.seconds)
        if kind != Kind.TURNING_POINT and not game.helped:
            Game.objects.filter(pk=game.pk).update(helped=True)
        HelpRequest.objects.update_or_create(
            asker=_asker(seat),
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


def help_of(*, game_id: UUID, seat: Seat) -> dict[str, Any]:
    """What became of the seat's question about a game.

    `state` is waiting, answered, or none where nothing was asked or the game has gone on since.
    """
    game = game_for(game_id=game_id, seat=seat)
    asked = HelpRequest.objects.filter(asker=_asker(seat), game=game, version=game.version).first()
    if asked is None or not is_settled(game, clock.now()):
        return {"kind": None, "version": game.version, "state": "none", "answer": None}
    answer = asked.answer
    if answer is None and clock.now() > asked.created + within(asked.kind):
        answer = UNKNOWN[asked.kind]
    return {
        "kind": asked.kind,
        "version": asked.version,
        "state": "waiting" if answer is None else "answered",
        "answer": answer,
    }


# The answers of who has found nothing in time.
UNKNOWN: Mapping[str, dict[str, Any]] = {
    Kind.WINNABLE: {"winnable": "unknown"},
    Kind.HINT: {"winnable": "unknown", "move": None},
    Kind.LINE: {"winnable": "unknown", "from": None, "moves": None},
    Kind.TURNING_POINT: {"won_until": None, "lost_from": None},
}


def _check_outcome(game: Game, kind: str) -> None:
    if kind in (Kind.HINT, Kind.WINNABLE):
        if game.outcome:
            raise GameError("game_finished")
    elif not game.outcome or (kind == Kind.LINE and game.outcome != Game.Outcome.GIVEN_UP):
        raise GameError("not_given_up" if kind == Kind.LINE else "game_not_finished")


def _asker(seat: Seat) -> str:
    return f"player {seat.player.pk}" if seat.player else f"guest {seat.guest}"
