"""Preparing dailies, and who may begin them when."""

import hashlib
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError
from pytest_django import Settings

from accounts.models import Player
from games import selectors, services
from games.errors import GameError
from games.models import DailyDeal, Deal, Game
from games.rules import RULESETS
from games.seat import Seat
from leaderboard.models import Entry
from tests.support import AtOnce, SetClock, SitDown, StoreDaily

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 29)
NOON = "2026-11-29 12:00"
NOBODY = Seat(player=None, guest="", via_token=False)


def code_of(call: Callable[..., Any], *args: Any, **kwargs: Any) -> str:
    """The code of a call's refusal."""
    with pytest.raises(GameError) as caught:
        call(*args, **kwargs)
    return caught.value.code


# --- Preparing ----------------------------------------------------------------------------------


def test_a_day_has_one_deal_for_each_ruleset(set_clock: SetClock) -> None:
    set_clock(NOON)
    dealt = services.prepare_day(day=TODAY)
    assert sorted(daily.ruleset for daily in dealt) == sorted(RULESETS)
    assert services.prepare_day(day=TODAY) == []
    assert DailyDeal.objects.count() == Deal.objects.count() == len(RULESETS)


@pytest.mark.parametrize("day", [date(2026, 10, 25), date(2027, 3, 28)])
def test_days_on_which_the_clocks_change_have_one_deal_each(day: date, set_clock: SetClock) -> None:
    set_clock(f"{day - timedelta(days=1)} 12:00")
    call_command("prepare_dailies", days=3, stdout=StringIO())
    for hour in range(24):
        set_clock(f"{day} {hour:02}:30")
        selectors.daily_cards(day=selectors.today(), seat=NOBODY)
    dailies = DailyDeal.objects.filter(day=day)
    assert sorted(dailies.values_list("ruleset", flat=True)) == sorted(RULESETS)
    hours = 25 if day.month == 10 else 23
    for daily in dailies:
        assert daily.closes - daily.opens == timedelta(hours=hours)
        assert daily.settles - daily.closes == timedelta(minutes=60)


def test_what_is_dealt_stays(set_clock: SetClock, settings: Settings) -> None:
    set_clock(NOON)
    first = services.prepare_daily(ruleset="fan", day=TODAY)
    settings.SECRET_KEY = "another"
    set_clock("2026-11-29 18:00")
    again = services.prepare_daily(ruleset="fan", day=TODAY)
    assert (again.pk, again.deal.pack) == (first.pk, first.deal.pack)


def test_a_deal_comes_from_its_seed_and_the_hash_is_the_seeds(set_clock: SetClock) -> None:
    set_clock(NOON)
    for slug in ("la-belle-lucie", "burgvoegtin"):
        daily = services.prepare_daily(ruleset=slug, day=TODAY)
        assert len(daily.seed) == 32
        assert hashlib.sha256(daily.seed).hexdigest() == daily.seed_sha256
        assert daily.deal.position() == RULESETS[slug].deal_seed(bytes(daily.seed))


def test_seeds_have_nothing_in_common(set_clock: SetClock) -> None:
    set_clock(NOON)
    dealt = services.prepare_day(day=TODAY)
    assert len({bytes(daily.seed) for daily in dealt}) == len(RULESETS)
    assert all(daily.deal.number is None for daily in dealt)


def test_fifty_who_ask_at_once_for_a_missing_day_get_the_same_deal(
    set_clock: SetClock, at_once: AtOnce
) -> None:
    set_clock(NOON)
    cards = at_once([partial(selectors.daily_card, day=TODAY, ruleset="fan", seat=NOBODY)] * 50)
    assert {card.seed_sha256 for card in cards} == {DailyDeal.objects.get().seed_sha256}
    assert Deal.objects.count() == 1


def test_the_database_takes_no_second_daily_for_a_ruleset_and_day(
    daily_of_case: StoreDaily,
) -> None:
    daily_of_case("fan", day=TODAY)
    with pytest.raises(IntegrityError):
        daily_of_case("fan", day=TODAY)


def test_prepare_dailies_counts_from_today_and_changes_nothing_the_second_time(
    set_clock: SetClock,
) -> None:
    set_clock("2026-11-29 23:59:59")
    out = StringIO()
    call_command("prepare_dailies", days=3, stdout=out)
    assert "Dealt 36 dailies; 2026-11-29 to 2026-12-01" in out.getvalue()
    packs = list(Deal.objects.order_by("pk").values_list("pack"))
    call_command("prepare_dailies", days=3, stdout=out)
    assert "Dealt 0 dailies" in out.getvalue()
    assert list(Deal.objects.order_by("pk").values_list("pack")) == packs


@pytest.mark.parametrize("days", [0, 1000])
def test_prepare_dailies_refuses_a_senseless_number_of_days(days: int) -> None:
    with pytest.raises(CommandError):
        call_command("prepare_dailies", days=days)


# --- Looking ------------------------------------------------------------------------------------


def test_todays_missing_dailies_are_prepared_when_they_are_asked_for(set_clock: SetClock) -> None:
    set_clock(NOON)
    cards = selectors.daily_cards(day=TODAY, seat=NOBODY)
    assert [card.ruleset for card in cards] == list(RULESETS)


def test_days_to_come_look_alike_whether_prepared_or_not(set_clock: SetClock) -> None:
    set_clock(NOON)
    services.prepare_day(day=TODAY + timedelta(days=1))
    for ahead in (1, 2):
        day = TODAY + timedelta(days=ahead)
        for call in (
            partial(selectors.daily_cards, day=day, seat=NOBODY),
            partial(selectors.daily_card, day=day, ruleset="fan", seat=NOBODY),
            partial(services.start_or_resume, day=day, ruleset="fan", seat=NOBODY),
        ):
            assert code_of(call) == "not_open"


def test_past_days_that_never_were_are_not_made_up(set_clock: SetClock, player: Player) -> None:
    set_clock(NOON)
    day = TODAY - timedelta(days=1)
    assert code_of(selectors.daily_cards, day=day, seat=NOBODY) == "not_found"
    assert code_of(selectors.daily_card, day=day, ruleset="fan", seat=NOBODY) == "not_found"
    assert code_of(services.start_daily, player=player, ruleset="fan", day=day) == "not_found"
    assert code_of(services.prepare_daily, ruleset="fan", day=day) == "not_found"
    assert not Deal.objects.exists()


def test_an_unknown_ruleset_is_not_found(set_clock: SetClock, player: Player, seat: Seat) -> None:
    set_clock(NOON)
    assert code_of(services.start_daily, player=player, ruleset="skat", day=TODAY) == "not_found"
    assert code_of(services.start_practice, who=seat, ruleset="skat", number=1) == "not_found"
    assert code_of(selectors.ruleset, "skat") == "not_found"


def test_the_hash_is_public_at_once_and_the_seed_once_the_day_is_settled(
    set_clock: SetClock,
) -> None:
    set_clock(NOON)
    daily = services.prepare_daily(ruleset="fan", day=TODAY)
    look = partial(selectors.daily_card, day=TODAY, ruleset="fan", seat=NOBODY)
    assert (look().seed, look().seed_sha256) == (None, daily.seed_sha256)
    set_clock("2026-11-30 00:59:59")
    assert (look().seed, look().is_open, look().is_settled) == (None, False, False)
    set_clock("2026-11-30 01:00:00")
    assert look().seed == bytes(daily.seed).hex()
    assert look().is_settled


def test_a_daily_says_how_far_the_asker_has_come(
    player: Player, set_clock: SetClock, seat: Seat, daily_of_case: StoreDaily, table: SitDown
) -> None:
    set_clock(NOON)
    states = {}
    for slug in ("fan", "citadel", "trefoil", "streets-and-alleys"):
        found = daily_of_case(slug)
        if slug == "streets-and-alleys":
            continue
        game = services.start_or_resume(seat=seat, ruleset=slug, day=TODAY)
        states[slug] = table(game, seat), found.line
    set_clock.advance(hours=1)
    states["citadel"][0].resign()
    states["trefoil"][0].play(*states["trefoil"][1])

    cards = {card.ruleset: card for card in selectors.daily_cards(day=TODAY, seat=seat)}

    assert cards["streets-and-alleys"].state is None
    assert (cards["fan"].state, cards["fan"].game) == ("playing", states["fan"][0].game_id)
    assert cards["citadel"].state == "given_up"
    won = cards["trefoil"]
    assert (won.state, won.hundredths, won.rank) == ("won", 360_000, 1)
    assert set(selectors.daily_states(player=player, day=TODAY)) == {
        "fan",
        "citadel",
        "trefoil",
    }


# --- Starting -----------------------------------------------------------------------------------


def test_the_ranked_game_is_begun_once_and_resumed_afterwards(
    set_clock: SetClock, player: Player
) -> None:
    set_clock(NOON)
    first = services.start_daily(player=player, ruleset="fan", day=TODAY)
    set_clock.advance(hours=3)
    again = services.start_daily(player=player, ruleset="fan", day=TODAY)
    assert again.pk == first.pk
    assert again.started == first.started


def test_twenty_starts_at_once_begin_one_game(
    set_clock: SetClock, transactional_db: None, player: Player, at_once: AtOnce
) -> None:
    set_clock(NOON)
    start = partial(services.start_daily, player=player, ruleset="fan", day=TODAY)
    games = at_once([start] * 20)
    assert {game.pk for game in games} == {Game.objects.get().pk}


def test_the_database_takes_no_second_ranked_game(set_clock: SetClock, player: Player) -> None:
    set_clock(NOON)
    game = services.start_daily(player=player, ruleset="fan", day=TODAY)
    game.pk, game._state.adding = None, True
    with pytest.raises(IntegrityError):
        game.save(force_insert=True)


def test_a_game_begins_while_its_day_is_open_and_no_later(
    set_clock: SetClock, player: Player, other_player: Player
) -> None:
    set_clock("2026-11-29 00:00:00")
    services.start_daily(player=player, ruleset="fan", day=TODAY)
    set_clock("2026-11-29 23:59:59")
    services.start_daily(player=player, ruleset="citadel", day=TODAY)
    set_clock("2026-11-30 00:00:00")
    late = partial(services.start_daily, player=other_player, ruleset="fan", day=TODAY)
    assert code_of(late) == "daily_closed"
    set_clock("2026-11-30 12:00:00")
    assert code_of(late) == "daily_closed"


def test_a_game_that_goes_on_past_midnight_belongs_to_its_day(
    set_clock: SetClock, seat: Seat, daily_of_case: StoreDaily, table: SitDown
) -> None:
    set_clock("2026-11-29 23:59:30")
    found = daily_of_case("beleaguered-castle")
    game = services.start_or_resume(seat=seat, ruleset="beleaguered-castle", day=TODAY)
    at = table(game, seat)
    set_clock("2026-11-30 00:00:30")
    last = at.play(*found.line)
    assert last["ranked"]
    assert last["day"] == "2026-11-29"
    assert last["result"]["hundredths"] == 6000
    assert Entry.objects.get().daily == found.daily
    assert selectors.today() == TODAY + timedelta(days=1)
    assert selectors.daily_card(
        day=selectors.today(), ruleset="beleaguered-castle", seat=seat
    ).is_open


def test_a_game_unfinished_when_its_day_is_settled_becomes_practice(
    player: Player, set_clock: SetClock, seat: Seat, daily_of_case: StoreDaily, table: SitDown
) -> None:
    set_clock("2026-11-29 23:00")
    found = daily_of_case("beleaguered-castle")
    game = services.start_or_resume(seat=seat, ruleset="beleaguered-castle", day=TODAY)
    at = table(game, seat)
    set_clock("2026-11-30 00:59:59")
    assert at.play(*found.line[:-1])["ranked"]
    set_clock("2026-11-30 01:00:00")
    last = at.play(found.line[-1])
    assert (last["outcome"], last["ranked"], last["result"]) == ("won", False, None)
    assert not Entry.objects.exists()
    state = selectors.daily_states(player=player, day=TODAY)["beleaguered-castle"]
    assert (state.state, state.hundredths, state.rank) == ("won", None, None)


def test_a_win_in_the_last_moment_before_settling_is_ranked(
    set_clock: SetClock, seat: Seat, daily_of_case: StoreDaily, table: SitDown
) -> None:
    set_clock("2026-11-29 23:00")
    found = daily_of_case("citadel")
    at = table(services.start_or_resume(seat=seat, ruleset="citadel", day=TODAY), seat)
    set_clock("2026-11-30 00:59:59")
    assert at.play(*found.line)["ranked"]
    set_clock("2026-11-30 02:00:00")
    assert selectors.game_payload(Game.objects.get())["ranked"]
    assert Entry.objects.count() == 1


def test_todays_deal_can_be_had_in_no_other_way(
    set_clock: SetClock, seat: Seat, guest_seat: Seat
) -> None:
    set_clock(NOON)
    robot = Seat(player=seat.player, guest="", via_token=True)
    today = {"ruleset": "fan", "day": TODAY}
    assert code_of(services.start_or_resume, seat=guest_seat, **today) == "sign_in_required"
    assert code_of(services.start_or_resume, seat=robot, **today) == "token_plays_practice_only"
    for who in (guest_seat, robot, seat):
        assert code_of(services.start_practice_of_daily, who=who, **today) == "daily_not_settled"
    set_clock("2026-11-30 00:30")
    assert code_of(services.start_or_resume, seat=guest_seat, **today) == "sign_in_required"
    assert code_of(services.start_practice_of_daily, who=seat, **today) == "daily_not_settled"
    assert not Game.objects.exists()


def test_a_settled_daily_can_be_practised_by_all(
    set_clock: SetClock, seat: Seat, guest_seat: Seat
) -> None:
    set_clock(NOON)
    services.prepare_daily(ruleset="fan", day=TODAY)
    set_clock("2026-12-05 12:00")
    robot = Seat(player=seat.player, guest="", via_token=True)
    for who in (guest_seat, seat, robot):
        game = services.start_practice_of_daily(who=who, ruleset="fan", day=TODAY)
        payload = selectors.game_payload(game)
        assert (payload["ranked"], payload["day"]) == (False, "2026-11-29")
    mine = services.start_or_resume(seat=guest_seat, ruleset="fan", day=TODAY)
    assert mine.guest == guest_seat.guest
    assert Game.objects.count() == 3


# --- Practice -----------------------------------------------------------------------------------


def test_a_practice_deal_is_the_same_for_everybody_with_its_number(
    seat: Seat, guest_seat: Seat
) -> None:
    first = services.start_practice(who=seat, ruleset="trefoil", number=42)
    second = services.start_practice(who=guest_seat, ruleset="trefoil", number=42)
    assert first.deal == second.deal
    assert first.position == second.position
    payload = selectors.game_payload(first)
    assert (payload["number"], payload["ranked"], payload["day"]) == (42, False, None)


def test_a_random_practice_deal_has_a_number_to_pass_on(seat: Seat) -> None:
    numbers = {
        services.start_practice(who=seat, ruleset="fan", number=None).deal.number for _ in range(5)
    }
    assert len(numbers) == 5
    assert all(number and 1 <= number < 10**9 for number in numbers)


@pytest.mark.parametrize("number", [0, -1, 2**53])
def test_a_number_out_of_range_is_refused(number: int, seat: Seat) -> None:
    assert code_of(services.start_practice, who=seat, ruleset="fan", number=number) == "bad_number"


def test_nobody_without_a_seat_starts_a_game() -> None:
    assert code_of(services.start_practice, who=NOBODY, ruleset="fan", number=1) == (
        "sign_in_required"
    )


def test_twenty_who_start_the_same_number_at_once_get_the_same_deal(
    at_once: AtOnce, guest_seat: Seat
) -> None:
    start = partial(services.start_practice, who=guest_seat, ruleset="fan", number=9)
    games = at_once([start] * 20)
    assert {game.deal_id for game in games} == {Deal.objects.get().pk}
    assert Game.objects.count() == 20


def test_of_days_to_come_the_fingerprints_are_public_and_nothing_else(set_clock: SetClock) -> None:
    set_clock(NOON)
    for day in (TODAY, TODAY + timedelta(days=1)):
        services.prepare_daily(ruleset="fan", day=day)
    coming = DailyDeal.objects.get(day=TODAY + timedelta(days=1))
    assert selectors.coming_fingerprints() == [
        selectors.Fingerprint(
            ruleset="fan",
            day=TODAY + timedelta(days=1),
            opens=coming.opens,
            seed_sha256=hashlib.sha256(bytes(coming.seed)).hexdigest(),
        )
    ]
