"""Replays: whose, when, and what they hold."""

from dataclasses import replace
from datetime import date
from uuid import UUID, uuid4

import pytest

from accounts.models import Player
from games import selectors, services
from games.errors import GameError
from games.models import DailyDeal, Game
from games.seats import Seat
from games.selectors import replays
from tests.support import SetClock, SitDown, StoreDaily, Table, publish

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 29)


def code_of(game_id: UUID, seat: Seat) -> str:
    """The code of a refused replay."""
    with pytest.raises(GameError) as caught:
        selectors.replay_of(game_id=game_id, seat=seat)
    return caught.value.code


@pytest.fixture
def won_ranked(set_clock: SetClock, seat: Seat, daily_of_case: StoreDaily, table: SitDown) -> Table:
    """A won ranked game of Burgvögtin, still on its day."""
    set_clock("2026-11-29 12:00")
    found = daily_of_case("burgvoegtin")
    game = services.start_or_resume(seat=seat, ruleset="burgvoegtin", day=TODAY)
    at = table(game, seat)
    for text in found.line:
        set_clock.advance(seconds=2)
        at.play(text)
    return at


@pytest.mark.parametrize("moment", ["2026-11-29 12:30", "2026-11-30 00:59:59"])
def test_until_its_day_is_settled_a_finished_ranked_game_is_replayed_by_its_player_alone(
    won_ranked: Table,
    set_clock: SetClock,
    seat: Seat,
    other_seat: Seat,
    guest_seat: Seat,
    moment: str,
) -> None:
    set_clock(moment)
    other = other_seat.player
    assert other is not None
    other.is_staff = other.is_superuser = True
    other.save()
    for who in (other_seat, guest_seat):
        assert code_of(won_ranked.game_id, who) == "daily_not_settled"
    by_token = replace(seat, via_token=True)
    assert code_of(won_ranked.game_id, by_token) == "token_plays_practice_only"
    replay = selectors.replay_of(game_id=won_ranked.game_id, seat=seat)
    assert replay["outcome"] == "won"


def test_a_ranked_game_that_is_being_played_has_no_replay_for_anybody(
    set_clock: SetClock,
    seat: Seat,
    other_seat: Seat,
    guest_seat: Seat,
    daily_of_case: StoreDaily,
    table: SitDown,
) -> None:
    set_clock("2026-11-29 12:00")
    daily_of_case("la-belle-lucie")
    game = services.start_or_resume(seat=seat, ruleset="la-belle-lucie", day=TODAY)
    assert code_of(game.pk, seat) == "game_not_finished"
    for who in (other_seat, guest_seat):
        assert code_of(game.pk, who) == "daily_not_settled"
    table(game, seat).resign()
    assert selectors.replay_of(game_id=game.pk, seat=seat)["outcome"] == "given_up"


def test_ones_own_replay_of_a_running_day_shows_what_was_seen_and_no_more(
    won_ranked: Table, set_clock: SetClock, seat: Seat
) -> None:
    dealt = selectors.replay_of(game_id=won_ranked.game_id, seat=seat)
    assert (dealt["par"], dealt["nodes"]) == (None, None)
    for step, answer in zip(dealt["steps"][1:], won_ranked.answers, strict=True):
        assert step["piles"] == answer["piles"]
    hidden = [cards.count("??") for cards in dealt["steps"][0]["piles"].values()]
    assert sum(hidden) == 44
    seed = bytes(DailyDeal.objects.get().seed).hex()
    assert seed not in str(dealt)


def test_a_given_up_games_replay_keeps_what_lay_face_down_and_the_coming_redeals_secret(
    set_clock: SetClock, seat: Seat, table: SitDown
) -> None:
    set_clock("2026-11-29 12:00")
    for slug in ("burgvoegtin", "la-belle-lucie"):
        daily = publish(slug, TODAY)
        game = services.start_or_resume(seat=seat, ruleset=slug, day=TODAY)
        before = selectors.game_payload(game)["piles"]
        table(game, seat).resign()
        replay = selectors.replay_of(game_id=game.pk, seat=seat)
        assert (replay["par"], replay["nodes"]) == (None, None)
        assert [step["piles"] for step in replay["steps"]] == [before, before]
        assert set(replay["steps"][1]) == {
            "version",
            "kind",
            "move",
            "ply",
            "elapsed",
            "piles",
            "redeals",
            "merci",
        }
        shown = str(replay).replace("', '", "")
        assert all(
            daily.deal.reshuffled[at : at + 10] not in shown
            for at in range(0, len(daily.deal.reshuffled) - 8, 2)
        )


def test_once_its_day_is_settled_a_ranked_game_is_replayed_by_all(
    won_ranked: Table, set_clock: SetClock, seat: Seat, other_seat: Seat, guest_seat: Seat
) -> None:
    set_clock("2026-11-30 01:00:00")
    for who in (seat, other_seat, guest_seat):
        assert selectors.replay_of(game_id=won_ranked.game_id, seat=who)["outcome"] == "won"


def test_a_replay_holds_every_step_with_its_time_and_what_was_to_be_seen(
    won_ranked: Table, set_clock: SetClock
) -> None:
    set_clock("2026-12-01 12:00")
    replay = selectors.replay_of(game_id=won_ranked.game_id, seat=won_ranked.seat)
    steps = replay["steps"]
    assert [step["version"] for step in steps] == list(range(len(won_ranked.answers) + 1))
    assert [step["elapsed"] for step in steps[:3]] == [0, 2000, 4000]
    for step, answer in zip(steps[1:], won_ranked.answers, strict=True):
        assert step["piles"] == answer["piles"]
        assert step["ply"] == answer["ply"]
    assert "??" in steps[0]["piles"]["T1"]
    assert replay["next"] is None
    assert (replay["day"], replay["ruleset_version"]) == ("2026-11-29", 1)


def test_undos_and_restarts_are_steps_of_a_replay(
    seat: Seat, guest_seat: Seat, table: SitDown
) -> None:
    game = services.start_practice(seat=seat, ruleset="beleaguered-castle", number=1)
    at = table(game, seat)
    dealt = selectors.game_payload(game)
    start, targets = next(iter(dealt["dests"].items()))
    at.play(f"{start}>{targets[0]}")
    at.undo()
    at.play(f"{start}>{targets[0]}")
    at.restart()
    assert code_of(at.game_id, seat) == "game_not_finished"
    assert code_of(at.game_id, guest_seat) == "not_your_game"
    at.resign()
    steps = selectors.replay_of(game_id=at.game_id, seat=guest_seat)["steps"]
    assert [step["kind"] for step in steps] == [
        "deal",
        "play",
        "undo",
        "play",
        "restart",
        "resign",
    ]
    assert steps[2]["piles"] == steps[4]["piles"] == dealt["piles"]


def test_a_long_replay_comes_in_parts(
    won_ranked: Table, set_clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_clock("2026-12-01 12:00")
    whole = selectors.replay_of(game_id=won_ranked.game_id, seat=won_ranked.seat)["steps"]
    monkeypatch.setattr(replays, "STEPS", 7)
    parts, since = [], 0
    while since is not None:
        part = selectors.replay_of(game_id=won_ranked.game_id, seat=won_ranked.seat, since=since)
        assert 1 <= len(part["steps"]) <= 7
        parts += part["steps"]
        since = part["next"]
    assert parts == whole


def test_an_unfinished_game_of_a_settled_day_is_public(
    set_clock: SetClock, seat: Seat, guest_seat: Seat, daily_of_case: StoreDaily
) -> None:
    set_clock("2026-11-29 12:00")
    daily_of_case("fan")
    game = services.start_or_resume(seat=seat, ruleset="fan", day=TODAY)
    set_clock("2026-12-01 12:00")
    replay = selectors.replay_of(game_id=game.pk, seat=guest_seat)
    assert (replay["outcome"], len(replay["steps"])) == ("playing", 1)


def test_practice_of_a_settled_day_is_its_players_until_it_is_finished(
    set_clock: SetClock, seat: Seat, other_seat: Seat, daily_of_case: StoreDaily, table: SitDown
) -> None:
    set_clock("2026-11-29 12:00")
    daily_of_case("fan")
    set_clock("2026-12-01 12:00")
    game = services.start_practice_of_daily(seat=seat, ruleset="fan", day=TODAY)
    assert code_of(game.pk, other_seat) == "not_your_game"
    table(game, seat).resign()
    assert selectors.replay_of(game_id=game.pk, seat=other_seat)["day"] == "2026-11-29"


def test_a_game_that_there_is_not_has_no_replay(seat: Seat) -> None:
    assert code_of(uuid4(), seat) == "not_found"


def test_a_deleted_players_game_is_replayed_like_any_other(
    player: Player, won_ranked: Table, set_clock: SetClock, guest_seat: Seat
) -> None:
    player.delete()
    set_clock("2026-12-01 12:00")
    assert Game.objects.get().player is None
    assert selectors.replay_of(game_id=won_ranked.game_id, seat=guest_seat)["outcome"] == "won"
