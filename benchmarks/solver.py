"""Print how fast deals are decided, and the castles beside fc-solve.

Run it with `python -m benchmarks.solver` from the repository. fc-solve (Debian's
freecell-solver-bin) runs once per deal, our search in this process; both are stopped at 10 seconds.
Times are the CPU's, so that a busy machine disturbs them little.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import statistics
import subprocess
import time
from dataclasses import dataclass

from games.rules import RULESETS, Family, Position, practice_seed
from games.solver import Verdict, solve
from games.solver.compiled import IS_COMPILED

SECONDS = 10.0
FIRST_DEAL = 1_000_000
NODES = 10_000_000
PRESET = "enlightened-ostrich"


@dataclass(frozen=True, slots=True)
class Timed:
    """What a deal took, and whether its fate was found within the time."""

    seconds: float
    is_decided: bool
    is_won: bool


def timed_search(position: Position) -> Timed:
    """Search a deal with ours; the replay of its line by the plain rules is part of it."""
    start = time.process_time()
    solution = solve(position, node_limit=NODES)
    seconds = time.process_time() - start
    is_decided = solution.verdict is not Verdict.UNDECIDED and seconds <= SECONDS
    return Timed(seconds, is_decided, solution.verdict is Verdict.WINNABLE)


def timed_fc_solve(program: str, slug: str, position: Position) -> Timed:
    """Search a deal with fc-solve."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "-g", slug.replace("-", "_"), "-l", PRESET]
    try:
        done = subprocess.run(
            command, input=board(position), capture_output=True, text=True, timeout=4 * SECONDS
        )
        answer = done.stdout
    except subprocess.TimeoutExpired:
        answer = ""
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    is_won = "This game is solveable" in answer
    is_lost = "I could not solve this game" in answer
    return Timed(seconds, (is_won or is_lost) and seconds <= SECONDS, is_won)


def board(position: Position) -> str:
    """Write a castle the way fc-solve reads it."""
    up = [
        f"{suit}-{position.piles['F' + suit][-1][0]}"
        for suit in "HCDS"
        if position.piles["F" + suit]
    ]
    lines = [f"Foundations: {' '.join(up)}"] if up else []
    lines += [" ".join(position.piles[f"T{row}"]) for row in range(1, 9)]
    return "\n".join(lines) + "\n"


def wait_for_compiled_code(positions: list[Position]) -> None:
    """Search until one is won, so that everything is compiled or loaded."""
    for position in positions:
        if solve(position, node_limit=1000).line is not None:
            return


def row(name: str, results: list[Timed]) -> str:
    """Put the figures of some deals into a line."""
    times = sorted(min(result.seconds, SECONDS) for result in results)
    undecided = sum(not result.is_decided for result in results)
    p95 = times[min(len(times) - 1, round(0.95 * len(times)))]
    won = sum(result.is_won for result in results)
    rate = (len(results) - undecided) / sum(times)
    return (
        f"{name:42}{1000 * statistics.median(times):12.2f}{1000 * p95:12.1f}"
        f"{undecided:11}{won:10}{rate:14.1f}"
    )


def main() -> None:
    """Run every ruleset, the castles with both programs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=100, help="of each ruleset")
    deals = parser.parse_args().deals
    program = shutil.which("fc-solve")
    print(f"{deals} deals each, {'compiled' if IS_COMPILED else 'plain Python'}")
    print(
        f"{'':42}{'median ms':>12}{'p95 ms':>12}{'undecided':>11}{'winnable':>10}{'decided/s':>14}"
    )
    for slug, ruleset in RULESETS.items():
        positions = [ruleset.deal_seed(practice_seed(FIRST_DEAL + n)) for n in range(deals)]
        wait_for_compiled_code(positions)
        print(row(slug, [timed_search(position) for position in positions]), flush=True)
        if program is not None and ruleset.family is Family.BELEAGUERED_CASTLE:
            results = [timed_fc_solve(program, slug, position) for position in positions]
            print(row(f"  fc-solve {PRESET}", results), flush=True)


if __name__ == "__main__":
    main()
