"""The network breaks off just before, or just after, the winning move is stored."""

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from games.models import Game
from tests.faults.cluster import Cluster
from tests.faults.follower import Follower
from tests.faults.proxy import Way
from tests.faults.tally import tally
from tests.faults.truth import check

SHORT, WHOLE = 1, 25
# After so many confirmed moves at most the line breaks off again.
MOST_BETWEEN_CUTS = 15


def outcome_of(cluster: Cluster, game: str) -> str:
    """How a game stands in the database."""
    with cluster.site.database():
        return Game.objects.get(pk=game).outcome


@pytest.mark.parametrize("way", ["request", "answer"])
def test_the_winning_move_counts_once_and_at_its_first_time(
    cluster: Cluster, whole: bool, way: Way
) -> None:
    played = []
    for _ in range(WHOLE if whole else SHORT):
        follower = cluster.follower("fan", ahead=10)
        game = follower.start("fan")
        follower.play(game, to=len(follower.line) - 1)
        answered = cut_at_the_end(cluster, follower, game, way)
        assert answered["outcome"] == "won"
        # Whoever asks again, at whichever process, is told the same.
        again = replace(follower, confirmed={key: {} for key in follower.ids[:-1]}, last={})
        assert again.play(game) == answered
        played.append((game, follower.ids))
    check(cluster.site, played)
    assert cluster.new_errors() == []


def cut_at_the_end(cluster: Cluster, follower: Follower, game: str, way: Way) -> dict[str, object]:
    """Send the winning move over a line that breaks off, then let the follower go on."""
    place = len(follower.line) - 1
    with follower.socket(game) as line:
        line.hear()
        cut = cluster.proxy.cut_at(way)
        line.say(**follower.request(place))
        assert cut.wait(timeout=30)
        tally.add("cuts")
    assert outcome_of(cluster, game) == ("won" if way == "answer" else "")
    return follower.play(game)


def test_lines_that_break_off_all_the_time_lose_nothing(cluster: Cluster, whole: bool) -> None:
    played = []
    for _ in range(WHOLE if whole else SHORT):
        follower = cluster.follower("trefoil", ahead=4, pause=0.02)
        game = follower.start("trefoil")
        with cutting(cluster, follower):
            assert follower.play(game)["outcome"] == "won"
        played.append((game, follower.ids))
    check(cluster.site, played)
    assert cluster.new_errors() == []


@contextmanager
def cutting(cluster: Cluster, follower: Follower) -> Iterator[None]:
    """Break off every line whenever a follower has come a few moves further."""
    done = threading.Event()
    before = cluster.proxy.cuts

    def cut() -> None:
        due = 1
        while not done.wait(0.005):
            if len(follower.confirmed) >= due:
                cluster.proxy.cut()
                due = len(follower.confirmed) + random.randint(1, MOST_BETWEEN_CUTS)

    breaking = threading.Thread(target=cut)
    breaking.start()
    try:
        yield
    finally:
        done.set()
        breaking.join()
    assert cluster.proxy.cuts > before
    tally.add("cuts", cluster.proxy.cuts - before)
