"""The engine against deals, winning lines and shuffles that unrelated programs worked out."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from games.rules import RULESETS, Move, Position, practice_seed
from tests.rules import oracle
from tests.rules.laying import all_cards, moves

CASES = Path(__file__).parent.parent / "cases"


def read(name: str) -> list[dict[str, Any]]:
    """Read one file of cases."""
    return [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text().splitlines()]


def deal(case: dict[str, Any]) -> Position:
    """Deal a case by the engine."""
    return RULESETS[case["ruleset"]].deal(case["shuffled"], case.get("reshuffled", ()))


def test_there_are_twelve_rulesets_with_cases_each() -> None:
    assert set(RULESETS) == set(oracle.SLUGS)
    assert {path.stem for path in CASES.glob("*.jsonl")} == {*oracle.SLUGS, "shuffle"}


@pytest.mark.parametrize("slug", oracle.SLUGS)
def test_every_case_deals_its_whole_pack(slug: str) -> None:
    for case in read(slug):
        assert case["ruleset"] == slug
        assert all_cards(deal(case)) == sorted(case["shuffled"])


@pytest.mark.parametrize("slug", oracle.SLUGS)
def test_every_winning_line_replays_and_wins(slug: str) -> None:
    lines = [case for case in read(slug) if case["winning_line"]]
    assert len(lines) >= 7
    for case in lines:
        position = deal(case)
        for text in case["winning_line"]:
            assert not position.is_won
            assert not position.is_lost
            position = position.play(Move.parse(text))
        assert position.is_won, case["id"]


@pytest.mark.parametrize("slug", oracle.SLUGS)
def test_a_line_is_given_exactly_where_a_deal_can_be_won(slug: str) -> None:
    for case in read(slug):
        assert (case["verdict"] == "solvable") == (case["winning_line"] is not None)


@pytest.mark.parametrize("slug", [slug for slug in oracle.SLUGS if oracle.has_redeals(slug)])
def test_lines_redeal_and_take_the_merci_only_when_nothing_else_is_legal(slug: str) -> None:
    for case in read(slug):
        position = deal(case)
        for text in case["winning_line"] or ():
            move = Move.parse(text)
            if text == "redeal" or position.is_merci(move):
                assert not plain_moves(position), case["id"]
            position = position.play(move)


def plain_moves(position: Position) -> set[str]:
    """Give the moves that are neither redeal nor merci."""
    legal = position.legal_moves()
    mercis = {str(move) for move in legal if not move.is_redeal and position.is_merci(move)}
    return moves(position) - mercis - {"redeal"}


SHUFFLES = read("shuffle")


@pytest.mark.parametrize("slug", oracle.SLUGS)
@pytest.mark.parametrize("shuffle", SHUFFLES, ids=lambda shuffle: shuffle["seed"][:8])
def test_a_seed_deals_the_packs_that_the_examples_name(slug: str, shuffle: dict[str, Any]) -> None:
    pack = shuffle["one_pack"] if oracle.packs(slug) == 1 else shuffle["two_packs"]
    redeals = [shuffle["redeal-1"], shuffle["redeal-2"]] if oracle.has_redeals(slug) else []
    seed = bytes.fromhex(shuffle["seed"])
    assert RULESETS[slug].deal_seed(seed) == RULESETS[slug].deal(pack, redeals)


@pytest.mark.parametrize("shuffle", SHUFFLES, ids=lambda shuffle: shuffle["seed"][:8])
def test_the_oracle_shuffles_as_the_examples_do(shuffle: dict[str, Any]) -> None:
    seed = bytes.fromhex(shuffle["seed"])
    assert hashlib.sha256(seed).hexdigest() == shuffle["sha256"]
    worked_out: dict[str, Sequence[str]] = {
        "one_pack": oracle.shuffled(seed, "deal", 1),
        "two_packs": oracle.shuffled(seed, "deal", 2),
        "redeal-1": oracle.shuffled(seed, "redeal-1", 1),
        "redeal-2": oracle.shuffled(seed, "redeal-2", 1),
    }
    assert {name: shuffle[name] for name in worked_out} == worked_out


@pytest.mark.parametrize("slug", oracle.SLUGS)
def test_many_seeds_deal_as_the_oracle_does(slug: str) -> None:
    for number in range(20):
        seed = practice_seed(number)
        assert str(RULESETS[slug].deal_seed(seed)) == oracle.text(oracle.deal_seed(slug, seed))


@pytest.mark.parametrize("number", [1, 7, 100000])
def test_a_practice_number_stands_for_the_hash_of_its_words(number: int) -> None:
    assert practice_seed(number) == hashlib.sha256(f"practice {number}".encode("ascii")).digest()


@pytest.mark.parametrize("packs", [1, 2])
def test_a_word_above_the_largest_multiple_is_drawn_again(packs: int) -> None:
    """Such a word comes once in a million deals; this practice number meets one either way."""
    seed = practice_seed(6855910)
    slug = "streets-and-alleys" if packs == 1 else "burgvoegtin"
    right, wrong = oracle.shuffled(seed, "deal", packs), shuffled_with_every_word(seed, packs)
    assert right != wrong
    assert RULESETS[slug].deal_seed(seed) == RULESETS[slug].deal(right)
    assert RULESETS[slug].deal_seed(seed) != RULESETS[slug].deal(wrong)


def shuffled_with_every_word(seed: bytes, packs: int) -> list[str]:
    """Shuffle as one must not: by taking every word, so that some orders come too often."""
    cards = oracle.one_pack() * packs
    stream = oracle.words(seed, "deal")
    for place in range(len(cards) - 1, 0, -1):
        other = next(stream) % (place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards
