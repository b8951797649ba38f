"""Games: who may have one, and the one form in which it is shown."""

from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet

from accounts.models import Player
from games import boards, clock, events, positions
from games.errors import GameError
from games.models import DailyDeal, Game
from games.record import State
from games.seats import Seat

# Packs and seeds are the largest columns and the most secret: what shows a game never loads them.
NOT_LOADED = ("deal__pack", "deal__reshuffled", "deal__daily__seed")
# Put together once, since every move asks for them.
GAMES = Game.objects.select_related("deal__daily").defer(*NOT_LOADED)
LOCKED_GAMES = GAMES.select_for_update(of=("self",))
MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, kw_only=True)
class GameSummary:
    """A line about a game in a list."""

    id: UUID
    ruleset: str
    ranked: bool
    day: date | None
    number: int | None
    outcome: str
    ply: int
    undos: int
    restarts: int
    helped: bool
    started: datetime
    finished: datetime | None


@dataclass(frozen=True, kw_only=True)
class GamePage:
    """A page of somebody's games."""

    games: list[GameSummary]
    page: int
    pages: int
    total: int


def game_for(*, game_id: UUID, seat: Seat, lock: bool = False) -> Game:
    """The game, if it is the seat's own: the one way to anybody's game.

    With `lock` its row is held until the transaction ends; nobody else's game is ever locked.
    """
    owned = seat.owned()
    games = LOCKED_GAMES if lock else GAMES
    game = None if owned is None else next(iter(games.filter(owned, pk=game_id)), None)
    if game is None:
        exists = Game.objects.filter(pk=game_id).exists()
        raise GameError("not_your_game" if exists else "not_found")
    return admit(game, seat, clock.now()) if seat.via_token else game


def admit(game: Game, seat: Seat, moment: datetime) -> Game:
    """The seat's own game, unless it is one that no program may play at that moment."""
    if seat.via_token and game.daily_id is not None and not is_settled(game, moment):
        raise GameError("token_plays_practice_only")
    return game


def daily_of(game: Game) -> DailyDeal | None:
    """The daily that the game's deal belongs to, whether it is played ranked or as practice."""
    daily: DailyDeal | None = getattr(game.deal, "daily", None)
    return daily


def is_settled(game: Game, moment: datetime) -> bool:
    """Whether nothing about the game's deal is secret any more: always so for practice deals."""
    daily = daily_of(game)
    return daily is None or daily.is_settled(moment)


def is_ranked(game: Game, moment: datetime) -> bool:
    """Whether a game that ended at that moment, or is looked at then, counts.

    What isn't finished when its day is settled becomes practice.
    """
    return game.daily_id is not None and not is_settled(game, moment)


def state_of(game: Game) -> State:
    """Where a game stands, from its cache."""
    return State(
        position=positions.read(game.deal.rules(), game.position),
        version=game.version,
        ply=game.ply,
        undos=game.undos,
        restarts=game.restarts,
        undoable=game.undoable,
        outcome=game.outcome,  # type: ignore[arg-type]  # its choices are State's
    )


def game_payload(
    game: Game, *, state: State | None = None, moment: datetime | None = None
) -> dict[str, Any]:
    """The game as its player may see it: the one place where a game becomes an answer.

    `state` and `moment` are given for an answer about an earlier version, which is shown as it
    was then, save that the rank is always today's.
    """
    state = state or state_of(game)
    moment = moment or clock.now()
    view = state.position.view()
    daily = daily_of(game)
    playing = not state.outcome
    finished = None if playing else game.finished
    ranked = is_ranked(game, finished or moment)
    return {
        "id": str(game.pk),
        "ruleset": game.deal.ruleset,
        "ranked": ranked,
        "day": daily.day.isoformat() if daily else None,
        "number": game.deal.number,
        "version": state.version,
        "ply": state.ply,
        "undos": state.undos,
        "restarts": state.restarts,
        "helped": game.helped,
        "outcome": state.outcome or "playing",
        "lost": playing and view.is_lost,
        "started": events.iso(game.started),
        "finished": events.iso(finished) if finished else None,
        # Never negative, whatever has become of the clock since.
        "elapsed": max(0, ((finished or moment) - game.started) // MILLISECOND),
        "piles": {name: list(cards) for name, cards in view.piles.items()},
        "redeals": view.redeals,
        "merci": view.merci,
        "dests": view.dests() if playing else {},
        "merci_dests": view.merci_dests() if playing else {},
        "sequence_dests": view.sequence_dests() if playing else {},
        "redeal": playing and view.redeal_allowed,
        "can_finish": playing and view.can_finish,
        "can_undo": playing and state.undoable > 0,
        "can_restart": playing and state.undoable > 0,
        "result": _result(game) if ranked and state.outcome == "won" else None,
    }


def _result(game: Game) -> dict[str, Any] | None:
    result = boards.keeper().results_of_games([game.pk]).get(game.pk)
    return asdict(result) if result else None


def games_of(*, seat: Seat, page: int = 1, page_size: int = 50) -> GamePage:
    """A page of the seat's own games, the newest first; with a token only what it may play."""
    moment = clock.now()
    games = _newest(seat, moment)
    total = games.count()
    pages = max(1, -(-total // page_size))
    page = min(max(page, 1), pages)
    start = (page - 1) * page_size
    shown = games[start : start + page_size]
    return GamePage(
        games=[_summary(game, moment) for game in shown], page=page, pages=pages, total=total
    )


def practised(*, seat: Seat, among: int) -> list[GameSummary]:
    """The practice that is over among so many of the seat's newest games, the newest first."""
    moment = clock.now()
    games = _newest(seat, moment)
    is_practice = Q(daily=None) | Q(finished__gte=F("daily__settles"))
    over = games.filter(is_practice, pk__in=games.values("pk")[:among]).exclude(outcome="")
    return [_summary(game, moment) for game in over]


def _newest(seat: Seat, moment: datetime) -> QuerySet[Game]:
    """The seat's own games, the newest first; with a token only what it may play."""
    owned = seat.owned()
    games = Game.objects.none() if owned is None else Game.objects.filter(owned)
    if seat.via_token:
        games = games.filter(Q(daily=None) | Q(daily__settles__lte=moment))
    shown = games.select_related("deal__daily").defer("position", *NOT_LOADED)
    return shown.order_by("-started", "pk")


def _summary(game: Game, moment: datetime) -> GameSummary:
    daily = daily_of(game)
    return GameSummary(
        id=game.pk,
        ruleset=game.deal.ruleset,
        ranked=is_ranked(game, game.finished or moment),
        day=daily.day if daily else None,
        number=game.deal.number,
        outcome=game.outcome or "playing",
        ply=game.ply,
        undos=game.undos,
        restarts=game.restarts,
        helped=game.helped,
        started=game.started,
        finished=game.finished,
    )


def ranked_counts(player: Player) -> dict[str, dict[str, int]]:
    """For each ruleset how many dailies the player has begun, won and given up."""
    rows = (
        Game.objects.filter(player=player, daily__isnull=False)
        .values("daily__ruleset")
        .annotate(
            begun=Count("pk"),
            won=Count("pk", filter=Q(outcome=Game.Outcome.WON)),
            given_up=Count("pk", filter=Q(outcome=Game.Outcome.GIVEN_UP)),
        )
    )
    return {
        row["daily__ruleset"]: {key: row[key] for key in ("begun", "won", "given_up")}
        for row in rows
    }
