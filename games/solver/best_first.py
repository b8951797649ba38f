"""Runs the castles' best-first search: short passes that each weigh otherwise, and long ones.

Where a deal can be won, a pass finds it soon or hardly ever: early on it took a way that leads
nowhere, and what can be looked at on that way has no end. To begin afresh with other noise in the
weights costs less than to go on. The long pass at the end of each round is for the deals that can't
be won: that is known only when a pass has looked at everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count

from games.rules import Position
from games.solver import depth_first
from games.solver.compiled import IS_COMPILED, array, compiled, small_array, zeros
from games.solver.searches import castle_board, castles, common

WEIGHTS = (140, 25, 44, 24, 24, -8, 64, 24, 16, -32, -4, 256)
"""Found by trial on hard deals; `castles` names them."""
SHORT_PASSES = 8
SHORT_PASS = 1_500
LONG_PASS = 50_000
GROWTH = 3
SLICE = 50_000 if IS_COMPILED else 500
"""Nodes between two moments at which Ctrl-C is heard and `stop` is asked."""
LEAST_PLACES = 2**12
MOST_PLACES = 12 * 2**20
"""Places of the table of positions: 480 MiB in compiled code."""
USES = 2**25
STEPS = 2**14


class Arrays:
    """Everything that the search writes to."""

    def __init__(self) -> None:
        self.queues = zeros(castles.QUEUES)
        self.control = zeros(castles.CONTROL_WORDS)
        self.trail = zeros(STEPS)
        self.moves = zeros(STEPS)
        self.board = zeros(castle_board.BOARD_WORDS)
        self.nodes = zeros(0)
        self.uses = 0

    def begin(self, places: int) -> None:
        """Make ready for a pass with so many places in its table."""
        words = castles.NODE_WORDS * places
        self.uses += 1
        if words > len(self.nodes) or self.uses == USES:
            # What there was is given back before there is more.
            words = max(words, len(self.nodes))
            self.nodes = zeros(0)
            self.nodes = zeros(words)
            self.uses = 1
        self.control[common.USE] = self.uses
        self.control[castles.PLACES] = places


@cache
def arrays() -> Arrays:
    """Give the arrays of this process."""
    return Arrays()


def passes() -> Iterator[tuple[int, int]]:
    """Give the seed of each pass and the nodes it may take."""
    long_pass = LONG_PASS
    for seed in count():
        is_short = (seed + 1) % (SHORT_PASSES + 1) > 0
        yield seed, SHORT_PASS if is_short else long_pass
        if not is_short:
            long_pass *= GROWTH


def places_for(nodes: int) -> int:
    """Give how many places the table of a pass has."""
    places = LEAST_PLACES
    while places < 2 * nodes:
        places *= 2
    return min(places, MOST_PLACES)


def run(
    position: Position, node_limit: int, stop: depth_first.Stop | None = None
) -> tuple[int, list[int], int]:
    """Search a position; give the answer, the kernel's moves where it is WON, and the nodes."""
    own = arrays()
    rules = depth_first.rules_array(position.ruleset)
    state = small_array(position.state)
    spent = 0
    answer = common.RUNNING
    for seed, cap in passes():
        cap = min(cap, node_limit - spent)
        answer, nodes = _pass(rules, state, seed, cap, stop)
        spent += nodes
        if answer in (common.WON, common.EXHAUSTED, common.STOPPED) or spent >= node_limit:
            break
    if answer != common.WON:
        return answer, [], spent
    moves = compiled(castles.write_line)(
        rules, state, own.board, own.nodes, own.control, own.trail, own.moves
    )
    return answer, [int(move) for move in own.moves[:moves]], spent


def _pass(
    rules: list[int],
    state: list[int],
    seed: int,
    cap: int,
    stop: depth_first.Stop | None,
) -> tuple[int, int]:
    """Search from a state with one seed, and give the answer and the nodes."""
    own = arrays()
    own.begin(places_for(cap))
    weights = array((*WEIGHTS, seed))
    compiled(castles.begin)(
        rules,
        state,
        own.board,
        own.trail,
        weights,
        own.nodes,
        own.queues,
        own.control,
    )
    search = compiled(castles.search)
    answer, nodes = common.RUNNING, 0
    while answer == common.RUNNING and nodes < cap:
        if stop is not None and stop():
            return common.STOPPED, nodes
        answer = search(
            own.board,
            own.trail,
            weights,
            own.nodes,
            own.queues,
            own.control,
            min(SLICE, cap - nodes),
        )
        nodes = int(own.control[common.NODES])
    return answer, nodes
