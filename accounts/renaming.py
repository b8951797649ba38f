"""Names that are changed: who may take which, and what becomes of the old one."""

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import FormerName, Player

DAYS_BETWEEN = 30


def check_name_is_free(
    name: str, *, besides: Player | None = None, for_staff: bool = False
) -> None:
    """Raise a ValidationError if the name, or one that looks like it, is or was another player's.

    A player may return to a former name of their own; where staff have withdrawn it, only staff
    may give it back.
    """
    key = names.name_key(name)
    alike = Q(name_key=key) | Q(look_key=names.look_key(name))
    # Players first: a name that somebody gives up between the two looks is found by the second.
    # One look at each, or a player who signs up between two would be called a look-alike.
    players = Player.objects.filter(alike)
    if besides:
        players = players.exclude(pk=besides.pk)
    found = set(players.values_list("name_key", flat=True))
    if key in found:
        raise name_taken()
    former = FormerName.objects.filter(alike)
    if besides:
        own = Q(player=besides)
        former = former.exclude(own if for_staff else own & Q(withdrawn=False))
    former_keys = set(former.values_list("name_key", flat=True))
    if key in former_keys:
        raise ValidationError(
            _("This name isn’t free: somebody has played under it."), code="name_was_taken"
        )
    if found or former_keys:
        raise ValidationError(
            _("This name looks too much like the name of another player."), code="name_lookalike"
        )


def name_taken() -> ValidationError:
    """Return the error for a name that somebody has."""
    return ValidationError(_("Somebody plays under this name already."), code="name_taken")


def changes_again(player: Player) -> datetime | None:
    """Return when the player may change the name again, ``None`` if that is now."""
    own = player.former_names.filter(withdrawn=False)
    latest: datetime | None = own.aggregate(latest=Max("left"))["latest"]
    again = latest + timedelta(days=DAYS_BETWEEN) if latest else None
    return again if again and again > timezone.now() else None


def former_names_of(player: Player) -> QuerySet[FormerName]:
    """Return the names that the player may return to, the latest first."""
    return (
        player.former_names.filter(withdrawn=False)
        .exclude(name_key=player.name_key)
        .order_by("-left")
    )


def change_name(*, player: Player, name: str) -> None:
    """Give the player another name, and keep the old one for them.

    Raises ValidationError for a bad name, one that others have or had, or a change too soon.
    """
    name = names.clean_name(name)
    try:
        with transaction.atomic():
            # The lock on the player lets two requests at once count one after the other.
            held = Player.objects.select_for_update().get(pk=player.pk)
            if name == held.username:
                raise ValidationError(_("That is your name already."), code="name_same")
            if changes_again(held):
                raise ValidationError(
                    _("A name can be changed once in %(days)d days."),
                    code="name_changed_lately",
                    params={"days": DAYS_BETWEEN},
                )
            check_name_is_free(name, besides=held)
            _keep(player=held, name=held.username, withdrawn=False)
            player.username = name
            player.save(update_fields=["username", "name_key", "look_key"])
    except IntegrityError:
        player.refresh_from_db(fields=["username", "name_key", "look_key"])
        raise name_taken() from None


def withdraw_name(*, player: Player, name: str) -> None:
    """Take a name away that staff have changed: nobody takes it again, its player neither."""
    _keep(player=player, name=name, withdrawn=True)


def _keep(*, player: Player, name: str, withdrawn: bool) -> None:
    FormerName.objects.update_or_create(
        name_key=names.name_key(name),
        defaults={
            "player": player,
            "username": name,
            "left": timezone.now(),
            "withdrawn": withdrawn,
        },
    )
