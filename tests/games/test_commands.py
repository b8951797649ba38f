"""The commands that verify and purge."""

from datetime import date
from io import StringIO
from uuid import uuid4

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command

from games import selectors, services
from games.models import Certificate, DailyDeal, Deal, Game, Move
from games.seat import Seat
from leaderboard.models import Entry
from tests.support import SetClock, SitDown, StoreDaily, publish

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 29)


def verified() -> str:
    """What verify_games complains of, line by line; empty if all is well."""
    out, err = StringIO(), StringIO()
    try:
        call_command("verify_games", stdout=out, stderr=err)
    except CommandError:
        return err.getvalue()
    assert "all is well" in out.getvalue()
    return ""


@pytest.fixture
def games(set_clock: SetClock, seat: Seat, guest_seat: Seat, table: SitDown) -> list[Game]:
    """Games of several rulesets with moves, an undo and a restart; one is given up."""
    set_clock("2026-11-29 12:00")
    for slug in ("burgvoegtin", "fan", "streets-and-alleys", "la-belle-lucie"):
        publish(slug, TODAY)
        ranked = services.start_or_resume(seat=seat, ruleset=slug, day=TODAY)
        practice = services.start_practice(who=guest_seat, ruleset=slug, number=17)
        for game, who in ((ranked, seat), (practice, guest_seat)):
            at = table(game, who)
            payload = selectors.game_payload(game)
            for _ in range(3):
                set_clock.advance(seconds=1)
                if payload["dests"]:
                    start, targets = next(iter(payload["dests"].items()))
                    payload = at.play(f"{start}>{targets[0]}")
            if payload["can_undo"]:
                payload = at.undo()
            if payload["can_restart"]:
                payload = at.restart()
            if payload["dests"]:
                start, targets = next(iter(payload["dests"].items()))
                at.play(f"{start}>{targets[0]}")
    at.resign()
    return list(Game.objects.order_by("started"))


@pytest.fixture
def game(games: list[Game]) -> Game:
    """One of them: always the same, with three moves, an undo, a restart and a move."""
    found = Game.objects.get(deal__ruleset="streets-and-alleys", deal__number=17)
    assert (found.version, found.ply, found.undos, found.restarts) == (6, 1, 1, 1)
    return found


@pytest.fixture
def won(set_clock: SetClock, seat: Seat, daily_of_case: StoreDaily, table: SitDown) -> Game:
    """A won ranked game of a deal that its daily's seed stands for."""
    set_clock("2026-11-29 12:00")
    found = daily_of_case("citadel")
    game = services.start_or_resume(seat=seat, ruleset="citadel", day=TODAY)
    set_clock.advance(hours=1)
    table(game, seat).play(*found.line)
    return Game.objects.get()


def test_verify_games_finds_nothing_wrong_with_honest_games(games: list[Game]) -> None:
    assert verified() == ""


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"position": "x"}, "position"),
        ({"version": 99}, "version"),
        ({"ply": 0}, "ply"),
        ({"undos": 7}, "undos"),
        ({"restarts": 7}, "restarts"),
        ({"undoable": 7}, "undoable"),
        ({"last_request": uuid4()}, "last_request"),
        ({"outcome": "won", "finished": "2026-11-29T12:00:00Z"}, "outcome"),
    ],
)
def test_verify_games_finds_a_cache_that_was_tampered_with(
    change: dict[str, object], told: str, game: Game
) -> None:
    Game.objects.filter(pk=game.pk).update(**change)
    assert f"game {game.pk}: {told} is not what the rows say" in verified()


def test_verify_games_finds_rows_that_were_tampered_with(game: Game) -> None:
    game.moves.filter(version=1).update(text="KS:T1>FS")
    assert f"game {game.pk}: row 1" in verified()


def test_verify_games_finds_a_missing_row(game: Game) -> None:
    game.moves.filter(version=2).delete()
    assert f"game {game.pk}: row 3" in verified()


def test_verify_games_finds_times_that_go_back(game: Game) -> None:
    game.moves.filter(version=2).update(created="2026-11-29T10:00:00Z")
    assert f"game {game.pk}: the rows' times go back" in verified()


def test_verify_games_finds_a_result_that_is_not_the_time_taken(won: Game) -> None:
    assert f"game {won.pk}" not in verified()
    Entry.objects.update(hundredths=1)
    assert f"game {won.pk}: the result is not the time that was taken" in verified()


def test_verify_games_finds_a_win_without_a_result(won: Game) -> None:
    Entry.objects.all().delete()
    assert f"game {won.pk}: the result is not the time that was taken" in verified()


def test_verify_games_finds_a_changed_pack(games: list[Game]) -> None:
    deal = Deal.objects.get(ruleset="fan", number=17)
    Deal.objects.filter(pk=deal.pk).update(pack=deal.pack[2:] + deal.pack[:2])
    assert f"deal {deal}: the pack is not the seed's" in verified()


def test_verify_games_reports_rules_that_are_no_longer_known(games: list[Game]) -> None:
    Deal.objects.filter(pk=games[0].deal_id).update(ruleset_version=99)
    assert f"game {games[0].pk}: there is no ruleset" in verified()


def test_verify_daily_checks_hash_and_pack_and_does_not_tell_the_seed(set_clock: SetClock) -> None:
    set_clock("2026-11-29 12:00")
    daily = publish("fan", TODAY)
    out = StringIO()
    call_command("verify_daily", "2026-11-29", "fan", stdout=out)
    assert daily.seed_sha256 in out.getvalue()
    assert bytes(daily.seed).hex() not in out.getvalue()

    DailyDeal.objects.update(seed_sha256="0" * 64)
    with pytest.raises(CommandError, match="the SHA-256 is not the seed's"):
        call_command("verify_daily", "2026-11-29", "fan")
    DailyDeal.objects.update(seed=bytes(32))
    with pytest.raises(CommandError, match="the pack is not the seed's"):
        call_command("verify_daily", "2026-11-29", "fan")
    Certificate.objects.update(line="TH:T1>FH")
    with pytest.raises(CommandError, match="its line"):
        call_command("verify_daily", "2026-11-29", "fan")
    with pytest.raises(CommandError, match="no daily"):
        call_command("verify_daily", "2026-11-30", "fan")


def test_purge_deletes_what_guests_left_behind_and_nothing_else(
    set_clock: SetClock, seat: Seat, guest_seat: Seat, table: SitDown
) -> None:
    set_clock("2026-10-01 12:00")
    idle = services.start_practice(who=guest_seat, ruleset="fan", number=1)
    played = services.start_practice(who=guest_seat, ruleset="beleaguered-castle", number=2)
    mine = services.start_practice(who=seat, ruleset="fan", number=3)
    start, targets = next(iter(selectors.game_payload(played)["dests"].items()))
    at = table(played, guest_seat)
    at.play(f"{start}>{targets[0]}")
    publish("fan", date(2026, 10, 1))
    set_clock("2026-10-20 12:00")
    at.undo()
    young = services.start_practice(who=guest_seat, ruleset="fan", number=4)

    set_clock("2026-11-01 12:00")
    out = StringIO()
    call_command("purge", stdout=out)

    assert "Deleted 1 guests' games and 1 practice deals" in out.getvalue()
    assert set(Game.objects.all()) == {played, mine, young}
    assert not Deal.objects.filter(pk=idle.deal_id).exists()
    assert DailyDeal.objects.count() == 1
    assert Move.objects.count() == 2

    set_clock("2026-12-24 12:00")
    call_command("purge", stdout=out)
    assert set(Game.objects.all()) == {mine}
    assert not Move.objects.exists()


def test_purge_clears_sessions_that_have_ended() -> None:
    for age in (-10, 10_000):
        session = SessionStore()
        session.set_expiry(age)
        session.save()
    call_command("purge", stdout=StringIO())
    assert Session.objects.count() == 1
