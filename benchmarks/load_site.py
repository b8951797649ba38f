"""The people of a site under load: players with sessions, at tables, before a day's board."""

from __future__ import annotations

import secrets
import urllib.parse
import urllib.request
from dataclasses import dataclass
from datetime import timedelta
from http.cookiejar import CookieJar
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any

from benchmarks.site import seat_players

if TYPE_CHECKING:
    from games.models import DailyDeal

SLUGS = ("beleaguered-castle", "burgvoegtin", "archway", "la-belle-lucie")
WINNERS = 5
PASSWORD = "correct horse battery staple"  # noqa: S105  # of players who live for a minute


@dataclass(kw_only=True)
class Table:
    """A game, who sits at it, and the line that wins it."""

    session: str
    game: str
    line: list[str]
    played: int = 0


class Site:
    """A daily of today, and as many people as are asked for."""

    def __init__(self) -> None:
        from games import calendar, clock
        from games.models import DailyDeal, Game

        now = clock.now()
        self.signed_in: list[str] = []
        seated, self.line = seat_players(SLUGS[0], 1)
        deal = Game.objects.get(pk=seated[0].game).deal
        self.daily: DailyDeal = DailyDeal.objects.create(
            deal=deal,
            ruleset=deal.ruleset,
            day=calendar.daily_day(now),
            seed=secrets.token_bytes(32),
            seed_sha256="0" * 64,
            opens=now - timedelta(hours=1),
            closes=now + timedelta(hours=12),
            settles=now + timedelta(hours=13),
        )

    @property
    def board(self) -> str:
        """Where the daily's board is told."""
        return f"/ws/boards/{self.daily.ruleset}/{self.daily.day}/"

    @property
    def start(self) -> str:
        """Where a game of the daily begins."""
        return f"/api/dailies/{self.daily.day}/{self.daily.ruleset}/start/"

    def tables(self, number: int) -> list[Table]:
        """So many games of practice, of one ruleset after the other."""
        parts = [seat_players(slug, -(-number // len(SLUGS))) for slug in SLUGS]
        tables = [
            [Table(session=one.session, game=one.game, line=line) for one in seated]
            for seated, line in parts
        ]
        mixed = [table for table in chain(*zip_longest(*tables)) if table][:number]
        for table, session in zip(mixed, self.signed_in, strict=False):
            hand_over(table, session)
        return mixed

    def winners(self) -> list[Table]:
        """Some ranked games of the daily, at their beginning."""
        from games.models import Game

        seated = [one for one in self.tables(WINNERS * len(SLUGS)) if one.line == self.line]
        games = Game.objects.filter(pk__in=[one.game for one in seated])
        position = str(self.daily.deal.position())
        games.update(deal=self.daily.deal, daily=self.daily, position=position)
        return seated

    def sessions(self, number: int) -> list[str]:
        """So many players who have not begun the daily."""
        return [table.session for table in self.tables(number)]

    def sign_in(self, port: int, number: int) -> None:
        """Let some players sign in over HTTP; they sit at the first tables from now on."""
        from accounts.models import Player

        for _ in range(number):
            name = f"h{secrets.token_hex(8)}"
            Player.objects.create_user(name, password=PASSWORD)
            self.signed_in.append(signed_in(port, name))


def hand_over(table: Table, session: str) -> None:
    """Let whoever has a session sit at a table."""
    from accounts.selectors import player_of_session
    from games.models import Game

    Game.objects.filter(pk=table.game).update(player=player_of_session(session))
    table.session = session


def signed_in(port: int, name: str) -> str:
    """Sign in by the form of the page; give the session's key."""
    jar = CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    address = f"http://127.0.0.1:{port}/account/login/"
    with browser.open(address) as page:
        page.read()
    cookies: dict[str, Any] = {cookie.name: cookie.value for cookie in jar}
    form = {"login": name, "password": PASSWORD, "csrfmiddlewaretoken": cookies["csrftoken"]}
    with browser.open(address, urllib.parse.urlencode(form).encode()) as page:
        page.read()
    return next(str(cookie.value) for cookie in jar if cookie.name == "session")
