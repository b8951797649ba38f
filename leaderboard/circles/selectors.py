"""Everything that reads circles: who is in them, and their boards of days and months."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.utils import timezone

from accounts.events import Stored
from accounts.models import Player
from accounts.selectors import TOLD_OF_A_NAME
from games import selectors as games
from games.boards import MonthRow
from games.circles import (
    CircleBoard,
    CircleMonth,
    CircleRow,
    CircleSummary,
    Member,
    OwnCircle,
)
from leaderboard.circles.models import Circle, Membership
from leaderboard.models import Standing
from leaderboard.ranks import shared_ranks
from leaderboard.rows import numbers_of_rows, rows_of_players
from leaderboard.selectors import rows_of


@dataclass(frozen=True, kw_only=True)
class Invitation:
    """What an invitation tells to whoever holds it; `owner` is empty where nobody is active."""

    circle: int
    name: str
    owner: str
    members: int
    is_member: bool


def own_circle(*, player: Player, circle: int) -> OwnCircle:
    """A circle of a player's, the one way to it; LookupError for all who aren't in it."""
    # By the circle's own key, for which Django knows that no number in an address is too large.
    memberships = Membership.objects.filter(circle__in=Circle.objects.filter(pk=circle))
    found = memberships.filter(player=player).select_related("circle").first()
    if found is None:
        raise LookupError("the player is in no such circle")
    return OwnCircle(
        id=circle,
        name=found.circle.name,
        player=player,
        is_owner=found.is_owner,
        invitation=found.circle.token if found.is_owner else "",
        replaced_name=_told_of(found.circle) if found.is_owner else "",
        members=members(circle),
    )


def _told_of(circle: Circle) -> str:
    """The name that staff have taken from a circle, for as long as its owner is told of it."""
    since = timezone.now() - TOLD_OF_A_NAME
    return circle.replaced_name if circle.replaced and circle.replaced > since else ""


def members(circle: int) -> list[Member]:
    """The members of a circle, who has been in longest first, and no deactivated accounts."""
    found = Membership.objects.filter(circle=circle, player__is_active=True)
    values = found.values_list("pk", "player", "player__username", "joined", "is_owner")
    return [
        Member(id=key, player=player, name=name, joined=joined, is_owner=is_owner)
        for key, player, name, joined, is_owner in values.order_by("joined", "pk")
    ]


def heir_of(*, player: Player, circle: int) -> Membership | None:
    """Who follows a player who leaves: who has been in longest; None where nobody is left."""
    others = Membership.objects.filter(circle=circle).exclude(player=player)
    ordered = others.select_related("player").order_by("-player__is_active", "joined", "pk")
    return ordered.first()


def invited_by(token: str) -> QuerySet[Circle]:
    """The circle that an invitation leads into, if there is one; the text may be anything."""
    # No database keeps a null, nor does a token of ours have a question mark.
    return Circle.objects.filter(token=token.replace("\0", "?"))


def invitation(token: str, *, player: Player | None) -> Invitation | None:
    """What an invitation leads into; None where it isn't good, or not any more."""
    circle = invited_by(token).first()
    if circle is None:
        return None
    found = members(circle.pk)
    return Invitation(
        circle=circle.pk,
        name=circle.name,
        owner=next((each.name for each in found if each.is_owner), ""),
        members=len(found),
        is_member=circle.memberships.filter(player=player).exists() if player else False,
    )


def circles_of(player: Player) -> list[CircleSummary]:
    """The circles that a player is in, by name."""
    active = Membership.objects.filter(circle=OuterRef("circle"), player__is_active=True)
    number = active.order_by().values("circle").annotate(number=Count("pk")).values("number")
    owner = active.filter(is_owner=True).values("player__username")[:1]
    found = (
        Membership.objects.filter(player=player)
        .select_related("circle")
        .annotate(number=Subquery(number), owner=Subquery(owner))
        .order_by("circle__name", "circle")
    )
    return [
        CircleSummary(
            id=each.circle_id,
            name=each.circle.name,
            owner=each.owner or "",
            is_owner=each.is_owner,
            members=each.number,
            joined=each.joined,
        )
        for each in found
    ]


def memberships_to_export(player: Player) -> Iterator[Stored]:
    """The circles that a player is in, for their download; who else is in them is not theirs."""
    memberships = Membership.objects.filter(player=player).select_related("circle")
    for each in memberships.order_by("joined", "pk").iterator():
        stored = {"name": each.circle.name, "joined": each.joined, "is_owner": each.is_owner}
        if each.is_owner:
            stored |= {
                "created": each.circle.created,
                "invitation": each.circle.token,
                "replaced_name": each.circle.replaced_name,
                "replaced": each.circle.replaced,
            }
        yield stored


# --- Boards -------------------------------------------------------------------------------------


def day_board(*, own: OwnCircle, ruleset: str, day: date) -> CircleBoard:
    """A circle's board of a day, with all members who have won, however long they have been in.

    GameError not_found or not_open where there is no such daily.
    """
    daily = games.board_daily(ruleset=ruleset, day=day)
    ordered = rows_of_players(daily.key, _players(own))
    rows = rows_of(ordered, own.player, watched=daily.is_settled)
    # Who is faster among all is so among the members, and equal times stay equal.
    ranks = shared_ranks([row.rank for row in rows])
    return CircleBoard(
        circle=own.id,
        ruleset=ruleset,
        day=day,
        entries=[
            CircleRow(**{**vars(row), "rank": rank}, overall=row.rank)
            for row, rank in zip(rows, ranks, strict=True)
        ],
    )


def winners(*, own: OwnCircle, day: date) -> Mapping[str, int]:
    """How many members have won each of a day's dailies, by ruleset; no zeros."""
    dailies = games.daily_ids(day=day)
    numbers = numbers_of_rows(list(dailies), _players(own))
    return {dailies[daily]: number for daily, number in numbers.items()}


def month_board(*, own: OwnCircle, scope: str, month: date) -> CircleMonth:
    """A circle's board of a month: of a ruleset, of ALL, or of the patiences OF_THE_DAY.

    The points are those of the board of all players.
    """
    standings = (
        Standing.objects.filter(player__in=_players(own), scope=scope, month=month)
        .select_related("player")
        .order_by("-points", "-wins", "player__username")
    )
    ranks = shared_ranks([each.points for each in standings])
    return CircleMonth(
        circle=own.id,
        scope=scope,
        month=month,
        entries=[
            MonthRow(
                rank=rank,
                name=each.player.username,
                deleted=False,
                is_me=each.player == own.player,
                points=each.points,
                wins=each.wins,
            )
            for each, rank in zip(standings, ranks, strict=True)
            if each.player is not None
        ],
    )


def _players(own: OwnCircle) -> list[int]:
    """The members' keys. A list, since within a query PostgreSQL would rather read a whole daily.

    It can't tell from a subquery how few they are, and that each has one game a daily.
    """
    return [each.player for each in own.members]
