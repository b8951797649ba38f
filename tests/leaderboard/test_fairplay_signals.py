"""What is noticed about wins, and what is not noticed about honest ones."""

from collections.abc import Callable, Iterable
from datetime import date, timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import DeviceUse, Player
from games import clock, events, selectors, services
from games.models import Certificate, DailyDeal, Move
from games.seats import Seat
from leaderboard.fairplay import services as fairplay
from leaderboard.fairplay.signals import BURST, MANY_ACCOUNTS
from leaderboard.fairplay.wording import explained
from leaderboard.models import Case, Entry, Examination, Sighting, Signal
from tests.support import CaseDaily, SetClock, SitDown, StoreDaily

pytestmark = pytest.mark.django_db

SLUG = "beleaguered-castle"
TODAY = date(2026, 11, 29)
# Seconds between an honest player's moves, over and over.
HANDS = (2.0, 0.9, 4.5, 1.2, 0.6)

Win = Callable[..., Entry]


@pytest.fixture
def castle(set_clock: SetClock, daily_of_case: StoreDaily) -> CaseDaily:
    """Today's castle, and a line that wins it."""
    set_clock("2026-11-29 12:00")
    return daily_of_case(SLUG)


@pytest.fixture
def win(castle: CaseDaily, set_clock: SetClock, table: SitDown) -> Win:
    """Plays the line to its end, with pauses of one's own before each move; gives the entry."""

    def win(player: Player, pauses: Iterable[float] = (), *, detour: bool = False) -> Entry:
        seat = Seat(player=player)
        game = services.start_daily(player=player, ruleset=SLUG, day=TODAY)
        at = table(game, seat)
        given = iter(pauses)
        for number, text in enumerate(castle.line):
            set_clock.advance(seconds=next(given, HANDS[number % len(HANDS)]))
            at.play(text)
            if detour and number == 3:
                at.undo()
                set_clock.advance(seconds=1)
                at.play(text)
        return Entry.objects.get(game=game)

    return win


def signals() -> dict[str, set[str]]:
    """Everything that is noticed about wins, by player."""
    call_command("examine_wins", verbosity=0)
    found: dict[str, set[str]] = {}
    for signal in Signal.objects.select_related("case__entry__player"):
        assert explained(signal)
        player = signal.case.entry.player
        assert player is not None
        found.setdefault(player.username, set()).add(signal.kind)
    return found


def sit_at(device: str, *, at: Entry) -> None:
    """Have a device be shown the game of an entry."""
    assert at.player is not None
    DeviceUse.objects.create(device=device, player=at.player, latest=timezone.now())
    game = at.game
    services.note_sighting(game=game, device=device, moment=clock.now())


def test_an_honest_win_has_no_case(win: Win, player: Player) -> None:
    win(player)
    assert signals() == {}
    assert not Case.objects.exists()


def test_a_win_that_nobody_has_examined_yet_waits_and_is_examined_once(
    win: Win, player: Player
) -> None:
    win(player, [0.01] * 500)
    assert Examination.objects.filter(line="").count() == 1
    assert not Case.objects.exists()
    assert (fairplay.examine_wins(), fairplay.examine_wins()) == (1, 0)
    assert Case.objects.count() == 1


def test_the_solvers_process_looks_at_wins_by_the_way(
    win: Win, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise RuntimeError("something else is wrong")

    monkeypatch.setattr("games.events._on_round", [fail, fairplay.examine_some])
    win(player, [0.01] * 500)
    events.tell_round()
    assert Case.objects.count() == 1


def test_the_winning_move_costs_one_more_statement_and_no_search(
    win: Win, player: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    entry = win(player)
    Examination.objects.all().delete()
    won = Examination(game_id=entry.game_id, daily_id=entry.daily_id, won=entry.finished)
    with django_assert_num_queries(1):
        won.save(force_insert=True)
    assert Examination.objects.get().line == ""


def test_the_rows_of_a_win_are_read_once(win: Win, player: Player) -> None:
    win(player)
    with CaptureQueriesContext(connection) as asked:
        fairplay.examine_wins()
    of_moves = f'FROM "{Move._meta.db_table}"'
    assert sum(of_moves in query["sql"] for query in asked.captured_queries) == 1


# --- Speed --------------------------------------------------------------------------------------


def test_faster_than_hands_on_average_is_held_and_noticed(win: Win, player: Player) -> None:
    entry = win(player, [0.1] * 500)
    assert entry.state == "held"
    assert signals() == {"Wilhelmine": {"fast", "burst"}}


def test_who_waits_and_then_sends_everything_at_once_is_noticed(win: Win, player: Player) -> None:
    entry = win(player, [300] + [0.02] * 500)
    assert entry.state == "counted"
    assert signals() == {"Wilhelmine": {"burst"}}
    facts = Signal.objects.get().facts
    assert facts["waited"] == 300_000
    assert facts["requests"] == entry.moves


def test_a_burst_in_the_middle_is_noticed_and_told_with_the_pause_before_it(
    win: Win, player: Player, castle: CaseDaily
) -> None:
    win(player, [2.0] * 9 + [60] + [0.05] * BURST + [3.0] * 500)
    assert signals() == {"Wilhelmine": {"burst"}}
    facts = Signal.objects.get().facts
    assert (facts["requests"], facts["waited"]) == (BURST + 1, 60_000)


def test_a_few_moves_at_once_after_a_lost_connection_are_not_noticed(
    win: Win, player: Player
) -> None:
    win(player, [2.0] * 9 + [20] + [0.01] * (BURST - 2))
    assert signals() == {}


def test_the_rest_of_a_game_played_at_once_is_one_request(
    castle: CaseDaily, set_clock: SetClock, seat: Seat, table: SitDown, player: Player
) -> None:
    at = table(services.start_daily(player=player, ruleset=SLUG, day=TODAY), seat)
    for text in castle.line:
        set_clock.advance(seconds=1)
        if at.play(text)["can_finish"]:
            break
    set_clock.advance(seconds=1)
    at.finish()
    last = selectors.times_of(at.game_id)[-1]
    assert last.moves > 1
    assert signals() == {}


def test_without_a_limit_nobody_is_too_fast(
    win: Win, player: Player, settings: pytest.FixtureRequest
) -> None:
    settings.FASTEST_SECONDS_PER_MOVE = 0  # type: ignore[attr-defined]  # pytest-django's settings
    win(player, [0.001] * 500)
    assert signals() == {}


# --- Lines --------------------------------------------------------------------------------------


def test_another_players_moves_are_noticed_in_the_later_win_alone(
    win: Win, player: Player, other_player: Player
) -> None:
    win(player)
    assert signals() == {}
    win(other_player, detour=True)
    assert signals() == {"Ottokar": {"same"}}
    assert "Wilhelmine" in explained(Signal.objects.get())


def test_other_moves_are_not_noticed(
    win: Win, player: Player, other_player: Player, castle: CaseDaily
) -> None:
    win(player)
    fairplay.examine_wins()
    Examination.objects.update(line="0" * 64)
    win(other_player)
    assert signals() == {}


def test_the_stored_line_is_noticed(win: Win, player: Player, castle: CaseDaily) -> None:
    certify(castle.daily, castle.line)
    win(player)
    assert signals() == {"Wilhelmine": {"stored"}}


def test_a_line_of_ones_own_is_not_the_stored_one(
    win: Win, player: Player, castle: CaseDaily
) -> None:
    certify(castle.daily, castle.line[:-1])
    win(player)
    assert signals() == {}


def certify(daily: DailyDeal, line: tuple[str, ...]) -> None:
    Certificate.objects.create(
        daily=daily, line=" ".join(line), length=len(line), nodes=1, created=daily.opens
    )


# --- Devices ------------------------------------------------------------------------------------


def test_a_device_that_had_seen_the_deal_under_another_account_is_noticed(
    castle: CaseDaily, win: Win, player: Player, other_player: Player
) -> None:
    browser = Client()
    for who in (other_player, player):
        browser.force_login(who)
        assert browser.post(f"/daily/{SLUG}/", secure=True).status_code == 302
    win(player)
    Examination.objects.update(line="")
    assert signals() == {"Wilhelmine": {"device"}}
    assert "Ottokar" in explained(Signal.objects.get())


def test_who_saw_the_deal_first_is_not_noticed(
    castle: CaseDaily, win: Win, player: Player, other_player: Player
) -> None:
    browser = Client()
    for who in (player, other_player):
        browser.force_login(who)
        browser.post(f"/daily/{SLUG}/", secure=True)
    win(player)
    assert signals() == {}


def test_a_game_that_is_looked_at_on_a_known_device_has_been_seen_there(
    castle: CaseDaily, player: Player, other_player: Player, win: Win
) -> None:
    phone, shared = Client(), Client()
    phone.force_login(other_player)
    table = phone.post(f"/daily/{SLUG}/", secure=True)["Location"]
    # On the shared device somebody has signed in before, so it is known.
    shared.force_login(other_player)
    shared.post("/daily/beleaguered-castle/", secure=True)
    Sighting.objects.filter(device__in=DeviceUse.objects.values("device")).delete()
    assert shared.get(table, secure=True).status_code == 200
    shared.force_login(player)
    shared.post(f"/daily/{SLUG}/", secure=True)
    win(player)
    assert signals() == {"Wilhelmine": {"device"}}


def test_households_share_a_device_but_many_accounts_are_noticed(win: Win, player: Player) -> None:
    entry = win(player)
    fairplay.examine_wins()
    sit_at("d" * 32, at=entry)
    for number in range(MANY_ACCOUNTS - 2):
        add_to("d" * 32, number)
    Examination.objects.update(line="")
    assert signals() == {}
    add_to("d" * 32, 99)
    Examination.objects.update(line="")
    assert signals() == {"Wilhelmine": {"accounts"}}


def add_to(device: str, number: int) -> None:
    other = Player.objects.create_user(f"Other{number}")
    DeviceUse.objects.create(device=device, player=other, latest=timezone.now())


# --- Forgetting ---------------------------------------------------------------------------------


def test_signals_and_what_is_known_of_devices_go_after_90_days(win: Win, player: Player) -> None:
    entry = win(player, [0.01] * 500)
    sit_at("d" * 32, at=entry)
    fairplay.examine_wins()
    age(timedelta(days=89))
    call_command("purge", verbosity=0)
    assert all(kept.objects.exists() for kept in (Signal, Sighting, Examination, DeviceUse))
    age(timedelta(days=91))
    call_command("purge", verbosity=0)
    assert not any(kept.objects.exists() for kept in (Signal, Sighting, Examination, DeviceUse))
    assert Case.objects.count() == 1


def age(by: timedelta) -> None:
    """Make everything look as old."""
    then = timezone.now() - by
    Signal.objects.update(found=then)
    Sighting.objects.update(seen=then)
    Examination.objects.update(won=then)
    DeviceUse.objects.update(latest=then)
