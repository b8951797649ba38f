"""Print what a board of a daily costs in PostgreSQL as it grows to a million entries.

Run it with `python -m benchmarks.boards` from the repository and DATABASE_URL in the environment:
an empty PostgreSQL, which it fills. Each entry has a player of its own, since nobody plays a daily
twice. All is measured through the functions that the pages and the API call: milliseconds by the
clock (the median), with what Python does, and the CPU time of PostgreSQL alone (the mean).

Times depend on the machine. How they grow hardly does.
"""

from __future__ import annotations

import argparse
import random
import secrets
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from benchmarks.live import cpu_seconds
from benchmarks.site import own_site

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import DailyDeal
    from leaderboard.models import Entry

SLUG = "fan"
SAMPLES = 100
PAGE = 50
FAR = 10_000
# Minutes around six, with a long tail of slow ones.
TIMES = "(36000 * exp(0.5 * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())))::bigint"


class Site:
    """A daily that is over but not settled, with as many entries as it is told to have."""

    def __init__(self) -> None:
        from accounts.models import Player
        from games import selectors
        from games.calendar import day_bounds
        from games.models import DailyDeal, Deal

        self.day = selectors.today() - timedelta(days=1)
        opens, closes = day_bounds(self.day)
        deal = Deal.objects.create(
            ruleset=SLUG, ruleset_version=1, pack="AC" * 52, reshuffled="", created=opens
        )
        self.daily: DailyDeal = DailyDeal.objects.create(
            deal=deal,
            ruleset=SLUG,
            day=self.day,
            seed=secrets.token_bytes(32),
            seed_sha256="0" * 64,
            opens=opens,
            closes=closes,
            settles=closes,
        )
        self.staff: Player = Player.objects.create_superuser("Staff")
        self.template = self._enter(Player.objects.create_user("p0"))
        self.fresh = self.unstored(self.staff)
        self.size = 1

    def _enter(self, player: Player) -> Entry:
        from leaderboard.services import enter

        return enter(self.unstored(player))

    def unstored(self, player: Player) -> Entry:
        """A player's game of the daily, and its entry that isn't stored yet."""
        from games.models import Game
        from leaderboard.models import Entry

        finished = self.daily.opens + timedelta(hours=12)
        game = Game.objects.create(
            player=player,
            deal=self.daily.deal,
            daily=self.daily,
            started=finished - timedelta(minutes=6),
            finished=finished,
            outcome="won",
            position="",
        )
        return Entry(
            game=game,
            daily=self.daily,
            player=player,
            hundredths=36000,
            moves=90,
            undos=0,
            restarts=0,
            finished=finished,
            state="counted",
        )

    def grow(self, size: int) -> None:
        """Add players, games and entries in three statements."""
        from django.db import connection

        from accounts.models import Player
        from leaderboard import steps
        from leaderboard.models import Record, Settlement, Standing

        for model in (Settlement, Standing, Record):
            model.objects.all().delete()
        game, player = self.template.game, self.template.player
        numbers = f"generate_series({self.size}, {size - 1}) AS n"
        known = Player.objects.latest("pk").pk
        clone(player, numbers, username="'p' || n", name_key="'p' || n", look_key="'p' || n")
        with connection.cursor() as cursor:
            cursor.execute(
                "CREATE TEMP TABLE fresh AS SELECT id FROM accounts_player WHERE id > %s",
                [known],
            )
        later = "finished + random() * interval '11 hours'"
        clone(game, "fresh", id="gen_random_uuid()", player_id="fresh.id", finished=later)
        played = (
            "(SELECT g.id AS game, g.player_id AS player, g.finished AS at FROM games_game g "
            "JOIN fresh ON fresh.id = g.player_id) AS played"
        )
        clone(
            self.template,
            played,
            game_id="played.game",
            player_id="played.player",
            finished="played.at",
            hundredths=TIMES,
        )
        steps.recount(self.daily.pk)
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE fresh")
        clean_up()
        self.size = size


def clean_up() -> None:
    """What PostgreSQL does by itself a minute after so many changes."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def clone(row: Any, source: str, **columns: str) -> None:
    """Insert a copy of a row for each row of a source, with some columns worked out."""
    from django.db import connection

    model = type(row)
    names = [field.column for field in model._meta.concrete_fields]
    if "id" not in columns:
        names.remove("id")
    table = model._meta.db_table
    values = [columns.get(name, f"one.{name}") for name in names]
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(values)} "  # noqa: S608
            f"FROM {table} AS one, {source} WHERE one.id = %s",
            [row.pk],
        )


class Longest:
    """The query that took longest, of how many."""

    def __init__(self) -> None:
        self.number = 0
        self.milliseconds = 0.0
        self.query: tuple[str, Any] = ("", None)

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        began = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            took = (time.perf_counter() - began) * 1000
            self.number += 1
            if took > self.milliseconds:
                self.milliseconds, self.query = took, (sql, params)


@contextmanager
def undone() -> Iterator[None]:
    """Roll back whatever is done within."""
    from django.db import transaction

    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def measures(site: Site) -> dict[str, Callable[[], object]]:
    """What is measured, by name, each on something drawn by lot."""
    from leaderboard.models import Entry
    from leaderboard.ranks import rank_of, ranks_of
    from leaderboard.selectors import board
    from leaderboard.services import enter, void_entry

    last = Entry.objects.latest("pk").pk
    drawn = list(
        Entry.objects.filter(
            pk__in=random.sample(range(last - site.size + 1, last), SAMPLES * 6)
        ).select_related("player")
    )
    some = iter(drawn * 50)
    fresh = site.fresh
    pages = -(-site.size // PAGE)

    def part(**which: Any) -> object:
        return board(ruleset=SLUG, day=site.day, player=site.staff, **which)

    def around() -> object:
        player = next(some).player
        return board(ruleset=SLUG, day=site.day, player=player, around=player)

    def win() -> object:
        with undone():
            fresh.pk, fresh._state.adding = None, True
            return enter(fresh)

    def void() -> object:
        with undone():
            return void_entry(entry=next(some), reason="measured", by=site.staff)

    return {
        "top 50": part,
        "page around a player, and the own row": around,
        f"page {FAR}, or the last": lambda: part(page=min(FAR, pages)),
        "any page": lambda: part(page=random.randint(1, pages)),
        "anybody's rank": lambda: rank_of(next(some)),
        "ranks of 50 from all over": lambda: ranks_of([next(some) for _ in range(PAGE)]),
        "a win's entry": win,
        "void before settlement": void,
    }


def measures_of_months(site: Site) -> dict[str, Callable[[], object]]:
    """What is measured once the daily is settled."""
    from accounts.models import Player
    from leaderboard.standings.selectors import all_time_board, month_board

    month = site.day.replace(day=1)
    last = Player.objects.latest("pk").pk
    drawn = list(Player.objects.filter(pk__in=random.sample(range(last - site.size + 2, last), 99)))
    some = iter(drawn * 50)
    pages = -(-site.size // PAGE)

    def of_month(page: int = 1) -> object:
        return month_board(scope=SLUG, month=month, player=next(some), page=page)

    def of_all_time(page: int = 1) -> object:
        return all_time_board(ruleset=SLUG, player=next(some), page=page)

    return {
        "month, top 50, and anybody's own row": of_month,
        "month, any page, and anybody's row": lambda: of_month(random.randint(1, pages)),
        "all time, top 50, and anybody's row": of_all_time,
        "all time, any page, and anybody's row": lambda: of_all_time(random.randint(1, pages)),
    }


def measure(measured: Callable[[], object], times: int) -> tuple[float, float, Longest]:
    """Median milliseconds by the clock, PostgreSQL's own CPU time, and the longest query."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (backend,) = cursor.fetchone()
    total = []
    before = cpu_seconds(backend)
    for _ in range(times):
        longest = Longest()
        began = time.perf_counter()
        with connection.execute_wrapper(longest):
            measured()
        total.append((time.perf_counter() - began) * 1000)
    inside = (cpu_seconds(backend) - before) * 1000 / times
    return statistics.median(total), inside, longest


def plan_of(longest: Longest) -> list[str]:
    """The plan of the longest query, without its costs."""
    from django.db import connection

    sql, params = longest.query
    if not sql.lstrip().startswith(("SELECT", "WITH")):
        return []
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, COSTS OFF, SUMMARY OFF) {sql}", params)
        return [line for (line,) in cursor.fetchall() if "->" in line or "actual" in line]


def main() -> None:
    """Fill, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--months", action="store_true", help="settle, too: minutes at a million")
    parser.add_argument("--plans", action="store_true", help="of each one's longest query")
    given = parser.parse_args()
    sizes: list[int] = given.sizes
    months: bool = given.months
    random.seed(1883)
    found: dict[str, list[tuple[float, float]]] = {}
    plans: dict[str, list[str]] = {}

    def add(name: str, measured: Callable[[], object], times: int) -> None:
        total, inside, longest = measure(measured, times)
        found.setdefault(name, []).append((total, inside))
        plans[name] = plan_of(longest)

    with own_site() as database:
        if database != "postgresql":
            print("The boards are measured on PostgreSQL only: set DATABASE_URL.")
            return
        from leaderboard.standings.services import settle

        site = Site()
        for size in sizes:
            site.grow(size)
            for name, measured in measures(site).items():
                add(name, measured, SAMPLES)
            if not months:
                continue
            add("settlement", settle, 1)
            clean_up()
            for name, measured in measures_of_months(site).items():
                add(name, measured, SAMPLES)
            add("void after settlement", measures(site)["void before settlement"], 3)
    print("milliseconds by the clock, and of PostgreSQL's CPU")
    print(f"{'entries':40}" + "".join(f"{size:>20,}" for size in sizes) + "   growth")
    for name, columns in found.items():
        cells = "".join(f"{total:11.1f} {inside:8.1f}" for total, inside in columns)
        print(f"{name:40}{cells}{columns[-1][1] / max(columns[0][1], 0.1):8.1f}x")
    for name, plan in plans.items():
        if given.plans and plan:
            print(f"\n{name}, the longest query:")
            print("\n".join(plan))


if __name__ == "__main__":
    main()
