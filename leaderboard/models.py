"""The results of the won ranked games."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from leaderboard.circles.models import Circle, Membership
from leaderboard.fairplay.models import Case, Decision, Examination, Sighting, Signal
from leaderboard.standings.models import Record, Settlement, Standing

__all__ = [
    "Case",
    "Circle",
    "Decision",
    "Entry",
    "Examination",
    "Membership",
    "Record",
    "Settlement",
    "Sighting",
    "Signal",
    "Standing",
    "Step",
]

# For statements of our own; the models themselves only games may import.
DAILIES = "games_dailydeal"


class Entry(models.Model):
    """What a won ranked game brought, and whether it counts."""

    class State(models.TextChoices):
        COUNTED = "counted", _("counted")
        HELD = "held", _("held")
        VOID = "void", _("void")

    game = models.OneToOneField(
        "games.Game", on_delete=models.PROTECT, related_name="entry", verbose_name=_("game")
    )
    daily = models.ForeignKey(
        "games.DailyDeal",
        on_delete=models.PROTECT,
        related_name="entries",
        verbose_name=_("daily deal"),
        db_index=False,
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="entries",
        db_index=False,
    )
    # The time in hundredths of a second, rounded down.
    hundredths = models.PositiveBigIntegerField(_("time"))
    moves = models.PositiveIntegerField(_("moves"))
    undos = models.PositiveIntegerField(_("undos"))
    restarts = models.PositiveIntegerField(_("restarts"))
    finished = models.DateTimeField(_("finished"))
    state = models.CharField(_("state"), max_length=7, choices=State)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    # The player's, where an entry was read for a board.
    username: str | None

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~Q(state="void") | ~Q(reason=""), name="void_for_a_reason"
            ),
            models.UniqueConstraint(
                fields=["daily", "player"], name="one_entry_per_daily_and_player"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["daily", "state", "hundredths", "finished"], name="entry_on_board"
            ),
            models.Index(fields=["player", "-finished"], name="entry_of_player"),
            # The few that a player is told of, which nobody should look for among thousands.
            models.Index(
                fields=["player", "-finished"],
                condition=~Q(state="counted"),
                name="entry_not_counted",
            ),
            models.Index(fields=["-finished"], name="entry_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.daily_id} {self.hundredths / 100:.2f}"

    @property
    def is_clean(self) -> bool:
        """Whether the game was won without an undo or a restart."""
        return not (self.undos or self.restarts)


class Step(models.Model):
    """How many counted entries of a daily took from `start` to below `start + width` seconds."""

    daily = models.ForeignKey(
        "games.DailyDeal", on_delete=models.CASCADE, related_name="+", db_index=False
    )
    # A minute or a second.
    width = models.PositiveSmallIntegerField()
    start = models.PositiveIntegerField()
    number = models.IntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["daily", "width", "start"], name="one_step_per_start"),
        ]

    def __str__(self) -> str:
        return f"{self.daily_id} {self.start} s: {self.number}"
