"""Why a move isn't legal: each reason with its code, parameters and English message."""

import json
import random
import string
from typing import Any

import pytest

from games.rules import (
    MESSAGES,
    RULESETS,
    IllegalMove,
    Move,
    NotationError,
    Position,
    Reason,
    practice_seed,
)
from tests.rules.few_cards import tiny

ROWS = {"FS": "AS", "T1": "9S", "T2": "AH", "T3": "9H", "T4": "KC TD", "T5": "2C", "T6": "KH"}
COLUMNS = {"T1": "9H", "T2": "9S", "T3": "9D"}
STRICT = {"F1": "AC", "T1": "2H", "R2": "2S"}
FANS = {"T1": "2S 9H KD", "T2": "TH", "T3": "9S", "T4": "AD"}
MEETING = {"FAH": "JH QH", "FKH": "KH"}
CLUBS = " ".join(rank + "C" for rank in "A23456789TJQK")


def refused(position: Position, move: str) -> IllegalMove:
    """See that a move is refused, and give the error."""
    with pytest.raises(IllegalMove) as error:
        position.play(Move.parse(move))
    return error.value


@pytest.mark.parametrize(
    ("move", "code", "message"),
    [
        ("9S:T1>T3", "wrong_rank", "9♠ can't go to T3: T3 shows 9♥, it takes an 8"),
        ("9S:T1>T2", "nothing_fits_on_ace", "9♠ can't go to T2: T2 shows A♥, and nothing is lower"),
        ("9S:T1>FS", "wrong_rank", "9♠ can't go to FS: FS shows A♠, it takes 2♠"),
        ("2C:T5>FS", "wrong_suit", "2♣ can't go to FS: FS shows A♠, it takes 2♠"),
        ("2C:T5>FC", "wrong_base", "2♣ can't go to FC: FC is empty, it takes A♣"),
        ("9S:T1>T1", "own_pile", "9♠ lies in T1 already"),
        ("9S:T1>T9", "no_such_pile", "there is no pile T9 here"),
        ("9S:R9>T4", "no_such_pile", "there is no pile R9 here"),
        ("8S:T1>T4", "card_not_in_pile", "there is no 8♠ to be seen in T1"),
        ("KC:T4>T7", "card_covered", "K♣ can't leave T4: it lies under 10♦"),
        ("AS:FS>T7", "foundation_keeps_cards", "A♠ stays on FS"),
        ("redeal", "no_redeals", "there is no redeal in this patience"),
    ],
)
def test_a_castle_refuses_with_the_reason(move: str, code: str, message: str) -> None:
    error = refused(tiny("beleaguered-castle", **ROWS), move)
    assert error.code == code
    assert str(error).startswith(message)


@pytest.mark.parametrize(
    ("slug", "piles", "move", "code", "message"),
    [
        ("burgvoegtin", {"F1": "AC", "T1": "9H"}, "9H:T1>F1", "wrong_rank", "it takes a 2"),
        ("burgvoegtin", {"T1": "9H", "T2": "TH"}, "9H:T1>T2", "pile_takes_nothing", "no cards"),
        ("burgvoegtin", {"T1": "9H"}, "9H:T1>T2", "space_takes_nothing", "T2 is empty and stays"),
        ("burgvoegtin", {"T1": "9H"}, "9H:T1>R9", "reserve_takes_nothing", "into the arch"),
        ("burgvoegtin-offen", {"R9": "9H"}, "9H:R9>F1", "wrong_base", "it takes an ace"),
        (
            "burgvoegtin-streng",
            {"F1": "AC", "T1": "2H", "R2": "2S"},
            "2S:R2>F1",
            "strict_reserve",
            "2♥ on T1",
        ),
        ("archway", {**COLUMNS, "T4": "8S"}, "9H:T1>T4", "space_is_taken", "8♠ is there"),
        ("archway", COLUMNS, "9H:T1>R9", "reserve_takes_nothing", "nothing is put into the arch"),
        ("archway-leicht", COLUMNS, "9H:T1>R8", "reserve_pile_of_other_rank", "R8 takes an 8"),
        ("archway-leicht", {"R9": "9H"}, "9H:R9>R8", "reserve_takes_nothing", "into the arch"),
        ("archway", {"FAH": "2H 3H", "FKH": "5H"}, "3H:FAH>FKH", "exchange_not_open", "3♥ and 5♥"),
        ("archway", MEETING, "QH:FAH>T1", "foundation_keeps_cards", "Q♥ stays on FAH"),
        ("archway", MEETING, "QH:FAH>FKC", "foundation_keeps_cards", "Q♥ stays on FAH"),
        ("archway", MEETING, "JH:FAH>FKH", "card_covered", "J♥ can't leave FAH: it lies under Q♥"),
        ("archway", MEETING, "KH:FKH>FAH", "base_stays", "K♥ stays on FKH"),
        ("fan", {"T1": "QH"}, "QH:T1>T2", "space_takes_kings_only", "a gap takes a king only"),
        ("fan", {"T1": "2H 9S"}, "2H:T1>T2", "card_covered", "2♥ can't leave T1"),
        ("fan", {"T1": "9H", "T2": "TS"}, "9H:T1>T2", "wrong_suit", "T2 shows 10♠, it takes 9♠"),
        ("fan", {"T1": "2H"}, "2H:T1>FH", "wrong_base", "FH is empty, it takes A♥"),
        ("fan", {"T1": "9H", "FC": CLUBS}, "9H:T1>FC", "foundation_full", "FC is complete"),
    ],
)
def test_other_families_refuse_with_the_reason(
    slug: str, piles: dict[str, str], move: str, code: str, message: str
) -> None:
    error = refused(tiny(slug, **piles), move)
    assert error.code == code
    assert message in str(error)


def test_a_redeal_is_refused_once_both_are_spent() -> None:
    assert refused(tiny("trefoil", **FANS), "redeal").code is Reason.NO_REDEAL_LEFT


def test_a_covered_card_says_whether_the_merci_is_to_come_or_spent() -> None:
    early = tiny("la-belle-lucie", 1, 1, **FANS)
    assert refused(early, "9H:T1>T2").code is Reason.MERCI_TOO_EARLY
    spent = tiny("la-belle-lucie", 0, 0, **FANS)
    assert refused(spent, "9H:T1>T2").code is Reason.MERCI_SPENT
    never = tiny("la-belle-lucie-ohne-merci", 0, 0, **FANS)
    assert refused(never, "9H:T1>T2").code is Reason.CARD_COVERED
    assert refused(tiny("la-belle-lucie", 0, 1, **FANS), "9H:T1>T3").code is Reason.WRONG_RANK
    assert refused(tiny("la-belle-lucie", 0, 1, **FANS), "9H:T1>T1").code is Reason.OWN_PILE


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("9S:T1>FS", "sequence_not_between_rows"),
        ("9S:T1>T9", "no_such_pile"),
        ("8S:T1>T2", "card_not_in_pile"),
        ("KC:T1>T3", "not_a_sequence"),
        ("9S:T1>T3", "wrong_rank"),
        ("9S:T1>T1", "own_pile"),
        ("9S:T1>T2", "sequence_too_long"),
    ],
)
def test_a_sequence_is_refused_with_the_reason(move: str, code: str) -> None:
    rows = {"T2": "TH", "T3": "JS", "T4": "KD", "T5": "KS", "T6": "KH", "T7": "QD", "T8": "QC"}
    position = tiny("citadel", T1="KC 9S 8D", **rows)
    with pytest.raises(IllegalMove) as error:
        position.expand(Move.parse(move))
    assert error.value.code == code


def test_only_the_castles_take_sequences() -> None:
    with pytest.raises(IllegalMove) as error:
        tiny("fan", **FANS).expand(Move.parse("9H:T1>T2"))
    assert error.value.code is Reason.NO_SEQUENCES


def test_a_won_game_says_so() -> None:
    ranks = "A23456789TJQK"
    won = tiny("citadel", **{f"F{suit}": " ".join(r + suit for r in ranks) for suit in "CDHS"})
    assert won.is_won
    assert not won.is_lost
    assert won.legal_moves() == won.sequences() == ()
    assert refused(won, "KC:FC>T1").code is Reason.GAME_WON


def test_a_hidden_card_is_refused_in_the_words_for_a_missing_one() -> None:
    position = RULESETS["burgvoegtin"].deal_seed(practice_seed(1))
    for card in position.piles["T1"][:-1]:
        error = refused(position, f"{card}:T1>F1")
        assert error.code is Reason.CARD_NOT_IN_PILE
        assert error.params == {"card": card, "source": "T1"}


def test_a_move_made_by_hand_of_no_card_is_unreadable() -> None:
    with pytest.raises(NotationError):
        tiny("citadel", T1="9S").play(Move("XX", "T1", "T2"))


def every_move(position: Position) -> list[Move]:
    """Give every move that can be written with the position's own piles and cards."""
    names = position.ruleset.pile_names
    held = {name: dict.fromkeys(cards) for name, cards in position.piles.items()}
    return [Move(c, s, t) for s in names for c in held[s] for t in names] + [Move()]


@pytest.mark.parametrize("slug", RULESETS)
def test_every_move_is_either_listed_and_plays_or_refused_with_a_reason(slug: str) -> None:
    rng = random.Random(slug)
    position = RULESETS[slug].deal_seed(practice_seed(2))
    for _ in range(4):
        legal = set(position.legal_moves())
        for move in every_move(position):
            if move in legal:
                position.play(move)
                continue
            error = refused(position, str(move))
            assert isinstance(error, ValueError)
            assert json.loads(json.dumps(error.params)) == error.params
            assert str(error) == str(type(error)(error.code, **error.params))
        if not legal:
            break
        position = position.play(rng.choice(sorted(legal, key=str)))


def test_a_base_laid_on_itself_is_no_redeal() -> None:
    position = RULESETS["trefoil"].deal_seed(practice_seed(1))
    assert refused(position, "AC:FC>FC").code is Reason.OWN_PILE


def test_every_reason_has_a_message_and_a_code_of_its_own() -> None:
    assert set(MESSAGES) == set(Reason)
    assert all(set(reason) <= {*string.ascii_lowercase, "_"} for reason in Reason)
    assert len(set(MESSAGES.values())) >= len(Reason) - 1  # wrong rank and suit read alike


def test_an_error_is_a_value_error_of_one_of_two_kinds() -> None:
    assert issubclass(NotationError, ValueError)
    assert issubclass(IllegalMove, ValueError)
    assert not issubclass(NotationError, IllegalMove)
    assert not issubclass(IllegalMove, NotationError)


def test_parameters_are_what_a_message_in_any_language_needs() -> None:
    facts: dict[str, Any] = dict(refused(tiny("citadel", **ROWS), "9S:T1>T3").params)
    assert facts == {"card": "9S", "target": "T3", "top": "9H", "wants": "8"}
