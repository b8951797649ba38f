"""Print what the pages of boards and players cost on a site with many entries and long histories.

Run it with `python -m benchmarks.pages` from the repository and DATABASE_URL in the environment:
an empty PostgreSQL, which it fills. A million entries of one daily have a million players, since
nobody plays a daily twice. A hundred thousand of these have a history besides: each has won a few
dailies of the last three years, and one has won every single one, some thirteen thousand.

Each page is asked for by Django's test client, so through all that a request goes through in the
server: milliseconds by the clock (the median), of Python's CPU time and of PostgreSQL's (means).
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import cycle
from typing import TYPE_CHECKING, Any

from benchmarks.boards import PAGE, SLUG, TIMES, Longest, Site, clean_up, clone, plan_of
from benchmarks.live import cpu_seconds
from benchmarks.site import own_site

if TYPE_CHECKING:
    from collections.abc import Callable

    from accounts.models import Player

YEARS = 3
SAMPLES = 30
LONGEST = 100.0
# What everybody with a history has won. Steps by a prime lead to as many different dailies.
FEW, STRIDE = 10, 431


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What a page took: milliseconds by the clock, Python's and PostgreSQL's; how many queries."""

    clock: float
    python: float
    postgresql: float
    queries: int
    longest: Longest


def add_histories(site: Site, *, players: int, years: int) -> Player:
    """Give some of the players a history; gives the one who has won everything."""
    from django.db import connection
    from django.db.models import Min

    from accounts.models import Player
    from games.models import DailyDeal
    from leaderboard.models import Entry, Settlement

    winner = Player.objects.create_user("Winner")
    known = DailyDeal.objects.latest("pk").pk
    days = [site.day - timedelta(days=past) for past in range(-1, years * 365)]
    add_dailies([(day, slug) for day in days for slug in slugs()], besides=(site.day, SLUG))
    number = DailyDeal.objects.filter(pk__gt=known).count()
    last = Entry.objects.latest("pk").pk
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMP TABLE past AS SELECT id, deal_id, opens, row_number() OVER (ORDER BY id) "
            "- 1 AS at FROM games_dailydeal WHERE id > %s",
            [known],
        )
        cursor.execute("ANALYZE past")
    somebody = (
        f"(SELECT id FROM accounts_player WHERE id < {winner.pk} "  # noqa: S608  # ours
        f"ORDER BY id DESC LIMIT {players}) AS somebody"
    )
    everything = f"(SELECT {winner.pk} AS player, past.* FROM past) AS played"  # noqa: S608  # ours
    something = (
        f"(SELECT somebody.id AS player, past.* FROM {somebody} "  # noqa: S608  # ours
        f"CROSS JOIN generate_series(1, {FEW}) AS n "
        f"JOIN past ON past.at = (somebody.id * 7919 + n * {STRIDE}) %% {number}) AS played"
    )
    for source in (everything, something):
        clone(
            site.template.game,
            source,
            id="gen_random_uuid()",
            player_id="played.player",
            deal_id="played.deal_id",
            daily_id="played.id",
            started="played.opens + interval '1 hour'",
            finished="played.opens + random() * interval '11 hours' + interval '2 hours'",
        )
    clone(
        site.template,
        "(SELECT g.* FROM games_game g JOIN past ON past.id = g.daily_id) AS played",
        game_id="played.id",
        daily_id="played.daily_id",
        player_id="played.player_id",
        finished="played.finished",
        hundredths=TIMES,
    )
    count_steps(after=last)
    # Their points were given long ago, but for yesterday's.
    settled = DailyDeal.objects.filter(pk__gt=known, day__lt=site.day)
    Settlement.objects.bulk_create(
        Settlement(daily_id=key, created=site.daily.settles, fastest=fastest)
        for key, fastest in settled.values_list("pk").annotate(Min("entries__hundredths"))
    )
    return winner


def slugs() -> list[str]:
    """All rulesets."""
    from games.rules import RULESETS

    return list(RULESETS)


def add_dailies(wished: list[tuple[date, str]], *, besides: tuple[date, str]) -> None:
    """Store dailies whose cards nobody looks at."""
    from games.calendar import day_bounds
    from games.models import DailyDeal, Deal
    from games.rules import RULESETS

    missing = [each for each in wished if each != besides]
    deals = Deal.objects.bulk_create(
        Deal(
            ruleset=slug,
            ruleset_version=RULESETS[slug].version,
            pack="AC" * 52,
            reshuffled="",
            created=day_bounds(day)[0],
        )
        for day, slug in missing
    )
    DailyDeal.objects.bulk_create(
        DailyDeal(
            deal=deal,
            ruleset=slug,
            day=day,
            seed=bytes(28) + index.to_bytes(4, "big"),
            seed_sha256=f"{index:064x}",
            opens=day_bounds(day)[0],
            closes=day_bounds(day)[1],
            settles=day_bounds(day)[1],
        )
        for index, (deal, (day, slug)) in enumerate(zip(deals, missing, strict=True), 1)
    )


def count_steps(*, after: int) -> None:
    """Count the entries after one in, as each win's transaction would have."""
    from django.db import connection

    with connection.cursor() as cursor:
        for width in (60, 1):
            cursor.execute(
                "INSERT INTO leaderboard_step (daily_id, width, start, number) "
                "SELECT daily_id, %s, hundredths / (100 * %s) * %s, count(*) "
                "FROM leaderboard_entry WHERE id > %s GROUP BY 1, 3",
                [width, width, width, after],
            )


def pages_of(site: Site, winner: Player) -> dict[str, Callable[[], Any]]:
    """What is asked for, by name: by a guest, by somebody, and by who has won everything."""
    from django.test import Client

    from accounts.models import Player
    from leaderboard.circles.services import MOST_MEMBERS, join, start_circle

    guest, somebody, long = (Client(HTTP_HOST="127.0.0.1") for _ in range(3))
    player = Player.objects.get(entries=site.template)
    somebody.force_login(player)
    long.force_login(winner)
    last = winner.pk - 1
    drawn = random.sample(range(last - max(site.size // 20, MOST_MEMBERS), last), MOST_MEMBERS - 1)
    players = list(Player.objects.filter(pk__in=drawn))
    some = cycle([each.username for each in players])
    circle = start_circle(player=player, name="All of us")
    for each in players:
        join(player=each, token=circle.token)
    day, month = f"/boards/{SLUG}/{site.day}/", f"{site.day:%Y-%m}"
    pages = -(-site.size // PAGE)

    def any_page() -> str:
        return f"?page={random.randint(1, pages)}"

    return {
        "board, first page, guest": lambda: guest.get(day),
        "board, first page, own row far behind": lambda: somebody.get(day),
        "board, any page": lambda: somebody.get(day + any_page()),
        "board around anybody, API": lambda: guest.get(f"/api{day}?around={next(some)}"),
        "month": lambda: somebody.get(f"/boards/{SLUG}/{month}/"),
        "month, any page": lambda: somebody.get(f"/boards/{SLUG}/{month}/{any_page()}"),
        "month over all": lambda: somebody.get(f"/boards/all/{month}/"),
        "all time": lambda: somebody.get(f"/boards/{SLUG}/all-time/"),
        "all time, any page": lambda: somebody.get(f"/boards/{SLUG}/all-time/{any_page()}"),
        "full circle": lambda: somebody.get(f"/circles/{circle.pk}/{SLUG}/{site.day}/"),
        "full circle, month": lambda: somebody.get(f"/circles/{circle.pk}/{SLUG}/{month}/"),
        "anybody's page": lambda: guest.get(f"/players/{next(some)}/"),
        "the long history's page": lambda: guest.get("/players/Winner/"),
        "the long history's page, own": lambda: long.get("/players/Winner/"),
        "its months": lambda: long.get("/months/"),
        "its months with one patience": lambda: long.get(f"/months/?patience={SLUG}"),
        "its calendar": lambda: long.get(f"/calendar/{month}/"),
        "lobby, guest": lambda: guest.get("/"),
        "lobby, long history": lambda: long.get("/"),
    }


def ask(page: Callable[[], Any], times: int) -> Asked:
    """Ask for a page again and again; RuntimeError where it isn't there."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (backend,) = cursor.fetchone()
    answer = page()
    if answer.status_code != 200:
        raise RuntimeError(f"{answer.request['PATH_INFO']}: {answer.status_code}")
    longest = Longest()
    total = []
    python, inside = time.process_time(), cpu_seconds(backend)
    for _ in range(times):
        began = time.perf_counter()
        with connection.execute_wrapper(longest):
            page()
        total.append((time.perf_counter() - began) * 1000)
    return Asked(
        clock=statistics.median(total),
        python=(time.process_time() - python) * 1000 / times,
        postgresql=(cpu_seconds(backend) - inside) * 1000 / times,
        queries=longest.number // times,
        longest=longest,
    )


def main() -> None:
    """Fill, ask, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--entries", type=int, default=1_000_000, help="of one daily")
    parser.add_argument("--players", type=int, default=100_000, help="with a history")
    parser.add_argument("--years", type=int, default=YEARS, help="of dailies")
    parser.add_argument("--plans", action="store_true", help="of each page's longest query")
    given = parser.parse_args()
    random.seed(1883)
    with own_site() as database:
        if database != "postgresql":
            print("The pages are measured on PostgreSQL only: set DATABASE_URL.")
            return
        from django.core.management import call_command

        from leaderboard.models import Entry
        from leaderboard.standings.services import settle

        call_command("collectstatic", verbosity=0, interactive=False)
        site = Site()
        site.grow(given.entries)
        winner = add_histories(site, players=given.players, years=given.years)
        began = time.perf_counter()
        settled = settle()
        took = time.perf_counter() - began
        clean_up()
        won = Entry.objects.filter(player=winner).count()
        print(f"{Entry.objects.count():,} entries, {given.entries:,} of them of one daily;")
        print(f"{given.players:,} players with a history, the longest one of {won:,} entries;")
        print(f"yesterday's {settled} dailies were settled in {took:.0f} s.\n")
        print(f"{'milliseconds':40}{'clock':>8}{'Python':>8}{'PostgreSQL':>12}{'queries':>9}")
        for name, page in pages_of(site, winner).items():
            asked = ask(page, SAMPLES)
            over = "  too long" if asked.clock > LONGEST else ""
            print(
                f"{name:40}{asked.clock:8.1f}{asked.python:8.1f}{asked.postgresql:12.1f}"
                f"{asked.queries:9}{over}",
                flush=True,
            )
            if given.plans:
                print("\n".join(f"    {line}" for line in plan_of(asked.longest)), flush=True)


if __name__ == "__main__":
    main()
