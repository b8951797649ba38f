"""Runs the depth-first searches: their arrays, kept from deal to deal, and their stops."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from games.rules import Position
from games.solver.compiled import IS_COMPILED, array, compiled, zeros
from games.solver.searches import common, fans

SLICE = 200_000 if IS_COMPILED else 2_000
"""Nodes between two moments at which Ctrl-C is heard."""
DEPTH = 512
"""Moves of a search, one below another: a depth-first search never runs in circles."""
CHOICES = 64
TRAIL = DEPTH * 64
TABLE_ENTRIES = 2**20 if IS_COMPILED else 2**14
USES = 2**20


class Arrays:
    """Everything that depth-first searches write to."""

    def __init__(self, entries: int) -> None:
        self.trail = zeros(TRAIL)
        self.frames = zeros(DEPTH * common.FRAME_WORDS)
        self.choices = zeros(DEPTH * CHOICES)
        self.table = zeros(2 * entries)
        self.control = zeros(common.CONTROL_WORDS)
        self.moves = zeros(DEPTH)
        self.ends = zeros(2 * fans.ALL_HEIGHTS)
        self.uses = 0

    def begin(self) -> None:
        """Make ready for a search; what the table holds of earlier ones counts no longer."""
        self.uses += 1
        if self.uses == USES:
            self.table = zeros(len(self.table))
            self.ends = zeros(len(self.ends))
            self.uses = 1
        for word in range(common.CONTROL_WORDS):
            self.control[word] = 0
        self.control[common.USE] = self.uses
        self.frames[common.FRAME_COUNT] = -1

    def line(self) -> list[int]:
        """Give the kernel's moves that led to where the search stands."""
        end = self.control[common.TRAIL_END]
        count = compiled(common.moves_played)(self.trail, end, self.moves)
        return [int(self.moves[number]) for number in range(count - 1, -1, -1)]


@cache
def arrays(entries: int = TABLE_ENTRIES) -> Arrays:
    """Give the arrays of this process."""
    return Arrays(entries)


@cache
def rules_array(rules: tuple[int, ...]) -> list[int]:
    """Give a ruleset's array as the searches take it."""
    return array(rules)


def run(
    search: Callable[..., int], position: Position, node_limit: int
) -> tuple[int, list[int], int]:
    """Search a position; give the answer, the kernel's moves where it is WON, and the nodes."""
    own = arrays()
    own.begin()
    go_on = compiled(search)
    state = array(position.state)
    rules = rules_array(position.ruleset.engine.rules)
    answer = common.RUNNING
    while answer == common.RUNNING and own.control[common.NODES] < node_limit:
        nodes = min(SLICE, node_limit - int(own.control[common.NODES]))
        answer = go_on(
            rules, state, own.trail, own.frames, own.choices, own.table, own.control, nodes
        )
    line = own.line() if answer == common.WON else []
    return answer, line, int(own.control[common.NODES])
