"""The database's clock goes back, as clocks do when they are set."""

from games.models import Game
from games.verification import faults_of_games
from tests.conftest import SetClock
from tests.support import Castle


def test_times_stand_still_until_a_clock_that_went_back_has_caught_up(
    castle: Castle, set_clock: SetClock
) -> None:
    table, line = castle
    set_clock("2026-11-29 12:10")
    table.play(line[0])
    for minute, move in enumerate(line[1:10]):
        set_clock(f"2026-11-29 11:0{minute}")
        assert table.play(move)["elapsed"] == 10 * 60 * 1000
    set_clock("2026-11-29 12:10:01")
    assert table.play(line[10])["elapsed"] == 10 * 60 * 1000 + 1000
    assert [faults for _game, faults in faults_of_games()] == [[]]


def test_a_game_that_ends_before_it_began_took_no_time(castle: Castle, set_clock: SetClock) -> None:
    table, line = castle
    set_clock("2026-11-29 11:59")
    for move in line:
        answer = table.play(move)
    assert (answer["outcome"], answer["result"]["hundredths"]) == ("won", 0)
    game = Game.objects.get(pk=table.game_id)
    assert game.finished == game.started
