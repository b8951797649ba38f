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
    CELLS,
    FIRST_RESERVE,
    FIRST_TABLEAU,
    FULL,
    LENGTHS,
    PILES,
    RESERVE_RANK,
    STRICT_RESERVE,
    foundation_for,
    play,
)
from games.solver.searches.common import (
    DEPTH,
    EXHAUSTED,
    FRAME_COUNT,
    FRAME_NEXT,
    FRAME_WORDS,
    NODES,
    RUNNING,
    TRAIL_END,
    USE,
    WON,
    seen_before,
)

ARCH = 64
"""A choice's lowest bits are a packet's pile, or above this an arch card's rank."""
CHOICE_BITS = 8
CHOICE_MASK = 255
MOST_CHOICES = 16
EACH = 0x11111111111111
RANKS = EACH - 1
ALL = 15 * EACH
NEVER = 15
DEPTH_BITS = 7
DEPTH_MASK = 127

# A frame also holds the position: see `heights_of`, `others`, `depths_of`.
FRAME_HEIGHTS = 3
FRAME_PACKED = 4
FRAME_DEPTHS = 5


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


def others(heights: int, counts: int) -> int:
    """Give what the arch holds from what the packets hold, or the other way round.

    Of each rank, as many cards are left as foundations stand below it: the product sums those up.
    """
    return (((heights * EACH) & ALL) << 4) - counts & ALL


def some(counts: int) -> int:
    """Give a bit, the lowest of each four, where a count isn't zero."""
    return (counts | (counts >> 1) | (counts >> 2) | (counts >> 3)) & EACH


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


def run_lengths(heights: int, arch: int) -> int:
    """Give for each rank, four bits each, the fewest arch cards that let one go up, or NEVER."""
    word = 0
    length = NEVER
    for low in range(FULL):
        if (heights >> (4 * low)) & 15 > 0:
            length = 0
        elif (arch >> (4 * low)) & 15 > 0 and length < NEVER:
            length += 1
        else:
            length = NEVER
        word += length << (4 * (low + 1))
    return word


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
    lengths = run_lengths(heights_of(rules, state), arch_of(rules, state))
    first = rank - ((lengths >> (4 * rank)) & 15)
    for low in range(first, rank):
        at = play_arch_card(rules, state, low, trail, at)
    target = foundation_for(rules, state, card)
    index = state[LENGTHS + packet] - 1
    return play(rules, trail, state, (index << 12) + (target << 6) + packet, trail, at)


def free_rank(rules: Sequence[int], state: Sequence[int], depths: int, packet: int) -> int:
    """Give the rank of a packet's free card, 0 where it is empty; `state` is the first position."""
    depth = (depths >> (DEPTH_BITS * (packet - rules[FIRST_TABLEAU]))) & DEPTH_MASK
    if depth == 0:
        return 0
    return (state[rules[CELLS + packet] + depth - 1] + 3) >> 2


def add_choice(out: list[int], first: int, count: int, choice: int) -> int:
    """Insert a choice in order among those from `first` on, and give their number."""
    place = first + count
    while place > first and out[place - 1] > choice:
        out[place] = out[place - 1]
        place -= 1
    out[place] = choice
    return count + 1


def list_choices(
    rules: Sequence[int],
    state: Sequence[int],
    heights: int,
    arch: int,
    depths: int,
    packed: int,
    out: list[int],
    first: int,
) -> int:
    """Write the search's moves from `first` on and give their number.

    Short runs come first, and of equal ones that from the packet with the most cards; arch cards by
    the shortest run that they begin.

    A free card that needs no run is the only move where at least as many foundations wait for its
    rank as packets hold cards of it: they all find a place, and arch cards can take the places that
    are left later. By the strict rule, too: until it goes the arch is locked, and the packet cards
    that go before it might as well go after it.
    """
    strict = rules[STRICT_RESERVE] > 0
    lengths = run_lengths(heights, arch)
    count = 0
    runs = 0
    for packet in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
        left = (depths >> (DEPTH_BITS * (packet - rules[FIRST_TABLEAU]))) & DEPTH_MASK
        if left == 0:
            continue
        rank = (state[rules[CELLS + packet] + left - 1] + 3) >> 2
        length = (lengths >> (4 * rank)) & 15
        if length == 0 and (heights >> (4 * rank - 4)) & 15 >= (packed >> (4 * rank)) & 15:
            out[first] = packet
            return 1
        if length == 0 or (length < NEVER and not strict):
            later = (length << DEPTH_BITS) + DEPTH_MASK - left
            count = add_choice(out, first, count, (later << CHOICE_BITS) + packet)
        elif length < NEVER:
            shift = 4 * (rank - length)
            shortest = (runs >> shift) & 15
            if shortest == 0 or length < shortest:
                runs += (length - shortest) << shift
    if strict and count == 0:
        for rank in range(FULL, rules[RESERVE_RANK] - 1, -1):
            if (arch >> (4 * rank)) & 15 > 0 and (heights >> (4 * rank - 4)) & 15 > 0:
                length = (runs >> (4 * rank)) & 15
                later = ((length if length > 0 else FULL) << 4) + FULL - rank
                count = add_choice(out, first, count, (later << CHOICE_BITS) + ARCH + rank)
    return count


def depths_of(rules: Sequence[int], state: Sequence[int]) -> int:
    """Give how many cards each packet holds."""
    depths = 0
    for packet in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
        depths += state[LENGTHS + packet] << (DEPTH_BITS * (packet - rules[FIRST_TABLEAU]))
    return depths


def play_rest(rules: Sequence[int], state: list[int], trail: list[int], at: int) -> int:
    """Play the whole arch up, rank by rank, once the packets are empty."""
    for rank in range(rules[RESERVE_RANK], FULL + 1):
        while state[LENGTHS + arch_pile(rules, rank)] > 0:
            at = play_arch_card(rules, state, rank, trail, at)
    return at


def play_choices(
    rules: Sequence[int],
    state: list[int],
    trail: list[int],
    frames: Sequence[int],
    choices: Sequence[int],
    depth: int,
) -> int:
    """Play the moves of the search that led to a depth, and the rest; give the trail's end."""
    at = 0
    for level in range(depth):
        frame = FRAME_WORDS * level
        choice = choices[MOST_CHOICES * level + frames[frame + FRAME_NEXT] - 1] & CHOICE_MASK
        if choice > ARCH:
            at = play_arch_card(rules, state, choice - ARCH, trail, at)
            continue
        shift = DEPTH_BITS * (choice - rules[FIRST_TABLEAU])
        left = (frames[frame + FRAME_DEPTHS] >> shift) & DEPTH_MASK
        # In the open game an ace has gone up by itself.
        if state[LENGTHS + choice] == left:
            at = play_packet(rules, state, choice, trail, at)
    return play_rest(rules, state, trail, at)


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
    """Search on for a number of nodes from where `control` and `frames` stand.

    A position of the search is three numbers, so that nothing is played before a line has won.
    """
    depth = control[DEPTH]
    limit = control[NODES] + nodes
    answer = RUNNING
    if frames[FRAME_COUNT] < 0:
        frames[FRAME_HEIGHTS] = heights_of(rules, state)
        frames[FRAME_PACKED] = others(heights_of(rules, state), arch_of(rules, state))
        frames[FRAME_DEPTHS] = depths_of(rules, state)
    while control[NODES] < limit:
        frame = FRAME_WORDS * depth
        first = MOST_CHOICES * depth
        heights = frames[frame + FRAME_HEIGHTS]
        packed = frames[frame + FRAME_PACKED]
        depths = frames[frame + FRAME_DEPTHS]
        if frames[frame + FRAME_COUNT] < 0:
            if depths == 0:
                control[TRAIL_END] = play_choices(rules, state, trail, frames, choices, depth)
                answer = WON
                break
            if rules[STRICT_RESERVE] == 0 and (some(heights) << 4) & ~some(packed) & RANKS > 0:
                heights = settled(heights, packed)
                frames[frame + FRAME_HEIGHTS] = heights
            count = 0
            if not seen_before(table, control[USE], heights, depths):
                arch = others(heights, packed)
                count = list_choices(rules, state, heights, arch, depths, packed, choices, first)
                control[NODES] += 1
            frames[frame + FRAME_COUNT] = count
            frames[frame + FRAME_NEXT] = 0
        if frames[frame + FRAME_NEXT] == frames[frame + FRAME_COUNT]:
            if depth == 0:
                answer = EXHAUSTED
                break
            depth -= 1
            continue
        later = choices[first + frames[frame + FRAME_NEXT]] >> CHOICE_BITS
        choice = choices[first + frames[frame + FRAME_NEXT]] & CHOICE_MASK
        frames[frame + FRAME_NEXT] += 1
        if choice > ARCH:
            rank = choice - ARCH
            low = rank - 1
        else:
            rank = free_rank(rules, state, depths, choice)
            low = rank - 1 - (later >> DEPTH_BITS)
            packed -= 1 << (4 * rank)
            depths -= 1 << (DEPTH_BITS * (choice - rules[FIRST_TABLEAU]))
        depth += 1
        frame += FRAME_WORDS
        frames[frame + FRAME_COUNT] = -1
        frames[frame + FRAME_HEIGHTS] = heights - (1 << (4 * low)) + (1 << (4 * rank))
        frames[frame + FRAME_PACKED] = packed
        frames[frame + FRAME_DEPTHS] = depths
    control[DEPTH] = depth
    return answer
