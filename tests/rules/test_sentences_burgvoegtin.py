"""Die Burgvögtin, sentence by sentence of its source text, and rules B1 to B7."""

import pytest

from games.rules import RULESETS, IllegalMove, Move, Position
from tests.rules.laying import all_cards, lay, moves, pack, pile, play, shuffled, some_deal, targets

CLOSED = ["burgvoegtin", "burgvoegtin-streng"]
ALL = [*CLOSED, "burgvoegtin-offen"]
ARCH = [f"R{rank}" for rank in "23456789TJQK"]


def without_aces(cards: list[str]) -> list[str]:
    return [card for card in cards if card[0] != "A"]


# Overview


@pytest.mark.parametrize("slug", CLOSED)
def test_the_eight_aces_lie_out_before_the_first_move(slug: str) -> None:
    position = some_deal(slug)
    tops = sorted(position.piles[f"F{number}"] for number in range(1, 9))
    assert tops == [(ace,) for ace in ("AC", "AC", "AD", "AD", "AH", "AH", "AS", "AS")]


def test_the_goal_is_every_ace_built_up_to_its_king() -> None:
    full = {f"F{number}": "A-K" for number in range(1, 8)}
    almost = lay("burgvoegtin", F8="A-Q", RK="KS", **full)
    assert not almost.is_won
    assert play(almost, "KS:RK>F8").is_won


def test_any_two_fits_on_any_ace() -> None:
    position = lay("burgvoegtin", R2="2C 2D 2H 2S")
    assert moves(position) == {f"2{suit}:R2>F{number}" for suit in "CDHS" for number in range(1, 9)}


@pytest.mark.parametrize("slug", ALL)
def test_it_is_played_with_two_packs_of_52(slug: str) -> None:
    cards = shuffled(3, packs=2)
    assert all_cards(RULESETS[slug].deal(cards)) == sorted(cards)
    with pytest.raises(ValueError, match=r"."):
        RULESETS[slug].deal(cards[:52])


# The parts of the layout


def test_foundations_are_built_rank_by_rank_from_ace_to_king() -> None:
    arch = {f"R{rank}": rank + suit for rank, suit in zip("23456789TJQK", "DHSC" * 3, strict=True)}
    position = lay("burgvoegtin", **arch)
    for name, card in arch.items():
        assert f"{card}:{name}>F1" in moves(position)
        position = play(position, f"{card}:{name}>F1")
    assert len(position.piles["F1"]) == 13
    assert moves(position) == set()


@pytest.mark.parametrize("slug", CLOSED)
def test_only_the_top_card_of_each_packet_can_be_seen(slug: str) -> None:
    position = some_deal(slug)
    for number in range(1, 5):
        seen = position.view().piles[f"T{number}"]
        assert seen == ("??",) * 11 + position.piles[f"T{number}"][-1:]


def test_only_the_top_card_of_a_packet_can_be_played() -> None:
    assert moves(lay("burgvoegtin", F1="A-2", F2="A-7", T1="3C 3D 8H")) == {"8H:T1>F2"}


@pytest.mark.parametrize("slug", ALL)
def test_the_arch_has_one_pile_for_every_rank_from_two_to_king(slug: str) -> None:
    position = some_deal(slug)
    assert [name for name in position.piles if name[0] == "R"] == ARCH
    for name in ARCH:
        assert {card[0] for card in position.piles[name]} <= {name[1]}


def test_every_card_in_the_arch_can_be_played() -> None:
    position = lay("burgvoegtin", F1="A-8", R9="9C 9D 9H 9S")
    assert moves(position) == {f"9{suit}:R9>F1" for suit in "CDHS"}


# Preparing


@pytest.mark.parametrize("slug", CLOSED)
def test_aces_are_taken_out_in_the_order_in_which_the_pack_brings_them(slug: str) -> None:
    """B1."""
    cards = shuffled(5, packs=2)
    position = RULESETS[slug].deal(cards)
    aces = [card for card in cards if card[0] == "A"]
    assert [pile(position, f"F{number}") for number in range(1, 9)] == aces


@pytest.mark.parametrize("slug", CLOSED)
def test_four_packets_of_twelve_are_laid_one_packet_after_the_other(slug: str) -> None:
    """B2."""
    cards = shuffled(6, packs=2)
    rest = without_aces(cards)
    position = RULESETS[slug].deal(cards)
    for number in range(4):
        assert list(position.piles[f"T{number + 1}"]) == rest[number * 12 : number * 12 + 12]


@pytest.mark.parametrize("slug", CLOSED)
def test_covered_cards_stay_unknown_until_they_come_to_the_top(slug: str) -> None:
    position = lay(slug, F1="A-2", T2="9C 9D 4H 3S")
    assert position.view().piles["T2"] == ("??", "??", "??", "3S")
    assert play(position, "3S:T2>F1").view().piles["T2"] == ("??", "??", "4H")


@pytest.mark.parametrize("slug", CLOSED)
def test_the_other_48_cards_are_sorted_by_rank_into_the_arch(slug: str) -> None:
    """B2."""
    cards = shuffled(7, packs=2)
    position = RULESETS[slug].deal(cards)
    rest = without_aces(cards)[48:]
    assert len(rest) == 48
    for name in ARCH:
        expected = sorted((card for card in rest if card[0] == name[1]), key=lambda card: card[1])
        assert list(position.piles[name]) == expected


def test_a_rank_is_missing_from_the_arch_when_all_eight_cards_lie_in_packets() -> None:
    """B2."""
    position = RULESETS["burgvoegtin"].deal(pack("5C 5D 5H 5S 5C 5D 5H 5S", packs=2))
    assert position.piles["R5"] == ()
    assert pile(position, "T1").startswith("5C 5D 5H 5S 5C 5D 5H 5S")


def test_an_arch_pile_holds_up_to_all_eight_cards_of_its_rank() -> None:
    """B2."""
    position = RULESETS["burgvoegtin"].deal(pack(packs=2, last="5C 5D 5H 5S 5C 5D 5H 5S"))
    assert pile(position, "R5") == "5C 5C 5D 5D 5H 5H 5S 5S"


# Playing


def test_moves_may_be_made_in_any_order() -> None:
    position = lay("burgvoegtin", F2="A-7", T1="2S", R8="8D")
    one_way = play(position, "2S:T1>F1", "8D:R8>F2")
    assert one_way == play(position, "8D:R8>F2", "2S:T1>F1")


def test_playable_are_the_packets_tops_and_the_whole_arch() -> None:
    """B3."""
    position = lay("burgvoegtin", F1="A-4", T1="5C 9C", T3="9D 5D", R5="5H 5S", R6="6H")
    assert moves(position) == {"5D:T3>F1", "5H:R5>F1", "5S:R5>F1"}


def test_a_card_goes_up_only_when_it_is_exactly_one_higher_and_suit_is_ignored() -> None:
    position = lay("burgvoegtin", F1="AH", R2="2C", R3="3D", R4="4D")
    assert targets(position, "R3") == set()
    position = play(position, "2C:R2>F1")
    assert moves(position) == {"3D:R3>F1"}
    assert pile(play(position, "3D:R3>F1"), "F1") == "AH 2C 3D"


def test_playing_a_packets_top_card_turns_up_the_next() -> None:
    """B4."""
    position = lay("burgvoegtin", T1="9S 7D 2H")
    move = Move.parse("2H:T1>F1")
    assert position.reveals(move)
    assert position.play(move).view().piles["T1"] == ("??", "7D")


def test_an_arch_card_and_a_packets_last_card_reveal_nothing() -> None:
    position = lay("burgvoegtin", T1="2H", R2="2C")
    assert not position.reveals(Move.parse("2H:T1>F1"))
    assert not position.reveals(Move.parse("2C:R2>F1"))


def test_of_two_copies_in_a_packet_the_one_on_top_is_played() -> None:
    position = lay("burgvoegtin", T1="2H 9S 2H")
    assert pile(play(position, "2H:T1>F1"), "T1") == "2H 9S"


def test_an_empty_packet_stays_empty() -> None:
    """B4."""
    position = play(lay("burgvoegtin", T1="2H", T2="9C 8D", R2="2C", RK="KC"), "2H:T1>F1")
    assert position.piles["T1"] == ()
    assert not any(move.endswith(">T1") for move in moves(position))


@pytest.mark.parametrize("slug", ALL)
@pytest.mark.parametrize("text", ["8D:T2>T1", "8D:T2>R8", "8D:T2>T3", "9C:R9>T2", "9C:R9>T3"])
def test_nothing_moves_between_packets_or_into_the_arch(slug: str, text: str) -> None:
    """B3."""
    position = lay(slug, F1="A-2", T1="KC 9D", T2="KD 8D", R9="9C", R3="3C")
    with pytest.raises(IllegalMove):
        position.play(Move.parse(text))


@pytest.mark.parametrize("slug", ALL)
def test_every_move_goes_to_a_foundation(slug: str) -> None:
    """B3."""
    position = some_deal(slug)
    legal = sorted(moves(position))
    while legal:
        assert all(">F" in move for move in legal)
        position = play(position, legal[0])
        legal = sorted(moves(position))


@pytest.mark.parametrize("slug", ALL)
def test_the_cards_are_never_laid_anew(slug: str) -> None:
    with pytest.raises(IllegalMove):
        some_deal(slug).play(Move.parse("redeal"))


def worked_example() -> Position:
    """Lay what the example tells of: a 2S, a jack, and a 3C above a four on top of packets."""
    return lay("burgvoegtin", T1="9D 2S", T2="KD JH", T3="8C 4D 3C", T4="QS KC", RJ="JC")


def test_example_the_three_waits_for_a_two() -> None:
    assert moves(worked_example()) == {f"2S:T1>F{number}" for number in range(1, 9)}


def test_example_two_then_three_then_at_once_the_four_below() -> None:
    position = play(worked_example(), "2S:T1>F1", "3C:T3>F1")
    assert position.view().piles["T1"] == ("9D",)
    assert position.view().piles["T3"] == ("??", "4D")
    assert moves(position) == {"4D:T3>F1"}


def test_example_the_jack_waits_for_a_ten_on_a_foundation() -> None:
    assert targets(worked_example(), "T2") == set()
    assert moves(lay("burgvoegtin", F1="A-T", T2="KD JH")) == {"JH:T2>F1"}


# Won or lost


def test_it_is_lost_when_no_playable_card_fits() -> None:
    """B7."""
    position = lay("burgvoegtin", F1="A-5", T1="2C 9D", T2="KC", R8="8H")
    assert moves(position) == set()
    assert position.is_lost
    assert not position.is_won


@pytest.mark.parametrize("slug", ALL)
def test_it_is_not_lost_while_one_card_fits(slug: str) -> None:
    """B7."""
    assert not lay(slug, F1="A-5", T1="2C 9D", T2="KC", R6="6H").is_lost


def test_foundations_of_equal_height_each_accept_the_card() -> None:
    """B7."""
    position = lay("burgvoegtin", F2="A-6", F5="A-6", F7="A-7", T4="7H")
    assert moves(position) == {"7H:T4>F2", "7H:T4>F5"}


# Variants


def test_strict_an_arch_card_waits_while_a_packets_top_card_fits() -> None:
    """B5."""
    piles = {"F1": "A-4", "F2": "A-8", "T1": "KC 9D", "T2": "2C KD", "R5": "5H", "R9": "9S"}
    assert moves(lay("burgvoegtin-streng", **piles)) == {"9D:T1>F2"}
    assert moves(lay("burgvoegtin", **piles)) == {"9D:T1>F2", "5H:R5>F1", "9S:R9>F2"}


def test_strict_the_arch_is_free_when_no_packets_top_card_fits() -> None:
    """B5."""
    position = lay("burgvoegtin-streng", F1="A-4", F2="A-8", T1="9D KC", R5="5H", R9="9S")
    assert moves(position) == {"5H:R5>F1", "9S:R9>F2"}


def test_open_packets_leave_the_aces_in_the_pack() -> None:
    """B6: an ace that is covered stays where the pack put it."""
    cards = pack("AC AD AH AS 2C 3C 4C 5C 6C 7C 8C 9C", packs=2)
    position = RULESETS["burgvoegtin-offen"].deal(cards)
    assert pile(position, "T1") == "AC AD AH AS 2C 3C 4C 5C 6C 7C 8C 9C"


def test_open_packets_show_every_card() -> None:
    """B6."""
    position = some_deal("burgvoegtin-offen")
    assert position.view().piles == position.piles


def test_open_packets_still_play_only_their_free_card() -> None:
    """B6."""
    position = lay("burgvoegtin-offen", F1="A-2", F2="A-7", T1="3C 9D 8H")
    assert moves(position) == {"8H:T1>F2"}


def test_open_packets_an_ace_on_top_goes_up_at_once_with_the_aces_below_it() -> None:
    """B6: packets from the first to the fourth, each until its top card is no ace."""
    first = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC AC"
    second = "2D 3D 4D 5D 6D 7D 8D 9D TD AD AH AS"
    position = RULESETS["burgvoegtin-offen"].deal(pack(f"{first} {second}", packs=2, last="2S"))
    assert [pile(position, f"F{number}") for number in range(1, 5)] == ["AC", "AS", "AH", "AD"]
    assert position.piles["T1"][-1] == "QC"
    assert position.piles["T2"][-1] == "TD"


def test_open_packets_an_ace_found_while_the_arch_is_laid_goes_up_at_once() -> None:
    """B6: in the order in which they turn up, after those of the packets."""
    rest = without_aces(pack(packs=2))
    aces = ["AS", "AH", "AD", "AC", "AC", "AD", "AH"]
    cards = [*rest[:47], "AS", *aces, *rest[47:]]
    position = RULESETS["burgvoegtin-offen"].deal(cards)
    assert [pile(position, f"F{number}") for number in range(1, 9)] == ["AS", *aces]
    assert len(position.piles["T4"]) == 11
    assert sum(len(position.piles[name]) for name in ARCH) == 49


def test_open_packets_an_uncovered_ace_goes_up_with_the_move_that_uncovers_it() -> None:
    """B6: and the next ace under it, to the lowest-numbered foundation that is empty."""
    position = lay("burgvoegtin-offen", F1="A-2", F3="AD", T2="KC AH AS 3D")
    later = play(position, "3D:T2>F1")
    assert [pile(later, f"F{number}") for number in range(1, 5)] == ["AC 2C 3D", "AS", "AD", "AH"]
    assert pile(later, "T2") == "KC"


def test_open_packets_a_covered_ace_waits() -> None:
    """B6."""
    position = play(lay("burgvoegtin-offen", F1="A-2", T1="AH KC", R3="3D"), "3D:R3>F1")
    assert pile(position, "T1") == "AH KC"
    assert position.is_lost
