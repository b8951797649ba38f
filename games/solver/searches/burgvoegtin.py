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
    FRAME_COUNT,
    FRAME_NEXT,
    FRAME_TRAIL,
    FRAME_WORDS,
    NODES,
    RUNNING,
    TRAIL_END,
    USE,
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


def heights_of(rules: Sequence[int], state: Sequence[int]) -> int:
    """Give how many foundations stand at each height, four bits a height."""
    word = 0
    for pile in range(rules[FIRST_TABLEAU]):
        word += 1 << (4 * state[LENGTHS + pile])
    return word


def arch_of(rules: Sequence[int], state: Sequence[int]) -> int:
    """Give how many cards of each rank the arch holds, four bits a rank."""
    word = 0
    for rank in range(rules[RESERVE_RANK], FULL + 1):
        word += state[LENGTHS + arch_pile(rules, rank)] << (4 * rank)
    return word


def packed_of(heights: int, arch: int) -> int:
    """Give how many cards of each rank the packets hold, four bits a rank: what else is missing."""
    word = 0
    below = 0
    for rank in range(1, FULL + 1):
        below += (heights >> (4 * (rank - 1))) & 15
        word += (below - ((arch >> (4 * rank)) & 15)) << (4 * rank)
    return word


def settled(heights: int, packed: int) -> int:
    """Raise foundations past the ranks that no packet holds.

    The arch holds a card of such a rank for each foundation below it, so they compete for nothing.
    """
    word = 0
    carried = 0
    for height in range(FULL):
        count = ((heights >> (4 * height)) & 15) + carried
        if (packed >> (4 * (height + 1))) & 15 == 0:
            carried = count
        else:
            word += count << (4 * height)
            carried = 0
    return word + ((((heights >> (4 * FULL)) & 15) + carried) << (4 * FULL))


def run_length(heights: int, arch: int, rank: int) -> int:
    """Give the fewest cards from the arch that let a card of a rank go up, -1 for never."""
    low = rank - 1
    while low >= 0:
        if (heights >> (4 * low)) & 15 > 0:
            return rank - 1 - low
        if (arch >> (4 * low)) & 15 == 0:
            return -1
        low -= 1
    return -1


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
    first = rank - run_length(heights_of(rules, state), arch_of(rules, state), rank)
    for low in range(first, rank):
        at = play_arch_card(rules, state, low, trail, at)
    target = foundation_for(rules, state, card)
    index = state[LENGTHS + packet] - 1
    return play(rules, trail, state, (index << 12) + (target << 6) + packet, trail, at)


def list_choices(
    rules: Sequence[int],
    state: Sequence[int],
    heights: int,
    arch: int,
    packed: int,
    out: list[int],
    first: int,
) -> int:
    """Write the search's moves from `first` on, those with short runs first; give their number.

    A free card that needs no run is the only move where at least as many foundations wait for its
    rank as packets hold cards of it: they all find a place, and arch cards can take the places that
    are left later. By the strict rule, too: until it goes the arch is locked, and the packet cards
    that go before it might as well go after it.
    """
    tops = LENGTHS + rules[PILES]
    strict = rules[STRICT_RESERVE] > 0
    count = 0
    for packet in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
        card = state[tops + packet]
        if card == 0:
            continue
        rank = (card + 3) >> 2
        length = run_length(heights, arch, rank)
        if length == 0 and (heights >> (4 * rank - 4)) & 15 >= (packed >> (4 * rank)) & 15:
            out[first] = packet
            return 1
        if length == 0 or (length > 0 and not strict):
            choice = (length << 8) + packet
            place = first + count
            while place > first and out[place - 1] > choice:
                out[place] = out[place - 1]
                place -= 1
            out[place] = choice
            count += 1
    if strict and count == 0:
        for rank in range(FULL, rules[RESERVE_RANK] - 1, -1):
            if (arch >> (4 * rank)) & 15 > 0 and (heights >> (4 * rank - 4)) & 15 > 0:
                out[first + count] = ARCH + rank
                count += 1
    return count


def packets_are_empty(rules: Sequence[int], state: Sequence[int]) -> bool:
    """Say whether no packet holds a card."""
    for packet in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
        if state[LENGTHS + packet] > 0:
            return False
    return True


def depths_of(rules: Sequence[int], state: Sequence[int]) -> int:
    """Give how many cards each packet holds."""
    depths = 0
    for packet in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
        depths = (depths << 7) + state[LENGTHS + packet]
    return depths


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
        frame = FRAME_WORDS * depth
        if frames[frame + FRAME_COUNT] < 0:
            if packets_are_empty(rules, state):
                at = play_rest(rules, state, trail, at)
                answer = WON
                break
            heights = heights_of(rules, state)
            arch = arch_of(rules, state)
            packed = packed_of(heights, arch)
            if rules[STRICT_RESERVE] == 0:
                heights = settled(heights, packed)
            count = 0
            first = MOST_CHOICES * depth
            if not seen_before(table, control[USE], heights, depths_of(rules, state)):
                count = list_choices(rules, state, heights, arch, packed, choices, first)
                control[NODES] += 1
            frames[frame + FRAME_COUNT] = count
            frames[frame + FRAME_NEXT] = 0
            frames[frame + FRAME_TRAIL] = at
        if frames[frame + FRAME_NEXT] == frames[frame + FRAME_COUNT]:
            if depth == 0:
                answer = EXHAUSTED
                break
            depth -= 1
            start = frames[FRAME_WORDS * depth + FRAME_TRAIL]
            while at > start:
                at = undo(rules, state, trail, at)
            continue
        choice = choices[MOST_CHOICES * depth + frames[frame + FRAME_NEXT]] & 255
        frames[frame + FRAME_NEXT] += 1
        if choice > ARCH:
            at = play_arch_card(rules, state, choice - ARCH, trail, at)
        else:
            at = play_packet(rules, state, choice, trail, at)
        depth += 1
        frames[FRAME_WORDS * depth + FRAME_COUNT] = -1
    control[DEPTH] = depth
    control[TRAIL_END] = at
    return answer
