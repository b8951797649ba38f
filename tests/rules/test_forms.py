"""Types and text forms: what goes in, what comes out, and which error says that it can't."""

from collections.abc import Sequence

import pytest

from games.rules import RULESETS, GameText, IllegalMove, Move, NotationError, Position
from tests.rules import oracle
from tests.rules.laying import all_cards, lay, moves, pack, shuffled, some_deal

FOUNDATIONS = {
    "burgvoegtin": "F1 F2 F3 F4 F5 F6 F7 F8",
    "archway": "FAC FAD FAH FAS FKC FKD FKH FKS",
    "fan": "FC FD FH FS",
}
LOW_ARCH = "R2 R3 R4 R5 R6 R7 R8 R9 RT RJ RQ RK"


def expected_names(slug: str) -> list[str]:
    """Name a ruleset's piles in their order."""
    tableau = {"trefoil": 16, "fan": 18}.get(slug, 18 if slug.startswith("la-") else 8)
    if slug in oracle.BURGVOEGTIN + oracle.ARCHWAY:
        tableau = 4
    family = "burgvoegtin" if slug in oracle.BURGVOEGTIN else "fan"
    family = "archway" if slug in oracle.ARCHWAY else family
    arch = {"burgvoegtin": LOW_ARCH, "archway": f"RA {LOW_ARCH}", "fan": ""}[family]
    rows = [f"T{number}" for number in range(1, tableau + 1)]
    return [*FOUNDATIONS[family].split(), *rows, *arch.split()]


# Dealing


@pytest.mark.parametrize("slug", oracle.SLUGS)
def test_piles_stand_in_order_foundations_then_tableau_then_arch(slug: str) -> None:
    position = some_deal(slug)
    assert list(position.piles) == expected_names(slug)
    assert all(isinstance(held, tuple) for held in position.piles.values())


@pytest.mark.parametrize("slug", oracle.SLUGS)
def test_a_deal_takes_any_sequence_of_codes(slug: str) -> None:
    cards = shuffled(1, oracle.packs(slug))
    packs = [shuffled(2), shuffled(3)] if oracle.has_redeals(slug) else []
    ruleset = RULESETS[slug]
    in_tuples = ruleset.deal(tuple(cards), tuple(tuple(cards) for cards in packs))
    assert ruleset.deal(cards, packs) == in_tuples


@pytest.mark.parametrize("slug", oracle.SLUGS)
def test_only_a_whole_pack_can_be_dealt(slug: str) -> None:
    cards = shuffled(1, oracle.packs(slug))
    packs = [shuffled(2), shuffled(3)] if oracle.has_redeals(slug) else []
    wrong: list[Sequence[str]] = [
        [],
        cards[1:],
        [*cards, cards[0]],
        [*cards[1:], "XX"],
        [*cards[1:], "??"],
        [cards[1] if cards[1] != cards[0] else cards[2], *cards[1:]],
        [card.lower() for card in cards],
    ]
    for attempt in wrong:
        with pytest.raises(ValueError, match=r"."):
            RULESETS[slug].deal(attempt, packs)


@pytest.mark.parametrize("slug", oracle.SLUGS)
def test_two_packs_come_with_redeals_and_none_without(slug: str) -> None:
    cards = shuffled(1, oracle.packs(slug))
    whole = [shuffled(2), shuffled(3), shuffled(4)]
    right = 2 if oracle.has_redeals(slug) else 0
    for count in range(4):
        if count == right:
            assert all_cards(RULESETS[slug].deal(cards, whole[:count])) == sorted(cards)
        else:
            with pytest.raises(ValueError, match=r"."):
                RULESETS[slug].deal(cards, whole[:count])


@pytest.mark.parametrize("slug", [slug for slug in oracle.SLUGS if oracle.has_redeals(slug)])
def test_the_packs_of_redeals_are_whole(slug: str) -> None:
    for wrong in (shuffled(2)[1:], [*shuffled(2)[1:], "XX"], shuffled(2, packs=2)):
        with pytest.raises(ValueError, match=r"."):
            RULESETS[slug].deal(shuffled(1), [shuffled(3), wrong])


@pytest.mark.parametrize("slug", oracle.SLUGS)
@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33), "0" * 32, 0, None])
def test_a_seed_is_exactly_32_bytes(slug: str, seed: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        RULESETS[slug].deal_seed(seed)  # type: ignore[arg-type] # wrong on purpose


# Moves


def test_a_move_names_its_card_its_source_and_its_target() -> None:
    move = Move.parse("TH:T3>FH")
    assert (move.card, move.source, move.target) == ("TH", "T3", "FH")
    assert str(move) == "TH:T3>FH"
    assert move == Move("TH", "T3", "FH")


def test_a_redeal_names_nothing() -> None:
    move = Move.parse("redeal")
    assert (move.card, move.source, move.target) == (None, None, None)
    assert str(move) == "redeal"


UNREADABLE = [
    *(
        "",
        " ",
        "TH",
        "TH:T3",
        "TH:T3>",
        ":T3>FH",
        "TH>FH",
        "TH-T3-FH",
        "T3>FH",
        "Redeal",
        "redeal 1",
    ),
    *("th:T3>FH", "10H:T3>FH", "TX:T3>FH", "1H:T3>FH", "??:T3>FH", "TH:T3>FH\n", " TH:T3>FH"),
    *("TH:T3>FH>T4", "TH:T3>FH TH:T3>FH", "TH : T3 > FH", "TH:T3>FH\x00", "T\u0397:T3>FH"),
]


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_is_no_move_is_unreadable_and_not_illegal(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Move.parse(text)
    assert isinstance(caught.value, ValueError)
    assert caught.value.code
    assert str(caught.value)


@pytest.mark.parametrize("text", ["TH:T3>T99", "TH:X1>FH", "TH:T3>FAH", "TH:T1>R2", "redeal"])
def test_readable_moves_of_other_rulesets_are_illegal(text: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        some_deal("citadel").play(Move.parse(text))
    assert isinstance(caught.value, IllegalMove | NotationError)


def test_an_illegal_move_says_what_cannot_go_where_and_why() -> None:
    position = lay("citadel", T1="9S", T3="9H")
    with pytest.raises(IllegalMove) as caught:
        position.play(Move.parse("9S:T1>T3"))
    assert isinstance(caught.value, ValueError)
    assert caught.value.code
    assert {"9S", "T3"} <= {str(value) for value in caught.value.params.values()}
    assert "T3" in str(caught.value)


# Positions


SMALL = """\
FC: AC 2C
FD:
FH:
FS:
T1: KD 4H
T2: 5H
T3:
T4:
T5:
T6:
T7:
T8:
T9:
T10:
T11:
T12:
T13:
T14:
T15:
T16:
T17:
T18: 3C"""


def test_a_position_is_written_one_pile_a_line_empty_ones_too() -> None:
    position = Position.parse(RULESETS["fan"], SMALL)
    assert str(position) == SMALL
    assert position.piles["T1"] == ("KD", "4H")
    assert position.piles["T3"] == ()
    assert "4H:T1>T2" in moves(position)


def test_what_is_left_and_the_coming_packs_follow_the_piles() -> None:
    first, second = shuffled(2), shuffled(3)
    position = RULESETS["trefoil"].deal(shuffled(1), [first, second])
    ending = str(position).splitlines()[-4:]
    packs = [f"redeal-1: {' '.join(first)}", f"redeal-2: {' '.join(second)}"]
    assert ending == ["redeals: 2", "merci: 1", *packs]
    once = position.play(Move.parse("redeal"))
    assert str(once).splitlines()[-3:] == ["redeals: 1", "merci: 1", packs[1]]
    twice = once.play(Move.parse("redeal"))
    assert str(twice).splitlines()[-2:] == ["redeals: 0", "merci: 1"]


def test_a_ruleset_without_merci_writes_no_merci_line() -> None:
    lines = str(some_deal("la-belle-lucie-ohne-merci")).splitlines()
    assert next(line for line in lines if line[0] not in "FT") == "redeals: 2"
    assert not any(line.startswith("merci") for line in lines)


@pytest.mark.parametrize("slug", [slug for slug in oracle.SLUGS if oracle.has_redeals(slug)])
def test_every_fan_keeps_its_name_after_a_redeal(slug: str) -> None:
    full = {"FC": "A-K", "FD": "A-K", "FH": "A-K", "FS": "A-J"}
    position = lay(slug, redeals="1", T16="KS QS", **full).play(Move.parse("redeal"))
    assert list(position.piles) == expected_names(slug)
    assert len(position.piles["T1"]) == 2
    assert position.piles["T16"] == ()


def test_the_view_writes_hidden_cards_as_question_marks_and_no_coming_pack() -> None:
    view = lay("burgvoegtin", T2="9C 4H 3S").view()
    assert "T2: ?? ?? 3S" in str(view).splitlines()
    lucie = some_deal("la-belle-lucie")
    assert str(lucie).startswith(str(lucie.view()))
    assert str(lucie.view()).splitlines()[-2:] == ["redeals: 2", "merci: 1"]


@pytest.mark.parametrize("slug", ["burgvoegtin", "burgvoegtin-streng"])
def test_a_view_with_hidden_cards_is_no_position(slug: str) -> None:
    with pytest.raises(NotationError):
        Position.parse(RULESETS[slug], str(some_deal(slug).view()))


def changed(old: str, new: str) -> str:
    """Change one thing in a written position."""
    assert old in SMALL
    return SMALL.replace(old, new, 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        changed("T2: 5H", "T2: ??"),
        changed("T2: 5H", "T2: 5X"),
        changed("T2: 5H", "T2: 3C"),
        changed("T2: 5H\n", ""),
        changed("T2: 5H", "T2 5H"),
        changed("T2: 5H", "T2: 5H\nT2:"),
        changed("T2: 5H", "T20: 5H"),
        changed("T18: 3C", "T18: 3C\nT19: 4C"),
        changed("T18: 3C", "T18: 3C\nredeals: 2"),
        changed("T18: 3C", "T18: 3C\nmerci: 1"),
        changed("FC: AC 2C", "FC: AC 2D"),
        changed("FC: AC 2C", "FC: 2C AC"),
        changed("FC: AC 2C", "FC: AC 3C"),
    ],
)
def test_what_is_no_position_is_unreadable(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse(RULESETS["fan"], text)
    assert caught.value.code


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("redeals: 2", "redeals: 3"),
        ("redeals: 2", "redeals: -1"),
        ("redeals: 2", "redeals: two"),
        ("redeals: 2", "redeals: 1"),
        ("merci: 1", "merci: 2"),
        ("\nmerci: 1", ""),
        ("redeals: 2\n", ""),
        ("redeal-1: ", "redeal-1: AC "),
        ("redeal-1: ", "redeal-3: "),
    ],
)
def test_what_is_left_and_the_coming_packs_must_fit_together(old: str, new: str) -> None:
    text = str(some_deal("la-belle-lucie"))
    assert old in text
    with pytest.raises(NotationError):
        Position.parse(RULESETS["la-belle-lucie"], text.replace(old, new, 1))


# Games


@pytest.mark.parametrize("slug", ["la-belle-lucie", "citadel", "archway"])
def test_a_game_is_written_as_ruleset_seed_and_moves(slug: str) -> None:
    seed = bytes(range(32))
    position = RULESETS[slug].deal_seed(seed)
    first = min(moves(position) - {"redeal"})
    version = RULESETS[slug].version
    game = GameText.parse(f"ruleset: {slug} {version}\nseed: {seed.hex()}\n{first}\n")
    assert list(game.positions()) == [position, position.play(Move.parse(first))]
    assert GameText.parse(str(game)) == game


def test_a_game_may_name_its_pack_instead_of_a_seed() -> None:
    cards = pack("2S AS")
    text = f"ruleset: citadel {RULESETS['citadel'].version}\npack: {' '.join(cards)}\n"
    assert GameText.parse(text).start() == RULESETS["citadel"].deal(cards)


@pytest.mark.parametrize(
    "text", ["", "ruleset: nonsense 1\nseed: 00", "seed: 00", "ruleset: fan 1"]
)
def test_what_is_no_game_is_unreadable(text: str) -> None:
    with pytest.raises(NotationError):
        GameText.parse(text)
