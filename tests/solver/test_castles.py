"""The castles' own board beside the kernel's state, and the bounds of their search's numbers."""

import random

import pytest

from games.rules import RULESETS, Family, practice_seed
from games.rules.kernel import (
    FIRST_TABLEAU,
    MAX_MOVES,
    TRAIL_ROOM,
    index_of,
    legal_moves,
    play,
    source_of,
    target_of,
)
from games.solver import Verdict, best_first, solve
from games.solver.searches import castle_board, castles
from tests.solver.small import small_position

CASTLES = [
    slug for slug, ruleset in RULESETS.items() if ruleset.family is Family.BELEAGUERED_CASTLE
]
STEPS = 200
NUMBER = 8
"""Bytes of one in compiled code."""


def new_board() -> list[int]:
    return [0] * castle_board.BOARD_WORDS


def rows_of(board: list[int]) -> list[list[int]]:
    """Give the cards of each row, the free one first."""
    rows = []
    for row in range(board[castle_board.ROWS]):
        cards = []
        card = board[castle_board.TOP + row]
        while card:
            cards.append(card)
            card = board[castle_board.UNDER + card]
        rows.append(cards)
    return rows


def heights_of(board: list[int]) -> list[int]:
    return board[castle_board.HEIGHTS : castle_board.COUNTS]


def counts_of(board: list[int]) -> list[int]:
    """Give the foundations' heights and everything that is counted."""
    return board[: castle_board.KEY]


@pytest.mark.parametrize("slug", CASTLES)
@pytest.mark.parametrize("deal", range(8))
def test_the_board_goes_the_ways_of_the_kernel_there_and_back(slug: str, deal: int) -> None:
    rng = random.Random(f"board {slug} {deal}")
    position = RULESETS[slug].deal_seed(practice_seed(deal))
    rules, state = position.ruleset.engine.rules, list(position.state)
    out, notes = [0] * MAX_MOVES, [0] * TRAIL_ROOM
    board, fresh, unpacked = new_board(), new_board(), new_board()
    castle_board.read_deal(rules, state, board)
    castle_board.read_deal(rules, state, unpacked)
    at_first = rows_of(board), heights_of(board)
    trail, at = [0] * STEPS, 0
    while at < STEPS and (found := legal_moves(rules, state, out)):
        number = rng.choice(out[:found])
        row = source_of(number) - rules[FIRST_TABLEAU]
        target = target_of(number) - rules[FIRST_TABLEAU]
        card = board[castle_board.TOP + row]
        assert board[castle_board.PLACE + card] == index_of(number)
        at = castle_board.move(board, card, castle_board.UP if target < 0 else target, trail, at)
        play(rules, (), state, number, notes, 0)
        castle_board.read_deal(rules, state, fresh)
        assert rows_of(board) == rows_of(fresh)
        assert counts_of(board) == counts_of(fresh)

        counts = castle_board.packed_counts(board)
        assert counts < 1 << castle_board.PACKED_BITS
        castle_board.unpack(board, castle_board.KEY, counts, unpacked)
        assert sorted(filter(None, rows_of(unpacked))) == sorted(filter(None, rows_of(board)))
        assert counts_of(unpacked) == counts_of(board)
    while at:
        at = castle_board.take_back(board, trail, at)
    assert (rows_of(board), heights_of(board)) == at_first


def test_a_nodes_numbers_have_room_beside_one_another() -> None:
    assert max(best_first.TABLES)[0] < 1 << castles.COUNTS_SHIFT
    assert castles.COUNTS_SHIFT + castle_board.PACKED_BITS <= 62
    assert castles.USE_SHIFT + best_first.USES.bit_length() <= 62


def test_the_largest_tables_keep_within_the_memory() -> None:
    places = max(best_first.TABLES)[0] + best_first.places_for(best_first.ROUND)
    assert NUMBER * castles.NODE_WORDS * places <= 512 * 2**20


@pytest.mark.parametrize("slug", CASTLES)
def test_verdicts_are_the_same_where_tables_run_full(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"full {slug}")
    positions = [small_position(slug, rng) for _ in range(60)]
    expected = [solve(position, node_limit=10**6).verdict for position in positions]
    monkeypatch.setattr(best_first, "ROUND", 16)
    monkeypatch.setattr(best_first, "TABLES", ((2**7, 16), (2**8, 16), (2**14, 16)))
    assert [solve(position, node_limit=10**6).verdict for position in positions] == expected


@pytest.mark.parametrize("slug", CASTLES)
def test_a_deal_too_large_for_the_largest_table_is_undecided(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"full {slug}")
    positions = [small_position(slug, rng) for _ in range(60)]
    expected = [solve(position, node_limit=10**6).verdict for position in positions]
    monkeypatch.setattr(best_first, "ROUND", 16)
    monkeypatch.setattr(best_first, "TABLES", ((2**7, 50),))
    found = [solve(position, node_limit=2_000).verdict for position in positions]
    pairs = list(zip(expected, found, strict=True))
    assert all(verdict in (known, Verdict.UNDECIDED) for known, verdict in pairs)
    assert Verdict.UNDECIDED in found


@pytest.mark.parametrize("slug", CASTLES)
def test_what_earlier_searches_left_in_the_tables_changes_nothing(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(best_first, "USES", 7)
    monkeypatch.setattr(best_first, "ROUND", 400)
    deal = RULESETS[slug].deal_seed(practice_seed(7))
    assert len({str(solve(deal, node_limit=500)) for _ in range(9)}) == 1


def test_a_line_longer_than_there_was_room_for_is_written_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(best_first, "STEPS", 90)
    best_first.searches.cache_clear()
    solution = solve(RULESETS["citadel"].deal_seed(practice_seed(1)), node_limit=100_000)
    best_first.searches.cache_clear()
    assert solution.line is not None
    assert len(solution.line) > 90
