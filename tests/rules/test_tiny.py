"""Tiny positions of two to five cards, each with the whole set of its moves."""

import pytest

from games.rules import IllegalMove, Move, Position, Reason
from tests.rules.few_cards import tiny

CASTLES = ("beleaguered-castle", "streets-and-alleys", "citadel")
WITH_REDEALS = ("la-belle-lucie", "la-belle-lucie-ohne-merci", "trefoil")
WITH_MERCI = ("la-belle-lucie", "trefoil")


def moves(position: Position) -> list[str]:
    """Give the text of every legal move, in order."""
    return sorted(map(str, position.legal_moves()))


def after(position: Position, text: str) -> Position:
    """Play one move given as text."""
    return position.play(Move.parse(text))


def filled(position: Position) -> dict[str, str]:
    """Give the piles that hold a card, as text."""
    return {name: " ".join(cards) for name, cards in position.piles.items() if cards}


# Die Burgvögtin


@pytest.mark.parametrize("slug", ["burgvoegtin", "burgvoegtin-offen"])
def test_every_equal_foundation_takes_the_card(slug: str) -> None:
    position = tiny(slug, F1="AC", F2="AD", T1="2H", R2="2S")
    assert moves(position) == ["2H:T1>F1", "2H:T1>F2", "2S:R2>F1", "2S:R2>F2"]


def test_strict_reserve_waits_only_while_a_packet_card_fits() -> None:
    position = tiny("burgvoegtin-streng", F1="AC", T1="3C 2H", R2="2S", R3="3D")
    assert moves(position) == ["2H:T1>F1"]
    assert moves(after(position, "2H:T1>F1")) == ["3C:T1>F1"]
    freed = after(after(position, "2H:T1>F1"), "3C:T1>F1")
    assert moves(freed) == []
    waiting = tiny("burgvoegtin-streng", F1="AC", T1="9H", R2="2S")
    assert moves(waiting) == ["2S:R2>F1"]


def test_equal_reserve_cards_are_one_move() -> None:
    position = tiny("burgvoegtin", F1="AC", R2="2C 2C 2S")
    assert moves(position) == ["2C:R2>F1", "2S:R2>F1"]
    assert filled(after(position, "2C:R2>F1")) == {"F1": "AC 2C", "R2": "2C 2S"}


def test_nothing_is_laid_on_packets_or_into_the_arch() -> None:
    assert moves(tiny("burgvoegtin", T1="9H", T2="TH", R8="8H")) == []


def test_uncovered_aces_go_up_packet_by_packet_with_the_move() -> None:
    position = tiny("burgvoegtin-offen", F1="AC", F3="AD", T2="AH AS 2C", T4="5C")
    assert moves(position) == ["2C:T2>F1", "2C:T2>F3"]
    assert filled(after(position, "2C:T2>F3")) == {
        "F1": "AC",
        "F2": "AS",
        "F3": "AD 2C",
        "F4": "AH",
        "T4": "5C",
    }


def test_an_arch_move_lets_no_covered_ace_up() -> None:
    position = tiny("burgvoegtin-offen", F1="AC", T1="AH 9C", R2="2C")
    assert filled(after(position, "2C:R2>F1")) == {"F1": "AC 2C", "T1": "AH 9C"}


def test_taking_a_packets_card_reveals_unless_it_was_the_last() -> None:
    position = tiny("burgvoegtin", F1="AC", T1="9S 2H", T2="2D", R2="2S")
    reveals = {str(move): position.reveals(move) for move in position.legal_moves()}
    assert reveals == {"2H:T1>F1": True, "2D:T2>F1": False, "2S:R2>F1": False}
    assert position.view().piles["T1"] == ("??", "2H")


def test_open_packets_reveal_nothing() -> None:
    position = tiny("burgvoegtin-offen", F1="AC", T1="9S 2H")
    assert not position.reveals(Move.parse("2H:T1>F1"))


# Beleaguered Castle, Streets and Alleys, Citadel


@pytest.mark.parametrize("slug", CASTLES)
def test_a_free_card_goes_up_down_whatever_the_suit_or_into_a_space(slug: str) -> None:
    position = tiny(slug, FH="AH", T1="9S 2H", T2="3H", T3="3C")
    spaces = ["T4", "T5", "T6", "T7", "T8"]
    into_spaces = [f"{card}>{space}" for card in ("2H:T1", "3H:T2", "3C:T3") for space in spaces]
    onto_cards = ["2H:T1>T2", "2H:T1>T3", "2H:T1>FH"]
    assert moves(position) == sorted(into_spaces + onto_cards)


@pytest.mark.parametrize("slug", CASTLES)
def test_nothing_goes_on_an_ace_and_kings_only_into_spaces(slug: str) -> None:
    position = tiny(slug, T1="AS", T2="KH", T3="KC", T4="QD")
    spaces = {"T5", "T6", "T7", "T8"}
    targets = {text.split(">")[1] for text in moves(position) if text.startswith("KH")}
    assert targets == spaces
    assert {text for text in moves(position) if text.endswith(">T1")} == set()


@pytest.mark.parametrize("slug", CASTLES)
def test_a_castle_with_only_lone_cards_to_shift_is_lost(slug: str) -> None:
    position = tiny(slug, T1="KC", T2="KD")
    assert len(moves(position)) == 12
    assert all(position.is_pointless(move) for move in position.legal_moves())
    assert position.is_lost
    assert not tiny(slug, T1="KC", T2="KD QD").is_lost


def test_a_sequence_is_the_fewest_single_moves_by_the_lowest_empty_rows() -> None:
    others = {"T3": "KS", "T4": "KH", "T6": "KD", "T8": "JS"}
    position = tiny("citadel", T1="KC 9S 8H 7C", T2="TD", **others)
    way = position.expand(Move.parse("9S:T1>T2"))
    assert [str(move) for move in way] == [
        "7C:T1>T5",
        "8H:T1>T7",
        "9S:T1>T2",
        "8H:T7>T2",
        "7C:T5>T2",
    ]


def test_a_sequence_onto_a_space_doesnt_count_that_space() -> None:
    rows = {"T2": "KS", "T3": "KH", "T4": "KD", "T5": "QS", "T6": "JS"}
    position = tiny("citadel", T1="KC 9S 8H 7C", **rows)
    assert {str(move) for move in position.sequences()} == {"8H:T1>T7", "8H:T1>T8"}
    assert [str(move) for move in position.expand(Move.parse("8H:T1>T7"))] == [
        "7C:T1>T8",
        "8H:T1>T7",
        "7C:T8>T7",
    ]
    with pytest.raises(IllegalMove, match="3 cards can't go from T1 to T7") as refused:
        position.expand(Move.parse("9S:T1>T7"))
    assert refused.value.code is Reason.SEQUENCE_TOO_LONG


def test_four_cards_by_two_empty_rows_take_nine_moves() -> None:
    rows = {"T3": "KH", "T4": "KD", "T5": "QS", "T6": "JS"}
    position = tiny("citadel", T1="KC 9S 8H 7C 6D", T2="TD", **rows)
    way = position.expand(Move.parse("9S:T1>T2"))
    assert len(way) == 9
    for move in way:
        position = position.play(move)
    assert filled(position)["T2"] == "TD 9S 8H 7C 6D"
    assert filled(position)["T1"] == "KC"


def test_a_free_card_entered_as_a_sequence_is_its_single_move() -> None:
    position = tiny("citadel", T1="9S", T2="TD")
    assert position.expand(Move.parse("9S:T1>T2")) == (Move.parse("9S:T1>T2"),)


# Archway


@pytest.mark.parametrize("slug", ["archway", "archway-leicht"])
def test_free_cards_and_arch_cards_go_to_both_foundations_and_into_gaps(slug: str) -> None:
    position = tiny(slug, FAC="AC", FKC="KC", T1="9H", T2="9S", T3="9D", R2="2C", RQ="QC")
    arch = ["2C:R2>FAC", "2C:R2>T4", "QC:RQ>FKC", "QC:RQ>T4"]
    columns = ["9H:T1>T4", "9S:T2>T4", "9D:T3>T4"]
    back = ["9H:T1>R9", "9S:T2>R9", "9D:T3>R9"] if slug == "archway-leicht" else []
    assert moves(position) == sorted(arch + columns + back)


def test_a_gap_holds_one_card() -> None:
    full = tiny("archway", T1="9H", T2="8H", T3="7H", T4="6H", R5="5H")
    assert moves(full) == []


def test_a_card_put_back_takes_its_sorted_place() -> None:
    position = tiny("archway-leicht", T1="9D", R9="9C 9D 9S")
    assert filled(after(position, "9D:T1>R9")) == {"R9": "9C 9D 9D 9S"}


def test_exchange_goes_both_ways_and_leaves_the_bases() -> None:
    meeting = tiny("archway", FAH="AH 2H", FKH="4H 3H")
    assert moves(meeting) == ["2H:FAH>FKH", "3H:FKH>FAH"]
    moved = after(meeting, "3H:FKH>FAH")
    assert moves(moved) == ["3H:FAH>FKH"]
    assert filled(moved) == {"FAH": "AH 2H 3H", "FKH": "4H"}
    assert moves(tiny("archway", FAH="AH 2H", FKH="5H 4H")) == []
    assert moves(tiny("archway", FAH="AH 2H", FKC="4C 3C")) == []


def test_an_exchange_counts_only_where_a_run_of_them_helps() -> None:
    full = {"T1": "9C", "T2": "9D", "T3": "9S"}
    helps = tiny("archway", FAH="AH 2H", FKH="4H 3H", T4="4H", **full)
    assert not helps.is_lost
    useless = tiny("archway", FAH="AH 2H", FKH="4H 3H", T4="6H", **full)
    assert useless.is_lost
    assert moves(useless) == ["2H:FAH>FKH", "3H:FKH>FAH"]


def test_lone_cards_and_gaps_alone_are_a_lost_archway_but_never_a_lost_easier_one() -> None:
    cards = {"T1": "9C", "T2": "9D", "FAH": "AH"}
    assert tiny("archway", **cards).is_lost
    assert not tiny("archway", **cards, R5="5C").is_lost
    assert not tiny("archway-leicht", **cards).is_lost


# La Belle Lucie, Trefoil, Fan


@pytest.mark.parametrize("slug", [*WITH_REDEALS, "fan"])
def test_fans_are_built_down_in_suit_and_the_ace_opens_a_foundation(slug: str) -> None:
    position = tiny(slug, T1="AS", T2="9H", T3="TH", T4="TD", T5="9D 2S")
    assert moves(position) == ["9H:T2>T3", "AS:T1>FS", "AS:T1>T5"]
    assert moves(after(position, "AS:T1>FS")) == ["2S:T5>FS", "9H:T2>T3"]


@pytest.mark.parametrize("slug", WITH_REDEALS)
def test_an_empty_fan_stays_empty(slug: str) -> None:
    position = tiny(slug, T1="KS", T3="9H")
    assert moves(position) == []
    assert position.is_lost


def test_only_a_king_goes_into_an_empty_fan_in_fan() -> None:
    position = tiny("fan", T1="9D KS", T2="QH")
    gaps = [f"KS:T1>T{number}" for number in range(3, 19)]
    assert moves(position) == sorted(gaps)
    assert not position.is_lost
    lone = after(position, "KS:T1>T3")
    assert {text for text in moves(lone) if text.startswith("KS")} == {
        f"KS:T3>T{number}" for number in range(4, 19)
    }
    assert lone.is_lost


@pytest.mark.parametrize("slug", WITH_REDEALS)
def test_a_redeal_lays_what_is_left_in_the_packs_order_by_threes(slug: str) -> None:
    position = tiny(slug, 2, FC="AC", T2="9S 2D", T7="2C KD", T9="AD")
    assert moves(position) == ["AD:T9>FD", "AD:T9>T2", "redeal"]
    laid = after(position, "redeal")
    assert filled(laid) == {"FC": "AC", "T1": "2C AD 2D", "T2": "KD 9S"}
    assert laid.redeals_left == 1
    assert moves(laid) == ["redeal"]
    assert position.reveals(Move())


@pytest.mark.parametrize("slug", WITH_REDEALS)
def test_while_a_redeal_is_left_nothing_is_lost(slug: str) -> None:
    assert not tiny(slug, 1, T1="KS", T3="9H").is_lost
    assert tiny(slug, 0, T1="KS", T3="9H").is_lost


@pytest.mark.parametrize("slug", WITH_MERCI)
def test_merci_draws_a_covered_card_to_a_foundation_or_another_fan_once(slug: str) -> None:
    position = tiny(slug, 0, 1, FS="AS", T1="2S 9H KD", T2="TH", T3="3C")
    assert moves(position) == ["2S:T1>FS", "9H:T1>T2"]
    assert all(position.is_merci(move) for move in position.legal_moves())
    assert not position.is_lost
    drawn = after(position, "9H:T1>T2")
    assert filled(drawn) == {"FS": "AS", "T1": "2S KD", "T2": "TH 9H", "T3": "3C"}
    assert drawn.merci_left == 0
    assert moves(drawn) == []
    assert drawn.is_lost


@pytest.mark.parametrize("slug", WITH_MERCI)
def test_merci_waits_for_the_second_redeal_and_goes_not_to_its_own_fan(slug: str) -> None:
    assert moves(tiny(slug, 1, 1, T1="9H KD", T2="TH")) == ["redeal"]
    assert moves(tiny(slug, 0, 1, T1="9H TH")) == []


def test_an_ordinary_move_leaves_the_merci() -> None:
    position = tiny("la-belle-lucie", 0, 1, T1="KD 9H", T2="TH")
    assert moves(position) == ["9H:T1>T2"]
    assert after(position, "9H:T1>T2").merci_left == 1


def test_without_merci_a_covered_card_stays() -> None:
    position = tiny("la-belle-lucie-ohne-merci", FS="AS", T1="2S 9H KD", T2="TH")
    assert moves(position) == []
    assert position.merci_left is None


# Views


def test_a_view_tells_where_each_card_may_go() -> None:
    position = tiny("la-belle-lucie", 0, 1, FS="AS", T1="2S 9H KD", T2="TH", T3="9C", T4="TC")
    view = position.view()
    assert view.dests() == {"9C:T3": ["T4"]}
    assert view.merci_dests() == {"9H:T1": ["T2"], "2S:T1": ["FS"]}
    assert not view.redeal_allowed
    assert (view.redeals, view.merci, view.is_won, view.is_lost) == (0, 1, False, False)


def test_a_view_tells_which_sequences_may_be_entered() -> None:
    position = tiny("citadel", T1="KC 9S 8H", T2="TD", T3="KS", T4="KH", T5="KD", T6="QS", T7="JS")
    assert position.view().sequence_dests() == {"9S:T1": ["T2"]}


def test_a_view_allows_a_redeal_while_there_is_one() -> None:
    view = tiny("trefoil", 1, 1, T1="9H KD", T2="TH").view()
    assert view.redeal_allowed
    assert view.dests() == view.merci_dests() == {}
    assert "redeal-" not in str(view)
