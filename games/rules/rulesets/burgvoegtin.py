"""Die Burgvögtin (La Châtelaine, Lady of the Manor) and its two variants."""

from dataclasses import replace

from games.rules.spec import (
    Build,
    DealOrder,
    DealProgram,
    Faces,
    Family,
    Feature,
    Foundation,
    Reserve,
    Ruleset,
    Space,
    Tableau,
    TableauKind,
)

BURGVOEGTIN = Ruleset(
    slug="burgvoegtin",
    name="Die Burgvögtin",
    family=Family.BURGVOEGTIN,
    packs=2,
    foundations=tuple(Foundation(name=f"F{number}") for number in range(1, 9)),
    tableau=Tableau(
        kind=TableauKind.PACKET,
        piles=4,
        build=Build.NOTHING,
        space=Space.NOTHING,
        faces=Faces.TOP_UP,
    ),
    reserve=Reserve(first_rank=2),
    deal_program=DealProgram(bases_out=True, order=DealOrder.PILE_BY_PILE, cards_a_pile=12),
)

BURGVOEGTIN_STRENG = replace(
    BURGVOEGTIN,
    slug="burgvoegtin-streng",
    name="Die Burgvögtin, streng",
    features=frozenset({Feature.STRICT_RESERVE}),
)

BURGVOEGTIN_OFFEN = replace(
    BURGVOEGTIN,
    slug="burgvoegtin-offen",
    name="Die Burgvögtin, offene Päckchen",
    tableau=replace(BURGVOEGTIN.tableau, faces=Faces.ALL_UP),
    deal_program=replace(BURGVOEGTIN.deal_program, bases_out=False),
    features=frozenset({Feature.ACES_GO_UP}),
)

FAMILY = (BURGVOEGTIN, BURGVOEGTIN_STRENG, BURGVOEGTIN_OFFEN)
