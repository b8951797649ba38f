"""A player's page: what of it is shown, and to whom, as the player has chosen.

Names and results stand on the boards in any case: a page that is kept private says so, by name.
"""

from collections.abc import Collection
from typing import Final

from accounts.models import Player

PARTS: Final = ("results", "streaks", "months")
"""What may be shown or not, each kept as `page_` with its name."""


def parts_chosen(player: Player) -> frozenset[str]:
    """The parts that the player lets others see, whoever these may be."""
    return frozenset(part for part in PARTS if getattr(player, f"page_{part}"))


def parts_for(player: Player, *, asker: Player | None) -> frozenset[str]:
    """The parts of a player's page that an asker may see, None being a guest.

    Players see all of their own; of a private page others see nothing, staff included.
    """
    if asker == player:
        return frozenset(PARTS)
    shown_to = player.page_for
    if shown_to == Player.Audience.NOBODY or (
        shown_to == Player.Audience.PLAYERS and asker is None
    ):
        return frozenset()
    return parts_chosen(player)


def choose(*, player: Player, shown_to: str, parts: Collection[str]) -> None:
    """Keep who may see the player's page, and what of it; nothing else is written."""
    player.page_for = Player.Audience(shown_to)
    for part in PARTS:
        setattr(player, f"page_{part}", part in parts)
    player.save(update_fields=["page_for", *(f"page_{part}" for part in PARTS)])
