"""The dailies as the public may see them, and how far somebody has come with them."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import Min

from accounts.models import Player
from common.compiled import Query
from games import boards, clock
from games.calendar import daily_day, day_bounds
from games.dailies import find_among, find_dailies, find_daily, missing_rulesets
from games.models import DailyDeal, Game
from games.seats import Seat
from games.selectors.solutions import pars_of

# When a daily settles, and no more of it.
_SETTLINGS = Query(DailyDeal.objects.only("settles").filter(ruleset="", day=date.min))


@dataclass(frozen=True, kw_only=True)
class DailyState:
    """How far a player has come with a daily; rank and result_state only once it is won."""

    state: str
    game: UUID
    hundredths: int | None
    rank: int | None
    result_state: str | None


@dataclass(frozen=True, kw_only=True)
class DailyCard:
    """What may be told of a daily; seed (in hex), par and nodes only once it is settled."""

    ruleset: str
    day: date
    opens: datetime
    closes: datetime
    settles: datetime
    is_open: bool
    is_settled: bool
    seed_sha256: str
    seed: str | None
    state: str | None
    game: UUID | None
    hundredths: int | None
    rank: int | None
    result_state: str | None
    par: int | None
    nodes: int | None


@dataclass(frozen=True, kw_only=True)
class Fingerprint:
    """All that is told of a daily to come: that its deal is fixed."""

    ruleset: str
    day: date
    opens: datetime
    seed_sha256: str


@dataclass(frozen=True, kw_only=True)
class BoardDaily:
    """A daily by its key, and whether it is settled, so that everybody may watch its games."""

    key: int
    is_settled: bool


def today() -> date:
    """The day whose dailies can be begun now."""
    return daily_day(clock.now())


def earliest_open_day() -> date:
    """The earliest day whose deals can still be won: the day before, too, until it is settled."""
    return daily_day(clock.now() - timedelta(minutes=settings.SETTLING_MINUTES))


def first_day() -> date:
    """The earliest day that has dailies; today where there is none yet."""
    first: date | None = DailyDeal.objects.aggregate(first=Min("day"))["first"]
    latest = today()
    return min(first or latest, latest)


def daily_ids(*, day: date) -> dict[int, str]:
    """The rulesets of a day's dailies, by the dailies' keys."""
    return dict(DailyDeal.objects.filter(day=day).values_list("pk", "ruleset"))


def board_daily(*, ruleset: str, day: date) -> BoardDaily:
    """A daily, for who shows results of it; GameError where there is none."""
    moment = clock.now()
    daily = find_among(_SETTLINGS, ruleset=ruleset, day=day, moment=moment)
    return BoardDaily(key=daily.pk, is_settled=daily.is_settled(moment))


def daily_cards(*, day: date, seat: Seat) -> list[DailyCard]:
    """A day's dailies, with how far the seat's player has come; GameError for days to come.

    Today's that aren't published yet are left out: `being_prepared` names them.
    """
    moment = clock.now()
    states = daily_states(player=seat.player, day=day) if seat.player else {}
    dailies = find_dailies(day=day, moment=moment)
    pars = pars_of([daily for daily in dailies if daily.is_settled(moment)])
    return [
        _card(daily, states.get(daily.ruleset), moment, pars.get(daily.pk)) for daily in dailies
    ]


def being_prepared(*, day: date) -> list[str]:
    """The rulesets whose deal of today isn't published yet; of other days none ever will be."""
    return missing_rulesets(day=day) if day == today() else []


def closes(*, day: date) -> datetime:
    """When a day's dailies close."""
    return day_bounds(day)[1]


def daily_card(*, day: date, ruleset: str, seat: Seat) -> DailyCard:
    """One daily, with how far the seat's player has come; GameError where there is none."""
    moment = clock.now()
    daily = find_daily(ruleset=ruleset, day=day, moment=moment)
    states = daily_states(player=seat.player, day=day) if seat.player else {}
    pars = pars_of([daily] if daily.is_settled(moment) else [])
    return _card(daily, states.get(ruleset), moment, pars.get(daily.pk))


def coming_fingerprints() -> list[Fingerprint]:
    """The hashes of all dailies that are prepared and have not opened, the next day's first."""
    coming = (
        DailyDeal.objects.filter(opens__gt=clock.now())
        .order_by("day", "ruleset")
        .values("ruleset", "day", "opens", "seed_sha256")
    )
    return [Fingerprint(**row) for row in coming]


def daily_states(*, player: Player, day: date) -> dict[str, DailyState]:
    """For each ruleset that the player has begun on a day, how far it went."""
    games = list(
        Game.objects.filter(player=player, daily__day=day)
        .select_related("daily")
        .only("started", "finished", "outcome", "daily__ruleset")
    )
    won = [game.pk for game in games if game.outcome == Game.Outcome.WON]
    results = boards.keeper().results_of_games(won)
    states = {}
    for game in games:
        assert game.daily is not None  # noqa: S101  # filtered by it above
        result = results.get(game.pk)
        states[game.daily.ruleset] = DailyState(
            state=game.outcome or "playing",
            game=game.pk,
            hundredths=result.hundredths if result else None,
            rank=result.rank if result else None,
            result_state=result.state if result else None,
        )
    return states


def _card(
    daily: DailyDeal, state: DailyState | None, moment: datetime, par: tuple[int, int] | None
) -> DailyCard:
    return DailyCard(
        ruleset=daily.ruleset,
        day=daily.day,
        opens=daily.opens,
        closes=daily.closes,
        settles=daily.settles,
        is_open=daily.is_open(moment),
        is_settled=daily.is_settled(moment),
        seed_sha256=daily.seed_sha256,
        seed=bytes(daily.seed).hex() if daily.is_settled(moment) else None,
        state=state.state if state else None,
        game=state.game if state else None,
        hundredths=state.hundredths if state else None,
        rank=state.rank if state else None,
        result_state=state.result_state if state else None,
        par=par[0] if par else None,
        nodes=par[1] if par else None,
    )
