"""Boards in parts: pages by number, and rows before, after and around a place."""

from collections.abc import Callable
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest

from accounts.models import Player
from games.boards import Board, Place
from games.models import DailyDeal
from leaderboard import steps
from leaderboard.models import Entry, Step
from leaderboard.ranks import rank_of
from leaderboard.selectors import board
from leaderboard.services import reinstate_entry, void_entry
from tests.support import StoreDaily

pytestmark = pytest.mark.django_db

Enter = Callable[..., Entry]
TODAY = date(2026, 11, 29)


def part(**which: Any) -> Board:
    """A part of today's board of Fan, three rows long."""
    return board(ruleset="fan", day=TODAY, player=None, page_size=3, **which)


def names(of: Board) -> list[str]:
    """Who stands on a part of a board, in order."""
    return [row.name for row in of.entries]


def crowd(enter: Enter) -> list[Entry]:
    """Eight players, two of them equal, in the order of the board."""
    times = [5900, 6000, 6000, 6001, 6099, 6100, 12000, 360000]
    return [enter(f"Player{place}", hundredths) for place, hundredths in enumerate(times)]


def test_pages_by_number_and_by_place_hold_the_same_rows(enter: Enter) -> None:
    crowd(enter)
    by_number = [names(part(page=page)) for page in (1, 2, 3)]
    assert [len(page) for page in by_number] == [3, 3, 2]
    first = part()
    second = part(after=first.after)
    third = part(after=second.after)
    assert [names(each) for each in (first, second, third)] == by_number
    assert [each.page for each in (first, second, third)] == [1, 2, 3]
    assert (first.before, third.after) == (None, None)
    back = part(before=third.before)
    assert names(back) == by_number[1]
    assert names(part(before=back.before)) == by_number[0]


def test_going_on_skips_and_repeats_nobody_while_others_arrive_and_leave(
    enter: Enter, staff: Player
) -> None:
    everybody = crowd(enter)
    first = part()
    enter("Faster", 1000)
    void_entry(entry=everybody[2], reason="the last row shown", by=staff)
    assert names(part(after=first.after)) == ["Player3", "Player4", "Player5"]
    shown = part(after=first.after)
    assert names(part(before=shown.before)) == ["Faster", "Player0", "Player1"]


def test_around_a_player_are_the_rows_before_and_after(enter: Enter, player: Player) -> None:
    everybody = crowd(enter)
    around = part(around=everybody[4].player)
    assert names(around) == ["Player3", "Player4", "Player5"]
    assert [row.rank for row in around.entries] == [4, 5, 6]
    assert around.page == 2
    assert names(part(around=everybody[0].player)) == ["Player0", "Player1", "Player2"]
    assert names(part(around=everybody[7].player)) == ["Player6", "Player7"]
    with pytest.raises(LookupError):
        part(around=player)


def test_a_place_is_told_and_read_as_text_and_stays_where_it_was(enter: Enter) -> None:
    crowd(enter)
    place = part().after
    assert place is not None
    assert Place.parse(str(place)) == place
    for text in ("", "1-2", "1-2-x", "-1-2-3", "1-2-3\n", "1" * 11 + "-2-3"):
        with pytest.raises(ValueError, match=r"^$|[0-9]"):
            Place.parse(text)


def test_beyond_the_last_there_is_nothing_and_a_way_back(enter: Enter) -> None:
    last = crowd(enter)[-1]
    beyond = part(after=Place(hundredths=last.hundredths, finished=last.finished, entry=last.pk))
    assert (names(beyond), beyond.page, beyond.after) == ([], 3, None)


def test_pages_ranks_and_sizes_are_those_of_a_plain_count_whatever_has_happened(
    fan: DailyDeal, enter: Enter, staff: Player, daily_of_case: StoreDaily
) -> None:
    random = Random(1889)
    other = daily_of_case("fan", day=TODAY - timedelta(days=1)).daily
    entries: list[Entry] = []
    for turn in range(120):
        kind = random.choice(["enter", "enter", "enter", "decide"])
        if kind == "enter":
            hundredths = random.choice([random.randint(5990, 6010), random.randint(1, 40000)])
            state, daily = random.choice(["counted", "held"]), random.choice([fan, fan, other])
            entries.append(enter(f"Player{turn}", hundredths, state, daily=daily))
        elif entries:
            entry = Entry.objects.get(pk=random.choice(entries).pk)
            if entry.state == "counted":
                void_entry(entry=entry, reason="by lot", by=staff)
            else:
                reinstate_entry(entry=entry, by=staff)
    for daily, day in ((fan, TODAY), (other, TODAY - timedelta(days=1))):
        counted = Entry.objects.filter(daily=daily, state="counted").select_related("player")
        ordered = sorted(counted, key=lambda each: (each.hundredths, each.finished, each.pk))
        ranks = [1 + sum(e.hundredths < each.hundredths for e in ordered) for each in ordered]
        shown = []
        for page in range(1, -(-len(ordered) // 7) + 1):
            found = board(ruleset="fan", day=day, player=None, page=page, page_size=7)
            assert found.total == len(ordered)
            shown += [(row.rank, row.name) for row in found.entries]
        assert shown == list(zip(ranks, [str(e.player) for e in ordered], strict=True))
        assert [rank_of(each) for each in ordered] == ranks
        kept = Step.objects.filter(daily=daily, number__gt=0)
        of_entries = steps.counted(daily.pk)
        assert {(step.width, step.start): step.number for step in kept} == of_entries
        steps.recount(daily.pk)
        again = Step.objects.filter(daily=daily)
        assert {(step.width, step.start): step.number for step in again} == of_entries
