"""Archway, sentence by sentence of its source text, and rules A1 to A7."""

import pytest

from games.rules import RULESETS, IllegalMove, Move
from tests.rules.laying import (
    all_cards,
    cards,
    lay,
    moves,
    pack,
    pile,
    play,
    shuffled,
    some_deal,
    targets,
)

BOTH = ["archway", "archway-leicht"]
COLUMNS = ["T1", "T2", "T3", "T4"]
ARCH = [f"R{rank}" for rank in "A23456789TJQK"]
BASES = ["AC", "AD", "AH", "AS", "KC", "KD", "KH", "KS"]


def without_bases(shuffled_cards: list[str]) -> list[str]:
    """Take the first copy of each base out of two packs."""
    rest = list(shuffled_cards)
    for base in BASES:
        rest.remove(base)
    return rest


def full_suits(suits: str) -> dict[str, str]:
    """Fill both piles of some suits."""
    return {f"F{run[0]}{suit}": run for suit in suits for run in ("A-K", "K-A")}


# Overview, short rules


@pytest.mark.parametrize("slug", BOTH)
def test_it_is_played_with_two_packs_of_52(slug: str) -> None:
    shuffled_cards = shuffled(1, packs=2)
    assert all_cards(RULESETS[slug].deal(shuffled_cards)) == sorted(shuffled_cards)


@pytest.mark.parametrize("slug", BOTH)
def test_every_card_lies_open_from_the_start(slug: str) -> None:
    position = some_deal(slug)
    assert position.view().piles == position.piles


@pytest.mark.parametrize("slug", BOTH)
def test_four_piles_climb_from_ace_to_king_and_four_descend_from_king_to_ace(slug: str) -> None:
    """A1: in one suit each, thirteen cards each."""
    arch = {f"R{rank}": f"{rank}H {rank}H" for rank in "23456789TJQ"}
    position = lay(slug, RA="AH", RK="KH", **arch)
    for rank in "23456789TJQK":
        position = play(position, f"{rank}H:R{rank}>FAH")
    for rank in "QJT98765432A":
        position = play(position, f"{rank}H:R{rank}>FKH")
    assert list(position.piles["FAH"]) == cards("A-K", "H")
    assert list(position.piles["FKH"]) == cards("K-A", "H")
    assert moves(position) == set()


# Preparing


@pytest.mark.parametrize("slug", BOTH)
def test_one_ace_and_one_king_of_each_suit_are_the_bases(slug: str) -> None:
    """A1."""
    position = some_deal(slug)
    assert list(position.piles)[:8] == [f"F{base}" for base in BASES]
    assert [pile(position, f"F{base}") for base in BASES] == BASES


@pytest.mark.parametrize("slug", BOTH)
def test_the_first_copy_that_the_pack_brings_becomes_the_base(slug: str) -> None:
    """A1: the second copy is dealt where it lies."""
    position = RULESETS[slug].deal(pack("AC KD 5S AC KD", packs=2))
    assert pile(position, "T1").startswith("5S AC KD")


@pytest.mark.parametrize("slug", BOTH)
def test_48_cards_lie_in_four_columns_of_twelve_column_by_column(slug: str) -> None:
    """A2."""
    shuffled_cards = shuffled(2, packs=2)
    rest = without_bases(shuffled_cards)
    position = RULESETS[slug].deal(shuffled_cards)
    for number, column in enumerate(COLUMNS):
        assert list(position.piles[column]) == rest[number * 12 : number * 12 + 12]


@pytest.mark.parametrize("slug", BOTH)
def test_the_other_48_are_sorted_by_rank_into_thirteen_arch_piles(slug: str) -> None:
    """A2: aces first, kings last."""
    shuffled_cards = shuffled(3, packs=2)
    rest = without_bases(shuffled_cards)[48:]
    position = RULESETS[slug].deal(shuffled_cards)
    assert len(rest) == 48
    assert [name for name in position.piles if name[0] == "R"] == ARCH
    for name in ARCH:
        expected = sorted((card for card in rest if card[0] == name[1]), key=lambda card: card[1])
        assert list(position.piles[name]) == expected


@pytest.mark.parametrize("slug", BOTH)
def test_a_rank_may_be_missing_from_the_arch(slug: str) -> None:
    position = RULESETS[slug].deal(pack("5C 5D 5H 5S 5C 5D 5H 5S", packs=2))
    assert position.piles["R5"] == ()


# Playing


def test_a_card_follows_on_its_suits_piles_only_when_it_adjoins() -> None:
    """A1."""
    position = lay("archway", FAS="A-4", FKS="K-J", R5="5S 5H", R6="6S", R9="9S", RT="TS TD")
    assert moves(position) == {"5S:R5>FAS", "TS:RT>FKS"} | gap_moves_of("R5 R6 R9 RT")


def gap_moves_of(piles: str) -> set[str]:
    """List the moves of the arch cards 5S 5H, 6S, 9S, TS TD into four empty columns."""
    held = {"R5": "5S 5H", "R6": "6S", "R9": "9S", "RT": "TS TD"}
    return {
        f"{card}:{name}>{gap}"
        for name in piles.split()
        for card in held[name].split()
        for gap in COLUMNS
    }


def test_playable_are_each_columns_free_card_and_every_card_in_the_arch() -> None:
    """A3."""
    columns = {"T1": "2C 9H", "T2": "2D 9D", "T3": "9C 2H", "T4": "9S 8S"}
    position = lay("archway", R2="2D 2S", RQ="QD", **columns)
    assert moves(position) == {"2H:T3>FAH", "2D:R2>FAD", "2S:R2>FAS", "QD:RQ>FKD"}


@pytest.mark.parametrize("text", ["8S:T4>T1", "9H:T1>T2", "9H:T1>R9", "2D:R2>T1", "2D:R2>RA"])
def test_nothing_is_built_on_columns_or_put_back_into_the_arch(text: str) -> None:
    """A3, A6."""
    columns = {"T1": "2C 9H", "T2": "2D TH", "T3": "9C 2H", "T4": "9S 8S"}
    with pytest.raises(IllegalMove):
        lay("archway", R2="2D 2S", **columns).play(Move.parse(text))


def test_taking_a_columns_free_card_frees_the_one_below() -> None:
    position = lay("archway", T1="9S 3H 2H", T2="4D", T3="5D", T4="6D")
    assert moves(position) == {"2H:T1>FAH"}
    assert moves(play(position, "2H:T1>FAH")) == {"3H:T1>FAH"}


def test_example_the_five_goes_on_the_ace_pile_and_the_ten_on_the_king_pile() -> None:
    columns = {"T1": "3D 7C TS", "T2": "4D", "T3": "5D", "T4": "6D"}
    position = lay("archway", FAS="A-4", FKS="K-J", R5="5S", **columns)
    assert moves(position) == {"5S:R5>FAS", "TS:T1>FKS"}
    later = play(position, "5S:R5>FAS", "TS:T1>FKS")
    assert pile(later, "FAS").endswith("4S 5S")
    assert pile(later, "FKS").endswith("JS TS")
    assert pile(later, "T1") == "3D 7C"


def test_a_cleared_column_is_a_gap_for_a_card_of_a_column_or_of_the_arch() -> None:
    """A4."""
    position = lay("archway", T1="2S", T2="9D 8H", T3="9C 4H", T4="TD 6H", R9="9H 9S")
    cleared = play(position, "2S:T1>FAS")
    into_the_gap = {move for move in moves(cleared) if move.endswith(">T1")}
    assert into_the_gap == {"8H:T2>T1", "4H:T3>T1", "6H:T4>T1", "9H:R9>T1", "9S:R9>T1"}
    assert pile(play(cleared, "8H:T2>T1"), "T2") == "9D"


def test_a_gap_holds_one_card_only() -> None:
    """A4."""
    position = play(lay("archway", T2="9D 8H", T3="9C 4H", T4="TD 6H"), "8H:T2>T1")
    assert not any(move.endswith(">T1") for move in moves(position))


def test_the_card_in_a_gap_is_free() -> None:
    """A4."""
    position = play(lay("archway", T2="9D 2H", T3="9C 4H", T4="TD 6H"), "2H:T2>T1")
    assert moves(position) == {"2H:T1>FAH"}


def test_nothing_comes_from_a_foundation_into_a_gap() -> None:
    """A4."""
    position = lay("archway", FAS="A-6", T2="9D", T3="9C", T4="TD")
    with pytest.raises(IllegalMove):
        position.play(Move.parse("6S:FAS>T1"))


def test_a_lone_card_may_change_gaps_which_is_pointless() -> None:
    """A4."""
    position = lay("archway", T2="9D", T3="9C 8C", T4="TD 8D")
    shift = Move.parse("9D:T2>T1")
    assert shift in position.legal_moves()
    assert position.is_pointless(shift)
    assert not position.is_pointless(Move.parse("8C:T3>T1"))


# Exchanging


def test_when_the_piles_of_a_suit_have_met_either_top_may_be_laid_on_the_other() -> None:
    """A5."""
    position = lay("archway", FAH="A-6", FKH="K-7")
    assert moves(position) == {"6H:FAH>FKH", "7H:FKH>FAH"}


@pytest.mark.parametrize(("up", "down"), [("A-5", "K-7"), ("A-7", "K-7"), ("A-8", "K-7")])
def test_piles_that_have_not_met_exactly_exchange_nothing(up: str, down: str) -> None:
    """A5."""
    assert moves(lay("archway", FAH=up, FKH=down)) == set()


def test_piles_of_different_suits_exchange_nothing() -> None:
    """A5."""
    assert moves(lay("archway", FAH="A-6", FKD="K-7")) == set()


def test_exchanging_may_go_on_while_the_order_holds_until_the_bases() -> None:
    """A5: the ace and the king stay."""
    position = lay("archway", FAH="A-6", FKH="K-7")
    for rank in "65432":
        position = play(position, f"{rank}H:FAH>FKH")
    assert pile(position, "FAH") == "AH"
    assert moves(position) == {"2H:FKH>FAH"}
    for rank in "23456789TJQ":
        position = play(position, f"{rank}H:FKH>FAH")
    assert pile(position, "FKH") == "KH"
    assert moves(position) == {"QH:FAH>FKH"}


def test_example_the_ten_goes_over_to_the_nine_and_the_jack_follows() -> None:
    columns = {"T1": "3H JH", "T2": "3D", "T3": "4D", "T4": "5D"}
    position = lay("archway", FAH="A-9", FKH="K-T", **columns)
    assert moves(position) == {"TH:FKH>FAH", "9H:FAH>FKH"}
    later = play(position, "TH:FKH>FAH")
    assert "JH:T1>FAH" in moves(later)
    assert pile(play(later, "JH:T1>FAH"), "FAH").endswith("9H TH JH")


# The end


@pytest.mark.parametrize("slug", BOTH)
def test_it_is_won_when_all_eight_foundations_have_thirteen_cards(slug: str) -> None:
    almost = lay(slug, FAS="A-K", FKS="K-2", RA="AS", **full_suits("CDH"))
    assert not almost.is_won
    won = play(almost, "AS:RA>FKS")
    assert won.is_won
    assert not won.is_lost
    assert moves(won) == set()


@pytest.mark.parametrize("slug", BOTH)
def test_the_cards_are_never_laid_anew(slug: str) -> None:
    with pytest.raises(IllegalMove):
        some_deal(slug).play(Move.parse("redeal"))


def test_it_is_lost_when_nothing_goes_any_more() -> None:
    """G1."""
    position = lay("archway", T1="2H 5C", T2="2S 5D", T3="9C 5H", T4="5S", R7="7H 7S")
    assert moves(position) == set()
    assert position.is_lost


def test_it_is_lost_when_only_lone_cards_can_change_gaps() -> None:
    """G1."""
    position = lay("archway", T1="5C", T3="5H")
    assert len(moves(position)) == 4
    assert position.is_lost


def test_a_gap_that_takes_a_covered_columns_card_or_an_arch_card_keeps_the_game_alive() -> None:
    """G1."""
    assert not lay("archway", T1="2C 5C", T3="5H").is_lost
    assert not lay("archway", T1="5C", T3="5H", R7="7S").is_lost


def test_an_exchange_that_leads_to_nothing_saves_nothing() -> None:
    """G1: the jack in the column needs the other king pile's queen, which is buried."""
    columns = {"T1": "QS 5C", "T2": "QD 5D", "T3": "9C 5S", "T4": "8D 8C"}
    position = lay("archway", FAH="A-6", FKH="K-7", **columns)
    assert moves(position) == {"6H:FAH>FKH", "7H:FKH>FAH"}
    assert all(position.is_pointless(move) for move in position.legal_moves())
    assert position.is_lost


@pytest.mark.parametrize(("card", "way"), [("9H", "7H:FKH>FAH"), ("4H", "6H:FAH>FKH")])
def test_a_run_of_exchanges_that_opens_a_way_up_keeps_the_game_alive(card: str, way: str) -> None:
    """G1: not the first exchange helps here, only the second."""
    columns = {"T1": f"QS {card}", "T2": "QD 5D", "T3": "9C 5S", "T4": "8D 8C"}
    position = lay("archway", FAH="A-6", FKH="K-7", **columns)
    assert not position.is_lost
    assert not position.is_pointless(Move.parse(way))
    assert targets(play(position, way), "T1") == set()


# Hints that say something about the rules


def test_both_copies_of_a_card_are_one_move_and_either_serves() -> None:
    """A7."""
    columns = {"T1": "3C 3D", "T2": "4D", "T3": "5D", "T4": "6D"}
    position = lay("archway", R2="2S 2S", **columns)
    assert moves(position) == {"2S:R2>FAS"}
    assert pile(play(position, "2S:R2>FAS"), "R2") == "2S"


def test_a_card_may_have_the_choice_between_both_piles_of_its_suit() -> None:
    """A1: one copy climbs, the other descends."""
    columns = {"T1": "3C 6S", "T2": "4D", "T3": "5D", "T4": "6D"}
    position = lay("archway", FAS="A-5", FKS="K-7", **columns)
    assert targets(position, "T1") == {"FAS", "FKS"}


# The easier game


def test_easier_free_cards_go_back_to_the_arch_pile_of_their_rank_at_any_time() -> None:
    """A6."""
    columns = {"T1": "2C 9H", "T2": "3D", "T3": "9C 2H", "T4": "9S 8S"}
    position = lay("archway-leicht", R9="9C 9S", **columns)
    assert moves(position) == {"9H:T1>R9", "3D:T2>R3", "2H:T3>R2", "2H:T3>FAH", "8S:T4>R8"}
    assert pile(play(position, "9H:T1>R9"), "R9") == "9C 9H 9S"
    assert pile(play(position, "9H:T1>R9"), "T1") == "2C"


def test_easier_no_card_goes_to_the_arch_pile_of_another_rank_or_from_a_foundation() -> None:
    """A6."""
    position = lay("archway-leicht", FAH="A-5", T1="2C 9H")
    for text in ("9H:T1>R8", "5H:FAH>R5"):
        with pytest.raises(IllegalMove):
            position.play(Move.parse(text))


def test_easier_every_deal_can_be_unloaded_so_nothing_is_ever_lost() -> None:
    """A6, G1."""
    position = some_deal("archway-leicht")
    for column in COLUMNS:
        while position.piles[column]:
            card = position.piles[column][-1]
            position = play(position, f"{card}:{column}>R{card[0]}")
            assert not position.is_lost
    assert sum(len(position.piles[name]) for name in ARCH) == 96
