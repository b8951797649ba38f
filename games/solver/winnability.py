"""How often a ruleset can be won: deals by number, counted, with an honest interval."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from games.rules import RULESETS, practice_seed
from games.solver.solution import Verdict
from games.solver.solving import solve

Z_95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Task:
    """One practice deal to be searched."""

    slug: str
    number: int
    node_limit: int
    redeal_when_stuck: bool


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a deal."""

    number: int
    verdict: Verdict
    nodes: int

    def __str__(self) -> str:
        return f"{self.number} {self.verdict} {self.nodes}"

    @classmethod
    def parse(cls, line: str) -> Result:
        """Read a result's text; ValueError where it isn't one."""
        number, verdict, nodes = line.split()
        return cls(int(number), Verdict(verdict), int(nodes))


def examine(task: Task) -> Result:
    """Search one deal."""
    position = RULESETS[task.slug].deal_seed(practice_seed(task.number))
    solution = solve(position, node_limit=task.node_limit, redeal_when_stuck=task.redeal_when_stuck)
    return Result(task.number, solution.verdict, solution.nodes)


@dataclass(frozen=True, slots=True)
class Tally:
    """Deals counted by their fate."""

    winnable: int
    unwinnable: int
    undecided: int

    @classmethod
    def of(cls, results: Iterable[Result]) -> Tally:
        """Count some results."""
        counted = Counter(result.verdict for result in results)
        return cls(*(counted[verdict] for verdict in Verdict))

    @property
    def deals(self) -> int:
        """All of them."""
        return self.winnable + self.unwinnable + self.undecided

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share that can be won.

        Its lower end takes every undecided deal as lost, its upper end takes each as won.
        """
        return (
            wilson(self.winnable, self.deals)[0],
            wilson(self.winnable + self.undecided, self.deals)[1],
        )


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Give Wilson's 95 % interval of a share.

    >>> [round(bound, 3) for bound in wilson(75, 100)]
    [0.657, 0.825]
    """
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    spread = Z_95**2 / trials
    middle = share + spread / 2
    half = Z_95 * math.sqrt(share * (1 - share) / trials + spread / (4 * trials))
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))
