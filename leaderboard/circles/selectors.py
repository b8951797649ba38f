"""Everything that reads circles: who is in them, and their boards of days and months."""

from collections.abc import Iterator, Mapping
from datetime import date

from django.db.models import Count, OuterRef, QuerySet, Subquery

from accounts.events import Stored
from accounts.models import Player
from games import selectors as games
from games.circles import CircleBoard, CircleMonth, CircleRow, CircleSummary
from games.events import MonthRow
from leaderboard.circles.models import Circle, Membership
from leaderboard.models import Entry, Standing
from leaderboard.ranks import shared_ranks
from leaderboard.selectors import rows_of


def membership_of(*, player: Player, circle: int) -> Membership:
    """A player's membership, the one way to a circle; LookupError for all who aren't in it."""
    found = Membership.objects.select_related("circle").filter(player=player, circle=circle).first()
    if found is None:
        raise LookupError("the player is in no such circle")
    return found


def invitation(token: str) -> Circle | None:
    """The circle that an invitation leads into; None where it isn't good, or not any more."""
    return Circle.objects.filter(token=token).first()


def is_member(*, player: Player, circle: Circle) -> bool:
    """Whether a player is in a circle."""
    return circle.memberships.filter(player=player).exists()


def members(circle: Circle) -> QuerySet[Membership]:
    """The members of a circle with their players, who has been in longest first.

    Whose account is deactivated is not shown.
    """
    active = circle.memberships.filter(player__is_active=True)
    return active.select_related("player").order_by("joined", "pk")


def owner_of(circle: Circle) -> str:
    """The name of who owns a circle; empty where nobody's account is active."""
    owner = members(circle).filter(is_owner=True).first()
    return owner.player.username if owner else ""


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
            stored |= {"created": each.circle.created, "invitation": each.circle.token}
        yield stored


# --- Boards -------------------------------------------------------------------------------------


def day_board(*, circle: int, ruleset: str, day: date, player: Player) -> CircleBoard:
    """A circle's board of a day, with all members who have won, however long they have been in.

    LookupError for who isn't in it, GameError not_found or not_open where there is no such daily.
    """
    found = membership_of(player=player, circle=circle)
    daily = games.daily_id(ruleset=ruleset, day=day)
    # By the games, of which each player has one a daily, however many others have won it.
    entries = _counted(found.circle).filter(game__daily=daily).select_related("player")
    ordered = list(entries.order_by("hundredths", "finished", "pk"))
    rows = rows_of(ordered, player, watched=games.is_settled_daily(daily))
    # Who is faster among all is so among the members, and equal times stay equal.
    ranks = shared_ranks([row.rank for row in rows])
    return CircleBoard(
        circle=circle,
        ruleset=ruleset,
        day=day,
        entries=[
            CircleRow(**{**vars(row), "rank": rank}, overall=row.rank)
            for row, rank in zip(rows, ranks, strict=True)
        ],
    )


def winners(*, circle: Circle, day: date) -> Mapping[str, int]:
    """How many members have won each of a day's dailies, by ruleset; none is left out."""
    won = _counted(circle).filter(game__daily__day=day).order_by()
    return dict(won.values_list("game__daily__ruleset").annotate(number=Count("pk")))


def month_board(*, circle: int, scope: str, month: date, player: Player) -> CircleMonth:
    """A circle's board of a month: of a ruleset, of ALL, or of the patiences OF_THE_DAY.

    The points are those of the board of all players. LookupError for who isn't in the circle.
    """
    found = membership_of(player=player, circle=circle)
    standings = (
        Standing.objects.filter(player__in=_players(found.circle), scope=scope, month=month)
        .select_related("player")
        .order_by("-points", "-wins", "player__username")
    )
    ranks = shared_ranks([each.points for each in standings])
    return CircleMonth(
        circle=circle,
        scope=scope,
        month=month,
        entries=[
            MonthRow(
                rank=rank,
                name=each.player.username,
                deleted=False,
                is_me=each.player == player,
                points=each.points,
                wins=each.wins,
            )
            for each, rank in zip(standings, ranks, strict=True)
            if each.player is not None
        ],
    )


def _players(circle: Circle) -> QuerySet[Membership, int]:
    return members(circle).order_by().values_list("player", flat=True)


def _counted(circle: Circle) -> QuerySet[Entry]:
    return Entry.objects.filter(game__player__in=_players(circle), state=Entry.State.COUNTED)
