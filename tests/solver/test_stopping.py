"""How a search ends before its limit, and that nothing of it is left for the next one."""

from collections.abc import Callable

import pytest

from games.rules import RULESETS, Position, practice_seed
from games.solver import Solution, Verdict, best_first, depth_first, solve

HARD = {
    "burgvoegtin": 142,
    "burgvoegtin-streng": 22,
    "archway": 215,
    "trefoil": 9,
    "fan": 5,
    "beleaguered-castle": 20,
}
"""Practice deals that take some hundreds of nodes, most of them unwinnable ones."""
LIMIT = 5_000
BETWEEN = 100

Stop = Callable[[], bool]


@pytest.fixture(autouse=True)
def often_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (best_first, depth_first):
        monkeypatch.setattr(module, "SLICE", BETWEEN)


@pytest.fixture(params=HARD)
def position(request: pytest.FixtureRequest) -> Position:
    return RULESETS[request.param].deal_seed(practice_seed(HARD[request.param]))


def after(asked: int, then: Callable[[], bool]) -> Stop:
    """Let a search go on when asked for the first times."""
    answers = iter([False] * asked)
    return lambda: next(answers, True) and then()


def fate(position: Position, stop: Stop | None = None) -> Solution:
    return solve(position, node_limit=LIMIT, stop=stop)


def interrupt() -> bool:
    raise KeyboardInterrupt


def test_a_search_that_is_told_to_stop_is_undecided(position: Position) -> None:
    found = fate(position)
    assert found.verdict is not Verdict.UNDECIDED
    stopped = fate(position, after(3, lambda: True))
    assert (stopped.verdict, stopped.line) == (Verdict.UNDECIDED, None)
    assert 0 < stopped.nodes <= 3 * BETWEEN < found.nodes
    assert fate(position) == found


def test_an_interrupted_search_leaves_the_next_one_as_it_was(position: Position) -> None:
    found = fate(position)
    for asked in range(5):
        with pytest.raises(KeyboardInterrupt):
            fate(position, after(asked, interrupt))
        assert fate(position) == found


def test_a_search_that_may_not_begin_takes_no_node(position: Position) -> None:
    assert fate(position, lambda: True) == Solution(Verdict.UNDECIDED, None, 0)


def test_the_search_for_the_line_can_be_stopped_too() -> None:
    # Won after one redeal: the line is searched once more when its end has been found.
    position = RULESETS["trefoil"].deal_seed(practice_seed(9))
    asked = []

    def count() -> bool:
        asked.append(1)
        return False

    line = fate(position, count).line
    assert line is not None
    assert any(move.is_redeal for move in line)
    stopped = fate(position, after(len(asked) - 1, lambda: True))
    assert stopped.verdict is Verdict.UNDECIDED
