"""Leaving: an account is deleted a week after its player has asked for it, unless they return.

Until then nothing changes for others, so that who keeps the account has lost nothing.
"""

import logging
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts import services
from accounts.models import Player

logger = logging.getLogger(__name__)

WEEK = timedelta(days=7)


def plan_deletion(*, player: Player) -> datetime:
    """Have the account deleted in a week, and sign it out everywhere; gives the moment.

    Raises ValidationError for staff, who stay.
    """
    services.check_may_be_deleted(player)
    Player.objects.filter(pk=player.pk).update(
        delete_after=timezone.now() + WEEK, session_epoch=F("session_epoch") + 1
    )
    player.refresh_from_db(fields=["delete_after", "session_epoch"])
    assert player.delete_after is not None  # noqa: S101  # it was set just now
    return player.delete_after


def keep_account(*, player: Player) -> None:
    """Don't delete the account after all."""
    player.delete_after = None
    player.save(update_fields=["delete_after"])


def delete_leavers() -> int:
    """Delete the accounts whose week is over; gives how many they were."""
    due = Player.objects.filter(delete_after__lte=timezone.now())
    return sum(_delete_if_due(key) for key in due.values_list("pk", flat=True))


@transaction.atomic
def _delete_if_due(key: int) -> bool:
    """Delete an account unless it is kept just now; one that has become staff's stays."""
    due = Player.objects.select_for_update().filter(pk=key, delete_after__lte=timezone.now())
    player = due.first()
    if player is None:
        return False
    try:
        services.delete_player(player=player)
    except ValidationError:
        logger.warning("Player %s belongs to the staff now and is not deleted", key)
        keep_account(player=player)
        return False
    return True
