"""The processes' clocks are wrong by hours; the one clock that counts is the database's."""

import re
import time
from datetime import timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from uuid import uuid4

from tests.faults.cluster import Cluster, line_of
from tests.faults.truth import check
from tests.served.site import another_process

HOURS = 3
EXPIRES = re.compile(r"expires=([^;]+)")
# What Python runs before anything else: it sets the clocks that Python code can read.
SHIFTED = """
import datetime, time
SHIFT = {seconds}
real, real_time = datetime.datetime, time.time
class Alike(type):
    def __instancecheck__(cls, value): return isinstance(value, real)
class Shifted(real, metaclass=Alike):
    @classmethod
    def now(cls, tz=None): return real.now(tz) + datetime.timedelta(seconds=SHIFT)
    @classmethod
    def utcnow(cls): return real.utcnow() + datetime.timedelta(seconds=SHIFT)
datetime.datetime = Shifted
time.time = lambda: real_time() + SHIFT
"""


def shifted(folder: Path, hours: int) -> dict[str, str]:
    """The environment of a process whose clock is wrong by some hours."""
    place = folder / f"{hours}"
    place.mkdir()
    (place / "sitecustomize.py").write_text(SHIFTED.format(seconds=hours * 3600))
    return {"PYTHONPATH": str(place)}


def test_a_game_takes_the_time_that_it_takes_whatever_its_processes_believe(
    cluster: Cluster, tmp_path: Path
) -> None:
    line = line_of("trefoil")
    ids = [str(uuid4()) for _ in line]
    site = cluster.processes[0]
    with (
        another_process(site, **shifted(tmp_path, HOURS)) as ahead,
        another_process(site, **shifted(tmp_path, -HOURS)) as behind,
    ):
        first = cluster.person(site=ahead)
        people = [first, cluster.person(site=behind, like=first)]
        # Each says until when it believes that the session lasts.
        cookies = [one.ask("/").headers["Set-Cookie"] for one in people]
        late, early = (parsedate_to_datetime(EXPIRES.findall(each)[0]) for each in cookies)
        assert round((late - early) / timedelta(hours=1)) == 2 * HOURS
        begun = time.monotonic()
        game = first.start("trefoil")["id"]
        elapsed = []
        for version, (move, id_) in enumerate(zip(line, ids, strict=True)):
            answer = people[version % 2].play(game, move, version=version, id=id_).json()
            elapsed.append(answer["elapsed"])
        took = time.monotonic() - begun
        assert elapsed == sorted(elapsed)
        assert 0 < answer["result"]["hundredths"] <= took * 100
        assert ahead.errors() == behind.errors() == []
    check(cluster.site, [(game, ids)])
