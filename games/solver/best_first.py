"""Runs the castles' best-first searches: a thorough one, and again and again a short one.

Where a deal can be won, a search finds it soon or hardly ever: early on it took a way that leads
nowhere, and what can be looked at on that way has no end. To begin afresh with other noise in the
weights costs less than to go on. So most deals are won by one of many short searches. Between
rounds of those the thorough one goes on from where it was; it is for the deals that can't be won,
as that is known only when a search has looked at everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import cycle, repeat

from games.rules import Ruleset
from games.solver import depth_first
from games.solver.compiled import IS_COMPILED, array, compiled, zeros
from games.solver.searches import castle_board, castles, common

WEIGHTS = (
    (140, 40, 44, 24, 24, -8, 64, 24, 16, -32, -4, 256),
    (96, 100, 16, 0, 16, -176, 24, 0, 19, 0, -4, 256),
    (140, 96, 64, 24, 0, -48, 8, 8, 8, 0, -8, 256),
    (96, 96, 4, 48, 96, -96, 32, 0, 0, 0, -40, 256),
)
"""Used in turn, and found by trial: of many hundreds, these win most hard deals between them.

`castles` names them.
"""
ROUND = 12_000
"""Nodes that short searches have between two turns of the thorough one."""
SHORT_ONES = (8, 4, 2, 1)
"""How many searches they are divided among, round by round: each length wins some deals best."""
TABLES = ((2**17, 24_000), (2**20, 24_000), (12 * 2**20, 6_000))
"""Places of the thorough search's table, and the nodes of its turn.

When a table is full it begins anew with the next. The largest takes 480 MiB in compiled code; turns
are short by then, so that what only short searches win has a fair share of the time.
"""
SLICE = 50_000 if IS_COMPILED else 500
"""Nodes between two moments at which Ctrl-C is heard and `stop` is asked."""
USES = 2**25
STEPS = 2**12
"""Room for the moves of a line; where one is longer, there is more."""


class Search:
    """A best-first search and everything that it writes to."""

    def __init__(self) -> None:
        self.nodes = zeros(0)
        self.queues = zeros(castles.QUEUES)
        self.control = zeros(castles.CONTROL_WORDS)
        self.trail = zeros(STEPS)
        self.moves = zeros(STEPS)
        self.board = zeros(castle_board.BOARD_WORDS)
        self.uses = 0

    def begin(self, rules: list[int], state: list[int], seed: int, places: int) -> None:
        """Begin at a state, with a table of so many places."""
        self.uses += 1
        words = castles.NODE_WORDS * places
        if words > len(self.nodes) or self.uses == USES:
            words = max(words, len(self.nodes))
            # What there was is given back before there is more.
            self.nodes = zeros(0)
            self.nodes = zeros(words)
            self.uses = 1
        self.control[common.USE] = self.uses
        self.control[castles.PLACES] = places
        self.weights = array((*WEIGHTS[seed % len(WEIGHTS)], seed))
        compiled(castles.begin)(
            rules,
            state,
            self.board,
            self.trail,
            self.weights,
            self.nodes,
            self.queues,
            self.control,
        )

    def go_on(self, nodes: int, stop: depth_first.Stop | None) -> tuple[int, int]:
        """Look at so many nodes more; give the answer and how many they were."""
        search = compiled(castles.search)
        answer, before = common.RUNNING, int(self.control[common.NODES])
        taken = 0
        while answer == common.RUNNING and taken < nodes:
            if stop is not None and stop():
                return common.STOPPED, taken
            answer = search(
                self.board,
                self.trail,
                self.weights,
                self.nodes,
                self.queues,
                self.control,
                min(SLICE, nodes - taken),
            )
            taken = int(self.control[common.NODES]) - before
        return answer, taken

    def line(self, rules: list[int], state: list[int]) -> list[int]:
        """Give the kernel's moves from the state to the win."""
        won = castles.NODE_WORDS * int(self.control[castles.WON_NODE])
        # A search that goes deep first may have come far; every card may go up by itself besides.
        room = (int(self.nodes[won + castles.ORIGIN]) >> castles.STEPS_SHIFT) + castles.MOST_MOVES
        if room > len(self.moves):
            self.trail, self.moves = zeros(room), zeros(room)
        moves = compiled(castles.write_line)(
            rules, state, self.board, self.nodes, self.control, self.trail, self.moves
        )
        return [int(move) for move in self.moves[:moves]]


def places_for(nodes: int) -> int:
    """Give how many places the table of a short search has."""
    return 4 * (nodes + castles.MOST_MOVES)


@cache
def searches() -> tuple[Search, Search]:
    """Give the short and the thorough search of this process."""
    return Search(), Search()


def turns() -> Iterator[int]:
    """Give the nodes of each short search, and 0 where it is the thorough one's turn."""
    for searches_a_round in cycle(SHORT_ONES):
        yield from repeat(ROUND // searches_a_round, searches_a_round)
        yield 0


def run(
    ruleset: Ruleset, state: list[int], node_limit: int, stop: depth_first.Stop | None
) -> tuple[int, list[int], int]:
    """Search from a state; give the answer, the kernel's moves where it is WON, and the nodes."""
    short, thorough = searches()
    rules = depth_first.rules_array(ruleset)
    tables = iter(TABLES)
    is_full = True
    answer, spent = common.RUNNING, 0
    for seed, nodes in enumerate(turns()):
        if nodes:
            search = short
            search.begin(rules, state, seed, places_for(nodes))
        else:
            search = thorough
            if is_full:
                places, turn = next(tables, (0, 0))
                if places == 0:
                    continue
                search.begin(rules, state, 0, places)
            nodes = turn
        answer, taken = search.go_on(min(nodes, node_limit - spent), stop)
        spent += taken
        if answer == common.WON:
            return answer, search.line(rules, state), spent
        if answer in (common.EXHAUSTED, common.STOPPED) or spent >= node_limit:
            break
        if search is thorough:
            is_full = answer == common.FULL
    return answer, [], spent
