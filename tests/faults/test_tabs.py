"""A player's tabs on different processes, and a board's watcher on a third."""

from uuid import uuid4

from tests.faults.cluster import Cluster, line_of
from tests.faults.truth import check
from tests.served.people import Person
from tests.served.site import another_process


def test_whatever_happens_at_one_process_is_told_at_all(cluster: Cluster) -> None:
    line, ids = line_of("citadel"), [str(uuid4()) for _ in line_of("citadel")]
    here = cluster.person(site=cluster.processes[0])
    there = cluster.person(site=cluster.processes[1], like=here)
    game = here.start("citadel")["id"]
    address = f"/ws/games/{game}/"
    with (
        another_process(cluster.processes[0]) as third,
        here.socket(address) as one,
        there.socket(address) as other,
        Person(site=third).socket(f"/ws/boards/citadel/{third.today()}/") as watcher,
    ):
        assert one.hear()["game"]["version"] == other.hear()["game"]["version"] == 0
        before = watcher.hear()["total"]
        tabs = [one, other]
        for version, (move, id_) in enumerate(zip(line, ids, strict=True)):
            playing, looking = tabs[version % 2], tabs[1 - version % 2]
            answer = playing.ask(type="play", id=id_, move=move, version=version)
            assert (answer["type"], answer["id"]) == ("answer", id_)
            # The clock is each message's own; all else is the same.
            told = looking.hear()
            assert (told["type"], told["id"]) == ("changed", id_)
            assert {**told["game"], "elapsed": 0} == {**answer["game"], "elapsed": 0}
        news = watcher.hear()
        assert (news["type"], news["total"]) == ("entry", before + 1)
    check(cluster.site, [(game, ids)])
    assert cluster.new_errors() == []
