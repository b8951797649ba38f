"""The only writers of circles: players who start, join, lead and leave them, and the staff.

Each locks the circle before it looks who belongs to it, so that two at once take turns; a player
who is counted in is locked before that.
"""

import secrets
from contextlib import suppress

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import events as accounts
from accounts.log import log_change
from accounts.models import Player
from games.circles import circles_from
from leaderboard.circles import reports, selectors
from leaderboard.circles.models import Circle, Membership
from leaderboard.circles.names import clean_name

MOST_MEMBERS = 200
MOST_CIRCLES = 20
# 128 random bits, far too many to try.
TOKEN_BYTES = 16


class NotTheirs(LookupError):
    """There is no such circle or member, or it isn't the player's to do this with, by now."""


def listen() -> None:
    """Ask the accounts to tell who goes; offer the circles to the API, and to their members."""
    circles_from(selectors)
    accounts.on_deletion(forget_player)
    accounts.on_deactivation(see_who_leads)
    accounts.on_activation(see_who_leads)
    reports.listen()
    accounts.export_part("circles", selectors.memberships_to_export)


@transaction.atomic
def start_circle(*, player: Player, name: str) -> Circle:
    """Start a circle that the player owns; ValidationError for a bad name or one too many."""
    name = clean_name(name)
    _lock(player)
    _check_may_be_in_one_more(player)
    now = timezone.now()
    circle = Circle.objects.create(name=name, token=_new_token(), created=now)
    Membership.objects.create(circle=circle, player=player, joined=now, is_owner=True)
    return circle


@transaction.atomic
def join(*, player: Player, token: str) -> Circle:
    """Let a player in by an invitation, if they aren't in already.

    NotTheirs where the invitation isn't good any more; ValidationError where the circle is full,
    or the player is in as many as one may be.
    """
    _lock(player)
    circle = selectors.invited_by(token).select_for_update().first()
    if circle is None:
        raise NotTheirs
    if circle.memberships.filter(player=player).exists():
        return circle
    _check_may_be_in_one_more(player)
    if circle.memberships.count() >= MOST_MEMBERS:
        raise ValidationError(
            _("This circle is full: it has %(most)d members."),
            code="circle_full",
            params={"most": MOST_MEMBERS},
        )
    Membership.objects.create(circle=circle, player=player, joined=timezone.now())
    _see_who_leads(circle)
    return circle


@transaction.atomic
def leave(*, player: Player, circle: int) -> None:
    """Let a member go. An owner is followed by who has been in longest; the last one ends it."""
    membership = _membership(player, circle)
    heir = selectors.heir_of(player=player, circle=circle)
    if heir is None:
        membership.circle.delete()
        return
    membership.delete()
    if membership.is_owner:
        _make_owner(heir)
    _see_who_leads(membership.circle)


@transaction.atomic
def remove(*, owner: Player, circle: int, member: int) -> None:
    """Have a member out, and renew the invitation, or they would be back in a moment."""
    own = _ownership(owner, circle)
    _other_member(own, member).delete()
    _renew(own.circle)


@transaction.atomic
def hand_over(*, owner: Player, circle: int, member: int) -> None:
    """Make another member the owner."""
    own = _ownership(owner, circle)
    heir = _other_member(own, member)
    if not heir.player.is_active:
        raise NotTheirs
    _pass_on(own, heir)


@transaction.atomic
def rename(*, owner: Player, circle: int, name: str) -> None:
    """Give a circle another name; ValidationError for a bad one."""
    name = clean_name(name)
    own = _ownership(owner, circle)
    reports.check_not_replaced(circle=own.circle, name=name)
    own.circle.name = name
    own.circle.replaced_name, own.circle.replaced = "", None
    own.circle.save(update_fields=["name", "replaced_name", "replaced"])


@transaction.atomic
def renew_invitation(*, owner: Player, circle: int) -> None:
    """Make a new invitation; the old one is good for nothing from now on."""
    _renew(_ownership(owner, circle).circle)


@transaction.atomic
def end(*, owner: Player, circle: int) -> None:
    """End a circle for good."""
    _ownership(owner, circle).circle.delete()


# --- The staff ----------------------------------------------------------------------------------


@transaction.atomic
def close(*, circle: Circle, by: Player) -> None:
    """End a circle that should not be."""
    log_change(circle, by=by, text="Ended.")
    circle.delete()


# --- Accounts that go ---------------------------------------------------------------------------


@transaction.atomic
def forget_player(player: Player) -> None:
    """Take a player who is about to be deleted out of all circles, and let them into none."""
    _lock(player)
    for circle in _circles_of(player):
        # Removed from it, or it has ended, in this moment.
        with suppress(NotTheirs):
            leave(player=player, circle=circle)


@transaction.atomic
def see_who_leads(player: Player) -> None:
    """Have others own what a player who is deactivated owned, where there are any.

    The player stays a member, whom nobody sees until the account is active again; who comes back
    into a circle that nobody leads owns it.
    """
    for circle in _circles_of(player):
        with suppress(NotTheirs):
            _see_who_leads(_membership(player, circle).circle)


def _circles_of(player: Player) -> list[int]:
    """The keys in order, so that two who are at it can't lock each other out."""
    memberships = Membership.objects.filter(player=player).order_by("circle_id")
    return list(memberships.values_list("circle_id", flat=True))


# --- What they have in common -------------------------------------------------------------------


def _membership(player: Player, circle: int) -> Membership:
    """A player's membership, with the circle locked; NotTheirs where there is none by now."""
    locked = Circle.objects.select_for_update().filter(pk=circle).first()
    found = locked.memberships.filter(player=player).first() if locked else None
    if locked is None or found is None:
        raise NotTheirs
    found.circle = locked
    return found


def _ownership(player: Player, circle: int) -> Membership:
    found = _membership(player, circle)
    if not found.is_owner:
        raise NotTheirs
    return found


def _other_member(own: Membership, member: int) -> Membership:
    others = own.circle.memberships.exclude(pk=own.pk).select_related("player")
    found = others.filter(pk=member).first()
    if found is None:
        raise NotTheirs
    return found


def _pass_on(own: Membership, heir: Membership) -> None:
    own.is_owner = False
    own.save(update_fields=["is_owner"])
    _make_owner(heir)


def _see_who_leads(circle: Circle) -> None:
    """Have a locked circle owned by an active member as soon as there is one."""
    own = circle.memberships.select_related("player").get(is_owner=True)
    heir = selectors.heir_of(player=own.player, circle=circle.pk)
    if not own.player.is_active and heir is not None and heir.player.is_active:
        _pass_on(own, heir)


def _make_owner(heir: Membership) -> None:
    heir.is_owner = True
    heir.save(update_fields=["is_owner"])


def _renew(circle: Circle) -> None:
    circle.token = _new_token()
    circle.save(update_fields=["token"])


def _new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def _lock(player: Player) -> None:
    """Lock a player, so that two requests at once count one after the other."""
    Player.objects.select_for_update().get(pk=player.pk)


def _check_may_be_in_one_more(player: Player) -> None:
    if Membership.objects.filter(player=player).count() >= MOST_CIRCLES:
        raise ValidationError(
            _("You are in %(most)d circles already. Leave one first."),
            code="too_many_circles",
            params={"most": MOST_CIRCLES},
        )
