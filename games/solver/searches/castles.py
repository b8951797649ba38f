"""Beleaguered Castle, Streets and Alleys, Citadel: best first, every position kept once.

A position is told by what lies directly under each card: the card it was dealt on, one of the four
cards of the next higher rank, nothing, or it is on its foundation. That is three bits a card, three
words in all; it is exact, moving a card changes its own bits only, and positions that differ in
the order of the rows are one.

Left out, without losing a win:

Of several empty rows one stands for all, and a row's only card doesn't move to an empty row: that
only renames the rows.

A card goes up at once, as the only move, where every foundation is at most two ranks below it. It
could be of use only to the cards one rank lower. Of its own suit that card has gone up; each of the
others can go up itself whenever it is free, and no card wants to lie on it, for all the cards two
ranks lower are up.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.kernel import (
    CELLS,
    FIRST_RESERVE,
    FIRST_TABLEAU,
    LENGTHS,
    PILES,
    is_won,
    play,
    put,
    source_of,
    tableau_moves,
    target_of,
    undo,
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

# What lies under a card; 1 to 4 are the cards of the next higher rank by suit.
AS_DEALT = 0
NOTHING = 5
FOUNDATION = 6

CARDS_A_WORD = 20
WORDS = 3

# A node: its key, then the node it came from with card and place moved, then the next in its queue.
ORIGIN = 3
NEXT = 4
NODE_WORDS = 5
PLACE_SHIFT = 32
CARD_SHIFT = 35
STEPS_SHIFT = 41

# Control words of this search alone.
STORED = 4
BEST = 5
"""The lowest queue that may hold a node."""
WON_NODE = 6
QUEUES = 4096

# The weights of what makes a position worth a look: low is good.
CARDS_LEFT = 0
COVERING = 1
BREAKS = 2
EMPTY_ROWS = 3
WANTED_DEPTH = 4
STEPS = 5
"""Steps from the first position; much weight here makes the search go deep first."""


def code_of(key: Sequence[int], card: int) -> int:
    """Give what lies under a card."""
    return (key[(card - 1) // CARDS_A_WORD] >> (3 * ((card - 1) % CARDS_A_WORD))) & 7


def set_code(key: list[int], card: int, code: int) -> None:
    """Change what lies under a card."""
    shift = 3 * ((card - 1) % CARDS_A_WORD)
    word = (card - 1) // CARDS_A_WORD
    key[word] += (code - ((key[word] >> shift) & 7)) << shift


def code_on(card: int, below: int) -> int:
    """Give the code of a card that lies on another (0: on nothing) where it wasn't dealt."""
    if below == 0:
        return NOTHING
    return 1 + ((below - 1) & 3)


def read_deal(
    rules: Sequence[int], state: Sequence[int], dealt_on: list[int], key: list[int]
) -> None:
    """Note under each card of a first position what it was dealt on, and give that its key."""
    for word in range(WORDS):
        key[word] = 0
    for pile in range(rules[FIRST_TABLEAU]):
        base = rules[CELLS + pile]
        for place in range(base, base + state[LENGTHS + pile]):
            set_code(key, state[place], FOUNDATION)
    for pile in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
        base = rules[CELLS + pile]
        below = 0
        for place in range(base, base + state[LENGTHS + pile]):
            card = state[place]
            dealt_on[card] = below
            if below == 0 or (below + 3) >> 2 == ((card + 3) >> 2) + 1:
                set_code(key, card, code_on(card, below))
            below = card


def unpack(
    rules: Sequence[int],
    state: list[int],
    nodes: Sequence[int],
    node: int,
    dealt_on: Sequence[int],
    key: list[int],
    above: list[int],
) -> None:
    """Lay out a node's position, with its rows in some order."""
    tops = LENGTHS + rules[PILES]
    for pile in range(rules[FIRST_RESERVE]):
        base = rules[CELLS + pile]
        for place in range(base, base + state[LENGTHS + pile]):
            state[place] = 0
        state[LENGTHS + pile] = 0
        state[tops + pile] = 0
    for card in range(1, 53):
        above[card] = 0
    row = rules[FIRST_TABLEAU]
    for word in range(WORDS):
        key[word] = nodes[NODE_WORDS * node + word]
    for card in range(1, 53):
        code = code_of(key, card)
        if code == FOUNDATION:
            put(rules, state, (card - 1) & 3, card)
        elif code == NOTHING:
            put(rules, state, row, card)
            row += 1
        elif code == AS_DEALT:
            above[dealt_on[card]] = card
        else:
            above[4 * ((card + 3) >> 2) + code] = card
    for pile in range(rules[FIRST_TABLEAU], row):
        card = above[state[tops + pile]]
        while card > 0:
            put(rules, state, pile, card)
            card = above[card]


def play_safe(
    rules: Sequence[int], state: list[int], key: list[int], trail: list[int], at: int
) -> int:
    """Play every card up that is of no more use below."""
    tops = LENGTHS + rules[PILES]
    again = True
    while again:
        again = False
        lowest = min(
            min(state[LENGTHS], state[LENGTHS + 1]), min(state[LENGTHS + 2], state[LENGTHS + 3])
        )
        for pile in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
            card = state[tops + pile]
            rank = (card + 3) >> 2
            if card > 0 and rank <= lowest + 2:
                suit = (card - 1) & 3
                if state[LENGTHS + suit] == rank - 1:
                    index = state[LENGTHS + pile] - 1
                    move = (index << 12) + (suit << 6) + pile
                    at = play(rules, trail, state, move, trail, at)
                    set_code(key, card, FOUNDATION)
                    again = True
    return at


def cost_of(rules: Sequence[int], state: Sequence[int], weights: Sequence[int], steps: int) -> int:
    """Weigh a position: the lower, the sooner it is looked at."""
    left = 0
    covering = 0
    breaks = 0
    empty = 0
    wanted = 0
    for pile in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
        length = state[LENGTHS + pile]
        if length == 0:
            empty += 1
            continue
        left += length
        base = rules[CELLS + pile]
        below = 14
        lowest = 14
        for place in range(base, base + length):
            card = state[place]
            rank = (card + 3) >> 2
            if rank > lowest:
                covering += 1
            else:
                lowest = rank
            if below != rank + 1 and place > base:
                breaks += 1
            below = rank
            if state[LENGTHS + ((card - 1) & 3)] == rank - 1:
                wanted += length - 1 - (place - base)
    cost = (
        weights[CARDS_LEFT] * left
        + weights[COVERING] * covering
        + weights[BREAKS] * breaks
        + weights[WANTED_DEPTH] * wanted
        - weights[EMPTY_ROWS] * empty
        - weights[STEPS] * steps
    )
    return min(max(cost // 8 + QUEUES // 2, 0), QUEUES - 1)


def store(
    key: Sequence[int],
    origin: int,
    cost: int,
    nodes: list[int],
    index: list[int],
    queues: list[int],
    control: list[int],
) -> bool:
    """Keep a position that is new and queue it by its cost; say False where there is no room."""
    mask = len(index) - 1
    use = control[USE] << PLACE_SHIFT
    place = mixed(mixed(key[0], key[1]), key[2]) & mask
    while index[place] >> PLACE_SHIFT == control[USE]:
        node = NODE_WORDS * (index[place] - use)
        if nodes[node] == key[0] and nodes[node + 1] == key[1] and nodes[node + 2] == key[2]:
            return True
        place = (place + 1) & mask
    number = control[STORED]
    if NODE_WORDS * (number + 1) > len(nodes):
        return False
    index[place] = use + number
    node = NODE_WORDS * number
    for word in range(WORDS):
        nodes[node + word] = key[word]
    nodes[node + ORIGIN] = origin
    nodes[node + NEXT] = queues[cost]
    queues[cost] = number
    control[BEST] = min(control[BEST], cost)
    control[STORED] = number + 1
    return True


def begin(
    rules: Sequence[int],
    state: list[int],
    trail: list[int],
    dealt_on: list[int],
    key: list[int],
    nodes: list[int],
    index: list[int],
    queues: list[int],
    control: list[int],
) -> None:
    """Put the first position alone into the queues."""
    for queue in range(QUEUES):
        queues[queue] = -1
    read_deal(rules, state, dealt_on, key)
    play_safe(rules, state, key, trail, 0)
    control[BEST] = QUEUES
    store(key, 0, 0, nodes, index, queues, control)


def search(
    rules: Sequence[int],
    state: list[int],
    trail: list[int],
    scratch: list[int],
    dealt_on: Sequence[int],
    key: list[int],
    above: list[int],
    weights: Sequence[int],
    nodes: list[int],
    index: list[int],
    queues: list[int],
    control: list[int],
    budget: int,
) -> int:
    """Look at a number of positions, best first; FULL where there is no room for more."""
    tops = LENGTHS + rules[PILES]
    for _ in range(budget):
        while control[BEST] < QUEUES and queues[control[BEST]] < 0:
            control[BEST] += 1
        if control[BEST] == QUEUES:
            return EXHAUSTED
        node = queues[control[BEST]]
        queues[control[BEST]] = nodes[NODE_WORDS * node + NEXT]
        control[NODES] += 1
        unpack(rules, state, nodes, node, dealt_on, key, above)
        if is_won(rules, state):
            control[WON_NODE] = node
            return WON
        steps = (nodes[NODE_WORDS * node + ORIGIN] >> STEPS_SHIFT) + 1
        found = tableau_moves(rules, state, scratch)
        gap = -1
        for number in range(found):
            move = scratch[number]
            source = source_of(move)
            target = target_of(move)
            card = state[tops + source]
            code = FOUNDATION
            if target >= rules[FIRST_TABLEAU]:
                below = state[tops + target]
                if below == 0:
                    if state[LENGTHS + source] == 1 or (gap >= 0 and gap != target):
                        continue
                    gap = target
                code = code_on(card, below)
            at = play(rules, trail, state, move, trail, 0)
            set_code(key, card, code)
            at = play_safe(rules, state, key, trail, at)
            cost = cost_of(rules, state, weights, steps)
            origin = (steps << STEPS_SHIFT) + (card << CARD_SHIFT) + (code << PLACE_SHIFT) + node
            if not store(key, origin, cost, nodes, index, queues, control):
                return FULL
            while at > 0:
                at = undo(rules, state, trail, at)
            for word in range(WORDS):
                key[word] = nodes[NODE_WORDS * node + word]
    return RUNNING


def play_step(
    rules: Sequence[int],
    state: list[int],
    key: list[int],
    card: int,
    code: int,
    trail: list[int],
    at: int,
) -> int:
    """Play a noted step and what is safe after it, in a state whose rows may stand otherwise."""
    tops = LENGTHS + rules[PILES]
    wanted = 0
    if code < NOTHING:
        wanted = 4 * ((card + 3) >> 2) + code
    source = rules[FIRST_TABLEAU]
    while state[tops + source] != card:
        source += 1
    target = (card - 1) & 3
    if code != FOUNDATION:
        target = rules[FIRST_TABLEAU]
        while state[tops + target] != wanted:
            target += 1
    move = ((state[LENGTHS + source] - 1) << 12) + (target << 6) + source
    at = play(rules, trail, state, move, trail, at)
    return play_safe(rules, state, key, trail, at)
