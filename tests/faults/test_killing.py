"""`kill -9` on any process in mid-game, at random moments, again and again."""

import random
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue

from tests.faults.cluster import SLUGS, Cluster, line_of
from tests.faults.follower import Follower
from tests.faults.tally import tally
from tests.faults.truth import Played, check
from tests.served.people import Person

SHORT, WHOLE = 4, 200
PLAYERS = 3
# So many come in good time to play on: each plays a daily once.
WAITING = 2
Waiting = SimpleQueue[Person | None]


def test_no_kill_loses_or_doubles_anything(cluster: Cluster, whole: bool) -> None:
    kills = WHOLE if whole else SHORT
    over = threading.Event()
    people: list[Waiting] = [SimpleQueue() for _ in range(PLAYERS)]
    with ThreadPoolExecutor(PLAYERS) as pool:
        crowd = [pool.submit(play_on, those, over, ahead) for ahead, those in enumerate(people, 1)]
        try:
            for number in range(kills):
                let_in(cluster, people)
                time.sleep(random.uniform(0.05, 0.6))
                doomed = cluster.processes[number % len(cluster.processes)]
                doomed.kill()
                tally.add("kills")
                doomed.start()
                look_whether_all_play(crowd)
        finally:
            over.set()
            # Whoever waits for somebody new waits in vain.
            for those in people:
                those.put(None)
    played = [game for player in crowd for game in player.result()]
    assert len(played) >= PLAYERS
    check(cluster.site, played)
    assert cluster.new_errors() == []


def let_in(cluster: Cluster, people: list[Waiting]) -> None:
    """Have as many wait as may be needed before the next look, however long kills take."""
    for those in people:
        while those.qsize() < WAITING:
            those.put(cluster.person())


def look_whether_all_play(crowd: list[Future[list[Played]]]) -> None:
    """Raise what a player has met with, instead of killing on while nobody plays."""
    for player in crowd:
        assert not player.done(), player.result()


def play_on(people: Waiting, over: threading.Event, ahead: int) -> list[Played]:
    """Win one game after the other until it is over: each to its end."""
    played: list[Played] = []
    for person in iter(people.get, None):
        for slug in SLUGS:
            if over.is_set():
                return played
            follower = Follower(person=person, line=line_of(slug), ahead=ahead, pause=0.06)
            game = follower.start(slug)
            answered = follower.play(game)
            assert answered["outcome"] == "won"
            assert answered["result"]["hundredths"] >= 0
            played.append((game, follower.ids))
    return played
