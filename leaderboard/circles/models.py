"""Circles, who belongs to them, and who takes offence at their names."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import NameReport
from leaderboard.circles.names import MAX_LENGTH


class Circle(models.Model):
    """Players who compare their results among themselves; who isn't one of them sees nothing."""

    name = models.CharField(_("name"), max_length=MAX_LENGTH)
    # Whoever knows it may join; its owner reads it again and again, so it is kept as it is.
    token = models.CharField(max_length=32, unique=True, editable=False)
    created = models.DateTimeField(_("created"))
    # The name that staff have taken away, and when; forgotten once the owner gives it another.
    replaced_name = models.CharField(
        max_length=MAX_LENGTH, default="", db_default="", editable=False
    )
    replaced = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("circle")
        verbose_name_plural = _("circles")
        indexes: ClassVar = [models.Index(fields=["-created"], name="circle_latest")]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A player's place in a circle; one of them owns it, so that an owner is always a member."""

    circle = models.ForeignKey(
        Circle, models.CASCADE, related_name="memberships", verbose_name=_("circle"), db_index=False
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="memberships",
        verbose_name=_("player"),
    )
    joined = models.DateTimeField(_("joined"))
    is_owner = models.BooleanField(_("owner"), default=False)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["circle", "player"], name="one_membership_per_player"),
            models.UniqueConstraint(
                fields=["circle"], condition=Q(is_owner=True), name="one_owner_per_circle"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.circle_id}"


class CircleReport(models.Model):
    """That somebody takes offence at the name that a circle bore then; nobody, once they go."""

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("reported by"),
    )
    circle = models.ForeignKey(
        Circle, models.CASCADE, related_name="reports", verbose_name=_("circle")
    )
    name = models.CharField(_("reported name"), max_length=MAX_LENGTH)
    state = models.CharField(
        _("state"), max_length=8, choices=NameReport.State, default=NameReport.State.OPEN
    )
    created = models.DateTimeField(_("reported"))

    class Meta:
        verbose_name = _("report of a circle’s name")
        verbose_name_plural = _("reports of circles’ names")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["reporter", "circle", "name"], name="one_report_per_reporter_and_circle"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["created"], name="circle_report_open", condition=Q(state="open")),
        ]

    def __str__(self) -> str:
        return self.name
