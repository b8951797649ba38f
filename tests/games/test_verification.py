"""The commands that verify: whatever was changed behind the server's back is found and named."""

from collections.abc import Callable
from datetime import date, timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from games import selectors, services, verification
from games.models import Certificate, DailyDeal, Deal, Game, Move
from games.seats import Seat
from leaderboard.models import Entry
from tests.support import SetClock, SitDown, StoreDaily, publish

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 29)
SEALED = "the start, a move or a time is not what was sealed"


def verified(*arguments: str) -> str:
    """What verify_games complains of, line by line; empty if all is well."""
    out, err = StringIO(), StringIO()
    try:
        call_command("verify_games", *arguments, stdout=out, stderr=err)
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
        practice = services.start_practice(seat=guest_seat, ruleset=slug, number=17)
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


def test_verify_games_finds_moves_that_were_exchanged_though_they_come_to_the_same(
    seat: Seat, table: SitDown
) -> None:
    game = services.start_practice(seat=seat, ruleset="archway-leicht", number=1)
    dests = selectors.game_payload(game)["dests"]
    # By foundation one move that goes there: two of them may be played in either order.
    moves = {target: f"{start}>{target}" for start, targets in dests.items() for target in targets}
    first, second = [moves[target] for target in sorted(moves) if target.startswith("F")][:2]
    table(game, seat).play(first, second)
    game.moves.filter(version=1).update(text=second)
    assert verified()
    game.moves.filter(version=2).update(text=first)
    assert verified() == f"game {game.pk}: {SEALED}\n"


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5, 6])
def test_verify_games_finds_a_missing_row(game: Game, version: int) -> None:
    game.moves.filter(version=version).delete()
    told = "version is not what the rows say" if version == 6 else f"row {version} is missing"
    assert f"game {game.pk}: {told}" in verified()


def test_verify_games_finds_a_doubled_row(game: Game) -> None:
    row = game.moves.get(version=6)
    row.pk, row.version, row.step = None, 7, 1
    row.save(force_insert=True)
    assert f"game {game.pk}: row" in verified()


def test_verify_games_finds_a_doubled_row_that_takes_back(game: Game) -> None:
    row = game.moves.get(kind=Move.Kind.UNDO)
    game.moves.filter(version__gt=row.version).order_by("-version").update(
        version=F("version") + 10
    )
    game.moves.filter(version__gt=row.version).update(version=F("version") - 9)
    row.pk, row.version, row.request = None, row.version + 1, uuid4()
    row.save(force_insert=True)
    assert f"game {game.pk}: row {row.version}" in verified()


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5, 6])
def test_verify_games_finds_a_rows_time_that_was_changed_by_a_little(
    game: Game, version: int
) -> None:
    game.moves.filter(version=version).update(created=F("created") + timedelta(milliseconds=1))
    assert f"game {game.pk}: {SEALED}\n" in verified()


def test_verify_games_finds_a_start_that_was_changed(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(started=F("started") - timedelta(milliseconds=10))
    assert verified() == f"game {game.pk}: {SEALED}\n"


def test_verify_games_finds_a_won_games_end_that_was_changed(won: Game) -> None:
    earlier = F("finished") - timedelta(seconds=30)
    Game.objects.filter(pk=won.pk).update(finished=earlier)
    Entry.objects.update(hundredths=F("hundredths") - 3000, finished=earlier)
    assert f"game {won.pk}: finished is not what the rows say" in verified()


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


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seed": bytes(32)}, "the SHA-256 is not the seed's; the pack is not the seed's"),
        ({"seed_sha256": "0" * 64}, "the SHA-256 is not the seed's"),
        ({"ruleset": "citadel"}, "the deal is another ruleset's"),
    ],
)
def test_verify_games_finds_a_changed_daily(
    games: list[Game], change: dict[str, object], told: str
) -> None:
    daily = DailyDeal.objects.get(ruleset="fan")
    DailyDeal.objects.filter(pk=daily.pk).update(**change)
    for fault in told.split("; "):
        assert f"deal {daily.deal}: {fault}\n" in verified()


def test_verify_games_finds_changed_packs_of_redeals(games: list[Game]) -> None:
    deal = Deal.objects.get(ruleset="la-belle-lucie", number=17)
    Deal.objects.filter(pk=deal.pk).update(reshuffled=deal.reshuffled[104:] + deal.reshuffled[:104])
    assert f"deal {deal}: the pack is not the seed's" in verified()


def test_verify_games_looks_at_every_game_however_many_there_are(
    games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "CHUNK", 3)
    assert {game.pk for game, _ in verification.faults_of_games()} == {game.pk for game in games}
    Deal.objects.update(pack="")
    assert {deal.pk for deal, _ in verification.faults_of_deals()} == {
        game.deal_id for game in games
    }


def test_verify_games_since_a_day_leaves_out_what_is_older(
    games: list[Game], set_clock: SetClock, seat: Seat, table: SitDown
) -> None:
    Game.objects.update(version=99)
    Deal.objects.update(reshuffled="x")
    set_clock("2026-11-30 12:00")
    young = services.start_practice(seat=seat, ruleset="citadel", number=5)
    assert "game" in verified("--since", "2026-11-29")
    assert "deal" in verified("--since", "2026-11-29")
    assert verified("--since", "2026-11-30") == ""
    Game.objects.filter(pk=young.pk).update(ply=3)
    assert verified("--since", "2026-11-30").startswith(f"game {young.pk}: ply")


def test_verify_games_takes_no_move_that_comes_meanwhile_for_a_fault(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_look: Callable[..., list[str]] = verification.faults_of_game
    looks = iter([["read half before the move, half after it"]])
    monkeypatch.setattr(
        verification,
        "faults_of_game",
        lambda game, results: next(looks, None) or first_look(game, results),
    )
    assert verified() == ""


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
