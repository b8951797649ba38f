"""Names that players take offence at: who reports them, and what staff do about it."""

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names, renaming
from accounts.log import log_change
from accounts.models import NameReport, Player

State = NameReport.State


def report_name(*, reporter: Player, player: Player) -> bool:
    """Lay a player's name before the staff; False where the reporter has done so before.

    Raises ValidationError for one's own name.
    """
    if reporter.pk == player.pk:
        raise ValidationError(_("That is your own name. You can change it."), code="name_own")
    _report, created = NameReport.objects.get_or_create(
        reporter=reporter,
        player=player,
        name=player.username,
        defaults={"created": timezone.now()},
    )
    return created


def keep_name(*, report: NameReport, by: Player) -> None:
    """Find nothing wrong with a reported name; all reports of it are done."""
    with transaction.atomic():
        _settle(report, State.KEPT)
        log_change(report.player, by=by, text=f"Reported name kept: {report.name}")


def replace_name(*, report: NameReport, name: str, by: Player) -> None:
    """Give a reported player another name; nobody takes the old one again.

    Raises ValidationError for a bad name, one that others have or had, and where the player bears
    the reported name no more.
    """
    name = names.clean_name(name, may_be_reserved=True)
    try:
        with transaction.atomic():
            player = Player.objects.select_for_update().get(pk=report.player_id)
            if player.username != report.name:
                raise ValidationError(_("The player bears another name by now."), code="name_gone")
            if names.name_key(name) == player.name_key:
                raise ValidationError(_("That is the name that was reported."), code="name_same")
            renaming.check_name_is_free(name, besides=player, for_staff=True)
            renaming.withdraw_name(player=player, name=player.username)
            player.username = name
            player.save(update_fields=["username", "name_key", "look_key"])
            _settle(report, State.REPLACED)
            old, new = names.isolated(report.name), names.isolated(name)
            log_change(player, by=by, text=f"Reported name replaced: {old} → {new}")
    except IntegrityError:
        raise renaming.name_taken() from None


def _settle(report: NameReport, state: State) -> None:
    same = NameReport.objects.filter(player=report.player_id, name=report.name, state=State.OPEN)
    same.update(state=state)
