"""What the pages about the rules claim with named cards, or call always right, holds in play."""

import re
from pathlib import Path

import pytest

from games.rules import Move, Position
from tests.rules.laying import lay, moves, parse, pile, play, tables, targets

PAGES = Path(__file__).parents[2] / "frontend/templates/frontend/rules"
CARD = re.compile(r'{% card "(..)" %}')
# The cards that each page names, in order: what is laid below.
NAMED = {
    "beleaguered-castle": "6D 7D 7C",
    "la-belle-lucie": "KD 2H JC QC KD KD 7D 6D 5D",
    "burgvoegtin": "7C 8H 9S",
    "archway": "3D JD TD 4D 6C 7C 5C 6C 7C",
}
CASTLES = ["beleaguered-castle", "streets-and-alleys", "citadel"]
BELLE_LUCIE = ["la-belle-lucie", "la-belle-lucie-ohne-merci", "trefoil", "fan"]
BURGVOEGTIN = ["burgvoegtin", "burgvoegtin-streng", "burgvoegtin-offen"]
ARCHWAY = ["archway", "archway-leicht"]
# So many of what is claimed must have come up for the claim to be tried at all.
ENOUGH = 20


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("page", NAMED)
def test_the_pages_name_the_cards_that_are_laid_here(page: str, language: str) -> None:
    text = (PAGES / f"{page}.{language}.html").read_text()
    assert " ".join(CARD.findall(text)) == NAMED[page]


# Beleaguered Castle and its kin


@pytest.mark.parametrize("slug", CASTLES)
def test_the_six_may_go_to_either_seven_and_frees_the_card_under_it(slug: str) -> None:
    full = {"T5": "KC", "T6": "KD", "T7": "KH", "T8": "KS"}
    position = lay(slug, T1="TS 6D", T2="7D", T3="7C", T4="JS", **full)
    assert targets(position, "T1") == {"T2", "T3"}
    for seven in ("T2", "T3"):
        assert targets(play(position, f"6D:T1>{seven}"), "T1") == {"T4"}


@pytest.mark.parametrize(
    ("slug", "ranks"),
    [("beleaguered-castle", "23"), ("citadel", "23"), ("streets-and-alleys", "A2")],
)
def test_the_lowest_cards_that_fit_can_always_go_up(slug: str, ranks: str) -> None:
    """Every other move is still there, and nothing could lie on them that doesn't fit as well."""
    seen = 0
    for position, up in foundation_moves(slug):
        if card_of(up)[0] in ranks:
            seen += 1
            for lost in lost_by(position, up):
                assert onto(lost) == source_of(up)
                assert f"{lost.split('>')[0]}>F{card_of(lost)[1]}" in moves(position)
    assert seen > ENOUGH


def test_in_streets_and_alleys_a_two_can_wait_on_a_three() -> None:
    full = {"T5": "KC", "T6": "KD", "T7": "KH", "T8": "KS"}
    rows = {"T1": "9S 3H", "T2": "AS 2S", "T3": "9D", "T4": "9C"}
    position = lay("streets-and-alleys", FH="A-2", **rows, **full)
    assert "AS:T2>FS" in moves(play(position, "2S:T2>T1"))
    assert moves(play(position, "3H:T1>FH")) == set()


@pytest.mark.parametrize("slug", CASTLES)
def test_a_king_moves_to_empty_rows_or_as_the_last_of_its_suit(slug: str) -> None:
    seen = set()
    for position in positions(slug):
        for move in moves(position):
            if move[0] == "K":
                held = position.piles[onto(move)]
                assert not held or held[-1] == f"Q{move[1]}"
                seen.add(bool(held))
    assert seen == {True, False}


# La Belle Lucie and its kin


@pytest.mark.parametrize("slug", BELLE_LUCIE)
def test_the_jack_moves_to_the_queen_the_two_goes_up_and_the_king_is_free(slug: str) -> None:
    position = lay(slug, FH="A-A", T1="KD 2H JC", T2="9S QC", T3="QD")
    assert targets(position, "T1") == {"T2"}
    position = play(position, "JC:T1>T2")
    assert targets(position, "T1") == {"FH"}
    position = play(position, "2H:T1>FH")
    assert pile(position, "T1") == "KD"
    assert targets(position, "T3") == {"T1"}


def test_in_fan_the_freed_king_may_go_to_an_empty_fan() -> None:
    position = lay("fan", FH="A-A", T1="KD 2H", T2="9S")
    assert "T3" in targets(play(position, "2H:T1>FH"), "T1")


@pytest.mark.parametrize("slug", BELLE_LUCIE)
def test_nothing_can_be_laid_on_what_fits_on_a_foundation(slug: str) -> None:
    """So it is of no use in its fan: every other move is still there once it has gone up."""
    seen = 0
    for position, up in foundation_moves(slug):
        if not position.is_merci(Move.parse(up)):
            seen += 1
            assert not any(onto(move) == source_of(up) for move in moves(position))
            assert lost_by(position, up) == set()
    assert seen > ENOUGH


@pytest.mark.parametrize("slug", ["la-belle-lucie", "trefoil"])
def test_a_card_that_was_built_on_comes_out_before_the_rest_by_the_merci_alone(slug: str) -> None:
    fans = {"T1": "9C 7H", "T2": "6H", "T3": "8H"}
    assert targets(play(lay(slug, **fans), "6H:T2>T1"), "T1") == set()
    assert moves(play(lay(slug, merci="1", **fans), "6H:T2>T1")) == {"7H:T1>T3"}


@pytest.mark.parametrize("slug", ["la-belle-lucie", "la-belle-lucie-ohne-merci", "trefoil"])
def test_under_its_own_king_the_seven_never_takes_the_six(slug: str) -> None:
    """Diamonds, as on the page; without a redeal and the merci, whatever is played."""
    rest = {"T3": "2D 5D", "T4": "9D 8D", "T5": "4D 3D", "T6": "TD", "T7": "QD JD"}
    position = lay(slug, FD="A-A", T1="7D KD", T2="6D", **rest)
    assert "6D:T2>T1" not in ever_possible(position)
    assert "5D:T3>T2" in ever_possible(position)


@pytest.mark.parametrize("slug", ["la-belle-lucie", "la-belle-lucie-ohne-merci", "trefoil"])
def test_under_another_suits_king_it_may_yet_take_it(slug: str) -> None:
    position = lay(slug, FS="A-J", FD="A-A", T1="7D KS", T2="6D", T3="QS")
    assert "6D:T2>T1" in ever_possible(position)


@pytest.mark.parametrize("slug", ["la-belle-lucie", "trefoil"])
def test_by_the_merci_the_seven_may_yet_take_it(slug: str) -> None:
    position = lay(slug, merci="1", FD="A-A", T1="7D KD", T2="6D", T3="8D")
    assert "6D:T2>T3" in ever_possible(position)


# Burgvögtin


@pytest.mark.parametrize("slug", BURGVOEGTIN)
def test_the_eight_goes_up_and_the_nine_beneath_it_fits_right_on_it(slug: str) -> None:
    position = lay(slug, F1="A-7", T1="KD 9S 8H", R8="8D")
    from_arch = set() if slug == "burgvoegtin-streng" else {"8D:R8>F1"}
    assert moves(position) == {"8H:T1>F1"} | from_arch
    assert moves(play(position, "8H:T1>F1")) == {"9S:T1>F1"}


# Archway


@pytest.mark.parametrize("slug", ARCHWAY)
def test_the_four_fits_rising_on_the_three_and_the_ten_descending_on_the_jack(slug: str) -> None:
    position = lay(slug, FAD="A-3", FKD="K-J", RT="TD", T1="9S 4D", T2="2C", T3="2H", T4="2S")
    assert "4D:T1>FAD" in moves(position)
    assert targets(play(position, "TD:RT>FKD", "4D:T1>FAD"), "RT") == set()


@pytest.mark.parametrize("slug", ARCHWAY)
def test_once_the_six_lies_on_the_seven_the_second_five_comes_next_there(slug: str) -> None:
    position = lay(slug, FAC="A-6", FKC="K-7", T1="5C")
    assert not {"FAC", "FKC"} & targets(position, "T1")
    position = play(position, "6C:FAC>FKC")
    assert "FKC" in targets(position, "T1")
    assert pile(play(position, "5C:T1>FKC"), "FKC") == "KC QC JC TC 9C 8C 7C 6C 5C"


# --- What they have in common -------------------------------------------------------------------


def positions(slug: str) -> list[Position]:
    """Positions from the middle and the end of games; of the castles with an ace only as dealt."""
    found = [parse(table) for table in tables(slug, range(400))]
    if slug == "citadel":
        # Its aces are up from the start.
        return [one for one in found if all(one.piles[f"F{suit}"] for suit in "CDHS")]
    return found


def foundation_moves(slug: str) -> list[tuple[Position, str]]:
    """Those positions with each of their moves to a foundation."""
    return [
        (position, move)
        for position in positions(slug)
        for move in sorted(moves(position))
        if ">F" in move
    ]


def lost_by(position: Position, up: str) -> set[str]:
    """The moves of other cards that a move to a foundation makes impossible."""
    later = play(position, up)
    if later.is_won:
        return set()
    others = {move for move in moves(position) if card_of(move) != card_of(up)}
    return others - moves(later)


def ever_possible(position: Position) -> set[str]:
    """Every move that may come up, whatever is played."""
    found: set[str] = set()
    reached, waiting = {position}, [position]
    while waiting:
        here = waiting.pop()
        found |= moves(here)
        for later in {play(here, move) for move in moves(here)} - reached:
            reached.add(later)
            waiting.append(later)
    return found


def card_of(move: str) -> str:
    """The card of a move's text."""
    return move.split(":")[0]


def source_of(move: str) -> str:
    """The pile that a move's card lies on."""
    return move.split(":")[1].split(">")[0]


def onto(move: str) -> str:
    """The pile that a move's card goes to; none of a redeal."""
    return move.partition(">")[2]
