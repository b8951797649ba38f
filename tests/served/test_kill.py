"""`kill -9` on the server between two moves loses nothing and doubles nothing."""

from uuid import uuid4

from tests.conftest import Case
from tests.served.deals import new_player, sign_in
from tests.served.people import Person
from tests.served.site import Site, another_process


def test_a_game_goes_on_after_a_kill_where_it_stood(site: Site, cases: dict[str, Case]) -> None:
    line = cases["beleaguered-castle"].line
    person = Person(site=site, session_key=sign_in(site, new_player(site)))
    with another_process(site) as doomed:
        there = Person(site=doomed, session_key=person.session_key)
        game = there.start("beleaguered-castle")
        address = f"/ws/games/{game['id']}/"
        last = {"type": "play", "id": str(uuid4()), "move": line[9], "version": 9}
        with there.socket(address) as socket:
            socket.hear()
            for version, move in enumerate(line[:9]):
                request = str(uuid4())
                socket.ask(type="play", id=request, move=move, version=version)
            before = socket.ask(**last)["game"]
            # The next move is on its way, and nobody will ever know how far it came.
            lost = {"type": "play", "id": str(uuid4()), "move": line[10], "version": 10}
            socket.say(**lost)
            doomed.kill()
        doomed.start()
        with there.socket(address) as socket:
            after = socket.hear()["game"]
            assert after["version"] in (10, 11)
            assert after["started"] == before["started"]
            assert after["elapsed"] > before["elapsed"]
            # The same requests again change nothing but what had not been done yet.
            again = socket.ask(**last)["game"]
            assert {**again, "elapsed": 0} == {**before, "elapsed": 0}
            assert socket.ask(**lost)["game"]["version"] == 11
            for version, move in enumerate(line[11:], start=11):
                request = str(uuid4())
                answer = socket.ask(type="play", id=request, move=move, version=version)
                assert answer["type"] == "answer", answer
        assert answer["game"]["outcome"] == "won"
        assert answer["game"]["ply"] == len(line)
