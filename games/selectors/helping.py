"""What became of questions to the solver's process."""

from typing import Any
from uuid import UUID

from django.db.models import Q

from games import clock
from games.help import GOES_BEFORE, UNKNOWN, within
from games.models import Deal, Game, HelpRequest
from games.seats import Seat
from games.selectors.games import game_for, is_settled, state_of
from games.selectors.solutions import steps_of


def help_of(*, game_id: UUID, seat: Seat) -> dict[str, Any]:
    """What became of the seat's question about a game.

    `state` is waiting, answered, or none where nothing was asked or the game has gone on since.
    What has waited too long is answered by "unknown".
    """
    game = game_for(game_id=game_id, seat=seat)
    now = clock.now()
    asked = HelpRequest.objects.filter(asker=seat.key, game=game, version=game.version).first()
    if asked is None or not is_settled(game, now):
        return _told(None, version=game.version, state="none")
    answer: dict[str, Any] | None = asked.answer
    if answer is None and now > asked.created + within(asked.kind):
        answer = UNKNOWN[asked.kind]
    if answer is None:
        return _told(asked.kind, version=asked.version, state="waiting", ahead=_ahead_of(asked))
    return _told(
        asked.kind,
        version=asked.version,
        state="answered",
        winnable=answer.get("winnable"),
        move=answer.get("move"),
        steps=_steps(game, answer) if answer.get("moves") else None,
        won_until=answer.get("won_until"),
        lost_from=answer.get("lost_from"),
    )


def _told(kind: str | None, *, version: int, state: str, **found: Any) -> dict[str, Any]:
    told = dict.fromkeys(("ahead", "winnable", "move", "steps", "won_until", "lost_from"))
    return {"kind": kind, "version": version, "state": state, **told, **found}


def _ahead_of(asked: HelpRequest) -> int:
    """How many questions are answered before this one."""
    first = GOES_BEFORE[asked.kind]
    alike = [kind for kind, before in GOES_BEFORE.items() if before == first]
    before = Q(kind__in=first) | Q(kind__in=alike, created__lt=asked.created)
    return HelpRequest.objects.filter(before, answer__isnull=True).count()


def _steps(game: Game, answer: dict[str, Any]) -> list[dict[str, Any]]:
    if answer["from_deal"]:
        return steps_of(Deal.objects.get(pk=game.deal_id).position(), answer["moves"])
    return steps_of(state_of(game).position, answer["moves"], ply=game.ply)
