"""Moves, positions, views and games as text, and back."""

import copy
import itertools
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import (
    RULESETS,
    GameText,
    IllegalMove,
    Move,
    NotationError,
    Position,
    Reason,
    find_ruleset,
    practice_seed,
)


def some_game(slug: str, plies: int = 25) -> list[Position]:
    """Give the positions of a random game."""
    rng = random.Random(slug)
    game = [RULESETS[slug].deal_seed(practice_seed(3))]
    while len(game) <= plies and (moves := game[-1].legal_moves()):
        game.append(game[-1].play(rng.choice(moves)))
    return game


def refused(code: Reason, ruleset: str, text: str) -> dict[str, str | int]:
    """See that a position's text is refused with that reason, and give its parameters."""
    with pytest.raises(NotationError) as error:
        Position.parse(RULESETS[ruleset], text)
    assert error.value.code is code
    return error.value.params


# Moves


@pytest.mark.parametrize("text", ["TH:T3>FH", "2C:R2>F8", "QS:FKS>FAS", "KD:T18>T1", "redeal"])
def test_a_moves_text_reads_back(text: str) -> None:
    assert str(Move.parse(text)) == text


def test_a_move_names_its_card_source_and_target() -> None:
    move = Move.parse("TH:T3>FH")
    assert (move.card, move.source, move.target) == ("TH", "T3", "FH")
    assert repr(move) == "Move(card='TH', source='T3', target='FH')"


def test_a_redeal_names_nothing() -> None:
    redeal = Move.parse("redeal")
    assert (redeal.card, redeal.source, redeal.target) == (None, None, None)
    assert redeal.is_redeal
    assert redeal == Move()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "TH",
        "TH:T3",
        "TH:T3>",
        "TH:T3>FH ",
        " TH:T3>FH",
        "TH:T3>FH\n",
        "th:t3>fh",
        "10H:T3>FH",
        "TH-T3-FH",
        "TH:T3>FH>T1",
        "TH:X3>FH",
        "Redeal",
        "redeal ",
        "9٣:T3>FH",
    ],
)
def test_what_has_not_the_shape_of_a_move_is_unreadable(text: str) -> None:
    with pytest.raises(NotationError):
        Move.parse(text)


@pytest.mark.parametrize("text", ["XX:T3>FH", "??:T3>FH", "1H:T3>FH", "HT:T3>FH"])
def test_a_move_needs_a_card_that_exists(text: str) -> None:
    with pytest.raises(NotationError) as error:
        Move.parse(text)
    assert error.value.code is Reason.UNREADABLE_CARD


@given(st.text() | st.from_regex(r"[A2-9TJQKX][CDHSX]:[FTRX][0-9CDHSAK]{0,3}>T[0-9]*"))
def test_any_text_is_a_move_that_reads_back_or_unreadable(text: str) -> None:
    read: str | Reason
    try:
        read = str(Move.parse(text))
    except NotationError as error:
        read = error.code
    assert read in (text, Reason.UNREADABLE_MOVE, Reason.UNREADABLE_CARD)


# Positions


@pytest.mark.parametrize("slug", RULESETS)
def test_a_positions_text_reads_back_equal_at_every_ply(slug: str) -> None:
    for position in some_game(slug):
        again = Position.parse(position.ruleset, str(position))
        assert again == position
        assert hash(again) == hash(position)
        assert set(again.legal_moves()) == set(position.legal_moves())


@pytest.mark.parametrize("slug", RULESETS)
def test_a_positions_repr_makes_an_equal_one(slug: str) -> None:
    position = some_game(slug)[-1]
    names = {"Position": Position, "find_ruleset": find_ruleset}
    assert eval(repr(position), names) == position  # noqa: S307  (a repr is code by intent)


def test_positions_are_equal_by_content_and_different_in_other_rulesets() -> None:
    position = some_game("burgvoegtin")[-1]
    strict = Position.parse(RULESETS["burgvoegtin-streng"], str(position))
    assert position != strict
    assert position != "a text"
    assert len({position, Position.parse(position.ruleset, str(position)), strict}) == 2


def test_a_position_cant_be_changed() -> None:
    position = some_game("fan")[0]
    with pytest.raises(AttributeError):
        position.state = ()  # type: ignore[misc]
    before = str(position)
    position.piles["T1"] = ()
    position.play(position.legal_moves()[0])
    assert str(position) == before


def test_positions_and_errors_survive_copying_and_pickling() -> None:
    position = some_game("trefoil")[4]
    assert copy.deepcopy(position) == position
    assert pickle.loads(pickle.dumps(position)) == position  # noqa: S301  (our own bytes)
    error = IllegalMove(Reason.OWN_PILE, card="9S", source="T1")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301  (our own bytes)
    assert (type(again), str(again), again.params) == (IllegalMove, str(error), error.params)


def test_the_text_names_every_pile_then_what_is_left_then_the_coming_packs() -> None:
    position = RULESETS["trefoil"].deal_seed(bytes(32))
    names = [line.split(":")[0] for line in str(position).splitlines()]
    rest = ["redeals", "merci", "redeal-1", "redeal-2"]
    assert names == [*position.ruleset.pile_names, *rest]
    assert str(position).splitlines()[0] == "FC: AC"
    spent = position.play(Move()).play(Move())
    assert str(spent).splitlines()[-2:] == ["redeals: 0", "merci: 1"]
    once = str(position.play(Move())).splitlines()
    assert once[-1].startswith("redeal-2: ")
    assert "redeals: 1" in once
    assert not any(line.startswith("redeal-1") for line in once)


def test_an_empty_pile_is_a_name_and_a_colon() -> None:
    lines = str(RULESETS["streets-and-alleys"].deal_seed(bytes(32))).splitlines()
    assert lines[:4] == ["FC:", "FD:", "FH:", "FS:"]


def test_pile_names_are_in_the_order_of_the_rules() -> None:
    arch = [f"R{rank}" for rank in "23456789TJQK"]
    fans = [f"T{number}" for number in range(1, 19)]
    assert list(RULESETS["burgvoegtin"].pile_names) == [
        *(f"F{number}" for number in range(1, 9)),
        *fans[:4],
        *arch,
    ]
    assert list(RULESETS["archway"].deal_seed(bytes(32)).piles) == [
        *["FAC", "FAD", "FAH", "FAS", "FKC", "FKD", "FKH", "FKS"],
        *fans[:4],
        "RA",
        *arch,
    ]
    assert list(RULESETS["citadel"].pile_names) == ["FC", "FD", "FH", "FS", *fans[:8]]
    assert list(RULESETS["trefoil"].pile_names) == ["FC", "FD", "FH", "FS", *fans[:16]]
    assert list(RULESETS["fan"].pile_names) == ["FC", "FD", "FH", "FS", *fans]


@pytest.mark.parametrize("slug", RULESETS)
def test_a_view_has_the_same_text_without_hidden_cards_and_coming_packs(slug: str) -> None:
    for position in some_game(slug):
        lines = str(position).splitlines()
        for line, seen in zip(lines, str(position.view()).splitlines(), strict=False):
            hidden = position.ruleset.hides_cards and line[0] == "T"
            cards = line.split()
            masked = [cards[0], *("??" for _ in cards[2:]), *cards[1:][-1:]]
            assert seen == (" ".join(masked) if hidden else line)
        assert len(str(position.view()).splitlines()) == len(
            [line for line in lines if not line.startswith("redeal-")]
        )


def test_a_view_is_no_position() -> None:
    hidden = RULESETS["burgvoegtin"].deal_seed(bytes(32)).view()
    assert refused(Reason.HIDDEN_CARD, "burgvoegtin", str(hidden)) == {"pile": "T1"}
    coming = RULESETS["trefoil"].deal_seed(bytes(32)).view()
    assert refused(Reason.LINE_MISSING, "trefoil", str(coming))["text"] in ("redeal-1", "redeal-2")


BARE = "\n".join(f"{name}:" for name in RULESETS["citadel"].pile_names)
BARE_FANS = "\n".join(f"{name}:" for name in RULESETS["trefoil"].pile_names)
BARE_ARCH = "\n".join(f"{name}:" for name in RULESETS["archway"].pile_names)


def test_an_arch_pile_is_kept_sorted_whatever_the_text() -> None:
    position = Position.parse(RULESETS["archway"], BARE_ARCH.replace("R9:", "R9: 9S 9C 9D 9C"))
    assert position.piles["R9"] == ("9C", "9C", "9D", "9S")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", Reason.LINE_MISSING),
        ("nonsense", Reason.UNREADABLE_LINE),
        (BARE.replace("T3:\n", ""), Reason.LINE_MISSING),
        (BARE + "\nT9: 9C", Reason.UNKNOWN_PILE),
        (BARE + "\nredeals: 1", Reason.UNKNOWN_PILE),
        (BARE + "\nT3: 9C", Reason.LINE_TWICE),
        (BARE.replace("T3:", "T3: 9X"), Reason.UNREADABLE_CARD),
        (BARE.replace("T3:", "T3: 9C9D"), Reason.UNREADABLE_CARD),
        (BARE.replace("T3:", "T3: ??"), Reason.HIDDEN_CARD),
        (BARE.replace("T3:", "T3: 9C 9C"), Reason.TOO_MANY_COPIES),
        (BARE.replace("FC:", "FC: AC 3C"), Reason.NOT_BUILT_RIGHT),
        (BARE.replace("FC:", "FC: AD"), Reason.NOT_BUILT_RIGHT),
    ],
)
def test_what_isnt_a_castle_position_is_refused_with_the_reason(text: str, code: Reason) -> None:
    refused(code, "citadel", text)


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ("", Reason.LINE_MISSING),
        ("\nredeals: 0", Reason.LINE_MISSING),
        ("\nredeals: 3\nmerci: 1", Reason.NUMBER_OUT_OF_RANGE),
        ("\nredeals: x\nmerci: 1", Reason.NUMBER_OUT_OF_RANGE),
        ("\nredeals: 0\nmerci: 2", Reason.NUMBER_OUT_OF_RANGE),
        ("\nredeals: 1\nmerci: 1", Reason.LINE_MISSING),
        ("\nredeals: 1\nmerci: 1\nredeal-2: AC 2C", Reason.WRONG_PACK),
        ("\nredeals: 0\nmerci: 1\nredeal-2: AC 2C", Reason.REDEAL_IS_SPENT),
    ],
)
def test_what_is_left_has_to_fit(more: str, code: Reason) -> None:
    refused(code, "trefoil", BARE_FANS + more)


def test_a_card_in_the_wrong_arch_pile_is_refused() -> None:
    params = refused(Reason.WRONG_RESERVE_PILE, "archway", BARE_ARCH.replace("R9:", "R9: 8C"))
    assert params == {"card": "8C", "pile": "R9"}


# Games


@pytest.mark.parametrize("slug", RULESETS)
def test_a_games_text_reads_back_and_replays(slug: str) -> None:
    game = some_game(slug)
    ruleset = RULESETS[slug]
    moves = tuple(
        next(move for move in before.legal_moves() if before.play(move) == after)
        for before, after in itertools.pairwise(game)
    )
    seed = practice_seed(3)
    pack, reshuffled = ruleset.shuffled(seed)
    for text in (
        GameText(ruleset=ruleset, seed=seed, moves=moves),
        GameText(ruleset=ruleset, pack=pack, reshuffled=reshuffled, moves=moves),
    ):
        assert GameText.parse(str(text)) == text
        assert list(GameText.parse(str(text)).positions()) == game


def test_a_game_is_written_line_by_line() -> None:
    move = Move.parse("2C:T1>FC")
    text = GameText(ruleset=RULESETS["fan"], seed=bytes(32), moves=(move,))
    assert str(text).splitlines() == ["ruleset: fan 1", f"seed: {'0' * 64}", "2C:T1>FC"]
    pack, reshuffled = RULESETS["trefoil"].shuffled(bytes(32))
    packs = GameText(ruleset=RULESETS["trefoil"], pack=pack, reshuffled=reshuffled, moves=())
    names = [line.split(":")[0] for line in str(packs).splitlines()]
    assert names == ["ruleset", "pack", "reshuffled", "reshuffled"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", Reason.LINE_MISSING),
        ("seed: 00", Reason.LINE_MISSING),
        ("ruleset: nonesuch 1", Reason.UNKNOWN_RULESET),
        ("ruleset: fan", Reason.UNKNOWN_RULESET),
        ("ruleset: fan 99", Reason.UNKNOWN_RULESET),
        ("ruleset: fan 1", Reason.LINE_MISSING),
        ("ruleset: fan 1\nseed: 00", Reason.WRONG_SEED),
        ("ruleset: fan 1\nseed: zz", Reason.WRONG_SEED),
        ("ruleset: fan 1\npack: AC 2C", Reason.WRONG_PACK),
        (f"ruleset: fan 1\nseed: {'0' * 64}\nnonsense", Reason.UNREADABLE_MOVE),
    ],
)
def test_what_isnt_a_game_is_refused_with_the_reason(text: str, code: Reason) -> None:
    with pytest.raises(NotationError) as error:
        GameText.parse(text)
    assert error.value.code is code


def test_a_game_with_an_illegal_move_is_readable_and_doesnt_replay() -> None:
    text = GameText.parse(f"ruleset: fan 1\nseed: {'0' * 64}\nredeal")
    with pytest.raises(IllegalMove, match="no redeal in this patience"):
        list(text.positions())
