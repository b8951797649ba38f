"""La Belle Lucie and its kin, sentence by sentence of the source text, and rules L0 to L4."""

import pytest

from games.rules import RULESETS, IllegalMove, Move, Position
from tests.rules import oracle
from tests.rules.laying import all_cards, lay, moves, pack, pile, play, shuffled, some_deal, targets

ALL = ["la-belle-lucie", "la-belle-lucie-ohne-merci", "trefoil", "fan"]
WITH_REDEALS = ["la-belle-lucie", "la-belle-lucie-ohne-merci", "trefoil"]
WITH_MERCI = ["la-belle-lucie", "trefoil"]
REDEAL = Move.parse("redeal")
STUCK = [rank + suit for rank in "3579J" for suit in "CDHS"][:18]


def dealt(slug: str, cards: list[str], *reshuffled: list[str]) -> Position:
    """Deal a pack, with two packs for the redeals where they are needed."""
    packs = reshuffled or ((shuffled(91), shuffled(92)) if oracle.has_redeals(slug) else ())
    return RULESETS[slug].deal(cards, packs)


def fans(position: Position) -> list[list[str]]:
    """List the fans, the empty ones too."""
    return [list(held) for name, held in position.piles.items() if name[0] == "T"]


def in_threes(cards: list[str], places: int) -> list[list[str]]:
    """Lay cards in fans of three on a number of places."""
    return [cards[start : start + 3] for start in range(0, places * 3, 3)]


def single_fans(count: int) -> dict[str, str]:
    """Lay fans of one card that fit nowhere."""
    return {f"T{number}": card for number, card in enumerate(STUCK[:count], start=1)}


# Overview, order of ranks, parts of the layout


@pytest.mark.parametrize("slug", ALL)
def test_it_is_played_with_one_pack_of_52_all_open(slug: str) -> None:
    position = dealt(slug, shuffled(1))
    assert all_cards(position) == sorted(shuffled(1))
    assert position.view().piles == position.piles


@pytest.mark.parametrize("slug", ALL)
def test_ranks_go_up_from_ace_over_ten_jack_queen_to_king_in_suit(slug: str) -> None:
    """L0."""
    rows = {"T1": "TH 9H 8H 7H 6H 5H 4H 3H 2H", "T2": "KH QH JH"}
    position = lay(slug, FH="A-A", **rows)
    for rank, fan in zip("23456789TJQK", ["T1"] * 9 + ["T2"] * 3, strict=True):
        position = play(position, f"{rank}H:{fan}>FH")
    assert pile(position, "FH") == "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"


@pytest.mark.parametrize("slug", ALL)
def test_colour_counts_for_nothing_only_the_suit_does(slug: str) -> None:
    """L0."""
    position = lay(slug, T1="4H", T2="5D", T3="5H", T4="4S", T5="5C")
    assert moves(position) == {"4H:T1>T3"}


@pytest.mark.parametrize("slug", ALL)
def test_only_a_fans_top_card_moves_and_frees_the_one_below(slug: str) -> None:
    """L0."""
    position = lay(slug, T1="KC 8C 4H", T2="9C", T3="5H")
    assert moves(position) == {"4H:T1>T3"}
    assert moves(play(position, "4H:T1>T3")) == {"8C:T1>T2"}


@pytest.mark.parametrize("slug", ["la-belle-lucie", "la-belle-lucie-ohne-merci", "fan"])
def test_the_four_foundations_are_empty_at_the_start(slug: str) -> None:
    """L0."""
    position = some_deal(slug)
    assert [position.piles[f"F{suit}"] for suit in "CDHS"] == [()] * 4


# Preparing


@pytest.mark.parametrize("slug", ["la-belle-lucie", "la-belle-lucie-ohne-merci", "fan"])
def test_the_pack_makes_17_fans_of_three_and_a_last_card_alone(slug: str) -> None:
    """L0: fan by fan, the last of three on top."""
    cards = shuffled(2)
    assert fans(dealt(slug, cards)) == [*in_threes(cards[:51], 17), cards[51:]]


# Playing


@pytest.mark.parametrize("slug", ["la-belle-lucie", "la-belle-lucie-ohne-merci", "fan"])
def test_an_ace_on_top_opens_its_foundation(slug: str) -> None:
    """L0."""
    position = lay(slug, T1="7H AS", T2="AD 2S")
    assert moves(position) == {"AS:T1>FS", "AS:T1>T2"}
    assert moves(play(position, "AS:T1>FS")) == {"2S:T2>FS"}


@pytest.mark.parametrize("slug", ALL)
def test_a_foundation_takes_only_the_next_card_of_its_suit(slug: str) -> None:
    """L0."""
    position = lay(slug, FS="A-4", T1="5S", T2="6S", T3="5C", T4="3D")
    assert moves(position) == {"5S:T1>FS", "5S:T1>T2"}


@pytest.mark.parametrize("slug", ALL)
def test_a_top_card_goes_on_the_next_higher_top_card_of_its_suit(slug: str) -> None:
    """L0: the text's eight of clubs on the nine, four of hearts on the five."""
    position = lay(slug, T1="JC 8C", T2="JD 9C", T3="4H", T4="JH 5H", T5="8D", T6="9S")
    assert moves(position) == {"8C:T1>T2", "4H:T3>T4"}


@pytest.mark.parametrize("slug", ALL)
def test_two_cards_never_move_at_once(slug: str) -> None:
    """L0."""
    position = lay(slug, T1="KD 9C 8C", T2="TC")
    assert moves(position) == set()
    with pytest.raises(IllegalMove):
        position.play(Move.parse("9C:T1>T2"))


@pytest.mark.parametrize("slug", WITH_REDEALS)
def test_an_empty_fan_stays_empty_even_for_a_king(slug: str) -> None:
    """L0."""
    position = play(lay(slug, T1="4H", T2="2D 5H", T3="9S KC", T4="KD"), "4H:T1>T2")
    assert position.piles["T1"] == ()
    assert moves(position) == set()


@pytest.mark.parametrize("slug", ALL)
def test_nothing_comes_back_from_a_foundation(slug: str) -> None:
    with pytest.raises(IllegalMove):
        lay(slug, FH="A-4", T1="5H").play(Move.parse("4H:FH>T1"))


def worked_example() -> Position:
    """Lay what the example tells of: AS on top, and in fan 4 a queen, 2S and 8C."""
    rows = {"T1": "6H JD AS", "T2": "3H TD 9C", "T3": "7S 4C KD", "T5": "5D JS 3C"}
    return lay("la-belle-lucie", T4="QC 2S 8C", T6="9H KC 6D", **rows)


def test_example_the_ace_goes_up_but_the_two_is_buried() -> None:
    position = worked_example()
    assert moves(position) == {"AS:T1>FS", "8C:T4>T2"}
    assert targets(play(position, "AS:T1>FS"), "T4") == {"T2"}


def test_example_the_eight_goes_on_the_nine_then_the_two_goes_up() -> None:
    position = play(worked_example(), "AS:T1>FS", "8C:T4>T2")
    assert targets(position, "T4") == {"FS"}
    assert pile(play(position, "2S:T4>FS"), "T4") == "QC"


# Laying anew


@pytest.mark.parametrize("slug", WITH_REDEALS)
def test_a_redeal_lays_what_is_not_on_the_foundations_in_fans_of_three(slug: str) -> None:
    """L1, L4: in the order of the deal's own reshuffled pack."""
    order = shuffled(8)
    full = {"FC": "A-K", "FD": "A-K", "FH": "A-K", "FS": "A-4"}
    rest = {"T5": "KS 5S 9S 8S", "T9": "QS 7S", "T16": "6S JS TS"}
    position = lay(slug, [order], redeals="1", **full, **rest)
    later = position.play(REDEAL)
    left = [card for card in order if card[1] == "S" and card[0] not in "A234"]
    assert [fan for fan in fans(later) if fan] == in_threes(left, 3)
    assert fans(later)[:3] == in_threes(left, 3)


@pytest.mark.parametrize("slug", WITH_REDEALS)
@pytest.mark.parametrize(("top", "left"), [("A-3", 1), ("A-2", 2)])
def test_one_or_two_cards_left_over_make_a_fan_of_their_own(slug: str, top: str, left: int) -> None:
    """L1."""
    full = {"FC": "A-K", "FD": "A-K", "FH": "A-K", "FS": top}
    spades = [f"{rank}S" for rank in "3456789TJQK" if not (rank == "3" and left == 1)]
    position = lay(slug, [shuffled(9)], redeals="1", T2=" ".join(spades), **full)
    sizes = [len(fan) for fan in fans(position.play(REDEAL)) if fan]
    assert sizes == [3, 3, 3, left]


@pytest.mark.parametrize("slug", WITH_REDEALS)
def test_the_cards_are_laid_anew_twice_and_no_more(slug: str) -> None:
    """L1."""
    position = some_deal(slug)
    assert "redeal" in moves(position)
    once = position.play(REDEAL)
    assert "redeal" in moves(once)
    twice = once.play(REDEAL)
    assert "redeal" not in moves(twice)
    with pytest.raises(IllegalMove):
        twice.play(REDEAL)


@pytest.mark.parametrize("slug", WITH_REDEALS)
def test_a_redeal_may_be_asked_for_while_other_moves_are_left(slug: str) -> None:
    """L1."""
    assert moves(lay(slug, redeals="2", T1="4H", T2="5H")) == {"4H:T1>T2", "redeal"}


@pytest.mark.parametrize("slug", WITH_REDEALS)
def test_a_redeal_reveals_and_a_plain_move_does_not(slug: str) -> None:
    position = lay(slug, redeals="2", T1="4H", T2="5H")
    assert position.reveals(REDEAL)
    assert not position.reveals(Move.parse("4H:T1>T2"))


@pytest.mark.parametrize("slug", WITH_REDEALS)
def test_redeals_follow_the_two_packs_whatever_was_played_before(slug: str) -> None:
    """L4."""
    first, second = shuffled(11), shuffled(12)
    for plies in (0, 5):
        position = dealt(slug, shuffled(10), first, second)
        for _ in range(plies):
            position = play(position, min(moves(position) - {"redeal"}))
        for order in (first, second):
            gone = [card for suit in "CDHS" for card in position.piles[f"F{suit}"]]
            left = [card for card in order if card not in gone]
            position = position.play(REDEAL)
            assert [card for fan in fans(position) for card in fan] == left


@pytest.mark.parametrize("slug", WITH_REDEALS)
def test_the_view_never_tells_the_coming_order(slug: str) -> None:
    one = dealt(slug, shuffled(10), shuffled(11), shuffled(12))
    other = dealt(slug, shuffled(10), shuffled(13), shuffled(14))
    assert one != other
    assert one.view() == other.view()
    assert str(one.view()) == str(other.view())
    assert "redeal-" not in str(one.view())


# The merci card


@pytest.mark.parametrize("slug", WITH_MERCI)
def test_merci_draws_a_card_from_under_others_and_plays_it_at_once(slug: str) -> None:
    """L2: to its foundation or onto another fan; the fan closes up."""
    position = lay(slug, merci="1", FS="A-A", T1="7H 2S KC", T2="3S 8H")
    assert moves(position) == {"2S:T1>FS", "7H:T1>T2"}
    assert pile(play(position, "2S:T1>FS"), "T1") == "7H KC"
    assert pile(play(position, "7H:T1>T2"), "T1") == "2S KC"
    assert pile(play(position, "7H:T1>T2"), "T2") == "3S 8H 7H"


@pytest.mark.parametrize("slug", WITH_MERCI)
def test_merci_is_told_apart_from_a_plain_move(slug: str) -> None:
    position = lay(slug, merci="1", FS="A-A", T1="7H 2S KC", T2="3S 8H", T3="7D", T4="8D")
    assert position.is_merci(Move.parse("2S:T1>FS"))
    assert not position.is_merci(Move.parse("7D:T3>T4"))


@pytest.mark.parametrize("slug", WITH_MERCI)
def test_merci_comes_only_after_the_second_redeal(slug: str) -> None:
    """L2."""
    for redeals in (2, 1):
        position = lay(slug, redeals=str(redeals), merci="1", T1="7H KC", T2="8H")
        assert moves(position) == {"redeal"}
    assert moves(lay(slug, merci="1", T1="7H KC", T2="8H")) == {"7H:T1>T2"}


@pytest.mark.parametrize("slug", WITH_MERCI)
def test_merci_is_given_once(slug: str) -> None:
    """L2."""
    position = lay(slug, merci="1", T1="7H KC", T2="8H", T3="5D KD", T4="6D")
    assert moves(position) == {"7H:T1>T2", "5D:T3>T4"}
    later = play(position, "7H:T1>T2")
    assert moves(later) == set()
    assert "merci: 0" in str(later).splitlines()


@pytest.mark.parametrize("slug", WITH_MERCI)
def test_a_plain_move_leaves_the_merci_untouched(slug: str) -> None:
    position = play(lay(slug, merci="1", T1="7H KC", T2="8H", T3="5D", T4="6D"), "5D:T3>T4")
    assert "merci: 1" in str(position).splitlines()
    assert moves(position) == {"7H:T1>T2"}


@pytest.mark.parametrize("slug", WITH_MERCI)
def test_merci_may_be_taken_before_one_is_stuck(slug: str) -> None:
    """L2: when to take it is the player's judgement."""
    position = lay(slug, merci="1", T1="7H KC", T2="8H", T3="5D", T4="6D")
    assert moves(position) == {"7H:T1>T2", "5D:T3>T4"}


@pytest.mark.parametrize("slug", WITH_MERCI)
def test_merci_never_lays_a_card_on_its_own_fan(slug: str) -> None:
    """L2."""
    assert moves(lay(slug, merci="1", T1="7H 8H", T2="KC")) == set()


@pytest.mark.parametrize("slug", WITH_MERCI)
def test_after_the_merci_play_goes_on(slug: str) -> None:
    position = play(lay(slug, merci="1", FS="A-A", T1="2S KC", T2="3S"), "2S:T1>FS")
    assert moves(position) == {"3S:T2>FS"}


# Won or lost


@pytest.mark.parametrize("slug", ALL)
def test_it_is_won_when_all_52_cards_lie_on_the_foundations(slug: str) -> None:
    almost = lay(slug, FC="A-K", FD="A-K", FH="A-K", FS="A-Q", T7="KS")
    assert not almost.is_won
    won = play(almost, "KS:T7>FS")
    assert won.is_won
    assert not won.is_lost
    assert moves(won) == set()


@pytest.mark.parametrize("slug", WITH_REDEALS)
def test_a_won_game_offers_no_redeal(slug: str) -> None:
    almost = lay(slug, redeals="2", FC="A-K", FD="A-K", FH="A-K", FS="A-Q", T7="KS")
    assert moves(play(almost, "KS:T7>FS")) == set()


@pytest.mark.parametrize("slug", ALL)
def test_it_is_lost_when_one_is_stuck_after_the_last_redeal_and_the_merci(slug: str) -> None:
    """G1."""
    places = 16 if slug == "trefoil" else 18
    position = lay(slug, **single_fans(places))
    assert moves(position) == set()
    assert position.is_lost


@pytest.mark.parametrize("slug", WITH_REDEALS)
def test_while_a_redeal_is_left_nothing_is_lost(slug: str) -> None:
    """G1."""
    assert not lay(slug, redeals="1", T1="7H KC").is_lost
    assert lay(slug, T1="7H KC").is_lost


@pytest.mark.parametrize("slug", WITH_MERCI)
def test_with_only_the_merci_left_a_legal_merci_counts(slug: str) -> None:
    """G1."""
    assert not lay(slug, merci="1", T1="7H KC", T2="8H").is_lost
    assert lay(slug, merci="1", T1="7H KC", T2="9H").is_lost


# Hints that say something about the rules


@pytest.mark.parametrize("slug", ALL)
def test_a_card_laid_on_another_fan_only_leaves_it_for_a_foundation(slug: str) -> None:
    position = play(lay(slug, FH="A-3", T1="2C 4H", T2="5H", T3="6D"), "4H:T1>T2")
    assert targets(position, "T2") == {"FH"}


@pytest.mark.parametrize("slug", ALL)
def test_under_a_higher_card_of_its_own_suit_a_fan_is_blocked(slug: str) -> None:
    """The text's nine of hearts on the four: nothing can take the nine away before a redeal."""
    assert moves(lay(slug, T1="4H 9H", T2="3H 8D", T3="TD")) == set()


# Variants


def test_trefoil_lays_the_aces_out_and_48_cards_in_16_fans_of_three() -> None:
    """L3."""
    cards = shuffled(3)
    position = dealt("trefoil", cards)
    assert [pile(position, f"F{suit}") for suit in "CDHS"] == ["AC", "AD", "AH", "AS"]
    assert fans(position) == in_threes([card for card in cards if card[0] != "A"], 16)


def test_trefoil_is_laid_anew_without_its_aces() -> None:
    """L3, L4: the reshuffled packs are whole packs, what lies on foundations is skipped."""
    first = pack("AC AD KC AH KD")
    position = dealt("trefoil", shuffled(3), first, shuffled(4)).play(REDEAL)
    assert pile(position, "T1") == "KC KD 2C"
    assert [len(fan) for fan in fans(position)] == [3] * 16


def test_fan_an_empty_place_takes_a_king_on_top_and_nothing_else() -> None:
    """L3."""
    position = lay("fan", T17="8H KS", **(single_fans(16) | {"T2": "KH 3D"}))
    assert moves(position) == {"KS:T17>T18"}
    assert pile(play(position, "KS:T17>T18"), "T18") == "KS"


def test_fan_a_lone_king_may_change_places_which_is_pointless() -> None:
    """L3, G1."""
    position = lay("fan", T17="KS", **single_fans(16))
    assert moves(position) == {"KS:T17>T18"}
    assert position.is_pointless(Move.parse("KS:T17>T18"))
    assert position.is_lost


def test_fan_knows_neither_redeal_nor_merci() -> None:
    """L3."""
    position = lay("fan", T1="7H 9C", T2="8H")
    assert moves(position) == set()
    for text in ("redeal", "7H:T1>T2"):
        with pytest.raises(IllegalMove):
            position.play(Move.parse(text))
    with pytest.raises(ValueError, match=r"."):
        RULESETS["fan"].deal(shuffled(1), [shuffled(2), shuffled(3)])


def test_without_merci_no_covered_card_is_ever_drawn() -> None:
    """L3."""
    position = lay("la-belle-lucie-ohne-merci", FS="A-A", T1="7H 2S KC", T2="8H")
    assert moves(position) == set()
    assert position.is_lost
    assert "merci" not in str(position)
