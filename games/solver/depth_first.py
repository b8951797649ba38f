"""Runs the depth-first searches: their arrays, kept from deal to deal, and their stops."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from games.rules import Ruleset
from games.solver.compiled import IS_COMPILED, array, compiled, zeros
from games.solver.searches import common, fans

Stop = Callable[[], bool]

MEMORY = 512 * 2**20
"""Bytes that all the tables of positions seen may take, at eight a number as compiled code has it.

A search begins with the smallest table and goes on with a larger one whenever it is half full.
"""
SLICE = 20_000 if IS_COMPILED else 500
"""Nodes between two moments at which Ctrl-C is heard and `stop` is asked."""
DEPTH = 512
"""Moves of a search, one below another: a depth-first search never runs in circles."""
CHOICES = 64
TRAIL = DEPTH * 64
ENTRIES = 2**16
GROWTH = 4
USES = 2**20
NO_END = 1 << 60


class Arrays:
    """Everything that depth-first searches write to."""

    def __init__(self) -> None:
        self.trail = zeros(TRAIL)
        self.frames = zeros(DEPTH * common.FRAME_WORDS)
        self.choices = zeros(DEPTH * CHOICES)
        self.tables = [zeros(2 * ENTRIES)]
        self.control = zeros(common.CONTROL_WORDS)
        self.moves = zeros(DEPTH)
        self.ends = zeros(2 * fans.ALL_HEIGHTS)
        self.uses = 0
        self.begin()

    def begin(self) -> None:
        """Make ready for a search; what the tables hold of earlier ones counts no longer.

        However the last search ended, nothing of it is left to be seen.
        """
        self.uses += 1
        if self.uses >= USES:
            self.tables = [zeros(2 * ENTRIES)]
            self.ends = zeros(len(self.ends))
            self.uses = 1
        for word in range(common.CONTROL_WORDS):
            self.control[word] = 0
        self.control[common.USE] = self.uses
        self.frames[common.FRAME_COUNT] = -1
        self._use_table(0)

    def _use_table(self, number: int) -> None:
        self.table_number = number
        self.table = self.tables[number]
        size = len(self.table)
        taken = 8 * sum(map(len, self.tables[: number + 1]))
        # An entry is two numbers, so this is where half of them are taken.
        self.growth_at = size // 4 if taken + 8 * GROWTH * size <= MEMORY else NO_END

    def _grow(self) -> None:
        smaller = self.table
        if self.table_number + 1 == len(self.tables):
            self.tables.append(zeros(GROWTH * len(smaller)))
        self._use_table(self.table_number + 1)
        compiled(common.carry_over)(smaller, self.uses, self.table)

    @property
    def nodes(self) -> int:
        """How many nodes the search has taken."""
        return int(self.control[common.NODES])

    def search(self, go_on: Callable[[int], int], node_limit: int, stop: Stop | None) -> int:
        """Let a search go on by slices, until it has an answer, its nodes or is STOPPED."""
        answer = common.RUNNING
        while answer == common.RUNNING and (nodes := self.nodes) < node_limit:
            if stop is not None and stop():
                return common.STOPPED
            if nodes >= self.growth_at:
                self._grow()
            answer = go_on(min(SLICE, min(node_limit, self.growth_at) - nodes))
        return answer

    def line(self) -> list[int]:
        """Give the kernel's moves that led to where the search stands."""
        end = self.control[common.TRAIL_END]
        count = compiled(common.moves_played)(self.trail, end, self.moves)
        return [int(move) for move in self.moves[:count]][::-1]


@cache
def arrays() -> Arrays:
    """Give the arrays of this process."""
    return Arrays()


@cache
def rules_array(ruleset: Ruleset) -> list[int]:
    """Give a ruleset's array as the searches take it."""
    return array(ruleset.engine.rules)


def is_whole(ruleset: Ruleset, state: list[int]) -> bool:
    """Say whether all cards are there and every foundation begins with its base."""
    scratch = arrays().moves
    return compiled(common.is_whole)(rules_array(ruleset), state, ruleset.packs, scratch)


def run(
    search: Callable[..., int],
    ruleset: Ruleset,
    state: list[int],
    node_limit: int,
    stop: Stop | None,
) -> tuple[int, list[int], int]:
    """Search from a state; give the answer, the kernel's moves where it is WON, and the nodes."""
    own = arrays()
    own.begin()
    compiled_search = compiled(search)
    rules = rules_array(ruleset)

    def go_on(nodes: int) -> int:
        return compiled_search(
            rules, state, own.trail, own.frames, own.choices, own.table, own.control, nodes
        )

    answer = own.search(go_on, node_limit, stop)
    return answer, own.line() if answer == common.WON else [], own.nodes


def moves_of(play: Callable[..., int], ruleset: Ruleset, state: list[int]) -> list[int]:
    """Give the kernel's moves that a function of a search plays from a state on."""
    own = arrays()
    own.begin()
    own.control[common.TRAIL_END] = compiled(play)(rules_array(ruleset), state, own.trail, 0)
    return own.line()
