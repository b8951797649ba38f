"""The dailies: publishing them, each once and with its certificate, and finding them by day."""

import hashlib
from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction

from common.compiled import Query
from games import clock
from games.calendar import daily_day, day_bounds
from games.errors import GameError
from games.models import Certificate, DailyDeal, DayRequest, Deal
from games.rules import RULESETS, Move, Position, Ruleset

SEED_BYTES = 32
# Seconds after which it is worth asking again for a daily that is being prepared.
PREPARING_SECONDS = 2

_DAILIES = Query(DailyDeal.objects.select_related("deal").filter(ruleset="", day=date.min))


class WrongLine(ValueError):
    """A line that the rules refuse, or that doesn't win: an error of whoever found it."""


def publish_daily(
    *, ruleset: str, day: date, seed: bytes, line: Sequence[Move], nodes: int
) -> DailyDeal:
    """Store a certified deal as the daily of a ruleset and a day, and give what is stored.

    The line is played by the rules before anything is stored; WrongLine where it doesn't win. If
    the day has its daily already that one stays, however many publish at once: the constraint on
    ruleset and day decides. GameError not_found for a day that is over.
    """
    rules = known_ruleset(ruleset)
    opens, closes = day_bounds(day)
    now = clock.now()
    if closes <= now:
        raise GameError("not_found")
    deal = deal_from_seed(rules, seed, number=None, now=now)
    check_line(deal.position(), line)
    try:
        with transaction.atomic():
            deal.save(force_insert=True)
            daily = DailyDeal.objects.create(
                deal=deal,
                ruleset=rules.slug,
                day=day,
                seed=seed,
                seed_sha256=hashlib.sha256(seed).hexdigest(),
                opens=opens,
                closes=closes,
                settles=closes + timedelta(minutes=settings.SETTLING_MINUTES),
            )
            Certificate.objects.create(
                daily=daily,
                line=" ".join(map(str, line)),
                length=len(line),
                nodes=nodes,
                created=now,
            )
            return daily
    except IntegrityError:
        return DailyDeal.objects.select_related("deal").get(ruleset=ruleset, day=day)


def check_line(position: Position, line: Iterable[Move]) -> None:
    """Play a line by the rules; WrongLine where it doesn't win."""
    for number, move in enumerate(line, start=1):
        try:
            position = position.play(move)
        except ValueError as error:
            raise WrongLine(f"move {number}, {move}, is not legal") from error
    if not position.is_won:
        raise WrongLine("the line doesn't win")


def missing_rulesets(*, day: date) -> list[str]:
    """The rulesets that have no daily yet on a day."""
    stored = set(DailyDeal.objects.filter(day=day).values_list("ruleset", flat=True))
    return [slug for slug in RULESETS if slug not in stored]


def request_day(*, day: date) -> None:
    """Have the solver's process prepare what is missing of a day."""
    if not DayRequest.objects.filter(day=day).exists():
        request = DayRequest(day=day, created=clock.now())
        DayRequest.objects.bulk_create([request], ignore_conflicts=True)


def find_daily(*, ruleset: str, day: date, moment: datetime | None = None) -> DailyDeal:
    """The daily of a ruleset and a day up to today; the moment is given by who knows it already.

    Where today's is missing, the solver's process is asked for it, and until it is published the
    answer is GameError being_prepared. Of days to come nothing is told, not even whether they are
    prepared.
    """
    return find_among(_DAILIES, ruleset=ruleset, day=day, moment=moment or clock.now())


def find_among(
    dailies: Query[DailyDeal], *, ruleset: str, day: date, moment: datetime
) -> DailyDeal:
    """The same, with as much of the daily as is asked for."""
    known_ruleset(ruleset)
    today = daily_day(moment)
    if day > today:
        raise GameError("not_open")
    found = dailies.first(ruleset=ruleset, day=day)
    if found is None:
        if day < today:
            raise GameError("not_found")
        request_day(day=day)
        raise GameError("being_prepared", retry_after=PREPARING_SECONDS)
    return found


def find_dailies(*, day: date, moment: datetime) -> list[DailyDeal]:
    """The dailies of a day up to the moment's that are published, in the rulesets' order.

    What is missing of today the solver's process is asked for.
    """
    today = daily_day(moment)
    if day > today:
        raise GameError("not_open")
    dailies = _in_order(DailyDeal.objects.filter(day=day))
    if day == today and len(dailies) < len(RULESETS):
        request_day(day=day)
    elif not dailies:
        raise GameError("not_found")
    return dailies


def known_ruleset(slug: str) -> Ruleset:
    """The ruleset of today's rules with that name; GameError not_found where there is none."""
    try:
        return RULESETS[slug]
    except KeyError:
        raise GameError("not_found") from None


def deal_from_seed(rules: Ruleset, seed: bytes, *, number: int | None, now: datetime) -> Deal:
    """The deal, not yet stored, that 32 bytes stand for."""
    pack, reshuffled = rules.shuffled(seed)
    return Deal(
        ruleset=rules.slug,
        ruleset_version=rules.version,
        number=number,
        pack="".join(pack),
        reshuffled="".join(card for again in reshuffled for card in again),
        created=now,
    )


def _in_order(dailies: Iterable[DailyDeal]) -> list[DailyDeal]:
    order = {slug: place for place, slug in enumerate(RULESETS)}
    return sorted(dailies, key=lambda daily: order.get(daily.ruleset, len(order)))
