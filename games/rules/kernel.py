"""The engine: legal moves, play and undo on flat one-dimensional integers.

Every function here takes whole numbers and flat arrays of them, allocates nothing and keeps to the
subset that numba compiles, helpers before their users. The web process runs it as plain Python on
tuples and lists, the solver compiles the same source. It knows legality only: it lists every move a
player may make, pointless and equivalent ones too.

`rules` is the ruleset as `games.rules.flat` lays it out: the header below, then for each pile the
place of its first cell in the state (and the end of the last one's), then for each pile the place
of its table. A table holds, for every card that may lie on top (0: none), the lowest and the
highest card that the pile then takes; highest below lowest means nothing.

`state` is: redeals left, mercis left, the length of each pile, the top card of each pile (0: none),
then the cells. Unused cells are 0, so equal positions are equal arrays. Piles are numbered
foundations first, then tableau, then reserve. Reserve piles are kept sorted.

A move is one integer: source + 64 * target + 4096 * index of the card in the source. A redeal is
4095, from and to a pile that no ruleset has.
"""

from __future__ import annotations

from collections.abc import Sequence

PILES = 0
FIRST_TABLEAU = 1
FIRST_RESERVE = 2
RESERVE_RANK = 3
TAKES_BACK = 4
STRICT_RESERVE = 5
ACES_GO_UP = 6
EXCHANGE = 7
REDEAL_SIZE = 8
CELLS = 9

REDEALS = 0
MERCIS = 1
LENGTHS = 2

REDEAL = 4095
FULL = 13
PACK = 52
LAST_ACE = 4
MAX_MOVES = 512
TRAIL_ROOM = 160
"""Integers that one play may need in the trail, its scratch room included."""


def source_of(move: int) -> int:
    """Give the pile that a move takes its card from."""
    return move & 63


def target_of(move: int) -> int:
    """Give the pile that a move goes to."""
    return (move >> 6) & 63


def index_of(move: int) -> int:
    """Give the place of the moved card in its source, 0 at the covered end."""
    return move >> 12


def is_won(rules: Sequence[int], state: Sequence[int]) -> bool:
    """Say whether every foundation has 13 cards."""
    complete = 0
    for pile in range(rules[FIRST_TABLEAU]):
        if state[LENGTHS + pile] == FULL:
            complete += 1
    return complete == rules[FIRST_TABLEAU]


def foundation_for(rules: Sequence[int], state: Sequence[int], card: int) -> int:
    """Give the lowest-numbered foundation that takes a card, -1 for none."""
    piles = rules[PILES]
    for pile in range(rules[FIRST_TABLEAU]):
        row = rules[CELLS + 1 + piles + pile] + 2 * state[LENGTHS + piles + pile]
        if rules[row] <= card <= rules[row + 1]:
            return pile
    return -1


def tableau_moves(rules: Sequence[int], state: Sequence[int], out: list[int]) -> int:
    """Write the moves of free cards, those to foundations first, and give their number."""
    piles = rules[PILES]
    tops = LENGTHS + piles
    tables = CELLS + 1 + piles
    first = tops + rules[FIRST_TABLEAU]
    end = tops + rules[FIRST_RESERVE]
    count = 0
    for target in range(tops, end):
        row = rules[tables + target - tops] + 2 * state[target]
        low = rules[row]
        high = rules[row + 1]
        if low > high:
            continue
        for source in range(first, end):
            if low <= state[source] <= high and source != target:
                index = state[source - piles] - 1
                out[count] = (index << 12) + ((target - tops) << 6) + source - tops
                count += 1
    return count


def covered_moves(rules: Sequence[int], state: Sequence[int], out: list[int], count: int) -> int:
    """Add the moves of covered tableau cards to any other pile that takes them (L2)."""
    piles = rules[PILES]
    tops = LENGTHS + piles
    tables = CELLS + 1 + piles
    first = rules[FIRST_TABLEAU]
    end = rules[FIRST_RESERVE]
    for source in range(first, end):
        base = rules[CELLS + source]
        for index in range(state[LENGTHS + source] - 1):
            card = state[base + index]
            for target in range(end):
                row = rules[tables + target] + 2 * state[tops + target]
                if rules[row] <= card <= rules[row + 1] and source != target:
                    out[count] = (index << 12) + (target << 6) + source
                    count += 1
    return count


def reserve_moves(rules: Sequence[int], state: Sequence[int], out: list[int], count: int) -> int:
    """Add the moves of reserve cards to foundations and tableau, one for each of equal cards."""
    piles = rules[PILES]
    tops = LENGTHS + piles
    tables = CELLS + 1 + piles
    first = rules[FIRST_RESERVE]
    shift = first - rules[RESERVE_RANK]
    for target in range(first):
        row = rules[tables + target] + 2 * state[tops + target]
        low = rules[row]
        high = rules[row + 1]
        if low > high:
            continue
        for source in range(max(first, ((low + 3) >> 2) + shift), ((high + 3) >> 2) + shift + 1):
            base = rules[CELLS + source]
            before = 0
            for index in range(state[LENGTHS + source]):
                card = state[base + index]
                if low <= card <= high and card != before:
                    out[count] = (index << 12) + (target << 6) + source
                    count += 1
                before = card
    return count


def exchange_is_open(state: Sequence[int], tops: int, aces: int, kings: int) -> bool:
    """Say whether an ace pile's top is exactly one below its king pile's top (A5)."""
    return state[tops + aces] > 0 and state[tops + aces] + 4 == state[tops + kings]


def exchange_moves(rules: Sequence[int], state: Sequence[int], out: list[int], count: int) -> int:
    """Add the exchanges between the two foundations of a suit; bases stay."""
    tops = LENGTHS + rules[PILES]
    apart = rules[EXCHANGE]
    for aces in range(apart):
        kings = aces + apart
        if exchange_is_open(state, tops, aces, kings):
            if state[LENGTHS + aces] > 1:
                out[count] = ((state[LENGTHS + aces] - 1) << 12) + (kings << 6) + aces
                count += 1
            if state[LENGTHS + kings] > 1:
                out[count] = ((state[LENGTHS + kings] - 1) << 12) + (aces << 6) + kings
                count += 1
    return count


def take_back_moves(rules: Sequence[int], state: Sequence[int], out: list[int], count: int) -> int:
    """Add the moves of free cards back to the reserve pile of their rank (A6)."""
    tops = LENGTHS + rules[PILES]
    shift = rules[FIRST_RESERVE] - rules[RESERVE_RANK]
    for source in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
        card = state[tops + source]
        target = ((card + 3) >> 2) + shift
        if card > 0 and target >= rules[FIRST_RESERVE]:
            out[count] = ((state[LENGTHS + source] - 1) << 12) + (target << 6) + source
            count += 1
    return count


def legal_moves(rules: Sequence[int], state: Sequence[int], out: list[int]) -> int:
    """Write every legal move to `out` (room for MAX_MOVES), each once, and give their number."""
    if is_won(rules, state):
        return 0
    count = tableau_moves(rules, state, out)
    if rules[FIRST_RESERVE] < rules[PILES]:
        # Moves to foundations come first, so the first one tells whether a free card fits (B5).
        stuck = count == 0 or target_of(out[0]) >= rules[FIRST_TABLEAU]
        if rules[STRICT_RESERVE] == 0 or stuck:
            count = reserve_moves(rules, state, out, count)
        if rules[TAKES_BACK] > 0:
            count = take_back_moves(rules, state, out, count)
    if rules[EXCHANGE] > 0:
        count = exchange_moves(rules, state, out, count)
    if state[REDEALS] > 0:
        out[count] = REDEAL
        count += 1
    elif state[MERCIS] > 0:
        count = covered_moves(rules, state, out, count)
    return count


def is_legal(rules: Sequence[int], state: Sequence[int], move: int) -> bool:
    """Say whether `legal_moves` lists a move, without listing the others."""
    if move == REDEAL:
        return state[REDEALS] > 0 and not is_won(rules, state)
    first, end, tops = rules[FIRST_TABLEAU], rules[FIRST_RESERVE], LENGTHS + rules[PILES]
    source, target, index = source_of(move), target_of(move), index_of(move)
    if max(source, target) >= rules[PILES] or not 0 <= index < state[LENGTHS + source]:
        return False
    is_free = index == state[LENGTHS + source] - 1
    place = rules[CELLS + source] + index
    card = state[place]
    if source < first:
        aces, kings = min(source, target), max(source, target)
        meet = aces + rules[EXCHANGE] == kings and exchange_is_open(state, tops, aces, kings)
        return meet and kings < first and is_free and index > 0 and not is_won(rules, state)
    if target >= end:
        rank = target - end + rules[RESERVE_RANK]
        return rules[TAKES_BACK] > 0 and source < end and is_free and (card + 3) >> 2 == rank
    row = rules[CELLS + 1 + rules[PILES] + target] + 2 * state[tops + target]
    if not rules[row] <= card <= rules[row + 1] or source == target:
        return False
    if source < end:
        return is_free or (state[REDEALS] == 0 and state[MERCIS] > 0)
    if rules[STRICT_RESERVE] > 0:
        for top in range(tops + first, tops + end):
            if foundation_for(rules, state, state[top]) >= 0:
                return False
    # Of equal cards in the reserve the first one stands for all.
    return index == 0 or state[place - 1] != card


def take(rules: Sequence[int], state: list[int], pile: int, index: int) -> int:
    """Take the card at an index out of a pile, close the pile up, and give the card."""
    base = rules[CELLS + pile]
    last = state[LENGTHS + pile] - 1
    card = state[base + index]
    for place in range(base + index, base + last):
        state[place] = state[place + 1]
    state[base + last] = 0
    state[LENGTHS + pile] = last
    state[LENGTHS + rules[PILES] + pile] = state[base + last - 1] if last > 0 else 0
    return card


def put(rules: Sequence[int], state: list[int], pile: int, card: int) -> None:
    """Lay a card on a pile, or in its sorted place where the pile is one of the reserve."""
    base = rules[CELLS + pile]
    length = state[LENGTHS + pile]
    place = base + length
    if pile >= rules[FIRST_RESERVE]:
        while place > base and state[place - 1] > card:
            state[place] = state[place - 1]
            place -= 1
    state[place] = card
    state[LENGTHS + pile] = length + 1
    state[LENGTHS + rules[PILES] + pile] = state[base + length]


def insert(rules: Sequence[int], state: list[int], pile: int, index: int, card: int) -> None:
    """Put a card back where `take` took it from."""
    base = rules[CELLS + pile]
    length = state[LENGTHS + pile]
    for place in range(base + length, base + index, -1):
        state[place] = state[place - 1]
    state[base + index] = card
    state[LENGTHS + pile] = length + 1
    state[LENGTHS + rules[PILES] + pile] = state[base + length]


def is_covered(rules: Sequence[int], state: Sequence[int], pile: int, index: int) -> bool:
    """Say whether the place of a card just taken from a tableau pile lies under others."""
    in_tableau = rules[FIRST_TABLEAU] <= pile < rules[FIRST_RESERVE]
    return in_tableau and index < state[LENGTHS + pile]


def raise_aces(rules: Sequence[int], state: list[int], trail: list[int], at: int) -> int:
    """Move free aces up, pile by pile, noting each in the trail; give the trail's new end (B6)."""
    tops = LENGTHS + rules[PILES]
    for source in range(rules[FIRST_TABLEAU], rules[FIRST_RESERVE]):
        while 0 < state[tops + source] <= LAST_ACE:
            target = foundation_for(rules, state, state[tops + source])
            if target < 0:
                break
            put(rules, state, target, take(rules, state, source, state[LENGTHS + source] - 1))
            trail[at] = (target << 6) + source
            at += 1
    return at


def redeal(
    rules: Sequence[int], coming: Sequence[int], state: list[int], trail: list[int], at: int
) -> int:
    """Lay the tableau's cards anew in the order of the next coming pack (L1, L4)."""
    piles = rules[PILES]
    first = rules[FIRST_TABLEAU]
    end = rules[FIRST_RESERVE]
    present = at
    at += PACK + 1
    for place in range(present, at):
        trail[place] = 0
    start = at
    for pile in range(first, end):
        base = rules[CELLS + pile]
        length = state[LENGTHS + pile]
        for place in range(base, base + length):
            trail[at] = state[place]
            trail[present + state[place]] = 1
            state[place] = 0
            at += 1
        trail[at] = length
        at += 1
        state[LENGTHS + pile] = 0
        state[LENGTHS + piles + pile] = 0
    pack = len(coming) - PACK * state[REDEALS]
    laid = 0
    last = end - first - 1
    for place in range(pack, pack + PACK):
        if trail[present + coming[place]] > 0:
            put(rules, state, first + min(laid // rules[REDEAL_SIZE], last), coming[place])
            laid += 1
    state[REDEALS] -= 1
    # The marks are needed no longer: the record moves down over them.
    for place in range(start, at):
        trail[place - PACK - 1] = trail[place]
    return at - PACK - 1


def play(
    rules: Sequence[int],
    coming: Sequence[int],
    state: list[int],
    move: int,
    trail: list[int],
    at: int,
) -> int:
    """Play a legal move on the state, note in the trail how to undo it, and give the trail's end.

    `coming` holds the packs of the redeals, the last one last. From `at` on the trail needs
    TRAIL_ROOM.
    """
    start = at
    card = 0
    if move == REDEAL:
        at = redeal(rules, coming, state, trail, at)
    else:
        source = source_of(move)
        card = take(rules, state, source, index_of(move))
        if is_covered(rules, state, source, index_of(move)):
            state[MERCIS] -= 1
        put(rules, state, target_of(move), card)
        if rules[ACES_GO_UP] > 0:
            at = raise_aces(rules, state, trail, at)
    trail[at] = card
    trail[at + 1] = move
    trail[at + 2] = at - start
    return at + 3


def undo(rules: Sequence[int], state: list[int], trail: list[int], at: int) -> int:
    """Take back the play whose note in the trail ends at `at`, and give where the note began."""
    size = trail[at - 1]
    move = trail[at - 2]
    card = trail[at - 3]
    at -= 3
    start = at - size
    if move == REDEAL:
        piles = rules[PILES]
        for pile in range(rules[FIRST_RESERVE] - 1, rules[FIRST_TABLEAU] - 1, -1):
            base = rules[CELLS + pile]
            for place in range(base, base + state[LENGTHS + pile]):
                state[place] = 0
            length = trail[at - 1]
            at -= length + 1
            for index in range(length):
                state[base + index] = trail[at + index]
            state[LENGTHS + pile] = length
            state[LENGTHS + piles + pile] = state[base + length - 1] if length > 0 else 0
        state[REDEALS] += 1
        return start
    while at > start:
        at -= 1
        source = source_of(trail[at])
        ace = take(rules, state, target_of(trail[at]), 0)
        put(rules, state, source, ace)
    source = source_of(move)
    target = target_of(move)
    index = state[LENGTHS + target] - 1
    while state[rules[CELLS + target] + index] != card:
        index -= 1
    take(rules, state, target, index)
    if is_covered(rules, state, source, index_of(move)):
        state[MERCIS] += 1
    insert(rules, state, source, index_of(move), card)
    return start


def run_can_help(rules: Sequence[int], state: Sequence[int], aces: int) -> bool:
    """Say whether a run of exchanges of one suit lets some playable card go up (G1).

    The run can bring the ace pile's top down by the cards above its base and up by those above
    the king pile's base. Each height opens the ace pile for the next rank, the king pile for its
    own.
    """
    kings = aces + rules[EXCHANGE]
    top = state[LENGTHS + rules[PILES] + aces]
    suit = (top - 1) & 3
    lowest = top - 4 * (state[LENGTHS + aces] - 1)
    highest = top + 4 * state[LENGTHS + kings]
    for pile in range(rules[FIRST_TABLEAU], rules[PILES]):
        base = rules[CELLS + pile]
        length = state[LENGTHS + pile]
        # Every reserve card is playable, and only the free card of a tableau pile.
        first = 0 if pile >= rules[FIRST_RESERVE] else max(0, length - 1)
        for place in range(base + first, base + length):
            card = state[place]
            if lowest <= card <= highest and (card - 1) & 3 == suit:
                return True
    return False


def is_pointless(rules: Sequence[int], state: Sequence[int], move: int) -> bool:
    """Say whether a legal move leads nowhere as G1 has it."""
    if move == REDEAL:
        return False
    source = source_of(move)
    target = target_of(move)
    first = rules[FIRST_TABLEAU]
    end = rules[FIRST_RESERVE]
    if source < first:
        return not run_can_help(rules, state, min(source, target))
    if source >= end or target < first or target >= end:
        return False
    return state[LENGTHS + source] == 1 and state[LENGTHS + target] == 0


def is_lost(rules: Sequence[int], state: Sequence[int], out: list[int]) -> bool:
    """Say whether the game isn't won and all legal moves are pointless (G1); `out` is scratch."""
    if rules[TAKES_BACK] > 0 or is_won(rules, state):
        return False
    for number in range(legal_moves(rules, state, out)):
        if not is_pointless(rules, state, out[number]):
            return False
    return True
