"""What is added up at each settlement, so that no board sums over years of entries."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Settlement(models.Model):
    """That a daily's points have been given."""

    daily = models.OneToOneField(
        "games.DailyDeal", primary_key=True, on_delete=models.CASCADE, related_name="settlement"
    )
    created = models.DateTimeField()
    # When they were last counted: given, or moved by a decision about an entry.
    counted = models.DateTimeField(null=True)
    # The best time of the daily, in hundredths, so that first places are told from it; none where
    # nobody's counts.
    fastest = models.PositiveBigIntegerField(null=True)

    def __str__(self) -> str:
        return str(self.daily_id)


# Wins come first; any time that a day has room for is less.
WORTH_OF_A_WIN = 2**32


class Standing(models.Model):
    """A player's points in a month: with one ruleset, with all, or on the days' own patiences."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        # A deleted player's place stays, so that nobody's rank changes.
        on_delete=models.SET_NULL,
        null=True,
        related_name="standings",
        db_index=False,
    )
    # A ruleset, or boards.ALL or boards.OF_THE_DAY.
    scope = models.CharField(max_length=40)
    month = models.DateField()
    # May be below zero for a moment, while a difference is added.
    points = models.IntegerField()
    wins = models.IntegerField()
    # How many stand before it on its board, kept for one row in many: see `boards`.
    place = models.PositiveIntegerField(null=True, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "scope", "month"], name="one_standing_per_month"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["scope", "month", "-points", "id"], name="standing_on_board"),
            models.Index(
                fields=["scope", "month", "-points", "id", "place"],
                condition=Q(place__isnull=False),
                name="standing_place",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.scope} {self.month}: {self.points}"


class Record(models.Model):
    """What a player has reached with a ruleset in all settled dailies; times in hundredths."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="records",
        db_index=False,
    )
    ruleset = models.CharField(max_length=40)
    wins = models.PositiveIntegerField()
    best = models.PositiveBigIntegerField()
    median = models.PositiveBigIntegerField()
    # The longest run of days in a row.
    streak = models.PositiveIntegerField()
    # What ranks: wins, then the best time.
    worth = models.GeneratedField(
        expression=F("wins") * WORTH_OF_A_WIN - F("best"),
        output_field=models.BigIntegerField(),
        db_persist=True,
    )
    place = models.PositiveIntegerField(null=True, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "ruleset"], name="one_record_per_ruleset"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["ruleset", "-worth", "id"], name="record_on_board"),
            models.Index(
                fields=["ruleset", "-worth", "id", "place"],
                condition=Q(place__isnull=False),
                name="record_place",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.ruleset}: {self.wins}"
