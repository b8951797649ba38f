"""Circles' names that somebody takes offence at: who reports them, and what staff do about it.

A name that staff have replaced is not given to its circle again; the owner is told, and may choose
another one.
"""

from collections.abc import Iterator

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import events as accounts
from accounts.events import Stored
from accounts.log import log_change
from accounts.models import NameReport, Player
from accounts.names import isolated, look_key, name_key
from leaderboard.circles.models import Circle, CircleReport
from leaderboard.circles.names import clean_name

State = NameReport.State


def listen() -> None:
    """Have what a player has reported told in their download."""
    accounts.export_part("circle_reports", _reports_to_export)


def report_name(*, reporter: Player, circle: int) -> bool:
    """Lay a circle's name before the staff; False where the reporter has done so before.

    Raises ValidationError for a circle of one's own, LookupError where there is none.
    """
    found = Circle.objects.filter(pk=circle).first()
    if found is None:
        raise LookupError("no such circle")
    if found.memberships.filter(player=reporter, is_owner=True).exists():
        raise ValidationError(
            _("That is your own circle. You can rename it."), code="circle_name_own"
        )
    _report, created = CircleReport.objects.get_or_create(
        reporter=reporter, circle=found, name=found.name, defaults={"created": timezone.now()}
    )
    return created


def open_reports() -> int:
    """How many circles' names wait for the staff to look at them."""
    waiting = CircleReport.objects.filter(state=State.OPEN)
    return waiting.values("circle", "name").distinct().count()


def check_not_replaced(*, circle: Circle, name: str) -> None:
    """Raise a ValidationError where staff have taken a name, or one that looks like it, away."""
    replaced = circle.reports.filter(state=State.REPLACED).values_list("name", flat=True)
    if any(_is_alike(name, each) for each in replaced):
        raise ValidationError(
            _("The staff have replaced this name. Choose another one."),
            code="circle_name_replaced",
        )


# --- The staff ----------------------------------------------------------------------------------


@transaction.atomic
def keep_name(*, report: CircleReport, by: Player) -> None:
    """Find nothing wrong with a reported name; all reports of it are done."""
    _settle(report.circle, report.name, State.KEPT)
    log_change(report.circle, by=by, text=f"Reported name kept: {report.name}")


@transaction.atomic
def replace_name(*, circle: Circle, name: str, by: Player, reported: str | None = None) -> None:
    """Give a circle whose name offends another one.

    Raises ValidationError for a bad name, for the one that the circle bears, and where it bears
    the reported one no more.
    """
    name = clean_name(name)
    circle = Circle.objects.select_for_update().get(pk=circle.pk)
    before, circle.name = circle.name, name
    if reported not in (None, before):
        raise ValidationError(_("The circle bears another name by now."), code="name_gone")
    if _is_alike(name, before):
        raise ValidationError(_("That is the name which is to be replaced."), code="name_same")
    # What its owner is told of is the name that an owner has given it.
    circle.replaced_name = circle.replaced_name or before
    circle.replaced = now = timezone.now()
    circle.save(update_fields=["name", "replaced_name", "replaced"])
    if not _settle(circle, before, State.REPLACED):
        CircleReport.objects.create(circle=circle, name=before, state=State.REPLACED, created=now)
    log_change(circle, by=by, text=f"Name replaced: {isolated(before)} → {isolated(name)}")


def _is_alike(name: str, other: str) -> bool:
    return name_key(name) == name_key(other) or look_key(name) == look_key(other)


def _settle(circle: Circle, name: str, state: State) -> int:
    return circle.reports.filter(name=name, state=State.OPEN).update(state=state)


def _reports_to_export(player: Player) -> Iterator[Stored]:
    """What a player has reported; which circle it is, is its members' business."""
    for each in CircleReport.objects.filter(reporter=player).order_by("created"):
        yield {"name": each.name, "reported": each.created}
