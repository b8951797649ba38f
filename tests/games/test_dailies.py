"""Publishing dailies, and who may begin them when."""

import hashlib
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError
from pytest_django import Settings

from accounts.models import Player
from games import selectors, services
from games.dailies import WrongLine
from games.errors import GameError
from games.models import Certificate, DailyDeal, DayRequest, Deal, Game
from games.rules import RULESETS, Move
from games.seats import Seat
from leaderboard.models import Entry
from tests.support import CERTIFIED, AtOnce, SetClock, SitDown, StoreDaily, publish_day

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 29)
NOON = "2026-11-29 12:00"
NOBODY = Seat()


def code_of(call: Callable[..., Any], *args: Any, **kwargs: Any) -> str:
    """The code of a call's refusal."""
    with pytest.raises(GameError) as caught:
        call(*args, **kwargs)
    return caught.value.code


# --- Publishing ---------------------------------------------------------------------------------


def published(slug: str, day: date = TODAY, **other: Any) -> DailyDeal:
    """Publish the deal that was certified for the tests, or one that differs from it."""
    found = CERTIFIED[slug]
    given: dict[str, Any] = {
        "seed": bytes.fromhex(found["seed"]),
        "line": tuple(map(Move.parse, found["line"].split())),
        "nodes": found["nodes"],
    }
    return services.publish_daily(ruleset=slug, day=day, **(given | other))


@pytest.mark.parametrize("slug", list(RULESETS))
def test_a_deal_comes_from_its_seed_and_the_hash_is_the_seeds(
    slug: str, set_clock: SetClock
) -> None:
    set_clock(NOON)
    daily = published(slug)
    assert len(daily.seed) == 32
    assert hashlib.sha256(daily.seed).hexdigest() == daily.seed_sha256
    assert daily.deal.position() == RULESETS[slug].deal_seed(bytes(daily.seed))
    assert daily.deal.number is None
    certificate = Certificate.objects.get(daily=daily)
    assert certificate.line == CERTIFIED[slug]["line"]
    assert (certificate.length, certificate.nodes) == (
        len(certificate.line.split()),
        CERTIFIED[slug]["nodes"],
    )


def test_what_is_published_stays(set_clock: SetClock, settings: Settings) -> None:
    set_clock(NOON)
    first = published("fan")
    settings.SECRET_KEY = "another"
    set_clock("2026-11-29 18:00")
    again = published("fan", nodes=5)
    assert (again.pk, again.deal.pack) == (first.pk, first.deal.pack)
    assert Certificate.objects.get().nodes == CERTIFIED["fan"]["nodes"]
    assert Deal.objects.count() == 1


@pytest.mark.parametrize("change", ["shorter", "another seed", "not legal"])
def test_a_line_that_does_not_win_is_not_published(change: str, set_clock: SetClock) -> None:
    set_clock(NOON)
    line = tuple(map(Move.parse, CERTIFIED["fan"]["line"].split()))
    changes: dict[str, dict[str, Any]] = {
        "shorter": {"line": line[:-1]},
        "another seed": {"seed": bytes(32)},
        "not legal": {"line": (line[-1], *line)},
    }
    with pytest.raises(WrongLine):
        published("fan", **changes[change])
    assert not DailyDeal.objects.exists()
    assert not Deal.objects.exists()


@pytest.mark.parametrize("day", [date(2026, 10, 25), date(2027, 3, 28)])
def test_days_on_which_the_clocks_change_have_one_deal_each(day: date, set_clock: SetClock) -> None:
    set_clock(f"{day - timedelta(days=1)} 12:00")
    daily = published("fan", day=day)
    for hour in range(24):
        set_clock(f"{day} {hour:02}:30")
        cards = selectors.daily_cards(day=selectors.today(), seat=NOBODY)
        assert [card.seed_sha256 for card in cards] == [daily.seed_sha256]
    assert daily.closes - daily.opens == timedelta(hours=25 if day.month == 10 else 23)
    assert daily.settles - daily.closes == timedelta(minutes=60)


def test_twenty_who_publish_at_once_publish_one_deal(set_clock: SetClock, at_once: AtOnce) -> None:
    set_clock(NOON)
    dailies = at_once([partial(published, "archway-leicht")] * 20)
    assert {daily.pk for daily in dailies} == {DailyDeal.objects.get().pk}
    assert Deal.objects.count() == Certificate.objects.count() == 1


def test_fifty_who_ask_at_once_for_a_missing_day_are_told_to_wait_and_ask_for_it_once(
    set_clock: SetClock, at_once: AtOnce
) -> None:
    set_clock(NOON)
    look = partial(selectors.daily_card, day=TODAY, ruleset="fan", seat=NOBODY)
    refusals = at_once([look] * 50)
    assert {(error.code, error.status, error.retry_after) for error in refusals} == {
        ("being_prepared", 503, 2)
    }
    assert DayRequest.objects.get().day == TODAY
    assert not Deal.objects.exists()
    published("fan")
    cards = at_once([look] * 50)
    assert {card.seed_sha256 for card in cards} == {DailyDeal.objects.get().seed_sha256}


def test_the_database_takes_no_second_daily_for_a_ruleset_and_day(set_clock: SetClock) -> None:
    set_clock(NOON)
    daily = published("fan")
    daily.deal.pk = None
    daily.deal.save(force_insert=True)
    daily.pk, daily._state.adding = None, True
    with pytest.raises(IntegrityError):
        daily.save(force_insert=True)


# --- Looking ------------------------------------------------------------------------------------


def test_todays_missing_dailies_are_named_and_asked_for(set_clock: SetClock) -> None:
    set_clock(NOON)
    for slug in ("fan", "archway"):
        published(slug)
    cards = selectors.daily_cards(day=TODAY, seat=NOBODY)
    assert [card.ruleset for card in cards] == ["archway", "fan"]
    missing = selectors.being_prepared(day=TODAY)
    assert missing == [slug for slug in RULESETS if slug not in ("fan", "archway")]
    assert DayRequest.objects.get().day == TODAY
    assert selectors.being_prepared(day=TODAY - timedelta(days=1)) == []


def test_a_whole_day_asks_for_nothing(set_clock: SetClock) -> None:
    set_clock(NOON)
    publish_day(TODAY)
    cards = selectors.daily_cards(day=TODAY, seat=NOBODY)
    assert [card.ruleset for card in cards] == list(RULESETS)
    assert not DayRequest.objects.exists()


def test_a_daily_that_is_being_prepared_can_not_be_begun(
    set_clock: SetClock, player: Player
) -> None:
    set_clock(NOON)
    start = partial(services.start_daily, player=player, ruleset="fan", day=TODAY)
    assert code_of(start) == "being_prepared"
    published("fan")
    assert start().daily_id == DailyDeal.objects.get().pk


def test_days_to_come_look_alike_whether_prepared_or_not(set_clock: SetClock) -> None:
    set_clock(NOON)
    publish_day(TODAY + timedelta(days=1))
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
    assert code_of(published, "fan", day=day) == "not_found"
    assert not Deal.objects.exists()


def test_an_unknown_ruleset_is_not_found(set_clock: SetClock, player: Player, seat: Seat) -> None:
    set_clock(NOON)
    assert code_of(services.start_daily, player=player, ruleset="skat", day=TODAY) == "not_found"
    assert code_of(services.start_practice, seat=seat, ruleset="skat", number=1) == "not_found"
    assert code_of(selectors.ruleset, "skat") == "not_found"


def test_the_hash_is_public_at_once_and_the_seed_once_the_day_is_settled(
    set_clock: SetClock,
) -> None:
    set_clock(NOON)
    daily = published("fan")
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
    published("fan")
    first = services.start_daily(player=player, ruleset="fan", day=TODAY)
    set_clock.advance(hours=3)
    again = services.start_daily(player=player, ruleset="fan", day=TODAY)
    assert again.pk == first.pk
    assert again.started == first.started


def test_twenty_starts_at_once_begin_one_game(
    set_clock: SetClock, transactional_db: None, player: Player, at_once: AtOnce
) -> None:
    set_clock(NOON)
    published("fan")
    start = partial(services.start_daily, player=player, ruleset="fan", day=TODAY)
    games = at_once([start] * 20)
    assert {game.pk for game in games} == {Game.objects.get().pk}


def test_the_database_takes_no_second_ranked_game(set_clock: SetClock, player: Player) -> None:
    set_clock(NOON)
    published("fan")
    game = services.start_daily(player=player, ruleset="fan", day=TODAY)
    game.pk, game._state.adding = None, True
    with pytest.raises(IntegrityError):
        game.save(force_insert=True)


def test_a_game_begins_while_its_day_is_open_and_no_later(
    set_clock: SetClock, player: Player, other_player: Player
) -> None:
    set_clock("2026-11-29 00:00:00")
    publish_day(TODAY)
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
    publish_day(selectors.today())
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
    published("fan")
    robot = Seat(player=seat.player, via_token=True)
    today = {"ruleset": "fan", "day": TODAY}
    assert code_of(services.start_or_resume, seat=guest_seat, **today) == "sign_in_required"
    assert code_of(services.start_or_resume, seat=robot, **today) == "token_plays_practice_only"
    for who in (guest_seat, robot, seat):
        assert code_of(services.start_practice_of_daily, seat=who, **today) == "daily_not_settled"
    set_clock("2026-11-30 00:30")
    assert code_of(services.start_or_resume, seat=guest_seat, **today) == "sign_in_required"
    assert code_of(services.start_practice_of_daily, seat=seat, **today) == "daily_not_settled"
    assert not Game.objects.exists()


def test_a_settled_daily_can_be_practised_by_all(
    set_clock: SetClock, seat: Seat, guest_seat: Seat
) -> None:
    set_clock(NOON)
    published("fan")
    set_clock("2026-12-05 12:00")
    robot = Seat(player=seat.player, via_token=True)
    for who in (guest_seat, seat, robot):
        game = services.start_practice_of_daily(seat=who, ruleset="fan", day=TODAY)
        payload = selectors.game_payload(game)
        assert (payload["ranked"], payload["day"]) == (False, "2026-11-29")
    mine = services.start_or_resume(seat=guest_seat, ruleset="fan", day=TODAY)
    assert mine.guest == guest_seat.guest
    assert Game.objects.count() == 3


# --- Practice -----------------------------------------------------------------------------------


def test_a_practice_deal_is_the_same_for_everybody_with_its_number(
    seat: Seat, guest_seat: Seat
) -> None:
    first = services.start_practice(seat=seat, ruleset="trefoil", number=42)
    second = services.start_practice(seat=guest_seat, ruleset="trefoil", number=42)
    assert first.deal == second.deal
    assert first.position == second.position
    payload = selectors.game_payload(first)
    assert (payload["number"], payload["ranked"], payload["day"]) == (42, False, None)


def test_a_random_practice_deal_has_a_number_to_pass_on(seat: Seat) -> None:
    numbers = {
        services.start_practice(seat=seat, ruleset="fan", number=None).deal.number for _ in range(5)
    }
    assert len(numbers) == 5
    assert all(number and 1 <= number < 10**9 for number in numbers)


@pytest.mark.parametrize("number", [0, -1, 2**53])
def test_a_number_out_of_range_is_refused(number: int, seat: Seat) -> None:
    with pytest.raises(ValueError, match=str(number)):
        services.start_practice(seat=seat, ruleset="fan", number=number)
    assert not Game.objects.exists()


def test_nobody_without_a_seat_starts_a_game() -> None:
    assert code_of(services.start_practice, seat=NOBODY, ruleset="fan", number=1) == (
        "sign_in_required"
    )


def test_twenty_who_start_the_same_number_at_once_get_the_same_deal(
    at_once: AtOnce, guest_seat: Seat
) -> None:
    start = partial(services.start_practice, seat=guest_seat, ruleset="fan", number=9)
    games = at_once([start] * 20)
    assert {game.deal_id for game in games} == {Deal.objects.get().pk}
    assert Game.objects.count() == 20


def test_of_days_to_come_the_fingerprints_are_public_and_nothing_else(set_clock: SetClock) -> None:
    set_clock(NOON)
    for day in (TODAY, TODAY + timedelta(days=1)):
        published("fan", day=day)
    coming = DailyDeal.objects.get(day=TODAY + timedelta(days=1))
    assert selectors.coming_fingerprints() == [
        selectors.Fingerprint(
            ruleset="fan",
            day=TODAY + timedelta(days=1),
            opens=coming.opens,
            seed_sha256=hashlib.sha256(bytes(coming.seed)).hexdigest(),
        )
    ]
