"""Beleaguered Castle and its kin, sentence by sentence of the source text, and rules C1 to C7."""

import pytest

from games.rules import RULESETS, IllegalMove, Move, Position
from tests.rules.laying import all_cards, lay, moves, pack, pile, play, shuffled, some_deal, targets

CASTLES = ["beleaguered-castle", "streets-and-alleys", "citadel"]
ROWS = [f"T{number}" for number in range(1, 9)]
LEFT, RIGHT = ROWS[:4], ROWS[4:]


def without_aces(cards: list[str]) -> list[str]:
    return [card for card in cards if card[0] != "A"]


def singles(position: Position, entry: str) -> list[str]:
    """Give the single moves of a sequence's entry as text."""
    return [str(move) for move in position.expand(Move.parse(entry))]


def entries(position: Position) -> set[str]:
    """Give the sequences that may be entered as text."""
    return {str(move) for move in position.sequences()}


# Overview, order of ranks, parts of the layout


def test_four_aces_lie_in_the_middle_and_eight_rows_around_them() -> None:
    """C1."""
    position = some_deal("beleaguered-castle")
    assert list(position.piles) == ["FC", "FD", "FH", "FS", *ROWS]
    assert [pile(position, f"F{suit}") for suit in "CDHS"] == ["AC", "AD", "AH", "AS"]


@pytest.mark.parametrize("slug", CASTLES)
def test_it_is_played_with_one_pack_of_52(slug: str) -> None:
    cards = shuffled(1)
    assert all_cards(RULESETS[slug].deal(cards)) == sorted(cards)


@pytest.mark.parametrize("slug", CASTLES)
def test_all_cards_lie_open_from_the_start(slug: str) -> None:
    position = some_deal(slug)
    assert position.view().piles == position.piles


@pytest.mark.parametrize("slug", CASTLES)
def test_ranks_go_up_from_ace_over_ten_jack_queen_to_king(slug: str) -> None:
    """C1."""
    position = lay(slug, FH="A-A", T1="KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H")
    for rank in "23456789TJQK":
        assert f"{rank}H:T1>FH" in moves(position)
        position = play(position, f"{rank}H:T1>FH")
    assert pile(position, "FH") == "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"


@pytest.mark.parametrize("slug", CASTLES)
def test_only_the_outermost_card_of_a_row_moves(slug: str) -> None:
    """C2."""
    position = lay(slug, FC="A-2", T1="3C KD", T2="4S", **blocked("T3 T4 T5 T6 T7 T8"))
    assert targets(position, "T1") == set()
    with pytest.raises(IllegalMove):
        position.play(Move.parse("3C:T1>T2"))
    with pytest.raises(IllegalMove):
        position.play(Move.parse("3C:T1>FC"))


def blocked(rows: str) -> dict[str, str]:
    """Fill rows with single kings and jacks: only queens and tens could be laid on them."""
    return dict(zip(rows.split(), ["KS", "KH", "KC", "JD", "JC", "JS", "JH"], strict=False))


@pytest.mark.parametrize("slug", CASTLES)
def test_there_is_no_stock_all_cards_lie_in_rows_or_on_foundations(slug: str) -> None:
    position = some_deal(slug)
    assert {name[0] for name in position.piles} == {"F", "T"}
    assert len(all_cards(position)) == 52


# Preparing


def test_the_other_48_cards_make_eight_rows_of_six() -> None:
    """C3."""
    position = some_deal("beleaguered-castle")
    assert [len(position.piles[row]) for row in ROWS] == [6] * 8


def test_cards_are_dealt_in_columns_left_wing_and_right_wing_in_turn() -> None:
    """C3."""
    cards = shuffled(2)
    rest = without_aces(cards)
    position = RULESETS["beleaguered-castle"].deal(cards)
    for column in range(12):
        wing = LEFT if column % 2 == 0 else RIGHT
        dealt = [position.piles[row][column // 2] for row in wing]
        assert dealt == rest[column * 4 : column * 4 + 4]


@pytest.mark.parametrize("slug", CASTLES)
def test_each_new_card_lies_on_the_one_before_and_further_out(slug: str) -> None:
    position = RULESETS[slug].deal(pack("KC KD KH KS QC QD QH QS JC JD JH JS"))
    assert pile(position, "T1").startswith("KC JC")
    assert pile(position, "T5").startswith("QC")


def test_a_row_belongs_to_no_ace() -> None:
    position = lay("beleaguered-castle", T1="2S", T2="2H", **blocked("T3 T4 T5 T6 T7 T8"))
    assert moves(position) == {"2S:T1>FS", "2H:T2>FH"}


# Playing


@pytest.mark.parametrize("slug", CASTLES)
def test_moves_may_be_made_in_any_order(slug: str) -> None:
    position = lay(slug, FC="A-2", FD="A-4", T1="3C", T5="5D")
    assert play(position, "3C:T1>FC", "5D:T5>FD") == play(position, "5D:T5>FD", "3C:T1>FC")


@pytest.mark.parametrize("slug", CASTLES)
def test_a_free_card_goes_to_the_foundation_of_its_suit_when_one_higher(slug: str) -> None:
    """C1."""
    position = lay(slug, FH="A-2", T1="3H", T2="4S", **blocked("T3 T4 T5 T6 T7 T8"))
    assert moves(position) == {"3H:T1>FH", "3H:T1>T2"}


@pytest.mark.parametrize("slug", CASTLES)
def test_a_free_card_goes_on_a_row_that_ends_one_higher_whatever_the_suit(slug: str) -> None:
    """C2."""
    position = lay(slug, T1="TC", T2="TD", T3="TH", T4="TS", T5="9H", T6="8H", T7="KC", T8="KD")
    assert targets(position, "T5") == {"T1", "T2", "T3", "T4"}
    assert targets(position, "T6") == {"T5"}
    assert targets(position, "T1") == set()


@pytest.mark.parametrize("slug", CASTLES)
@pytest.mark.parametrize("card", ["2D", "7H", "KS"])
def test_an_empty_row_takes_any_free_card(slug: str, card: str) -> None:
    """C2."""
    rest = dict(zip(ROWS[1:7], ["JS", "JH", "JD", "JC", "QC", "QS"], strict=True))
    position = lay(slug, T1=f"4C {card}", **rest)
    assert f"{card}:T1>T8" in moves(position)
    assert pile(play(position, f"{card}:T1>T8"), "T8") == card


@pytest.mark.parametrize("slug", CASTLES)
def test_the_cards_are_never_laid_anew(slug: str) -> None:
    with pytest.raises(IllegalMove):
        some_deal(slug).play(Move.parse("redeal"))


@pytest.mark.parametrize("slug", CASTLES)
def test_nothing_comes_back_from_a_foundation(slug: str) -> None:
    """C2."""
    position = lay(slug, FH="A-5", T1="6C")
    with pytest.raises(IllegalMove):
        position.play(Move.parse("5H:FH>T1"))
    assert not any(":F" in move for move in moves(position))


def worked_example() -> Position:
    """Lay what the example tells of: 3D above KS in T4, 4H at the end of T5, and a queen."""
    rows = {"T1": "9H", "T2": "7D", "T3": "9S", "T6": "QD", "T7": "7C", "T8": "9C"}
    return lay("beleaguered-castle", T4="5C KS 3D", T5="8D 4H", **rows)


def test_example_the_three_goes_on_the_four_and_frees_the_king() -> None:
    position = worked_example()
    assert targets(position, "T4") == {"T5"}
    assert pile(play(position, "3D:T4>T5"), "T4") == "5C KS"


def test_example_the_king_can_only_go_to_an_empty_row_but_takes_any_queen() -> None:
    position = play(worked_example(), "3D:T4>T5")
    assert targets(position, "T4") == set()
    assert targets(position, "T6") == {"T4"}
    with_empty_rows = lay("beleaguered-castle", T1="9H", T2="7D", T4="5C KS", T6="QD", T7="7C")
    assert targets(with_empty_rows, "T4") == {"T3", "T5", "T8"}


# Moving several cards


@pytest.mark.parametrize("slug", CASTLES)
def test_a_run_never_moves_as_one_move(slug: str) -> None:
    """C2: not in the record, and not in the list of moves."""
    position = lay(slug, T1="QS 9S 8H", T2="TD", **blocked("T3 T4 T5 T6 T7"))
    assert "9S:T1>T2" not in moves(position)
    with pytest.raises(IllegalMove):
        position.play(Move.parse("9S:T1>T2"))


@pytest.mark.parametrize("slug", CASTLES)
def test_example_eight_and_seven_go_on_a_nine_by_way_of_an_empty_row(slug: str) -> None:
    """C6: the 7 steps aside, the 8 goes over, the 7 follows."""
    position = lay(slug, T1="KD 8C 7D", T2="9H", **blocked("T3 T4 T5 T6 T7"))
    assert singles(position, "8C:T1>T2") == ["7D:T1>T8", "8C:T1>T2", "7D:T8>T2"]
    assert pile(play(position, *singles(position, "8C:T1>T2")), "T2") == "9H 8C 7D"


@pytest.mark.parametrize("slug", CASTLES)
def test_a_sequence_takes_the_lowest_numbered_empty_rows(slug: str) -> None:
    """C6."""
    position = lay(slug, T1="KD 8C 7D 6S", T6="9H", T4="QC", T8="QD")
    expected = ["6S:T1>T2", "7D:T1>T3", "8C:T1>T6", "7D:T3>T6", "6S:T2>T6"]
    assert singles(position, "8C:T1>T6") == expected


@pytest.mark.parametrize("slug", CASTLES)
@pytest.mark.parametrize(("empty", "longest"), [(0, 1), (1, 2), (2, 4), (3, 8)])
def test_onto_a_card_as_many_cards_as_the_empty_rows_double(
    slug: str, empty: int, longest: int
) -> None:
    """C6: 2^e."""
    run = ["JH", "TS", "9D", "8S", "7D", "6S", "5D", "4S", "3D"]
    ends = dict(zip(run, ["QH", "JH", "TH", "9H", "8H", "7H", "6H", "5H"], strict=False))
    for count in range(2, 10):
        deepest = run[-count]
        rows = {"T1": " ".join(["2H", *run[-count:]]), "T2": ends[deepest]}
        position = lay(slug, **rows, **blocked(" ".join(ROWS[2 : 8 - empty])))
        assert (f"{deepest}:T1>T2" in entries(position)) == (count <= longest)


@pytest.mark.parametrize("slug", CASTLES)
@pytest.mark.parametrize(("others", "longest"), [(0, 1), (1, 2), (2, 4)])
def test_onto_an_empty_row_that_row_itself_does_not_count(
    slug: str, others: int, longest: int
) -> None:
    """C6: 2^e, the target not among the e."""
    run = "8S 7D 6S 5D 4S"
    position = lay(slug, T1=f"2H {run}", **blocked(" ".join(ROWS[1 : 7 - others])))
    offered = {entry[:2] for entry in entries(position) if entry.endswith(">T8")}
    assert offered == set(run.split()[-longest:-1])


@pytest.mark.parametrize("slug", CASTLES)
def test_a_sequence_that_is_too_long_or_no_run_is_refused(slug: str) -> None:
    """C6."""
    too_long = lay(slug, T1="8C 7D 6S", T2="9H", **blocked("T3 T4 T5 T6 T7"))
    with pytest.raises(IllegalMove):
        too_long.expand(Move.parse("8C:T1>T2"))
    no_run = lay(slug, T1="8C 6S", T2="9H", **blocked("T3 T4 T5"))
    with pytest.raises(IllegalMove):
        no_run.expand(Move.parse("8C:T1>T2"))


# Won or lost


@pytest.mark.parametrize("slug", CASTLES)
def test_it_is_won_when_all_52_cards_lie_on_the_foundations(slug: str) -> None:
    position = lay(slug, FC="A-K", FD="A-K", FH="A-K", FS="A-Q", T7="KS")
    assert not position.is_won
    won = play(position, "KS:T7>FS")
    assert won.is_won
    assert not won.is_lost
    assert moves(won) == set()


def stuck() -> dict[str, str]:
    """Fill eight rows so that no free card fits anywhere."""
    return dict(
        zip(ROWS, ["2C 7C", "2D 7D", "2H 7H", "2S 7S", "KC", "KD", "KH", "KS"], strict=True)
    )


@pytest.mark.parametrize("slug", CASTLES)
def test_it_is_lost_when_no_move_is_left(slug: str) -> None:
    """G1."""
    assert moves(lay(slug, **stuck())) == set()
    assert lay(slug, **stuck()).is_lost


@pytest.mark.parametrize("slug", CASTLES)
def test_a_rows_only_card_may_wander_to_an_empty_row_but_that_saves_nothing(slug: str) -> None:
    """C7, G1."""
    position = lay(slug, T1="7C", T4="KD")
    assert targets(position, "T1") == {"T2", "T3", "T5", "T6", "T7", "T8"}
    assert all(position.is_pointless(move) for move in position.legal_moves())
    assert position.is_lost


@pytest.mark.parametrize("slug", CASTLES)
def test_any_card_that_is_not_alone_keeps_a_game_alive(slug: str) -> None:
    """G1: to an empty row, or to and fro between two rows."""
    assert not lay(slug, T1="7C 9D", T4="KD").is_lost
    shuttle = stuck() | {"T1": "2C 8C", "T2": "2D 8D 7D", "T5": "KC 9C", "T3": "2H JH"}
    position = lay(slug, **shuttle)
    assert targets(position, "T2") == {"T1"}
    assert not position.is_lost
    assert targets(play(position, "7D:T2>T1"), "T1") == {"T2"}


# Hints that say something about the rules


@pytest.mark.parametrize("slug", CASTLES)
def test_a_king_leaves_its_row_only_for_an_empty_one(slug: str) -> None:
    full = dict(zip(ROWS, ["2C KC", "QD", "QH", "JS", "JD", "TD", "9H", "8H"], strict=True))
    assert targets(lay(slug, **full), "T1") == set()
    del full["T8"]
    assert targets(lay(slug, **full), "T1") == {"T8"}


# Variants


def test_streets_and_alleys_deals_all_52_cards_and_leaves_the_middle_free() -> None:
    """C4."""
    cards = shuffled(4)
    position = RULESETS["streets-and-alleys"].deal(cards)
    assert [position.piles[f"F{suit}"] for suit in "CDHS"] == [()] * 4
    assert [len(position.piles[row]) for row in ROWS] == [7] * 4 + [6] * 4
    for column in range(13):
        wing = LEFT if column % 2 == 0 else RIGHT
        dealt = [position.piles[row][column // 2] for row in wing]
        assert dealt == cards[column * 4 : column * 4 + 4]


def test_streets_and_alleys_an_ace_goes_to_the_middle_once_it_is_free() -> None:
    """C4: as a move; it does not go by itself."""
    position = lay("streets-and-alleys", T1="5S AD", T2="AH 6D", **blocked("T3 T4 T5 T6 T7 T8"))
    assert moves(position) == {"AD:T1>FD"}
    assert targets(play(position, "AD:T1>FD"), "T1") == {"T2"}


def test_citadel_a_card_that_fits_as_it_is_dealt_skips_its_place_in_the_row() -> None:
    """C5."""
    position = RULESETS["citadel"].deal(pack("KC AS 2S KD 3S 9D"))
    assert pile(position, "FS").startswith("AS 2S 3S")
    assert position.piles["T1"][0] == "KC"
    assert position.piles["T4"][0] == "KD"
    assert position.piles["T6"][0] == "9D"
    assert len(position.piles["T2"]) < 7


def test_citadel_every_ace_goes_to_the_middle_while_dealing() -> None:
    """C5."""
    for number in range(5):
        position = some_deal("citadel", number)
        assert [position.piles[f"F{suit}"][0] for suit in "CDHS"] == ["AC", "AD", "AH", "AS"]


def test_citadel_a_card_that_already_lies_in_a_row_stays_there() -> None:
    """C5: a 2 before its ace lies as a free card, and waits for the player."""
    cards = pack("", last="2H AH")
    position = RULESETS["citadel"].deal(cards)
    assert pile(position, "FH") == "AH"
    assert position.piles["T3"][-1] == "2H"
    assert "2H:T3>FH" in moves(position)


def test_citadel_is_played_like_the_others_after_the_deal() -> None:
    rows = {"T1": "6S", "T2": "7D", "T3": "2S"}
    position = lay("citadel", FS="A-A", **rows, **blocked("T4 T5 T6 T7 T8"))
    assert moves(position) == {"6S:T1>T2", "2S:T3>FS"}
