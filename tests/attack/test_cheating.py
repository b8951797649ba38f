"""What somebody might try for a better time: clocks, replays, a second account, a guessed deal."""

import hashlib
import random
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any
from uuid import uuid4

import pytest

from games.background.certification import certify_daily
from games.models import DailyDeal, Game, Move
from leaderboard.models import Entry, Signal
from tests.attack.tally import counted, times
from tests.attack.witness import Witness
from tests.conftest import Case, SetClock
from tests.served.people import Person
from tests.served.site import Site, manage

SLUG = "citadel"
CLAIMS: dict[str, Any] = {
    **dict.fromkeys(("elapsed", "hundredths", "duration", "time"), 1),
    **dict.fromkeys(("started", "finished", "created", "now"), "2020-01-01T00:00:00Z"),
    **dict.fromkeys(("player", "player_id", "rank"), 1),
    **dict.fromkeys(("outcome", "state"), "won"),
}


def row_of(site: Site, game: str) -> tuple[Any, ...]:
    """A game as it is stored, with its moves and its entries."""
    with site.database():
        return (
            Game.objects.values_list().get(pk=game),
            list(Move.objects.filter(game_id=game).order_by("version").values_list()),
            list(Entry.objects.filter(game_id=game).values_list()),
        )


def play_all(person: Person, game: dict[str, Any], case: Case) -> list[dict[str, Any]]:
    """Play a winning line, claiming all sorts of things; gives the requests."""
    sent = []
    for version, move in enumerate(case.line):
        request = {"id": str(uuid4()), "move": move, "version": version}
        answer = person.ask(f"/api/games/{game['id']}/moves/", "POST", **{**CLAIMS, **request})
        assert answer.status_code == 200, answer.text
        sent.append(request)
    return sent


def test_the_servers_clock_decides_whatever_is_claimed(
    site: Site, cases: dict[str, Case], witness: Witness, newcomer: Callable[[], Person]
) -> None:
    person = newcomer()
    before = datetime.now(UTC)
    game = person.start(SLUG)
    play_all(person, game, cases[SLUG])
    after = datetime.now(UTC)
    won = person.ask(f"/api/games/{game['id']}/").json()
    with site.database():
        [entry] = Entry.objects.filter(game_id=game["id"])
        stored = Game.objects.get(pk=game["id"])
    assert won["outcome"] == "won"
    assert stored.finished is not None
    a_second = timedelta(seconds=1)
    assert before - a_second < stored.started < stored.finished < after + a_second
    assert entry.hundredths == (stored.finished - stored.started) // timedelta(milliseconds=10)
    assert (stored.undos, stored.restarts, stored.ply) == (0, 0, len(cases[SLUG].line))


def test_requests_that_are_sent_again_change_nothing_by_whomever(
    site: Site, cases: dict[str, Case], witness: Witness, newcomer: Callable[[], Person]
) -> None:
    person, thief = newcomer(), newcomer()
    game = person.start(SLUG)["id"]
    sent = play_all(person, {"id": game}, cases[SLUG])
    own = person.start("fan")["id"]
    theirs = thief.start(SLUG)["id"]
    before = [row_of(site, each) for each in (game, own, theirs)]
    chance = random.Random(3)
    for _ in range(times(1, whole=20)):
        for request in chance.sample(sent, min(len(sent), times(25, whole=1000))):
            for who, which in ((person, game), (person, own), (thief, game)):
                who.ask(f"/api/games/{which}/moves/", "POST", **request)
                counted["requests sent again"] += 1
            # In a game of the same deal only the first of them can go anywhere.
            if request["version"]:
                thief.ask(f"/api/games/{theirs}/moves/", "POST", **request)
                counted["requests sent again"] += 1
    assert [row_of(site, each) for each in (game, own, theirs)] == before


def test_a_second_account_on_the_same_device_is_noticed(
    site: Site, cases: dict[str, Case], witness: Witness, newcomer: Callable[[], Person]
) -> None:
    spy, racer = newcomer(), newcomer()
    shown = spy.ask(f"/api/dailies/{site.today()}/{SLUG}/start/", "POST")
    device = shown.cookies["device"]
    racer.cookies["device"] = device
    game = racer.start(SLUG)
    play_all(racer, game, cases[SLUG])
    manage(site.variables, "examine_wins")
    with site.database():
        found = set(
            Signal.objects.filter(case__entry__game_id=game["id"]).values_list("kind", flat=True)
        )
    assert Signal.Kind.DEVICE in found


@pytest.mark.django_db
def test_a_days_seed_follows_from_nothing_that_anybody_could_know(set_clock: SetClock) -> None:
    set_clock("2026-11-29 12:00")
    day = date(2026, 11, 29)
    seeds: list[bytes] = []
    for number in range(times(12, whole=500)):
        # The same day, with all that a program could start from set to the same.
        random.seed(1)
        DailyDeal.objects.all().delete()
        seeds.append(bytes(certify_daily(ruleset="archway-leicht", day=day).daily.seed))
        assert len(seeds[number]) == 32
    assert len(set(seeds)) == len(seeds)
    counted["seeds drawn for one day"] += len(seeds)
    known = {b"", *seeds, str(day).encode(), f"archway-leicht {day}".encode()}
    guesses = {hashlib.sha256(one).digest() for one in known}
    guesses |= {hashlib.sha256(one + str(day).encode()).digest() for one in known}
    assert not guesses & set(seeds)
    # Of independent bits about half are set, and about half change from seed to seed.
    bits = sum(int.from_bytes(seed).bit_count() for seed in seeds)
    changed = sum(
        (int.from_bytes(one) ^ int.from_bytes(other)).bit_count() for one, other in pairwise(seeds)
    )
    assert 0.4 < bits / (256 * len(seeds)) < 0.6
    assert 0.4 < changed / (256 * (len(seeds) - 1)) < 0.6
