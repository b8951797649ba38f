"""Entries, ranks and boards."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import IntegrityError
from django.utils import translation
from pytest_django import (
    DjangoAssertNumQueries,
    DjangoCaptureOnCommitCallbacks,
    Settings,
)

from accounts.models import Player
from games import boards, selectors, services
from games.errors import GameError
from games.models import DailyDeal
from games.seats import Seat
from leaderboard.models import Entry
from leaderboard.ranks import rank_of, ranks_of
from leaderboard.results import results_of
from leaderboard.selectors import board
from leaderboard.services import AlreadySo, reinstate_entry, void_entry
from leaderboard.verification import faults_of_boards
from tests.support import SetClock, SitDown, StoreDaily, publish

pytestmark = pytest.mark.django_db

Enter = Callable[..., Entry]

TODAY = date(2026, 11, 29)


def player_of(entry: Entry) -> Player:
    """Who an entry is of."""
    return Player.objects.get(entries=entry)


def shown(page: int = 1, page_size: int = 50) -> list[tuple[int, str]]:
    """Ranks and names of a page of today's board of Fan."""
    found = board(ruleset="fan", day=TODAY, player=None, page=page, page_size=page_size)
    return [(row.rank, row.name) for row in found.entries]


def test_equal_times_share_a_rank_and_who_was_first_stands_first(enter: Enter) -> None:
    for name, hundredths in [("Anna", 500), ("Bert", 300), ("Cara", 500), ("Dora", 700)]:
        enter(name, hundredths)
    assert shown() == [(1, "Bert"), (2, "Anna"), (2, "Cara"), (4, "Dora")]


def test_only_counted_entries_have_a_rank(enter: Enter) -> None:
    held = enter("Anna", 100, "held")
    void = enter("Bert", 200, "void")
    third = enter("Cara", 300)
    assert shown() == [(1, "Cara")]
    assert [rank_of(entry) for entry in (held, void, third)] == [None, None, 1]


def test_every_page_and_place_tells_the_same_ranks(enter: Enter, fan: DailyDeal) -> None:
    entries = [
        enter(f"Player{place}", hundredths) for place, hundredths in enumerate([5, 5, 7, 7, 7, 9])
    ]
    ranks = [1, 1, 3, 3, 3, 6]
    pages = [rank for page in (1, 2, 3) for rank, _ in shown(page=page, page_size=2)]
    assert pages == ranks
    assert [rank_of(entry) for entry in entries] == ranks
    assert [results_of(player_of(entry)).results[0].rank for entry in entries] == ranks
    told = boards.keeper().results_of_games([entry.game_id for entry in entries])
    assert [told[entry.game_id].rank for entry in entries] == ranks
    cards = [
        selectors.daily_states(player=player_of(entry), day=TODAY)["fan"].rank for entry in entries
    ]
    assert cards == ranks


def test_a_page_beyond_the_end_is_the_last(enter: Enter) -> None:
    for place in range(5):
        enter(f"Player{place}", place)
    found = board(ruleset="fan", day=TODAY, player=None, page=9, page_size=2)
    assert (found.page, found.pages, found.total) == (3, 3, 5)
    assert [row.name for row in found.entries] == ["Player4"]
    publish("citadel", TODAY)
    empty = board(ruleset="citadel", day=TODAY, player=None)
    assert (empty.page, empty.pages, empty.total, empty.entries) == (1, 1, 0, [])


def test_my_own_row_is_told_on_whatever_page_it_is(enter: Enter) -> None:
    for place in range(5):
        mine = enter(f"Player{place}", place)
    found = board(ruleset="fan", day=TODAY, player=mine.player, page=1, page_size=2)
    assert found.mine is not None
    assert (found.mine.rank, found.mine.name, found.mine.is_me) == (5, "Player4", True)
    assert [row.name for row in found.near] == ["Player3", "Player4"]
    assert not any(row.is_me for row in found.entries)


def test_whoever_is_not_on_the_board_has_no_row(enter: Enter, player: Player) -> None:
    held = enter("Anna", 100, "held")
    for who in (held.player, player, None):
        assert board(ruleset="fan", day=TODAY, player=who).mine is None


def test_boards_of_days_to_come_and_that_never_were_are_refused(fan: DailyDeal) -> None:
    for day, code in ((TODAY + timedelta(days=1), "not_open"), (date(2020, 1, 1), "not_found")):
        with pytest.raises(GameError) as caught:
            board(ruleset="fan", day=day, player=None)
        assert caught.value.code == code


def test_a_board_costs_as_many_queries_for_fifty_rows_as_for_two(
    enter: Enter, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    enter("Anna", 1)
    enter("Bert", 2)
    # The daily, how many took how many minutes, and the page.
    with django_assert_num_queries(3):
        board(ruleset="fan", day=TODAY, player=None)
    for place in range(48):
        enter(f"Player{place}", place)
    with django_assert_num_queries(3):
        assert len(board(ruleset="fan", day=TODAY, player=None).entries) == 50


def test_ranks_of_any_entries_of_any_days_are_one_more_than_the_faster_ones(
    fan: DailyDeal, enter: Enter, daily_of_case: StoreDaily
) -> None:
    random = Random(1883)
    other = daily_of_case("fan", day=TODAY + timedelta(days=1)).daily
    entries = []
    for place in range(40):
        state = random.choice(["counted", "counted", "counted", "held", "void"])
        daily = random.choice([fan, other])
        entries.append(enter(f"Player{place}", random.randint(1, 12), state, daily=daily))
    for _ in range(20):
        some = random.sample(entries, random.randint(1, 12))
        for key, ranking in ranks_of(some).items():
            entry = Entry.objects.get(pk=key)
            board_of = [e for e in entries if e.daily == entry.daily and e.state == "counted"]
            faster = sum(e.hundredths < entry.hundredths for e in board_of)
            assert ranking.rank == (faster + 1 if entry.state == "counted" else None)
            assert ranking.total == len(board_of)


def test_a_deleted_player_keeps_the_place(enter: Enter) -> None:
    player_of(enter("Anna", 100)).delete()
    enter("Bert", 200)
    with translation.override("de"):
        assert shown() == [(1, "gelöschter Spieler"), (2, "Bert")]
    with translation.override("en"):
        assert shown() == [(1, "deleted player"), (2, "Bert")]


def test_clean_is_who_took_nothing_back(enter: Enter) -> None:
    enter("Anna", 100)
    enter("Bert", 200, undos=1)
    rows = board(ruleset="fan", day=TODAY, player=None).entries
    assert [row.clean for row in rows] == [True, False]


# --- Held ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("milliseconds", "state"), [(249, "held"), (250, "counted")])
def test_moves_faster_than_hands_are_held(
    milliseconds: int,
    state: str,
    set_clock: SetClock,
    seat: Seat,
    daily_of_case: StoreDaily,
    table: SitDown,
    settings: Settings,
) -> None:
    settings.FASTEST_SECONDS_PER_MOVE = 0.25
    set_clock("2026-11-29 12:00")
    found = daily_of_case("fan")
    at = table(services.start_or_resume(seat=seat, ruleset="fan", day=TODAY), seat)
    set_clock.advance(milliseconds=milliseconds * len(found.line))
    last = at.play(*found.line)
    assert Entry.objects.get().state == last["result"]["state"] == state
    assert last["result"]["rank"] == (1 if state == "counted" else None)


@pytest.mark.parametrize(("milliseconds", "state"), [(249, "held"), (250, "counted")])
def test_a_sequence_and_a_finish_need_a_hand_once_each_and_what_was_undone_none(
    milliseconds: int,
    state: str,
    set_clock: SetClock,
    seat: Seat,
    daily_of_case: StoreDaily,
    table: SitDown,
    settings: Settings,
) -> None:
    settings.FASTEST_SECONDS_PER_MOVE = 0.25
    set_clock("2026-11-29 12:00")
    line = daily_of_case("beleaguered-castle").line
    game = services.start_or_resume(seat=seat, ruleset="beleaguered-castle", day=TODAY)
    at = table(game, seat)
    at.play(*line[:17])
    # The next three of the line, entered at once.
    assert at.play("5H:T4>T8", sequence=True)["ply"] == 20
    at.play_until_the_rest_goes_up(line[20:])
    hands = len(at.answers) + 1
    at.undo()
    at.play(line[at.answers[-1]["ply"]])
    set_clock.advance(milliseconds=milliseconds * hands)
    last = at.finish()
    entry = Entry.objects.get()
    assert entry.state == last["result"]["state"] == state
    assert entry.moves == last["ply"] > hands + 2


# --- What staff decide --------------------------------------------------------------------------


def test_ranks_follow_at_once_when_an_entry_is_void_and_when_it_is_back(
    enter: Enter, staff: Player
) -> None:
    first, second = enter("Anna", 100), enter("Bert", 200)
    void_entry(entry=first, reason=" played by a machine ", by=staff)
    assert shown() == [(1, "Bert")]
    assert rank_of(second) == 1
    first.refresh_from_db()
    assert (first.state, first.reason) == ("void", "played by a machine")
    reinstate_entry(entry=first, by=staff)
    assert shown() == [(1, "Anna"), (2, "Bert")]
    assert rank_of(second) == 2


def test_a_held_entry_is_put_on_the_board(enter: Enter, staff: Player) -> None:
    held = enter("Anna", 100, "held")
    reinstate_entry(entry=held, by=staff)
    assert shown() == [(1, "Anna")]


def test_every_decision_leaves_a_log_entry(enter: Enter, staff: Player) -> None:
    entry = enter("Anna", 100)
    void_entry(entry=entry, reason="a machine", by=staff)
    reinstate_entry(entry=entry, by=staff)
    logged = LogEntry.objects.order_by("pk")
    assert [log.change_message for log in logged] == ["counted → void: a machine", "void → counted"]
    assert {(log.user, log.object_id) for log in logged} == {(staff, str(entry.pk))}


def test_deciding_the_same_twice_changes_nothing(enter: Enter, staff: Player) -> None:
    entry = enter("Anna", 100)
    with pytest.raises(AlreadySo):
        reinstate_entry(entry=entry, by=staff)
    void_entry(entry=entry, reason="once", by=staff)
    with pytest.raises(AlreadySo):
        void_entry(entry=entry, reason="twice", by=staff)
    assert Entry.objects.get().reason == "once"
    assert LogEntry.objects.count() == 1


def test_an_entry_is_void_for_a_reason(enter: Enter, staff: Player) -> None:
    entry = enter("Anna", 100)
    with pytest.raises(ValueError, match="reason"):
        void_entry(entry=entry, reason="  ", by=staff)
    with pytest.raises(IntegrityError):
        Entry.objects.update(state="void")


# --- What the database and the channel layer hold ------------------------------------------------


def test_the_database_takes_no_second_entry_for_a_game(enter: Enter) -> None:
    entry = enter("Anna", 100)
    entry.pk, entry._state.adding = None, True
    with pytest.raises(IntegrityError):
        entry.save(force_insert=True)


def test_who_looks_at_a_board_is_told_of_changes_without_anybodys_language(
    enter: Enter,
    staff: Player,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    told: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr("games.events._send", lambda group, message: told.append((group, message)))
    first = enter("Anna", 100)
    player_of(enter("Bert", 200)).delete()
    with django_capture_on_commit_callbacks() as callbacks:
        void_entry(entry=first, reason="a machine", by=staff)
    assert told == []
    for callback in callbacks:
        callback()
    ((group, message),) = told
    assert group == "board.fan.2026-11-29"
    assert message["type"] == "board.changed"
    assert message["payload"]["total"] == 1
    (row,) = message["payload"]["top"]
    assert (row["rank"], row["name"], row["hundredths"]) == (1, None, 200)


def test_a_held_win_tells_no_board(
    set_clock: SetClock,
    seat: Seat,
    daily_of_case: StoreDaily,
    table: SitDown,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    set_clock("2026-11-29 12:00")
    found = daily_of_case("fan")
    at = table(services.start_or_resume(seat=seat, ruleset="fan", day=TODAY), seat)
    at.play(*found.line[:-1])
    told: list[str] = []
    monkeypatch.setattr("games.events._send", lambda group, message: told.append(group))
    with django_capture_on_commit_callbacks(execute=True):
        at.play(found.line[-1])
    assert told == [f"game.{at.game_id.hex}"]
    assert Entry.objects.get().state == "held"


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"undos": 0}, "number of undos"),
        ({"restarts": 1}, "number of restarts"),
        ({"moves": 1}, "number of moves"),
        ({"finished": datetime(2026, 11, 29, tzinfo=UTC)}, "end"),
        ({"player": None}, "player"),
    ],
)
def test_an_entry_that_was_changed_by_hand_is_found(
    change: dict[str, Any], what: str, enter: Enter
) -> None:
    entry = enter("Anna", 100, undos=2)
    player_of(enter("Bert", 200)).delete()
    assert list(faults_of_boards()) == []
    Entry.objects.filter(pk=entry.pk).update(**change)
    assert list(faults_of_boards()) == [f"game {entry.game_id}: the {what} of its entry is another"]


def test_an_entry_that_was_moved_to_another_day_is_found(enter: Enter) -> None:
    entry = enter("Anna", 100)
    Entry.objects.filter(pk=entry.pk).update(daily=publish("citadel", TODAY))
    assert f"game {entry.game_id}: the daily of its entry is another" in faults_of_boards()
