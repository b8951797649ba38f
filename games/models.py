"""What is stored: deals, the days they are played on, games, and every move of them."""

import uuid
from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.rules import Position, Ruleset, find_ruleset


class Deal(models.Model):
    """A shuffled pack for a ruleset, stored as it was dealt and never worked out again."""

    ruleset = models.CharField(_("ruleset"), max_length=40)
    ruleset_version = models.PositiveSmallIntegerField(_("ruleset version"))
    number = models.BigIntegerField(
        _("number"), null=True, blank=True, help_text=_("Public number of a practice deal.")
    )
    # The cards' codes in shuffled order, without separators: 104 or 208 letters.
    pack = models.CharField(_("pack"), max_length=208)
    # The two packs of the redeals, likewise, one after the other; empty where there are none.
    reshuffled = models.CharField(_("packs of the redeals"), max_length=208, blank=True)
    created = models.DateTimeField(_("created"))

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["ruleset", "ruleset_version", "number"], name="one_deal_per_number"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} {f'#{self.number}' if self.number else f'({self.pk})'}"

    def rules(self) -> Ruleset:
        """The ruleset, in the version that the deal was made for."""
        return find_ruleset(self.ruleset, self.ruleset_version)

    def position(self) -> Position:
        """The position as dealt."""
        return self.rules().deal(codes(self.pack), reshuffled=self.reshuffled_packs())

    def reshuffled_packs(self) -> tuple[tuple[str, ...], ...]:
        """The packs of the redeals, in their order; none where there is no redeal."""
        cards = codes(self.reshuffled)
        half = len(cards) // 2
        return (cards[:half], cards[half:]) if cards else ()


def codes(pack: str) -> tuple[str, ...]:
    """Split a stored pack into its cards.

    >>> codes("ACTH")
    ('AC', 'TH')
    """
    return tuple(pack[at : at + 2] for at in range(0, len(pack), 2))


class DailyDeal(models.Model):
    """The deal that everybody plays on a day, with the secret seed that it came from."""

    deal = models.OneToOneField(
        Deal, on_delete=models.PROTECT, related_name="daily", verbose_name=_("deal")
    )
    ruleset = models.CharField(_("ruleset"), max_length=40)
    day = models.DateField(_("day"))
    seed = models.BinaryField(_("seed"), max_length=32)
    seed_sha256 = models.CharField(_("SHA-256 of the seed"), max_length=64)
    opens = models.DateTimeField(_("opens"))
    closes = models.DateTimeField(_("closes"))
    settles = models.DateTimeField(_("settles"))

    class Meta:
        verbose_name = _("daily deal")
        verbose_name_plural = _("daily deals")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["day", "ruleset"], name="one_daily_per_ruleset_and_day"
            ),
            models.CheckConstraint(
                condition=Q(opens__lt=F("closes"), closes__lte=F("settles")),
                name="daily_opens_closes_settles",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.day}"

    def is_open(self, now: datetime) -> bool:
        """Whether a ranked game may begin."""
        return self.opens <= now < self.closes

    def is_settled(self, now: datetime) -> bool:
        """Whether the day is over for everybody, so that its secrets are public."""
        return now >= self.settles


class Certificate(models.Model):
    """How a daily can be won: found and replayed before the daily was published.

    It is as secret as the seed, and a row of its own, so that nothing that reads a daily loads
    the line by the way.
    """

    daily = models.OneToOneField(
        DailyDeal, primary_key=True, on_delete=models.CASCADE, related_name="certificate"
    )
    # The winning line's moves, parted by spaces.
    line = models.TextField()
    length = models.PositiveIntegerField()
    # How many positions the search looked at: how hard the deal was.
    nodes = models.PositiveBigIntegerField()
    created = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.daily_id)


class Game(models.Model):
    """Somebody's play of a deal; its rows of moves are the truth, what stands here a cache."""

    class Outcome(models.TextChoices):
        PLAYING = "", _("playing")
        WON = "won", _("won")
        GIVEN_UP = "given_up", _("given up")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="games",
        db_index=False,
    )
    # A guest's key from the session; empty in a player's game, also once the player is deleted.
    guest = models.CharField(_("guest"), max_length=64, blank=True)
    deal = models.ForeignKey(
        Deal, on_delete=models.PROTECT, related_name="games", verbose_name=_("deal")
    )
    # Set where the game was begun as the player's ranked game of that daily.
    daily = models.ForeignKey(
        DailyDeal,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="games",
        verbose_name=_("daily deal"),
    )
    started = models.DateTimeField(_("started"))
    finished = models.DateTimeField(_("finished"), null=True, blank=True)
    outcome = models.CharField(
        _("outcome"), max_length=8, choices=Outcome, default=Outcome.PLAYING, blank=True
    )
    version = models.PositiveIntegerField(_("version"), default=0)
    ply = models.PositiveIntegerField(_("moves"), default=0)
    undos = models.PositiveIntegerField(_("undos"), default=0)
    restarts = models.PositiveIntegerField(_("restarts"), default=0)
    # How many entries may be taken back now: those that stand since the last reveal.
    undoable = models.PositiveIntegerField(default=0)
    # Whether the solver has been asked about it.
    helped = models.BooleanField(_("helped"), default=False)
    last_request = models.UUIDField(null=True, blank=True)
    position = models.TextField(_("position"))
    # A digest of the start and of all rows with their times (games.seals); empty before the first.
    seal = models.CharField(max_length=32, blank=True, default="", editable=False)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "daily"], name="one_ranked_game_per_player_and_daily"
            ),
            models.CheckConstraint(
                condition=Q(player=None) | Q(guest=""), name="game_of_player_or_guest"
            ),
            models.CheckConstraint(
                condition=Q(daily=None) | Q(guest=""), name="guests_play_practice_only"
            ),
            models.CheckConstraint(
                condition=Q(outcome="", finished=None)
                | (~Q(outcome="") & Q(finished__isnull=False)),
                name="game_finished_with_an_outcome",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "-started"], name="game_of_player"),
            models.Index(
                fields=["guest", "-started"], name="game_of_guest", condition=~Q(guest="")
            ),
            models.Index(fields=["-started"], name="game_latest"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class Move(models.Model):
    """One thing that happened in a game; rows are only ever added."""

    class Kind(models.TextChoices):
        PLAY = "play", _("move")
        UNDO = "undo", _("undo")
        RESTART = "restart", _("restart")
        RESIGN = "resign", _("resign")

    game = models.ForeignKey(
        Game,
        on_delete=models.CASCADE,
        related_name="moves",
        verbose_name=_("game"),
        db_index=False,
    )
    version = models.PositiveIntegerField(_("version"))
    kind = models.CharField(_("kind"), max_length=7, choices=Kind)
    text = models.CharField(_("move"), max_length=16, blank=True)
    # How many moves stand after this row.
    ply = models.PositiveIntegerField(_("moves"))
    # The rows of one sequence share their request, and are numbered from 0 on within it.
    request = models.UUIDField()
    step = models.PositiveSmallIntegerField(default=0)
    # Of the request's whole body, so that an id used again for something else is told apart.
    fingerprint = models.CharField(max_length=32)
    created = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "version"], name="one_row_per_game_and_version"
            ),
            models.UniqueConstraint(
                fields=["game", "request", "step"], name="one_entry_per_game_and_request"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.version}"


# --- What is handed to the solver's process -----------------------------------------------------


class DayRequest(models.Model):
    """A day that was asked for before all its dailies were there."""

    day = models.DateField(primary_key=True)
    created = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.day)


class HelpRequest(models.Model):
    """What somebody asked about a game, and the answer; each asker has one at a time.

    It names the game and its version only: the solver's process reads the position itself, and
    drops what the game has left behind.
    """

    class Kind(models.TextChoices):
        HINT = "hint"
        WINNABLE = "winnable"
        LINE = "line"
        TURNING_POINT = "turning_point"

    asker = models.CharField(max_length=80, unique=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="help_requests")
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=13, choices=Kind)
    # New with each question, so that an answer never reaches a later one.
    question = models.UUIDField()
    created = models.DateTimeField()
    answer = models.JSONField(null=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["created"], name="help_waiting", condition=Q(answer__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.game_id} {self.version}"


class SolverPulse(models.Model):
    """The one row that says when the solver's process was last seen at work."""

    seen = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.seen)
