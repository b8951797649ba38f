"""What all searches share: their control words, the table of positions seen, the line played."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.kernel import CELLS, FIRST_TABLEAU, LENGTHS, PACK, PILES

# What a search answers.
RUNNING = 0
WON = 1
EXHAUSTED = 2
FULL = 3
STOPPED = 4

# The control words of a depth-first search.
DEPTH = 0
TRAIL_END = 1
NODES = 2
USE = 3
"""The table's current use: entries of earlier uses count as empty, so nothing is ever cleared."""
CONTROL_WORDS = 8

# A frame of a depth-first search: how many choices (-1: not yet listed), the next, the trail's end.
FRAME_COUNT = 0
FRAME_NEXT = 1
FRAME_TRAIL = 2
FRAME_WORDS = 8

BITS = (1 << 62) - 1
MIX_1 = 0x1B873593CC9E2D51
MIX_2 = 0x2545F4914F6CDD1D
MIX_3 = 0x369DEA0F31A53F85
USE_SHIFT = 42
"""The second word of a key keeps below this many bits; the use stands above them."""
PROBES = 4


def mixed(first: int, second: int) -> int:
    """Scatter two words over 62 bits, alike in Python and compiled."""
    bits = (first * MIX_1 + second * MIX_2) & BITS
    bits ^= bits >> 31
    bits = (bits * MIX_3) & BITS
    return bits ^ (bits >> 29)


def seen_before(table: list[int], use: int, first: int, second: int) -> bool:
    """Say whether a key was given before in this use of the table, and keep it.

    A full neighbourhood loses its oldest key: then a position may be searched twice, which costs
    time and, in a search that can't run in circles, nothing else. Keys are kept whole, so two
    positions are never taken for one.
    """
    marked = second + (use << USE_SHIFT)
    # The table's size is a power of two; an entry is two words.
    mask = len(table) // 2 - 1
    home = mixed(first, second) & mask
    for probe in range(PROBES):
        place = 2 * ((home + probe) & mask)
        if table[place] == first and table[place + 1] == marked:
            return True
        if table[place + 1] >> USE_SHIFT != use:
            table[place] = first
            table[place + 1] = marked
            return False
    table[2 * home] = first
    table[2 * home + 1] = marked
    return False


def carry_over(table: Sequence[int], use: int, larger: list[int]) -> None:
    """Keep a table's keys of its current use in a larger one."""
    for place in range(0, len(table), 2):
        if table[place + 1] >> USE_SHIFT == use:
            seen_before(larger, use, table[place], table[place + 1] - (use << USE_SHIFT))


def is_whole(rules: Sequence[int], state: Sequence[int], packs: int, copies: list[int]) -> bool:
    """Say whether all cards are there and every foundation begins with its base.

    A position's text may show a few cards only; those can never fill the foundations. `copies` is
    scratch room for a number a card.
    """
    wrong = 0
    for card in range(PACK + 1):
        copies[card] = 0
    piles = rules[PILES]
    for pile in range(piles):
        base = rules[CELLS + pile]
        length = state[LENGTHS + pile]
        for place in range(base, base + length):
            copies[state[place]] += 1
        row = rules[CELLS + 1 + piles + pile]
        opens = rules[row] <= state[base] <= rules[row + 1]
        if pile < rules[FIRST_TABLEAU] and length > 0 and not opens:
            wrong += 1
    for card in range(1, PACK + 1):
        if copies[card] != packs:
            wrong += 1
    return wrong == 0


def moves_played(trail: Sequence[int], end: int, out: list[int]) -> int:
    """Write the kernel's moves noted in a trail that begins at 0, last first; give their number."""
    count = 0
    while end > 0:
        out[count] = trail[end - 2]
        count += 1
        end -= 3 + trail[end - 1]
    return count
