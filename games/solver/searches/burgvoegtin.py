"""Die Burgvögtin, its strict and its open form: depth first over the packets.

Suits don't matter and the arch lies open, so a position is told by the cards left in each packet
and by how many foundations stand at each height: the arch is what they leave. Moves only go up, so
no line runs in circles.

Won is as good as having emptied the packets: the arch then holds, for each rank, exactly the cards
that the foundations below it need.

Without the strict rule, a move of the search is a packet's free card, with as few arch cards before
it as let it go. Nothing is lost. Take any winning line; an arch card can wait until just before the
next packet card that lands on its own foundation, since nothing else needs it there. So the line
becomes packet cards, each with a run of arch cards below it on the same foundation. If another
foundation stood higher when a run began, exchange what the two get from that height on: the same
cards are played at the same moments, the run is shorter, and the cards it saves can wait in turn.

By the strict rule an arch card may have to go early, to get past the height at which a packet's
card would be forced upon its foundation. So there every single arch card is a move of the search.
Foundations of equal height are equal, and so are arch cards of one rank, under both rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.kernel import (
    FIRST_RESERVE,
    FIRST_TABLEAU,
    FULL,
    LENGTHS,
    PILES,
    RESERVE_RANK,
    STRICT_RESERVE,
    foundation_for,
    play,
    undo,
)
from games.solver.searches.common import (
    DEPTH,
    EXHAUSTED,
    FRAME_CHOICES,
    FRAME_COUNT,
    FRAME_NEXT,
    FRAME_TRAIL,
    FRAME_WORDS,
    NODES,
    RUNNING,
    SLOT,
    TRAIL_END,
    WON,
    seen_before,
)

ARCH = 64
"""A choice below this is a packet's pile, above it an arch card's rank."""
MOST_CHOICES = 16


def arch_pile(rules: Sequence[int], rank: int) -> int:
    """Give the arch's pile of a rank, -1 for aces, which it never holds."""
    if rank < rules[RESERVE_RANK]:
        return -1
    return rules[FIRST_RESERVE] + rank - rules[RESERVE_RANK]


def run_start(rules: Sequence[int], state: Sequence[int], rank: int) -> int:
    """Give the lowest rank of the shortest run from the arch that ends below a rank, 0 for none."""
    low = rank
    while foundation_for(rules, state, 4 * low) < 0:
        low -= 1
        pile = arch_pile(rules, low)
        if pile < 0 or state[LENGTHS + pile] == 0:
            return 0
    return low


def play_arch_card(
    rules: Sequence[int], state: list[int], rank: int, trail: list[int], at: int
) -> int:
    """Play a card of a rank from the arch to the first foundation that takes it."""
    target = foundation_for(rules, state, 4 * rank)
    return play(rules, trail, state, (target << 6) + arch_pile(rules, rank), trail, at)


def play_packet(
    rules: Sequence[int], state: list[int], packet: int, trail: list[int], at: int
) -> int:
    """Play a packet's free card after the shortest run from the arch that lets it go."""
    card = state[LENGTHS + rules[PILES] + packet]
    rank = (card + 3) >> 2
    for low in range(run_start(rules, state, rank), rank):
        at = play_arch_card(rules, state, low, trail, at)
    target = foundation_for(rules, state, card)
    index = state[LENGTHS + packet] - 1
    return play(rules, trail, state, (index << 12) + (target << 6) + packet, trail, at)


def list_choices(rules: Sequence[int], state: Sequence[int], out: list[int], first: int) -> int:
    """Write the search's moves from `first` on, those with short runs first; give their number."""
    tops = LENGTHS + rules[PILES]
    count = 0
    strict = rules[STRICT_RESERVE] > 0
    for length in range(1 if strict else FULL):
        for packet in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
            card = state[tops + packet]
            rank = (card + 3) >> 2
            if card == 0 or rank <= length:
                continue
            if run_start(rules, state, rank) == rank - length:
                out[first + count] = packet
                count += 1
    if strict and count == 0:
        for rank in range(FULL, rules[RESERVE_RANK] - 1, -1):
            pile = arch_pile(rules, rank)
            if state[LENGTHS + pile] > 0 and foundation_for(rules, state, 4 * rank) >= 0:
                out[first + count] = ARCH + rank
                count += 1
    return count


def packets_are_empty(rules: Sequence[int], state: Sequence[int]) -> bool:
    """Say whether no packet holds a card."""
    for packet in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
        if state[LENGTHS + packet] > 0:
            return False
    return True


def is_new(rules: Sequence[int], state: Sequence[int], table: list[int], use: int) -> bool:
    """Say whether a position is met for the first time, and remember it."""
    heights = 0
    for pile in range(rules[FIRST_TABLEAU]):
        height = state[LENGTHS + pile]
        if height > 0:
            heights += 1 << (4 * (height - 1))
    depths = 0
    for packet in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
        depths = (depths << 7) + state[LENGTHS + packet]
    return not seen_before(table, use, heights, depths)


def play_rest(rules: Sequence[int], state: list[int], trail: list[int], at: int) -> int:
    """Play the whole arch up, rank by rank, once the packets are empty."""
    for rank in range(rules[RESERVE_RANK], FULL + 1):
        while state[LENGTHS + arch_pile(rules, rank)] > 0:
            at = play_arch_card(rules, state, rank, trail, at)
    return at


def search(
    rules: Sequence[int],
    state: list[int],
    trail: list[int],
    frames: list[int],
    choices: list[int],
    table: list[int],
    control: list[int],
    nodes: int,
) -> int:
    """Search on for a number of nodes from where `control` and `frames` stand."""
    depth = control[DEPTH]
    at = control[TRAIL_END]
    end = control[NODES] + nodes
    answer = RUNNING
    while control[NODES] < end:
        if packets_are_empty(rules, state):
            at = play_rest(rules, state, trail, at)
            answer = WON
            break
        frame = FRAME_WORDS * depth
        if frames[frame + FRAME_COUNT] < 0:
            frames[frame + FRAME_CHOICES] = MOST_CHOICES * depth
            frames[frame + FRAME_COUNT] = list_choices(rules, state, choices, MOST_CHOICES * depth)
            frames[frame + FRAME_NEXT] = 0
            frames[frame + FRAME_TRAIL] = at
            control[NODES] += 1
        if frames[frame + FRAME_NEXT] == frames[frame + FRAME_COUNT]:
            if depth == 0:
                answer = EXHAUSTED
                break
            depth -= 1
            start = frames[FRAME_WORDS * depth + FRAME_TRAIL]
            while at > start:
                at = undo(rules, state, trail, at)
            continue
        choice = choices[frames[frame + FRAME_CHOICES] + frames[frame + FRAME_NEXT]]
        frames[frame + FRAME_NEXT] += 1
        if choice > ARCH:
            at = play_arch_card(rules, state, choice - ARCH, trail, at)
        else:
            at = play_packet(rules, state, choice, trail, at)
        if is_new(rules, state, table, control[SLOT]):
            depth += 1
            frames[FRAME_WORDS * depth + FRAME_COUNT] = -1
        else:
            start = frames[frame + FRAME_TRAIL]
            while at > start:
                at = undo(rules, state, trail, at)
    control[DEPTH] = depth
    control[TRAIL_END] = at
    return answer
