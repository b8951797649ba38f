"""Archway (David Parlett, 1979) and the easier game of The Playing Card Kit (1995)."""

from dataclasses import replace

from games.rules.cards import SUITS
from games.rules.spec import (
    ACE,
    KING,
    Build,
    DealOrder,
    DealProgram,
    Family,
    Feature,
    Foundation,
    Reserve,
    Ruleset,
    Space,
    Tableau,
    TableauKind,
)

ARCHWAY = Ruleset(
    slug="archway",
    name="Archway",
    family=Family.ARCHWAY,
    packs=2,
    foundations=(
        *(Foundation(name=f"FA{suit}", suit=SUITS.index(suit), base=ACE) for suit in SUITS),
        *(
            Foundation(name=f"FK{suit}", suit=SUITS.index(suit), base=KING, step=-1)
            for suit in SUITS
        ),
    ),
    tableau=Tableau(kind=TableauKind.COLUMN, piles=4, build=Build.NOTHING, space=Space.ANY_CARD),
    reserve=Reserve(first_rank=ACE),
    deal_program=DealProgram(bases_out=True, order=DealOrder.PILE_BY_PILE, cards_a_pile=12),
    features=frozenset({Feature.EXCHANGE}),
)

ARCHWAY_LEICHT = replace(
    ARCHWAY,
    slug="archway-leicht",
    name="Archway, leichter",
    reserve=Reserve(first_rank=ACE, takes_back=True),
)

FAMILY = (ARCHWAY, ARCHWAY_LEICHT)
