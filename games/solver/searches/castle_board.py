"""A castle on flat numbers: what lies where, its key, and what is counted to weigh it.

A position is told by what lies directly under each card: the card it was dealt on, one of the four
cards of the next higher rank, nothing, or it is on its foundation. That is three bits a card, three
words in all; it is exact, moving a card changes its own bits only, and positions that differ in
the order of the rows are one.

The board is one array. A card's number is its bit in a set of cards. Of a card that has gone up
the board keeps no more than its foundation's height and its bits in the key.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.kernel import CELLS, FIRST_RESERVE, FIRST_TABLEAU, LENGTHS

# What lies under a card, three bits of the key; 1 to 4 are the cards of the next higher rank by
# suit.
AS_DEALT = 0
NOTHING = 5
FOUNDATION = 6
CARDS_A_WORD = 20
WORDS = 3
LAST_WORD = (1 << 36) - 1

# The board: the foundations' heights, then what is counted over all rows, then the key.
HEIGHTS = 0
COUNTS = 4
CARDS_LEFT = 4
COVERING = 5
"""Cards that lie over a lower one."""
SUIT_COVERING = 6
"""Cards that lie over a lower one of their own suit."""
INVERSIONS = 7
"""Pairs of cards of which the higher lies over the lower."""
BREAKS = 8
"""Cards that lie on one that is not of the next higher rank."""
EMPTY_ROWS = 9
KEY = 10
KEY_END = 13
# Then how many rows there are; of each row the free card (0: none), the length, the set of cards.
ROWS = 13
TOP = 16
LENGTH = 32
HELD = 48
# Then of each card what it was dealt on, what it lies on, its row, its place there, and, while a
# position is laid out, what lies on it.
DEALT_ON = 64
UNDER = 128
ROW = 192
PLACE = 256
ABOVE = 320
BOARD_WORDS = 384

PACKED_BITS = 29
ONE_SUIT = 0x1111111111111

# The note of a step: the card, its row before, its row now or UP, its code before.
FROM_SHIFT = 6
TO_SHIFT = 11
UP = 31
CODE_SHIFT = 16


def count_bits(bits: int) -> int:
    """Give how many bits are set."""
    bits -= (bits >> 1) & 0x5555555555555555
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    bits += bits >> 32
    bits += bits >> 16
    bits += bits >> 8
    return bits & 127


def count_card(board: list[int], card: int, row: int, sign: int) -> None:
    """Add a card that lies on top of what a row holds to the counts, or take it from them."""
    below = board[TOP + row]
    if below == 0:
        return
    lower = board[HELD + row] & ((1 << (((card - 1) & 60) + 1)) - 1)
    if lower != 0:
        board[COVERING] += sign
        board[INVERSIONS] += sign * count_bits(lower)
        if lower & (ONE_SUIT << (((card - 1) & 3) + 1)) != 0:
            board[SUIT_COVERING] += sign
    if (below - 1) >> 2 != ((card - 1) >> 2) + 1:
        board[BREAKS] += sign


def lay(board: list[int], card: int, row: int) -> None:
    """Lay a card on a row, without its key and the counts."""
    board[UNDER + card] = board[TOP + row]
    board[ROW + card] = row
    board[PLACE + card] = board[LENGTH + row]
    board[LENGTH + row] += 1
    board[HELD + row] |= 1 << card
    board[TOP + row] = card


def lift(board: list[int], card: int, row: int) -> None:
    """Take the free card off a row, without its key and the counts."""
    board[TOP + row] = board[UNDER + card]
    board[LENGTH + row] -= 1
    board[HELD + row] ^= 1 << card


def code_now(board: Sequence[int], card: int) -> int:
    """Give what lies under a card by the key."""
    word = (card - 1) // CARDS_A_WORD
    return (board[KEY + word] >> (3 * (card - 1 - CARDS_A_WORD * word))) & 7


def add_to_key(board: list[int], card: int, change: int) -> None:
    """Change what lies under a card in the key."""
    word = (card - 1) // CARDS_A_WORD
    board[KEY + word] += change << (3 * (card - 1 - CARDS_A_WORD * word))


def code_on(card: int, below: int) -> int:
    """Give the code of a card that lies on another (0: on nothing) where it wasn't dealt."""
    if below == 0:
        return NOTHING
    return 1 + ((below - 1) & 3)


def clear(board: list[int]) -> None:
    """Take all cards off."""
    for word in range(ROWS):
        board[word] = 0
    for row in range(board[ROWS]):
        board[TOP + row] = 0
        board[LENGTH + row] = 0
        board[HELD + row] = 0


def read_deal(rules: Sequence[int], state: Sequence[int], board: list[int]) -> None:
    """Lay out the kernel's state, and note what each card is dealt on."""
    board[ROWS] = rules[FIRST_RESERVE] - rules[FIRST_TABLEAU]
    clear(board)
    for pile in range(rules[FIRST_TABLEAU]):
        board[HEIGHTS + pile] = state[LENGTHS + pile]
        for rank in range(state[LENGTHS + pile]):
            add_to_key(board, 4 * rank + pile + 1, FOUNDATION)
    for row in range(board[ROWS]):
        pile = rules[FIRST_TABLEAU] + row
        base = rules[CELLS + pile]
        below = 0
        if state[LENGTHS + pile] == 0:
            board[EMPTY_ROWS] += 1
        for place in range(base, base + state[LENGTHS + pile]):
            card = state[place]
            board[DEALT_ON + card] = below
            if below == 0 or (below - 1) >> 2 == ((card - 1) >> 2) + 1:
                add_to_key(board, card, code_on(card, below))
            count_card(board, card, row, 1)
            lay(board, card, row)
            board[CARDS_LEFT] += 1
            below = card


def packed_counts(board: Sequence[int]) -> int:
    """Put those counts into one number that the key doesn't tell at a glance."""
    return (
        board[COVERING]
        + (board[SUIT_COVERING] << 6)
        + (board[BREAKS] << 12)
        + (board[INVERSIONS] << 18)
    )


def unpack(nodes: Sequence[int], first: int, counts: int, board: list[int]) -> None:
    """Lay out the position whose key begins there, with its rows in some order."""
    clear(board)
    for card in range(1, 53):
        board[ABOVE + card] = 0
    rows = 0
    left = 0
    for word in range(WORDS):
        key = nodes[first + word]
        if word == WORDS - 1:
            key &= LAST_WORD
        board[KEY + word] = key
        for card in range(CARDS_A_WORD * word + 1, min(CARDS_A_WORD * word + 21, 53)):
            code = key & 7
            key >>= 3
            if code == FOUNDATION:
                board[HEIGHTS + ((card - 1) & 3)] += 1
            elif code == NOTHING:
                board[TOP + rows] = card
                rows += 1
            elif code == AS_DEALT:
                board[ABOVE + board[DEALT_ON + card]] = card
            else:
                board[ABOVE + ((card + 3) & 60) + code] = card
    for row in range(rows):
        card = board[TOP + row]
        below = 0
        length = 0
        held = 0
        while card != 0:
            board[UNDER + card] = below
            board[ROW + card] = row
            board[PLACE + card] = length
            length += 1
            held |= 1 << card
            below = card
            card = board[ABOVE + card]
        board[TOP + row] = below
        board[LENGTH + row] = length
        board[HELD + row] = held
        left += length
    board[CARDS_LEFT] = left
    board[COVERING] = counts & 63
    board[SUIT_COVERING] = (counts >> 6) & 63
    board[BREAKS] = (counts >> 12) & 63
    board[INVERSIONS] = counts >> 18
    board[EMPTY_ROWS] = board[ROWS] - rows


def move(board: list[int], card: int, target: int, trail: list[int], at: int) -> int:
    """Move a free card to a row or UP, note it, and give the trail's new end."""
    source = board[ROW + card]
    code = code_now(board, card)
    lift(board, card, source)
    count_card(board, card, source, -1)
    if board[TOP + source] == 0:
        board[EMPTY_ROWS] += 1
    trail[at] = card + (source << FROM_SHIFT) + (target << TO_SHIFT) + (code << CODE_SHIFT)
    if target == UP:
        add_to_key(board, card, FOUNDATION - code)
        board[HEIGHTS + ((card - 1) & 3)] += 1
        board[CARDS_LEFT] -= 1
    else:
        below = board[TOP + target]
        count_card(board, card, target, 1)
        lay(board, card, target)
        if below == 0:
            board[EMPTY_ROWS] -= 1
        add_to_key(board, card, code_on(card, below) - code)
    return at + 1


def take_back(board: list[int], trail: Sequence[int], at: int) -> int:
    """Take a step back but for the counts and the key, and give where its note began."""
    note = trail[at - 1]
    card = note & 63
    target = (note >> TO_SHIFT) & 31
    if target == UP:
        board[HEIGHTS + ((card - 1) & 3)] -= 1
    else:
        lift(board, card, target)
    lay(board, card, (note >> FROM_SHIFT) & 31)
    return at - 1


def play_safe(board: list[int], trail: list[int], at: int) -> int:
    """Play every card up that is of no more use below."""
    again = True
    while again:
        again = False
        lowest = min(
            min(board[HEIGHTS], board[HEIGHTS + 1]),
            min(board[HEIGHTS + 2], board[HEIGHTS + 3]),
        )
        for suit in range(4):
            height = board[HEIGHTS + suit]
            if height < 13 and height <= lowest + 1:
                card = 4 * height + 1 + suit
                if board[TOP + board[ROW + card]] == card:
                    at = move(board, card, UP, trail, at)
                    again = True
    return at
