"""Beleaguered Castle, Streets and Alleys, and Citadel."""

from dataclasses import replace

from games.rules.cards import SUITS
from games.rules.spec import (
    Build,
    DealOrder,
    DealProgram,
    Family,
    Feature,
    Foundation,
    Ruleset,
    Space,
    Tableau,
    TableauKind,
)

BELEAGUERED_CASTLE = Ruleset(
    slug="beleaguered-castle",
    name="Beleaguered Castle",
    family=Family.BELEAGUERED_CASTLE,
    packs=1,
    foundations=tuple(Foundation(name=f"F{suit}", suit=SUITS.index(suit)) for suit in SUITS),
    tableau=Tableau(kind=TableauKind.ROW, piles=8, build=Build.DOWN, space=Space.ANY_CARD),
    # Columns of four, left wing and right wing in turn: the rows T1 to T8 get a card each a round.
    deal_program=DealProgram(bases_out=True, order=DealOrder.ROUND_BY_ROUND, cards_a_pile=7),
    features=frozenset({Feature.SEQUENCES}),
)

STREETS_AND_ALLEYS = replace(
    BELEAGUERED_CASTLE,
    slug="streets-and-alleys",
    name="Streets and Alleys",
    deal_program=replace(BELEAGUERED_CASTLE.deal_program, bases_out=False),
)

CITADEL = replace(
    BELEAGUERED_CASTLE,
    slug="citadel",
    name="Citadel",
    deal_program=replace(BELEAGUERED_CASTLE.deal_program, bases_out=False, fitting_go_up=True),
)

FAMILY = (BELEAGUERED_CASTLE, STREETS_AND_ALLEYS, CITADEL)
