"""The examples of the rules pages: real positions, and moves that the engine allows."""

import pytest

from games.rules import RULESETS
from games.selectors import example_of


@pytest.mark.parametrize("slug", RULESETS)
def test_an_example_shows_a_legal_move_of_a_free_card_on_another_card(slug: str) -> None:
    example = example_of(slug)
    cards = example.piles[example.pile]
    assert cards[example.index] == example.card
    assert example.index == len(cards) - 1 or example.pile.startswith("R")
    assert example.piles[example.target][-1] == example.onto != ""


@pytest.mark.parametrize("slug", RULESETS)
def test_an_example_shows_a_whole_pack_and_no_card_that_lies_face_down(slug: str) -> None:
    ruleset = RULESETS[slug]
    shown = [card for cards in example_of(slug).piles.values() for card in cards]
    assert len(shown) == 52 * ruleset.packs
    assert ("??" in shown) is ruleset.hides_cards
