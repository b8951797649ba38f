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
from uuid import UUID, uuid4

from benchmarks.boards import clean_up, clone
from benchmarks.site import seat_players

if TYPE_CHECKING:
    from games.models import DailyDeal

SLUGS = ("beleaguered-castle", "burgvoegtin", "archway", "la-belle-lucie")
WINNERS = 5
WORN = 4
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

    def worn_tables(self, rows: int) -> list[Table]:
        """Some games in which the first move was played and taken back until there are rows."""
        from accounts.models import Player
        from games import services
        from games.models import Game
        from games.seats import Seat
        from games.services import Basis, GameRequest

        tables = [one for one in self.tables(WORN * len(SLUGS)) if one.line == self.line]
        for table in tables:
            player = Player.objects.get(games=UUID(table.game))
            seat = Seat(player=player)
            game = Game.objects.get(pk=table.game)
            for version in range(rows):
                asked = GameRequest(
                    kind="undo" if version % 2 else "play",
                    request=uuid4(),
                    basis=Basis(version=version),
                    text="" if version % 2 else table.line[0],
                )
                services.decide(game_id=game.pk, seat=seat, asked=asked)
        return tables

    def grow(self, number: int) -> None:
        """Fill the database up to so many games, with five rows each."""
        from games.models import Game, Move

        seat_players(SLUGS[0], 1)
        template = Game.objects.latest("started")
        row = Move.objects.create(
            game=template,
            version=1,
            kind="play",
            text=self.line[0],
            ply=1,
            request=uuid4(),
            fingerprint="0" * 32,
            created=template.started,
        )
        missing = number - Game.objects.count()
        clone(template, f"generate_series(1, {missing}) AS n", id="gen_random_uuid()")
        Move.objects.exclude(pk=row.pk).filter(fingerprint=row.fingerprint).delete()
        clone(
            row,
            "games_game AS g, generate_series(1, 5) AS n",
            game_id="g.id",
            version="1000 + n",
            request="gen_random_uuid()",
        )
        clean_up()

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
