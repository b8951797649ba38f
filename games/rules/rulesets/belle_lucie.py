"""La Belle Lucie with and without the merci card, Trefoil, and Fan."""

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

LA_BELLE_LUCIE = Ruleset(
    slug="la-belle-lucie",
    name="La Belle Lucie",
    family=Family.BELLE_LUCIE,
    packs=1,
    foundations=tuple(Foundation(name=f"F{suit}", suit=SUITS.index(suit)) for suit in SUITS),
    tableau=Tableau(kind=TableauKind.FAN, piles=18, build=Build.DOWN_IN_SUIT, space=Space.NOTHING),
    deal_program=DealProgram(bases_out=False, order=DealOrder.PILE_BY_PILE, cards_a_pile=3),
    redeals=2,
    features=frozenset({Feature.MERCI}),
)

LA_BELLE_LUCIE_OHNE_MERCI = replace(
    LA_BELLE_LUCIE,
    slug="la-belle-lucie-ohne-merci",
    name="La Belle Lucie ohne Merci",
    features=frozenset(),
)

TREFOIL = replace(
    LA_BELLE_LUCIE,
    slug="trefoil",
    name="Trefoil",
    tableau=replace(LA_BELLE_LUCIE.tableau, piles=16),
    deal_program=replace(LA_BELLE_LUCIE.deal_program, bases_out=True),
)

FAN = replace(
    LA_BELLE_LUCIE,
    slug="fan",
    name="Fan",
    tableau=replace(LA_BELLE_LUCIE.tableau, space=Space.KINGS),
    redeals=0,
    features=frozenset(),
)

FAMILY = (LA_BELLE_LUCIE, LA_BELLE_LUCIE_OHNE_MERCI, TREFOIL, FAN)
