"""Points by month and records of all time, once the days are settled."""

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from itertools import count
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import translation

from accounts import services as accounts
from accounts.models import Player
from games import selectors
from games.boards import ALL, OF_THE_DAY
from leaderboard.models import Entry, Record, Standing
from leaderboard.profile import first_places_in, wins_of
from leaderboard.services import reinstate_entry, void_entry
from leaderboard.standings.selectors import all_time_board, month_board
from leaderboard.standings.services import settle
from leaderboard.verification import faults_of_boards
from tests.conftest import SetClock
from tests.support import AtOnce, publish, store_win

pytestmark = pytest.mark.django_db

Enter = Callable[..., Entry]
DAY = date(2026, 11, 28)
NOVEMBER = date(2026, 11, 1)


@pytest.fixture
def enter(set_clock: SetClock) -> Enter:
    """Enters a player's result of a day; afterwards all days up to today are over."""

    def enter(
        name: str, hundredths: int, *, day: date = DAY, slug: str = "fan", state: str = "counted"
    ) -> Entry:
        set_clock(f"{day} 12:00")
        daily = publish(slug, day)
        player = Player.objects.filter(username=name).first() or Player.objects.create_user(name)
        finished = daily.opens + timedelta(hours=2)
        return store_win(daily, player, hundredths, finished=finished, state=state)

    return enter


@pytest.fixture
def over(set_clock: SetClock) -> Callable[..., int]:
    """Goes to a moment and settles what is over then."""

    def settle_at(moment: str = "2026-11-30 12:00") -> int:
        set_clock(moment)
        return settle()

    return settle_at


@pytest.fixture
def chef() -> Player:
    """Somebody at the desk."""
    return Player.objects.create_superuser("Chef")


def month(scope: str, month: date = NOVEMBER) -> list[tuple[int, str, int, int]]:
    """The ranks, names, points and wins of a month; equals of one day in any order."""
    shown = month_board(scope=scope, month=month, player=None)
    return sorted((row.rank, row.name, row.points, row.wins) for row in shown.rows)


def records(slug: str = "fan") -> list[tuple[int, str, int, int, int, int]]:
    """The board of all time."""
    shown = all_time_board(ruleset=slug, player=None)
    return [(row.rank, row.name, row.wins, row.best, row.median, row.streak) for row in shown.rows]


def test_points_are_the_share_that_one_was_faster_than_or_equal_to(
    enter: Enter, over: Callable[..., int]
) -> None:
    for name, hundredths in (("Anna", 100), ("Bert", 200), ("Carl", 200), ("Dora", 300)):
        enter(name, hundredths)
    assert over() == 1
    # Three of four are not faster than Bert and Carl; Dora is faster than nobody but herself.
    assert month("fan") == [
        (1, "Anna", 100, 1),
        (2, "Bert", 75, 1),
        (2, "Carl", 75, 1),
        (4, "Dora", 25, 1),
    ]
    assert month(ALL) == month("fan")
    assert month("citadel") == []


def test_the_last_of_many_gets_one_point(enter: Enter, over: Callable[..., int]) -> None:
    for place in range(150):
        enter(f"Player{place}", 100 + place)
    over()
    points = [
        row.points
        for page in (1, 2, 3)
        for row in month_board(scope="fan", month=NOVEMBER, player=None, page=page).rows
    ]
    assert points[:3] == [100, 100, 99]
    assert points[-2:] == [2, 1]
    assert all(points)


def test_nothing_is_given_before_the_day_is_settled_and_nothing_twice(
    enter: Enter, over: Callable[..., int]
) -> None:
    enter("Anna", 100)
    assert over("2026-11-29 00:30") == 0
    assert month("fan") == []
    assert over() == 1
    assert over() == 0
    assert month("fan") == [(1, "Anna", 100, 1)]


def test_a_month_adds_up_its_days_and_no_other_months(
    enter: Enter, over: Callable[..., int]
) -> None:
    for day in (date(2026, 11, 29), date(2026, 11, 30), date(2026, 12, 1)):
        enter("Anna", 100, day=day)
        enter("Bert", 200, day=day)
    enter("Bert", 100, day=date(2026, 11, 30), slug="citadel")
    over("2026-12-03 12:00")
    assert month("fan") == [(1, "Anna", 200, 2), (2, "Bert", 100, 2)]
    assert month(ALL) == [(1, "Anna", 200, 2), (1, "Bert", 200, 3)]
    assert month(ALL, date(2026, 12, 1)) == [(1, "Anna", 100, 1), (2, "Bert", 50, 1)]


def test_the_days_own_patience_has_a_month_of_its_own(
    enter: Enter, over: Callable[..., int]
) -> None:
    days = [DAY - timedelta(days=past) for past in range(12)]
    own = next(day for day in days if selectors.patience_of_the_day(day) == "fan")
    enter("Anna", 100, day=own)
    enter("Bert", 100, day=own - timedelta(days=1))
    over()
    assert month(OF_THE_DAY) == [(1, "Anna", 100, 1)]
    assert len({selectors.patience_of_the_day(day) for day in days}) == 12


def test_void_and_reinstated_entries_move_everybodys_points(
    enter: Enter, over: Callable[..., int], chef: Player
) -> None:
    first = enter("Anna", 100)
    enter("Bert", 200)
    held = enter("Carl", 50, state="held")
    over()
    assert month("fan") == [(1, "Anna", 100, 1), (2, "Bert", 50, 1)]
    void_entry(entry=first, reason="by a program", by=chef)
    assert month("fan") == month(ALL) == [(1, "Bert", 100, 1)]
    assert [name for _, name, *_ in records()] == ["Bert"]
    reinstate_entry(entry=held, by=chef)
    assert month("fan") == [(1, "Carl", 100, 1), (2, "Bert", 50, 1)]
    reinstate_entry(entry=first, by=chef)
    assert month(ALL) == [(1, "Carl", 100, 1), (2, "Anna", 67, 1), (3, "Bert", 34, 1)]
    assert [name for _, name, *_ in records()] == ["Carl", "Anna", "Bert"]


def test_what_a_deleted_player_won_still_counts_against_others(
    enter: Enter, over: Callable[..., int]
) -> None:
    gone = enter("Anna", 100)
    enter("Bert", 200)
    assert gone.player is not None
    gone.player.delete()
    over()
    assert month("fan") == [(1, "Bert", 50, 1)]


def test_who_is_deleted_later_leaves_everybodys_rank_as_it_was(
    enter: Enter, over: Callable[..., int]
) -> None:
    gone = enter("Anna", 100)
    enter("Bert", 200)
    over()
    assert gone.player is not None
    gone.player.delete()
    with translation.override("en"):
        assert month("fan") == [(1, "deleted player", 100, 1), (2, "Bert", 50, 1)]
        assert [name for _, name, *_ in records()] == ["deleted player", "Bert"]


def test_a_decision_about_one_deleted_players_entry_leaves_what_the_others_have_left(
    enter: Enter, over: Callable[..., int], chef: Player
) -> None:
    gone = [enter("Anna", 100), enter("Bert", 200)]
    kept = enter("Carl", 300)
    over()
    for entry in gone:
        assert entry.player is not None
        entry.player.delete()
    before = records()
    assert [wins for _, _, wins, *_ in before] == [1, 1, 1]
    void_entry(entry=gone[0], reason="by a program", by=chef)
    assert records() == before
    void_entry(entry=kept, reason="by a program", by=chef)
    assert records() == before[:2]


def test_all_time_ranks_by_wins_and_then_by_the_best_time(
    enter: Enter, over: Callable[..., int]
) -> None:
    for past, hundredths in ((0, 300), (1, 100), (2, 250), (5, 900)):
        enter("Anna", hundredths, day=DAY - timedelta(days=past))
    enter("Bert", 50)
    enter("Carl", 40, day=DAY - timedelta(days=1))
    enter("Dora", 40, day=DAY - timedelta(days=2))
    over()
    assert records() == [
        (1, "Anna", 4, 100, 275, 3),
        # Of equals, who has been on the board for longer.
        (2, "Dora", 1, 40, 40, 1),
        (2, "Carl", 1, 40, 40, 1),
        (4, "Bert", 1, 50, 50, 1),
    ]


def test_days_in_a_row_go_on_over_clock_changes_and_the_years_end(
    enter: Enter, over: Callable[..., int]
) -> None:
    for first, number in ((date(2026, 10, 24), 3), (date(2026, 12, 30), 4), (date(2027, 3, 27), 3)):
        for past in range(number):
            enter("Anna", 100, day=first + timedelta(days=past))
    over("2027-04-10 12:00")
    assert records() == [(1, "Anna", 10, 100, 100, 4)]
    assert [
        (each.month.isoformat(), each.wins)
        for each in Standing.objects.filter(scope="fan").order_by("month")
    ] == [
        ("2026-10-01", 3),
        ("2026-12-01", 2),
        ("2027-01-01", 2),
        ("2027-03-01", 3),
    ]


def test_ones_own_place_is_told_on_every_page_and_ranks_go_on(
    enter: Enter, over: Callable[..., int]
) -> None:
    for place in range(60):
        mine = enter(f"Player{place:02}", 100 + place)
    over()
    first = month_board(scope="fan", month=NOVEMBER, player=mine.player)
    assert (first.total, first.pages, len(first.rows)) == (60, 2, 50)
    assert first.mine is not None
    assert (first.mine.rank, first.mine.name, first.mine.is_me) == (60, "Player59", True)
    second = month_board(scope="fan", month=NOVEMBER, player=None, page=2)
    assert [row.rank for row in second.rows] == list(range(51, 61))
    own = all_time_board(ruleset="fan", player=mine.player, page=9)
    assert (own.page, own.rows[-1]) == (2, own.mine)


def test_places_and_ranks_are_right_however_far_the_next_known_one_is(
    enter: Enter, over: Callable[..., int], chef: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Pages of ten, and the place of every second page known.
    monkeypatch.setattr("leaderboard.standings.selectors.PAGE_SIZE", 10)
    for module in ("boards", "services"):
        monkeypatch.setattr(f"leaderboard.standings.{module}.STRIDE", 20)
    random = Random(1887)
    entries = [enter(f"Player{number:02}", random.randint(1, 60)) for number in range(87)]
    for number in range(0, 87, 3):
        enter(f"Player{number:02}", random.randint(1, 9), day=DAY - timedelta(days=1))
    over()

    def assert_right() -> None:
        for board, value in (
            (partial(month_board, scope="fan", month=NOVEMBER), lambda row: row.points),
            (partial(all_time_board, ruleset="fan"), lambda row: (row.wins, -row.best)),
        ):
            first = board(player=None)
            rows = [
                row
                for page in range(1, first.pages + 1)
                for row in board(player=None, page=page).rows
            ]
            values = [value(row) for row in rows]
            assert first.total == len(rows) == len({row.name for row in rows})
            assert [row.rank for row in rows] == [
                1 + sum(other > mine for other in values) for mine in values
            ]
            for row in rows:
                own = board(player=Player.objects.get(username=row.name)).mine
                assert own is not None
                assert (own.rank, own.name) == (row.rank, row.name)
        assert list(faults_of_boards()) == []

    assert_right()
    for entry in random.sample(entries, 5):
        void_entry(entry=entry, reason="by lot", by=chef)
    assert_right()
    assert entries[50].player is not None
    entries[50].player.delete()
    assert list(faults_of_boards()) == []


def test_first_places_are_told_the_same_before_and_after_settlement(
    enter: Enter, over: Callable[..., int], chef: Player
) -> None:
    anna = enter("Anna", 100)
    bert = enter("Bert", 100)
    enter("Bert", 50, slug="citadel")
    dora = enter("Dora", 99, state="held")

    def places() -> list[int]:
        players = (anna.player, bert.player, dora.player)
        return [first_places_in(wins_of(each)) for each in players if each]

    assert places() == [1, 2, 0]
    over()
    assert places() == [1, 2, 0]
    reinstate_entry(entry=dora, by=chef)
    assert places() == [0, 1, 1]
    void_entry(entry=dora, reason="by a program", by=chef)
    void_entry(entry=bert, reason="by a program", by=chef)
    assert places() == [1, 1, 0]
    void_entry(entry=anna, reason="by a program", by=chef)
    assert places() == [0, 1, 0]
    assert list(faults_of_boards()) == []


@pytest.mark.django_db(transaction=True)
def test_a_settlement_that_is_stopped_anywhere_loses_and_doubles_nothing(
    enter: Enter, over: Callable[..., int]
) -> None:
    days = [DAY - timedelta(days=past) for past in range(4)]
    for day in days:
        enter("Anna", 100, day=day)
        enter("Bert", 200, day=day)
    stops = 0
    while _stops_before_statement(stops, over):
        assert list(faults_of_boards()) == []
        stops += 1
    # Once at least before each statement of a settlement.
    assert stops > 10
    assert month(ALL) == [(1, "Anna", 400, 4), (2, "Bert", 200, 4)]
    assert [wins for _, _, wins, *_ in records()] == [4, 4]


def _stops_before_statement(number: int, function: Callable[[], object]) -> bool:
    """Call a function that is stopped before a statement; tells whether it came so far."""
    statements = count()

    def stop(execute: Callable[..., Any], *statement: Any) -> Any:
        if next(statements) == number:
            raise SystemExit
        return execute(*statement)

    try:
        with connection.execute_wrapper(stop):
            function()
    except SystemExit:
        return True
    return False


# --- Together and against each other ------------------------------------------------------------


def test_whatever_is_decided_all_sums_stay_what_the_entries_amount_to(
    enter: Enter, over: Callable[..., int], chef: Player
) -> None:
    random = Random(1891)
    days = [date(2026, 11, 28), date(2026, 11, 30), date(2026, 12, 1)]
    entries = [
        enter(
            f"Player{number}",
            random.randint(1, 30),
            day=day,
            slug=slug,
            state=random.choice(["counted", "counted", "held"]),
        )
        for day in days
        for slug in ("fan", selectors.patience_of_the_day(day))
        for number in random.sample(range(12), 8)
    ]
    assert over("2026-12-03 12:00") == 6
    assert list(faults_of_boards()) == []
    before = month(ALL), month(OF_THE_DAY), records()
    for entry in random.sample(entries, 15):
        if Entry.objects.get(pk=entry.pk).state == "counted":
            void_entry(entry=entry, reason="by lot", by=chef)
        else:
            reinstate_entry(entry=entry, by=chef)
        assert list(faults_of_boards()) == []
    for entry in Entry.objects.all():
        wished = next(each.state for each in entries if each.pk == entry.pk)
        if wished == "counted" and entry.state != "counted":
            reinstate_entry(entry=entry, by=chef)
        elif wished == "held" and entry.state == "counted":
            void_entry(entry=entry, reason="it had been held", by=chef)
    assert (month(ALL), month(OF_THE_DAY), records()) == before


@pytest.mark.django_db(transaction=True)
def test_two_that_settle_at_once_give_everything_once(
    enter: Enter, over: Callable[..., int], at_once: AtOnce, set_clock: SetClock
) -> None:
    for day in (date(2026, 11, 27), DAY, date(2026, 12, 1)):
        for slug in ("fan", "citadel"):
            for number in range(4):
                enter(f"Player{number}", 100 + number, day=day, slug=slug)
    set_clock("2026-12-03 12:00")
    failed = [each for each in at_once([settle, settle, settle]) if isinstance(each, Exception)]
    assert failed == []
    assert list(faults_of_boards()) == []
    assert records()[0] == (1, "Player0", 3, 100, 100, 2)


@pytest.mark.django_db(transaction=True)
def test_decisions_and_settlements_at_once_leave_nothing_out(
    enter: Enter, at_once: AtOnce, set_clock: SetClock, chef: Player
) -> None:
    entries = [
        enter(f"Player{number}", 100 + number, day=day)
        for day in (date(2026, 11, 27), DAY)
        for number in range(4)
    ]
    set_clock("2026-11-30 12:00")

    def decide(entry: Entry) -> Callable[[], object]:
        return lambda: void_entry(entry=entry, reason="by a program", by=chef)

    done = at_once([settle, *(decide(entry) for entry in entries[::3]), settle])
    assert [each for each in done if isinstance(each, Exception)] == []
    assert list(faults_of_boards()) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_settled", [False, True])
def test_players_who_are_deleted_meanwhile_stop_neither_settlements_nor_decisions(
    enter: Enter, at_once: AtOnce, set_clock: SetClock, chef: Player, is_settled: bool
) -> None:
    days = (date(2026, 11, 26), date(2026, 11, 27), DAY)
    entries = [enter(f"Player{number}", 100 + number, day=day) for day in days for number in (1, 2)]
    set_clock("2026-11-30 12:00")
    if is_settled:
        settle()
    gone = Player.objects.filter(username__startswith="Player")
    deletions = [partial(accounts.delete_player, player=player) for player in gone]
    void = partial(void_entry, entry=entries[1], reason="by a program", by=chef)
    done = at_once([settle, deletions[0], void, deletions[1], settle])
    assert [each for each in done if isinstance(each, Exception)] == []
    assert list(faults_of_boards()) == []


def test_what_was_changed_by_hand_is_found(enter: Enter, over: Callable[..., int]) -> None:
    entry, other = enter("Anna", 100), enter("Bert", 200)
    over()
    Entry.objects.filter(pk=entry.pk).update(hundredths=300)
    found = list(faults_of_boards())
    assert found == [
        "fan 2026-11-28: the counts are not the entries'",
        "fan 2026-11-28: the fastest time is not the entries'",
        *(
            f"{scope} 2026-11: the points of player {each.player_id} are not the entries'"
            for each in (entry, other)
            for scope in (ALL, "fan")
        ),
        f"fan, all time: the record of player {entry.player_id} is not the entries'",
    ]
    Entry.objects.filter(pk=entry.pk).update(hundredths=100)
    Standing.objects.filter(scope=ALL, player=entry.player_id).update(points=99)
    assert list(faults_of_boards()) == [
        f"all 2026-11: the points of player {entry.player_id} are not the entries'"
    ]
    with pytest.raises(CommandError):
        call_command("verify_boards")
    Standing.objects.filter(scope=ALL, player=entry.player_id).update(points=100, place=1)
    assert list(faults_of_boards()) == ["all 2026-11: the places are not those of the rows"]


@pytest.mark.parametrize("column", ["wins", "best", "median", "streak"])
def test_a_record_that_was_changed_by_hand_is_found(
    enter: Enter, over: Callable[..., int], column: str
) -> None:
    for past, hundredths in enumerate([100, 105, 300, 110]):
        enter("Anna", hundredths, day=DAY - timedelta(days=past))
    entry = enter("Bert", 200)
    over()
    assert list(faults_of_boards()) == []
    Record.objects.filter(player=entry.player_id).update(**{column: 7})
    fault = f"fan, all time: the record of player {entry.player_id} is not the entries'"
    assert list(faults_of_boards()) == [fault]
    Record.objects.filter(player=entry.player_id).delete()
    assert list(faults_of_boards()) == [fault]
