"""What stands on the site before a test: the deals of the day, and people."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from itertools import count
from typing import Final

from django.test import Client

from accounts.models import Player
from games.models import DailyDeal
from games.rules import RULESETS
from games.rules.moves import Move
from tests.conftest import Case, read_cases
from tests.served.site import Site
from tests.support import store_case

PASSWORD: Final = "correct horse battery staple"
_numbers: Iterator[int] = count(1)


def best_case(slug: str) -> Case:
    """The shortest winning line among a ruleset's cases, with as many oddities as there are."""

    def oddities(case: Case) -> int:
        return case.line.count("redeal") + uses_merci(case)

    return min(
        (case for case in read_cases(slug) if case.line),
        key=lambda case: (-oddities(case), len(case.line)),
    )


def uses_merci(case: Case) -> bool:
    """Tell whether the line of a case draws a covered card."""
    position = RULESETS[case.ruleset].deal(case.shuffled, reshuffled=case.reshuffled)
    for text in case.line:
        move = Move.parse(text)
        if not move.is_redeal and position.is_merci(move):
            return True
        position = position.play(move)
    return False


def store_daily(
    site: Site,
    case: Case,
    *,
    day: date,
    closes: datetime | None = None,
    settles: datetime | None = None,
) -> DailyDeal:
    """Store a case's deal as the daily of its ruleset; call it within the site's database."""
    opens = datetime.combine(day, time.min, tzinfo=site.zone)
    closes = closes or datetime.combine(day + timedelta(days=1), time.min, tzinfo=site.zone)
    settles = settles or closes + timedelta(hours=1)
    return store_case(case, day, opens=opens, closes=closes, settles=settles)


def store_todays(site: Site, slugs: Sequence[str] = tuple(RULESETS)) -> dict[str, Case]:
    """Make the best cases today's deals; give them by ruleset."""
    cases = {slug: best_case(slug) for slug in slugs}
    with site.database():
        for case in cases.values():
            store_daily(site, case, day=site.today())
    return cases


def new_name(stem: str) -> str:
    """A name that no other test has taken."""
    return f"{stem}-{next(_numbers)}"


def new_player(site: Site, stem: str = "Wilhelmine") -> Player:
    """Somebody new, who signs in by `sign_in` alone."""
    with site.database():
        return Player.objects.create_user(new_name(stem))


def new_operator(site: Site) -> Player:
    """Somebody who may do everything on the desk, with PASSWORD."""
    with site.database():
        return Player.objects.create_superuser(new_name("Operator"), password=PASSWORD)


def sign_in(site: Site, player: Player) -> str:
    """Sign a player in; give the session's key for a cookie."""
    client = Client()
    with site.database():
        client.force_login(player)
        key = client.session.session_key
    assert key
    return key
