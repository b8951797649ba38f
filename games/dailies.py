"""The dailies: preparing them, each once, and finding them by their day."""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction

from games import clock
from games.calendar import daily_day, day_bounds
from games.errors import GameError
from games.models import DailyDeal, Deal
from games.rules import RULESETS, Ruleset

SEED_BYTES = 32


def prepare_daily(*, ruleset: str, day: date) -> DailyDeal:
    """Give the daily of a ruleset and a day, dealing it if nobody has yet.

    However many ask at once, one deal is made: the constraint on ruleset and day decides, and
    who comes second takes what the first has stored.
    """
    rules = known_ruleset(ruleset)
    found = _stored(ruleset=ruleset, day=day)
    if found is not None:
        return found
    try:
        with transaction.atomic():
            return _deal_daily(rules, day=day, now=clock.now())
    except IntegrityError:
        return DailyDeal.objects.select_related("deal").get(ruleset=ruleset, day=day)


def prepare_day(*, day: date) -> list[DailyDeal]:
    """Deal what is missing of a day's dailies, and give those that were dealt by this call."""
    existing = set(DailyDeal.objects.filter(day=day).values_list("ruleset", flat=True))
    dealt = []
    for slug in RULESETS:
        if slug not in existing:
            daily = prepare_daily(ruleset=slug, day=day)
            dealt.append(daily)
    return dealt


def find_daily(*, ruleset: str, day: date) -> DailyDeal:
    """The daily of a ruleset and a day up to today; today's is prepared where it is missing.

    Of days to come nothing is told, not even whether they are prepared.
    """
    known_ruleset(ruleset)
    today = daily_day(clock.now())
    if day > today:
        raise GameError("not_open")
    if day == today:
        return prepare_daily(ruleset=ruleset, day=day)
    found = _stored(ruleset=ruleset, day=day)
    if found is None:
        raise GameError("not_found")
    return found


def find_dailies(*, day: date) -> list[DailyDeal]:
    """The dailies of a day up to today in the rulesets' order, today's prepared where missing."""
    today = daily_day(clock.now())
    if day > today:
        raise GameError("not_open")
    dailies = _in_order(DailyDeal.objects.filter(day=day))
    if day == today and len(dailies) < len(RULESETS):
        prepare_day(day=day)
        dailies = _in_order(DailyDeal.objects.filter(day=day))
    if not dailies:
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


def _deal_daily(rules: Ruleset, *, day: date, now: datetime) -> DailyDeal:
    seed = secrets.token_bytes(SEED_BYTES)
    opens, closes = day_bounds(day)
    if closes <= now:
        raise GameError("not_found")
    deal = deal_from_seed(rules, seed, number=None, now=now)
    deal.save(force_insert=True)
    return DailyDeal.objects.create(
        deal=deal,
        ruleset=rules.slug,
        day=day,
        seed=seed,
        seed_sha256=hashlib.sha256(seed).hexdigest(),
        opens=opens,
        closes=closes,
        settles=closes + timedelta(minutes=settings.SETTLING_MINUTES),
    )


def _stored(*, ruleset: str, day: date) -> DailyDeal | None:
    return DailyDeal.objects.select_related("deal").filter(ruleset=ruleset, day=day).first()


def _in_order(dailies: Iterable[DailyDeal]) -> list[DailyDeal]:
    order = {slug: place for place, slug in enumerate(RULESETS)}
    return sorted(dailies, key=lambda daily: order.get(daily.ruleset, len(order)))
