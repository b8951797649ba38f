"""Beleaguered Castle, Streets and Alleys, Citadel: best first, every position kept once a pass.

Left out, without losing a win:

Of several empty rows one stands for all, and a row's only card doesn't move to an empty row: that
only renames the rows.

A card goes up at once, as the only move, where every foundation is at most two ranks below it. It
could be of use only to the cards one rank lower. Of its own suit that card has gone up; each of the
others can go up itself whenever it is free, and no card wants to lie on it, for all the cards two
ranks lower are up.

The card moved last, from row to row and with no card going up after it, doesn't move again: where
it could go now it could have gone at once, and the pass has looked at that.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.kernel import FIRST_TABLEAU
from games.solver.searches.castle_board import (
    CARDS_LEFT,
    COUNTS,
    EMPTY_ROWS,
    FOUNDATION,
    FROM_SHIFT,
    HEIGHTS,
    KEY,
    KEY_END,
    LENGTH,
    NOTHING,
    PLACE,
    ROW,
    ROWS,
    TO_SHIFT,
    TOP,
    UNDER,
    UP,
    code_on,
    move,
    packed_counts,
    play_safe,
    read_deal,
    take_back,
    unpack,
)
from games.solver.searches.common import (
    EXHAUSTED,
    FULL,
    NODES,
    RUNNING,
    USE,
    WON,
    mixed,
)

# The nodes are a table of positions, each at the place that its key is scattered to, or at the next
# free one. A node: its key, with the table's use above it, so that nothing is ever cleared; where
# it came from; the next node in its queue, counted from 1 on, with its counts above that.
ORIGIN = 3
NEXT = 4
NODE_WORDS = 5
USE_SHIFT = 36
COUNTS_SHIFT = 26
LINK = (1 << COUNTS_SHIFT) - 1
# Where it came from: a node, the code that a card got, that card, whether no card went up, and the
# steps from the first position.
CODE_SHIFT = 26
CARD_SHIFT = 29
QUIET_SHIFT = 35
STEPS_SHIFT = 36

# Control words of this search alone.
STORED = 4
BEST = 5
"""The lowest queue that may hold a node."""
WON_NODE = 6
PLACES = 7
"""How many places of the table are in use."""
CONTROL_WORDS = 8

QUEUES = 4096
MOST_MOVES = 64
# Where a step's notes begin in the trail; the counts and the key of its node come before them.
NOTES = 16

# The weights of what makes a position worth a look: low is good. First those of the board's counts.
WANTED_DEPTH = 6
"""Cards over those that the foundations take next."""
STUCK_DEPTH = 7
"""The same where no row is empty."""
NEXT_DEPTH = 8
"""Cards over those that the foundations take after next."""
PLAYABLE = 9
"""Free cards that can move other than to an empty row."""
STEPS = 10
"""Steps from the first position; a weight below zero makes the search go deep."""
NOISE = 11
"""A number below 64 that depends on position and seed."""
SEED = 12


def cost_of(board: Sequence[int], weights: Sequence[int], steps: int, scattered: int) -> int:
    """Weigh a position and give its queue: the lower, the sooner it is looked at."""
    cost = weights[STEPS] * steps
    for count in range(WANTED_DEPTH):
        cost += weights[count] * board[COUNTS + count]
    wanted = 0
    after = 0
    for suit in range(4):
        card = 4 * board[HEIGHTS + suit] + 1 + suit
        if card <= 52:
            wanted += board[LENGTH + board[ROW + card]] - 1 - board[PLACE + card]
        if card <= 48:
            after += board[LENGTH + board[ROW + card + 4]] - 1 - board[PLACE + card + 4]
    cost += weights[WANTED_DEPTH] * wanted + weights[NEXT_DEPTH] * after
    if board[EMPTY_ROWS] == 0:
        cost += weights[STUCK_DEPTH] * wanted
    free_ranks = 0
    for row in range(board[ROWS]):
        free_ranks |= 1 << ((board[TOP + row] + 3) >> 2)
    for row in range(board[ROWS]):
        card = board[TOP + row]
        rank = (card + 3) >> 2
        if card > 0 and (
            (free_ranks >> (rank + 1)) & 1 > 0 or board[HEIGHTS + ((card - 1) & 3)] == rank - 1
        ):
            cost += weights[PLAYABLE]
    if weights[NOISE] > 0:
        cost += (weights[NOISE] * (mixed(scattered, weights[SEED]) & 63)) >> 3
    return min(max((cost >> 3) + QUEUES // 2, 0), QUEUES - 1)


def store(
    board: Sequence[int],
    origin: int,
    weights: Sequence[int],
    nodes: list[int],
    queues: list[int],
    control: list[int],
) -> None:
    """Keep a position that is new, and queue it by its cost."""
    places = control[PLACES]
    last = board[KEY + 2] + (control[USE] << USE_SHIFT)
    scattered = mixed(mixed(board[KEY], board[KEY + 1]), board[KEY + 2])
    number = ((scattered >> 31) * places) >> 31
    node = NODE_WORDS * number
    while nodes[node + 2] >> USE_SHIFT == control[USE]:
        if (
            nodes[node] == board[KEY]
            and nodes[node + 1] == board[KEY + 1]
            and nodes[node + 2] == last
        ):
            return
        number = number + 1 if number + 1 < places else 0
        node = NODE_WORDS * number
    cost = cost_of(board, weights, origin >> STEPS_SHIFT, scattered)
    nodes[node] = board[KEY]
    nodes[node + 1] = board[KEY + 1]
    nodes[node + 2] = last
    nodes[node + ORIGIN] = origin
    nodes[node + NEXT] = queues[cost] + (packed_counts(board) << COUNTS_SHIFT)
    queues[cost] = number + 1
    control[STORED] += 1
    control[BEST] = min(control[BEST], cost)
    if board[CARDS_LEFT] == 0:
        control[WON_NODE] = number


def begin(
    rules: Sequence[int],
    state: Sequence[int],
    board: list[int],
    trail: list[int],
    weights: Sequence[int],
    nodes: list[int],
    queues: list[int],
    control: list[int],
) -> None:
    """Put the first position alone into the queues."""
    for queue in range(QUEUES):
        queues[queue] = 0
    control[NODES] = 0
    control[STORED] = 0
    control[BEST] = QUEUES
    control[WON_NODE] = -1
    read_deal(rules, state, board)
    play_safe(board, trail, 0)
    store(board, 0, weights, nodes, queues, control)


def next_node(nodes: Sequence[int], queues: list[int], control: list[int]) -> int:
    """Take a node out of the lowest queue that holds one, -1 for none."""
    best = control[BEST]
    while best < QUEUES and queues[best] == 0:
        best += 1
    control[BEST] = best
    if best == QUEUES:
        return -1
    number = queues[best] - 1
    queues[best] = nodes[NODE_WORDS * number + NEXT] & LINK
    return number


def search(
    board: list[int],
    trail: list[int],
    weights: Sequence[int],
    nodes: list[int],
    queues: list[int],
    control: list[int],
    budget: int,
) -> int:
    """Look at a number of positions, best first; FULL where there is no room for more."""
    room = 3 * (control[PLACES] >> 2) - MOST_MOVES
    for _ in range(budget):
        if control[WON_NODE] >= 0:
            return WON
        if control[STORED] > room:
            return FULL
        number = next_node(nodes, queues, control)
        if number < 0:
            return EXHAUSTED
        control[NODES] += 1
        node = NODE_WORDS * number
        unpack(nodes, node, nodes[node + NEXT] >> COUNTS_SHIFT, board)
        for word in range(COUNTS, KEY_END):
            trail[word] = board[word]
        origin = nodes[node + ORIGIN]
        came_from = number + (((origin >> STEPS_SHIFT) + 1) << STEPS_SHIFT)
        resting = 0
        if (origin >> QUIET_SHIFT) & 1 > 0:
            resting = (origin >> CARD_SHIFT) & 63
        gap = -1
        for row in range(board[ROWS]):
            if board[TOP + row] == 0:
                gap = row
        for source in range(board[ROWS]):
            card = board[TOP + source]
            if card == 0 or card == resting:
                continue
            rank = (card + 3) >> 2
            for row in range(board[ROWS] + 1):
                target = row
                code = FOUNDATION
                if row == board[ROWS]:
                    target = UP
                    if board[HEIGHTS + ((card - 1) & 3)] != rank - 1:
                        continue
                else:
                    below = board[TOP + row]
                    if below == 0 and (row != gap or board[UNDER + card] == 0):
                        continue
                    if below > 0 and (below + 3) >> 2 != rank + 1:
                        continue
                    code = code_on(card, below)
                at = move(board, card, target, trail, NOTES)
                at = play_safe(board, trail, at)
                came = came_from + (card << CARD_SHIFT) + (code << CODE_SHIFT)
                if target != UP and at == NOTES + 1:
                    came += 1 << QUIET_SHIFT
                store(board, came, weights, nodes, queues, control)
                while at > NOTES:
                    at = take_back(board, trail, at)
                for word in range(COUNTS, KEY_END):
                    board[word] = trail[word]
    return WON if control[WON_NODE] >= 0 else RUNNING


def write_line(
    rules: Sequence[int],
    state: Sequence[int],
    board: list[int],
    nodes: Sequence[int],
    control: Sequence[int],
    steps: list[int],
    moves: list[int],
) -> int:
    """Write the kernel's moves from the first position to the won one, and give their number."""
    left = 0
    origin = nodes[NODE_WORDS * control[WON_NODE] + ORIGIN]
    while origin > 0:
        steps[left] = origin >> CODE_SHIFT
        left += 1
        origin = nodes[NODE_WORDS * (origin & LINK) + ORIGIN]
    read_deal(rules, state, board)
    count = play_safe(board, moves, 0)
    while left > 0:
        left -= 1
        code = steps[left] & 7
        card = (steps[left] >> (CARD_SHIFT - CODE_SHIFT)) & 63
        target = UP
        if code != FOUNDATION:
            below = 0
            if code < NOTHING:
                below = ((card + 3) & 60) + code
            target = 0
            while board[TOP + target] != below:
                target += 1
        count = move(board, card, target, moves, count)
        count = play_safe(board, moves, count)
    # From the last step to the first, the notes become the kernel's moves.
    for at in range(count, 0, -1):
        note = moves[at - 1]
        take_back(board, moves, at)
        card = note & 63
        target = (note >> TO_SHIFT) & 31
        pile = (card - 1) & 3
        if target != UP:
            pile = rules[FIRST_TABLEAU] + target
        source = rules[FIRST_TABLEAU] + ((note >> FROM_SHIFT) & 31)
        moves[at - 1] = (board[PLACE + card] << 12) + (pile << 6) + source
    return count
