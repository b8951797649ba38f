"""What the desk's first page tells of the games: how the day goes, what is prepared, what fails."""

from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, Q

from games import clock
from games.calendar import day_bounds
from games.help import ANSWER_WITHIN, solver_is_at_work
from games.models import DailyDeal, DayRequest, Game, HelpRequest
from games.rules import RULESETS
from games.selectors.dailies import today

MOST_DAYS = 400


@dataclass(frozen=True, kw_only=True)
class Played:
    """How often a daily has been begun and won so far."""

    ruleset: str
    begun: int
    won: int


@dataclass(frozen=True, kw_only=True)
class DeskDay:
    """How a day goes: its dailies, who plays them, and practice begun since it opened."""

    day: date
    played: list[Played]
    players: int
    practice: int

    @property
    def begun(self) -> int:
        """All ranked games of the day."""
        return sum(each.begun for each in self.played)

    @property
    def won(self) -> int:
        """All won ranked games of the day."""
        return sum(each.won for each in self.played)


@dataclass(frozen=True, kw_only=True)
class Prepared:
    """How far ahead the dailies are complete, and what is missing of the next day."""

    until: date | None
    days: int
    missing: list[str]


@dataclass(frozen=True, kw_only=True)
class SolverState:
    """Whether the solver's process is at work, and what has waited for it for too long."""

    at_work: bool
    overdue: int
    days_asked_for: int


def desk_day() -> DeskDay:
    """How today goes."""
    day = today()
    games = Game.objects.filter(daily__day=day)
    rows = games.values_list("daily__ruleset").annotate(
        begun=Count("pk"), won=Count("pk", filter=Q(outcome=Game.Outcome.WON))
    )
    counts = {ruleset: (begun, won) for ruleset, begun, won in rows.order_by()}
    played = [
        Played(ruleset=slug, begun=counts[slug][0], won=counts[slug][1])
        if slug in counts
        else Played(ruleset=slug, begun=0, won=0)
        for slug in RULESETS
    ]
    return DeskDay(
        day=day,
        played=played,
        players=games.aggregate(number=Count("player", distinct=True))["number"],
        practice=Game.objects.filter(daily=None, started__gte=day_bounds(day)[0]).count(),
    )


def prepared() -> Prepared:
    """The last day up to which, from today on, every ruleset has its daily."""
    day = today()
    rows = DailyDeal.objects.filter(day__gte=day, day__lt=day + timedelta(days=MOST_DAYS))
    found: dict[date, set[str]] = {}
    for dealt, ruleset in rows.values_list("day", "ruleset"):
        found.setdefault(dealt, set()).add(ruleset)
    days = 0
    while found.get(day + timedelta(days=days), set()) >= set(RULESETS):
        days += 1
    there = found.get(day + timedelta(days=days), set())
    return Prepared(
        until=day + timedelta(days=days - 1) if days else None,
        days=days,
        missing=[slug for slug in RULESETS if slug not in there],
    )


def solver_state() -> SolverState:
    """How the solver's process is doing."""
    now = clock.now()
    waiting = HelpRequest.objects.filter(answer__isnull=True, created__lt=now - 2 * ANSWER_WITHIN)
    return SolverState(
        at_work=solver_is_at_work(now),
        overdue=waiting.count(),
        days_asked_for=DayRequest.objects.count(),
    )
