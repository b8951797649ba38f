"""Print whether how long answers take tells anything of cards face down or coming redeals.

Run it with `python -m benchmarks.timing` from the repository. It starts a daphne of its own on a
database of its own, a new SQLite file; with DATABASE_URL (and REDIS_URL) in the environment on that
database: give it an empty one.

A game is played, and then again and again by the same requests, by lot on the same deal or on its
twin, which differs in nothing that is seen. For each request the typical time of either is
compared, and what is added up is by how much they differ, whichever is the longer. Then the labels
of the runs are drawn anew, many times: were times to depend on what is hidden, the true labels
would part them better than almost all drawn ones. The share of the drawn ones that part them as
well is printed, as the chance; one in twenty is below 0.05 though nothing is told. Beside it stands
the smallest difference that would have been found: so much longer are every other request's times
on the twin then taken to be.

The clock is what somebody outside has; what it can show depends on how quiet the machine is. The
CPU time of the server's process tells the same with less noise, on Linux. Nothing fails.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.site import own_site

if TYPE_CHECKING:
    from tests.attack.twins import Run
    from tests.conftest import Case
    from tests.served.site import Site

MOST_ACTIONS = 25
DRAWN = 1000
RARE = 0.01
# Of each request's times the lower quarter: the machine's other work only ever adds to them.
TYPICAL = 0.25
LONGEST = 0.1

# The seconds of each request of one run.
Times = list[float]
CLOCKS = ("clock", "CPU")


@dataclass(frozen=True, kw_only=True)
class Pair:
    """The runs of a game on either deal, by one clock."""

    same: list[Times]
    twin: list[Times]


def typical(runs: Sequence[Times]) -> Times:
    """Of each request the time that it typically takes."""
    at = int(len(runs) * TYPICAL)
    return [sorted(each)[at] for each in zip(*runs, strict=True)]


def distance(one: Sequence[Times], other: Sequence[Times]) -> float:
    """By how many seconds requests differ, on average, whichever takes longer."""
    pairs = zip(typical(one), typical(other), strict=True)
    return statistics.fmean(abs(first - second) for first, second in pairs)


def chances(pairs: Sequence[Pair], *, longer: float = 0.0) -> float:
    """The share of drawn labels that part the runs as well as the true ones do.

    `longer` is added to every other request of the twins' runs.
    """
    chance = random.Random(1)
    true, drawn = 0.0, [0.0] * DRAWN
    for pair in pairs:
        twins = [[took + longer * (at % 2) for at, took in enumerate(run)] for run in pair.twin]
        true += distance(pair.same, twins)
        runs = [*pair.same, *twins]
        for at in range(DRAWN):
            chance.shuffle(runs)
            drawn[at] += distance(runs[: len(pair.same)], runs[len(pair.same) :])
    return (1 + sum(each >= true for each in drawn)) / (1 + DRAWN)


def smallest_found(pairs: Sequence[Pair]) -> str:
    """The smallest difference that would have been found, in steps of a half."""
    longer = 1e-6
    while chances(pairs, longer=longer) > RARE:
        longer *= 1.5
        if longer > LONGEST:
            return "none"
    return f"{longer * 1000:.3f} ms"


def cpu_of(site: Site) -> float:
    """The seconds of CPU that the site's process has taken, finer than the kernel's ticks."""
    assert site.process
    tasks = Path(f"/proc/{site.process.pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def run_of(
    site: Site, deal: Case, actions: Sequence[Sequence[Any]] | None, chance: random.Random
) -> tuple[Run, list[Sequence[Any]], dict[str, Times]]:
    """Play a deal by requests, or by what one might do who sees it; with each one's seconds."""
    from tests.attack.twins import END, choose, sit_down

    done: list[Sequence[Any]] = []
    times: dict[str, Times] = {clock: [] for clock in CLOCKS}
    with ExitStack() as stack:
        run = sit_down(site, stack, deal, site.today() - timedelta(days=400))
        for at in range(len(actions) if actions else MOST_ACTIONS):
            done.append(actions[at] if actions else choose(chance, run.game))
            began = time.perf_counter(), cpu_of(site)
            run.do(done[-1])
            ended = time.perf_counter(), cpu_of(site)
            for clock, first, last in zip(CLOCKS, began, ended, strict=True):
                times[clock].append(last - first)
        if not actions:
            # Not timed: it shows what is needed to make the twin.
            for action in END:
                run.do(action)
    return run, done, times


def pair_of(site: Site, slug: str, number: int, runs: int) -> dict[str, Pair]:
    """The times of a game on a deal and on its twin; none where nothing is hidden in the end."""
    from tests.attack.twins import deal_of, forget, twin_of

    chance = random.Random(f"{slug} {number}")
    deal = deal_of(slug, chance)
    first, actions, _ = run_of(site, deal, None, chance)
    twin = twin_of(site, deal, first, chance)
    forget(site, first)
    if twin == deal:
        return {}
    order = ["same", "twin"] * runs
    random.shuffle(order)
    taken: dict[str, list[dict[str, Times]]] = {"same": [], "twin": []}
    # The first of each finds nothing that the server has kept in memory.
    for which in ("same", "twin", *order):
        run, _, times = run_of(site, deal if which == "same" else twin, actions, chance)
        forget(site, run)
        taken[which].append(times)
    same, twins = (taken[which][1:] for which in ("same", "twin"))
    return {
        clock: Pair(same=[run[clock] for run in same], twin=[run[clock] for run in twins])
        for clock in CLOCKS
    }


def show(name: str, clock: str, pairs: Sequence[Pair]) -> None:
    """Print what some games' times by a clock tell."""
    typically = statistics.median(
        took for pair in pairs for took in typical([*pair.same, *pair.twin])
    )
    print(
        f"{name:28}{clock:7}{len(pairs):6}{typically * 1000:8.2f} ms{chances(pairs):9.3f}"
        f"{smallest_found(pairs):>12}",
        flush=True,
    )


def main() -> None:
    """Measure each ruleset that hides something, and print what all say together."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=3, help="of each ruleset")
    parser.add_argument("--runs", type=int, default=10, help="on either deal")
    given = parser.parse_args()
    with own_site() as kind, tempfile.TemporaryDirectory() as folder:
        from tests.attack.twins import FACE_DOWN, REDEALT
        from tests.served.site import running_site

        # The site is to collect files of its own.
        del os.environ["STATIC_ROOT"]
        print(f"database: {kind}")
        print(f"{MOST_ACTIONS} requests a game, {given.runs} runs on either deal")
        print(f"{'':35}{'games':>6}{'typical':>11}{'chance':>9}{'found':>12}")
        everything: list[dict[str, Pair]] = []
        with running_site(Path(folder), unblocked=nullcontext) as site:
            for slug in (*FACE_DOWN, *REDEALT):
                made = (pair_of(site, slug, at, given.runs) for at in range(given.games))
                pairs = [pair for pair in made if pair]
                everything += pairs
                for clock in CLOCKS:
                    show(slug, clock, [pair[clock] for pair in pairs])
        for clock in CLOCKS:
            show("all", clock, [pair[clock] for pair in everything])


if __name__ == "__main__":
    main()
