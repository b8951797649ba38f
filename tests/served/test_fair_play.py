"""Nobody gets a better result than they have played for, whatever they send."""

import threading
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from websockets.exceptions import ConnectionClosed

from games import clock
from games.models import DailyDeal, Game
from leaderboard.models import Entry
from tests.conftest import Case
from tests.served.deals import best_case, new_player, sign_in, store_daily
from tests.served.people import Person
from tests.served.site import Site


def somebody(site: Site) -> Person:
    """A new player who is signed in."""
    return Person(site=site, session_key=sign_in(site, new_player(site)))


def play_all(person: Person, game: dict[str, Any], moves: tuple[str, ...]) -> dict[str, Any]:
    """Play moves over REST, each on the version before; give the last answer."""
    for move in moves:
        answer = person.play(game["id"], move, version=game["version"])
        assert answer.status_code == 200, answer.text
        game = answer.json()
    return game


def entries_of(site: Site, game: dict[str, Any]) -> list[Entry]:
    """What the leaderboard holds of a game."""
    with site.database():
        return list(Entry.objects.select_related("daily").filter(game_id=game["id"]))


def test_a_winning_line_sent_at_once_gets_the_servers_time_and_is_held(
    site: Site, cases: dict[str, Case]
) -> None:
    person = somebody(site)
    won = play_all(person, person.start("burgvoegtin"), cases["burgvoegtin"].line)
    assert won["outcome"] == "won"
    assert (won["result"]["state"], won["result"]["rank"]) == ("held", None)
    [entry] = entries_of(site, won)
    with site.database():
        game = Game.objects.get(pk=won["id"])
    assert game.finished is not None
    assert entry.state == "held"
    assert entry.hundredths == (game.finished - game.started) // timedelta(milliseconds=10)
    assert entry.hundredths == won["result"]["hundredths"] == won["elapsed"] // 10
    board = person.ask(f"/api/boards/burgvoegtin/{site.today()}/").json()
    assert (board["total"], board["entries"], board["mine"]) == (0, [], None)


def test_the_same_rules_hold_for_programs(site: Site, cases: dict[str, Case]) -> None:
    person = somebody(site)
    game = person.start("citadel")
    *_, last = cases["citadel"].line
    answers = {
        "the last move first": person.play(game["id"], last, version=0),
        "no move": person.request(game["id"], "moves", version=0),
        "no card": person.play(game["id"], "win", version=0),
        "an outcome": person.request(game["id"], "moves", version=0, outcome="won"),
        "the end": person.request(game["id"], "finish", version=0),
        "a change": person.ask(f"/api/games/{game['id']}/", "PATCH", outcome="won"),
    }
    assert {what: answer.status_code for what, answer in answers.items()} == {
        "the last move first": 422,
        "no move": 400,
        "no card": 400,
        "an outcome": 400,
        "the end": 422,
        "a change": 405,
    }
    assert all(answer.json()["error"]["message"] for answer in answers.values())
    now = person.ask(f"/api/games/{game['id']}/").json()
    assert (now["outcome"], now["version"]) == ("playing", 0)
    assert not entries_of(site, game)


def test_a_foreign_game_is_closed_to_others_in_every_way(
    site: Site, cases: dict[str, Case]
) -> None:
    owner, other = somebody(site), somebody(site)
    game = owner.start("fan")
    first = cases["fan"].line[0]
    refused = [
        other.ask(f"/api/games/{game['id']}/"),
        other.play(game["id"], first, version=0),
        other.request(game["id"], "undo", version=0),
        other.request(game["id"], "resign", version=0),
        other.ask(f"/games/{game['id']}/"),
    ]
    assert {answer.status_code for answer in refused} <= {403, 404}
    assert other.ask(f"/api/games/{game['id']}/replay/").json()["error"]["code"] == (
        "daily_not_settled"
    )
    with other.socket(f"/ws/games/{game['id']}/") as line, pytest.raises(ConnectionClosed) as end:
        line.hear()
    assert end.value.rcvd is not None
    assert end.value.rcvd.code == 4403
    assert owner.ask(f"/api/games/{game['id']}/").json()["version"] == 0


def test_only_todays_deal_can_be_started(site: Site, cases: dict[str, Case]) -> None:
    person, nobody = somebody(site), Person(site=site)
    today = site.today()
    case = best_case("trefoil")
    with site.database():
        store_daily(site, case, day=today + timedelta(days=1))
        now = clock.now()
        store_daily(site, case, day=today - timedelta(days=1), settles=now + timedelta(hours=9))
        store_daily(site, case, day=today - timedelta(days=2))

    def status(who: Person, days: int) -> tuple[int, str]:
        day = today + timedelta(days=days)
        answer = who.ask(f"/api/dailies/{day}/trefoil/start/", "POST")
        return answer.status_code, answer.json().get("error", {}).get("code", "")

    assert status(person, 1) == (404, "not_open")
    assert status(person, -1) == (409, "daily_closed")
    assert status(nobody, 0) in [(401, "sign_in_required"), (403, "csrf_failed")]
    practice = person.start("trefoil", today - timedelta(days=2))
    assert practice["ranked"] is False
    won = play_all(person, practice, case.line)
    assert (won["outcome"], won["result"]) == ("won", None)
    assert not entries_of(site, won)


def test_a_stale_version_is_told_how_the_game_stands(site: Site, cases: dict[str, Case]) -> None:
    person = somebody(site)
    game = person.start("streets-and-alleys")
    first, second = cases["streets-and-alleys"].line[:2]
    play_all(person, game, (first,))
    answer = person.play(game["id"], second, version=0)
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "stale_version"
    assert answer.json()["game"]["version"] == 1


def test_the_last_move_twenty_times_at_once_makes_one_entry(
    site: Site, cases: dict[str, Case]
) -> None:
    person = somebody(site)
    line = cases["la-belle-lucie-ohne-merci"].line
    game = play_all(person, person.start("la-belle-lucie-ohne-merci"), line[:-1])
    same = str(uuid4())
    asked = {"move": line[-1], "version": game["version"]}
    gate = threading.Barrier(20)
    said: list[dict[str, Any]] = []

    def by_rest(name: str) -> None:
        gate.wait()
        said.append(person.request(game["id"], "moves", id=name, **asked).json())

    def by_socket(name: str) -> None:
        with person.socket(f"/ws/games/{game['id']}/") as socket:
            socket.hear()
            gate.wait()
            socket.say(type="play", id=name, **asked)
            while (message := socket.hear()).get("id") != name or message["type"] == "changed":
                pass
            said.append(message["game"] if message["type"] == "answer" else message)

    ways = [by_rest, by_socket] * 10
    threads = [
        threading.Thread(target=way, args=(same if number < 8 else str(uuid4()),))
        for number, way in enumerate(ways)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    done = [answer for answer in said if "error" not in answer]
    refused = [answer["error"]["code"] for answer in said if "error" in answer]
    assert len(said) == 20
    # Whoever came first has won, and with it all who sent the very same request.
    assert len(done) in (1, 8)
    assert {(answer["outcome"], answer["version"]) for answer in done} == {("won", len(line))}
    assert set(refused) <= {"game_finished"}
    assert len(entries_of(site, game)) == 1
    with site.database():
        assert Game.objects.get(pk=game["id"]).moves.count() == len(line)


def test_who_starts_before_closing_may_win_after_it_and_stands_on_the_days_board(
    site: Site, cases: dict[str, Case]
) -> None:
    early, late = somebody(site), somebody(site)
    game = early.start("archway-leicht")
    with site.database():
        daily = DailyDeal.objects.filter(ruleset="archway-leicht", day=site.today())
        daily.update(closes=clock.now())
    answer = late.ask(f"/api/dailies/{site.today()}/archway-leicht/start/", "POST")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "daily_closed")
    won = play_all(early, game, cases["archway-leicht"].line)
    assert (won["outcome"], won["ranked"], won["day"]) == ("won", True, str(site.today()))
    [entry] = entries_of(site, won)
    assert entry.daily.day == site.today()
