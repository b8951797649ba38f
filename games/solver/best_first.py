"""Runs the castles' best-first search: passes with growing limits, each with other weights."""

from __future__ import annotations

from functools import cache

from games.rules import Position
from games.solver import depth_first
from games.solver.compiled import IS_COMPILED, array, compiled, zeros
from games.solver.searches import castles, common

WEIGHTS = (
    # cards left, cards over lower ones, breaks, empty rows, depth of the wanted cards, steps
    (8, 48, 0, 64, 4, 0),
    (32, 64, 16, 16, 32, 16),
    (24, 96, 0, 64, 0, 4),
    (16, 16, 32, 32, 4, 16),
    (8, 96, 32, 16, 8, 4),
    (8, 48, 0, 64, 16, 16),
    (0, 48, 32, 32, 16, 0),
    (48, 48, 0, 96, 4, 0),
    (24, 16, 0, 160, 16, 0),
    (32, 32, 16, 64, 4, 16),
    (0, 16, 0, 32, 32, 16),
    (8, 16, 16, 64, 32, 64),
)
"""Chosen one after another, each for the deals that those before it left open in a short pass."""
FIRST_PASS = 2_500
GROWTH = 1.25
SLICE = 50_000 if IS_COMPILED else 500
NODES_KEPT = 2**23 if IS_COMPILED else 2**16
SMALL = 2**17
TRAIL = 2**16


class Arrays:
    """Everything that the search writes to, for a number of positions kept."""

    def __init__(self, kept: int) -> None:
        self.kept = kept
        self.nodes = zeros(kept * castles.NODE_WORDS)
        self.index = zeros(2 * kept)
        self.queues = zeros(castles.QUEUES)
        self.control = zeros(common.CONTROL_WORDS)
        self.trail = zeros(TRAIL)
        self.scratch = zeros(512)
        self.dealt_on = zeros(53)
        self.key = zeros(castles.WORDS)
        self.above = zeros(53)
        self.moves = zeros(TRAIL)
        self.uses = 0


@cache
def arrays(kept: int) -> Arrays:
    """Give the arrays of this process for so many positions."""
    return Arrays(kept)


def run(
    position: Position, node_limit: int, stop: depth_first.Stop | None
) -> tuple[int, list[int], int]:
    """Search a position; give the answer, the kernel's moves where it is WON, and the nodes."""
    spent = 0
    cap = FIRST_PASS
    number = 0
    while True:
        last = spent + cap >= node_limit
        cap = node_limit - spent if last else cap
        own = arrays(NODES_KEPT if 12 * cap > SMALL else SMALL)
        answer = _pass(position, own, WEIGHTS[number % len(WEIGHTS)], cap, stop)
        spent += int(own.control[common.NODES])
        if answer == common.WON:
            return answer, _line(position, own), spent
        if answer in (common.EXHAUSTED, common.STOPPED) or last:
            return answer, [], spent
        number += 1
        cap = int(GROWTH * cap)


def _pass(
    position: Position,
    own: Arrays,
    weights: tuple[int, ...],
    cap: int,
    stop: depth_first.Stop | None,
) -> int:
    own.uses += 1
    for word in range(common.CONTROL_WORDS):
        own.control[word] = 0
    own.control[common.USE] = own.uses
    rules = depth_first.rules_array(position.ruleset)
    state = array(position.state)
    compiled(castles.begin)(
        rules,
        state,
        own.trail,
        own.dealt_on,
        own.key,
        own.nodes,
        own.index,
        own.queues,
        own.control,
    )
    go_on = compiled(castles.search)
    answer = common.RUNNING
    weighed = array(weights)
    while answer == common.RUNNING and own.control[common.NODES] < cap:
        if stop is not None and stop():
            return common.STOPPED
        answer = go_on(
            rules,
            state,
            own.trail,
            own.scratch,
            own.dealt_on,
            own.key,
            own.above,
            weighed,
            own.nodes,
            own.index,
            own.queues,
            own.control,
            min(SLICE, cap - int(own.control[common.NODES])),
        )
    return answer


def _line(position: Position, own: Arrays) -> list[int]:
    steps = []
    node = int(own.control[castles.WON_NODE])
    while node > 0:
        origin = int(own.nodes[castles.NODE_WORDS * node + castles.ORIGIN])
        steps.append(((origin >> castles.CARD_SHIFT) & 63, (origin >> castles.PLACE_SHIFT) & 7))
        node = origin & ((1 << castles.PLACE_SHIFT) - 1)
    rules = depth_first.rules_array(position.ruleset)
    state = array(position.state)
    at = compiled(castles.play_safe)(rules, state, own.key, own.trail, 0)
    for card, code in reversed(steps):
        at = compiled(castles.play_step)(rules, state, own.key, card, code, own.trail, at)
    count = compiled(common.moves_played)(own.trail, at, own.moves)
    return [int(own.moves[number]) for number in range(count - 1, -1, -1)]
