"""The search against deals whose fate unrelated programs found."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.rules import RULESETS, Position
from games.solver import Verdict, solve
from games.solver.compiled import IS_COMPILED

CASES = Path(__file__).parent.parent / "cases"
VERDICTS = {"solvable": Verdict.WINNABLE, "unsolvable": Verdict.UNWINNABLE}
# Compiled, every case is decided, the hardest of them after eleven million nodes.
LIMIT = 15_000_000 if IS_COMPILED else 1_500
LEAST_DECIDED = 1 if IS_COMPILED else 0.2


def cases(slug: str) -> Iterator[tuple[str, Position, Verdict]]:
    for line in (CASES / f"{slug}.jsonl").read_text().splitlines():
        case = json.loads(line)
        position = RULESETS[slug].deal(case["shuffled"], case.get("reshuffled", ()))
        yield case["id"], position, VERDICTS[case["verdict"]]


@pytest.mark.parametrize("slug", RULESETS)
def test_every_case_gets_its_verdict_and_a_line_that_wins(slug: str) -> None:
    decided = []
    for name, position, expected in cases(slug):
        solution = solve(position, node_limit=LIMIT)
        decided.append(solution.verdict is not Verdict.UNDECIDED)
        if decided[-1]:
            assert solution.verdict is expected, name
        for move in solution.line or ():
            position = position.play(move)
        assert position.is_won == (solution.verdict is Verdict.WINNABLE), name
    assert sum(decided) >= LEAST_DECIDED * len(decided)
