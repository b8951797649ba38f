"""Deleting what guests have left behind."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games import clock
from games.models import Deal, Game, Move

CHUNK = 500


def purge_guests() -> tuple[int, int]:
    """Delete guests' games that nobody has touched for GUEST_GAME_DAYS, and deals left over.

    Gives the numbers of games and of deals. It goes in small transactions, so that nobody who
    plays meanwhile waits for long.
    """
    before = clock.now() - timedelta(days=settings.GUEST_GAME_DAYS)
    games = deals = 0
    while number := _purge_games(before):
        games += number
    while number := _purge_deals(before):
        deals += number
    return games, deals


def _purge_games(before: datetime) -> int:
    touched = Move.objects.filter(game=OuterRef("pk"), created__gte=before)
    idle = (
        Game.objects.exclude(guest="")
        .filter(~Exists(touched), player=None, daily=None, started__lt=before)
        .values_list("pk", flat=True)
    )
    with transaction.atomic():
        keys = _locked(idle)
        Move.objects.filter(game__in=keys).delete()
        Game.objects.filter(pk__in=keys).delete()
    return len(keys)


def _purge_deals(before: datetime) -> int:
    unused = Deal.objects.filter(
        ~Exists(Game.objects.filter(deal=OuterRef("pk"))), daily=None, created__lt=before
    ).values_list("pk", flat=True)
    with transaction.atomic():
        keys = _locked(unused)
        Deal.objects.filter(pk__in=keys).delete()
    return len(keys)


def _locked(keys: QuerySet[Any, Any]) -> list[Any]:
    """Some of the keys, locked and looked at again: they may have been taken up meanwhile."""
    locked = list(keys.select_for_update(of=("self",))[:CHUNK])
    return list(keys.filter(pk__in=locked))
