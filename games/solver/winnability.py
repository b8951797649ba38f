"""How often a ruleset can be won: deals by number, counted, with an honest interval."""

from __future__ import annotations

import json
import math
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields

from games.rules import RULESETS, practice_seed
from games.solver.solution import Verdict, WrongSolution
from games.solver.solving import solve

Z_95 = 1.959963984540054
CHUNK = 20
"""Deals that are searched, and written down, at once; a kill loses no more a process."""
SIGNS = {Verdict.WINNABLE: "+", Verdict.UNWINNABLE: "-", Verdict.UNDECIDED: "?"}
_VERDICTS = {sign: verdict for verdict, sign in SIGNS.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """What is measured: practice deals from number `seed` on, each searched up to `nodes`.

    With `any_time` redeal and merci may come at any time, else only when no other move is legal.
    """

    ruleset: str
    version: int
    seed: int
    nodes: int
    any_time: bool

    def __str__(self) -> str:
        """Give the text that heads a file of results."""
        return json.dumps(asdict(self))

    @classmethod
    def parse(cls, text: str) -> Survey:
        """Read a survey's text; ValueError where it isn't one."""
        told = json.loads(text)
        if not isinstance(told, dict) or set(told) != {field.name for field in fields(cls)}:
            raise ValueError(f"not a survey: {text!r}")
        return cls(**told)

    def missing(self, deals: int, verdicts: dict[int, Verdict]) -> Iterator[range]:
        """Yield the numbers, of so many deals, that have no verdict yet, in chunks."""
        start = self.seed
        for number in range(self.seed, self.seed + deals + 1):
            is_open = number < self.seed + deals and number not in verdicts
            if start < number and (not is_open or number - start == CHUNK):
                yield range(start, number)
                start = number
            if not is_open:
                start = number + 1

    def search(self, numbers: range) -> Chunk:
        """Search a chunk of deals; WrongSolution, with the deal's number, is the solver's error."""
        began = time.process_time()
        verdicts = tuple(self._verdict(number) for number in numbers)
        return Chunk(numbers.start, round(time.process_time() - began, 3), verdicts)

    def _verdict(self, number: int) -> Verdict:
        position = RULESETS[self.ruleset].deal_seed(practice_seed(number))
        try:
            return solve(
                position, node_limit=self.nodes, redeal_when_stuck=not self.any_time
            ).verdict
        except WrongSolution as error:
            raise WrongSolution(f"{self.ruleset}, practice deal {number}: {error}") from error


@dataclass(frozen=True, slots=True)
class Chunk:
    """The verdicts of consecutive deals, with the seconds of one processor that they took."""

    first: int
    seconds: float
    verdicts: tuple[Verdict, ...]

    def __str__(self) -> str:
        """Give the line of a file of results: first number, seconds, a sign for each deal.

        >>> str(Chunk(41, 0.25, (Verdict.WINNABLE, Verdict.UNWINNABLE, Verdict.UNDECIDED)))
        '41 0.25 +-?'
        """
        return f"{self.first} {self.seconds} {''.join(SIGNS[each] for each in self.verdicts)}"

    @classmethod
    def parse(cls, line: str) -> Chunk:
        """Read a chunk's line; ValueError where it isn't one."""
        first, seconds, signs = line.split(" ")
        if not set(signs) <= set(_VERDICTS):
            raise ValueError(f"not verdicts: {signs!r}")
        return cls(int(first), float(seconds), tuple(_VERDICTS[sign] for sign in signs))

    def numbered(self) -> dict[int, Verdict]:
        """The verdicts by the deals' numbers."""
        return dict(enumerate(self.verdicts, start=self.first))


@dataclass(frozen=True, slots=True)
class Tally:
    """Deals counted by their fate."""

    winnable: int
    unwinnable: int
    undecided: int

    @classmethod
    def of(cls, verdicts: Iterable[Verdict]) -> Tally:
        """Count some verdicts."""
        counted = Counter(verdicts)
        return cls(*(counted[verdict] for verdict in Verdict))

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.winnable + other.winnable,
            self.unwinnable + other.unwinnable,
            self.undecided + other.undecided,
        )

    @property
    def deals(self) -> int:
        """All of them."""
        return self.winnable + self.unwinnable + self.undecided

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share that can be won.

        Its lower end takes every undecided deal as lost, its upper end takes each as won.

        >>> [round(bound, 3) for bound in Tally(75, 25, 0).interval]
        [0.657, 0.825]
        >>> [round(bound, 3) for bound in Tally(75, 0, 25).interval]
        [0.657, 1.0]
        """
        return (
            wilson(self.winnable, self.deals)[0],
            wilson(self.winnable + self.undecided, self.deals)[1],
        )


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Give Wilson's 95 % interval of a share."""
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    spread = Z_95**2 / trials
    middle = share + spread / 2
    half = Z_95 * math.sqrt(share * (1 - share) / trials + spread / (4 * trials))
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))
