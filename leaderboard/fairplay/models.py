"""What is kept for fair play: what devices were shown, signals, cases, and a log that stays."""

from typing import Any, ClassVar, Never

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Sighting(models.Model):
    """That a device was shown the cards of a ranked game, and when for the first time."""

    device = models.CharField(max_length=32)
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="+")
    daily = models.ForeignKey("games.DailyDeal", models.CASCADE, related_name="+", db_index=False)
    seen = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["device", "daily", "game"], name="one_sighting_per_device_and_game"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["seen"], name="sighting_seen")]

    def __str__(self) -> str:
        return f"{self.device[:6]}… {self.game_id}"


class Examination(models.Model):
    """A win that is to be looked at, or has been: then it holds its line's SHA-256."""

    game = models.OneToOneField("games.Game", models.CASCADE, primary_key=True, related_name="+")
    daily = models.ForeignKey("games.DailyDeal", models.CASCADE, related_name="+", db_index=False)
    won = models.DateTimeField()
    line = models.CharField(max_length=64, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["won"], name="examination_waiting", condition=Q(line="")),
            models.Index(fields=["daily", "line"], name="examination_line"),
        ]

    def __str__(self) -> str:
        return str(self.game_id)


class Case(models.Model):
    """An entry that staff are to decide on, or have decided on."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        CLEARED = "cleared", _("cleared")
        STRUCK = "struck", _("struck off")

    entry = models.OneToOneField(
        "leaderboard.Entry", models.CASCADE, related_name="case", verbose_name=_("entry")
    )
    state = models.CharField(_("state"), max_length=7, choices=State, default=State.OPEN)
    # Since when it is in the queue, or was before it was decided.
    waiting_since = models.DateTimeField(_("waiting since"))
    # What the player says to it, once.
    answer = models.TextField(_("the player’s answer"), max_length=1000, blank=True)
    answered = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        indexes: ClassVar = [
            models.Index(fields=["waiting_since"], name="case_open", condition=Q(state="open")),
        ]

    def __str__(self) -> str:
        return f"{_('case')} {self.pk}"


class Signal(models.Model):
    """One thing about an entry that staff should know of; never a verdict."""

    class Kind(models.TextChoices):
        DEVICE = "device", _("device had seen the deal")
        FAST = "fast", _("faster than hands")
        BURST = "burst", _("moves in a burst")
        SAME_LINE = "same", _("another player’s moves")
        STORED_LINE = "stored", _("the stored line")
        ACCOUNTS = "accounts", _("many accounts on a device")

    case = models.ForeignKey(Case, models.CASCADE, related_name="signals")
    kind = models.CharField(_("signal"), max_length=8, choices=Kind)
    # Numbers, and keys of games and players; worded where it is shown.
    facts = models.JSONField(default=dict)
    found = models.DateTimeField()

    class Meta:
        verbose_name = _("signal")
        verbose_name_plural = _("signals")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["case", "kind"], name="one_signal_of_a_kind"),
        ]
        indexes: ClassVar = [models.Index(fields=["found"], name="signal_found")]

    def __str__(self) -> str:
        return f"{self.case_id} {self.kind}"


class Unchangeable(Exception):
    """Somebody has tried to change or delete what was decided."""


class DecisionQuerySet(models.QuerySet["Decision"]):
    """Decisions, which are only ever added."""

    def update(self, **kwargs: Any) -> Never:
        raise Unchangeable

    def delete(self) -> Never:
        raise Unchangeable

    def bulk_create(self, *args: Any, **kwargs: Any) -> Never:
        """Refuse: it could update what is there already."""
        raise Unchangeable


class Decision(models.Model):
    """What one of the staff has decided in a case; rows are only ever added."""

    class Kind(models.TextChoices):
        CLEAR = "clear", _("cleared")
        STRIKE = "strike", _("struck off")
        DEACTIVATE = "shut", _("struck off, player deactivated")

    case = models.ForeignKey(Case, models.PROTECT, related_name="decisions", verbose_name=_("case"))
    kind = models.CharField(_("decision"), max_length=6, choices=Kind)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("decided by")
    )
    decided = models.DateTimeField(_("decided"))

    objects = DecisionQuerySet.as_manager()

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        indexes: ClassVar = [models.Index(fields=["-decided"], name="decision_latest")]

    def __str__(self) -> str:
        return f"{self.case_id} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the row; an existing one is never written again."""
        if not self._state.adding:
            raise Unchangeable
        # Django would take one that was made with another's key for a change of that one.
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> Never:
        """Refuse: decisions stay."""
        raise Unchangeable
