"""Players and their API tokens."""

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts import names


class NameKeyField(models.CharField):  # type: ignore[type-arg]  # not generic at run time
    """What the player's name is known by; follows the name whenever a row is written."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = names.name_key(model_instance.username)  # type: ignore[attr-defined]  # of those that have one
        setattr(model_instance, self.attname, key)
        return key


class LookKeyField(models.CharField):  # type: ignore[type-arg]  # not generic at run time
    """What the player's name looks like; follows the name whenever a row is written."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = names.look_key(model_instance.username)  # type: ignore[attr-defined]  # of those that have one
        setattr(model_instance, self.attname, key)
        return key


class PlayerManager(BaseUserManager["Player"]):
    """Creates players and finds them by name, whatever its case."""

    def create_user(
        self, username: str, email: str = "", password: str | None = None, **fields: Any
    ) -> "Player":
        """Create a player; the caller has checked the name with ``names.clean_name``."""
        player = self.model(username=username, email=self.normalize_email(email), **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(
        self, username: str, email: str = "", password: str | None = None, **fields: Any
    ) -> "Player":
        """Create a player who may do everything; an operator may take a reserved name."""
        username = names.clean_name(username, may_be_reserved=True)
        fields = {**fields, "is_staff": True, "is_superuser": True}
        return self.create_user(username, email, password, **fields)

    def get_by_natural_key(self, username: str | None) -> "Player":
        return self.get(name_key=names.name_key(username or ""))


class Player(AbstractBaseUser, PermissionsMixin):
    """Somebody who plays under a name of their own."""

    class Audience(models.TextChoices):
        EVERYBODY = "everybody", _("everybody")
        PLAYERS = "players", _("who is signed in")
        NOBODY = "nobody", _("nobody else")

    username = models.CharField(_("name"), max_length=names.MAX_LENGTH, unique=True)
    name_key = NameKeyField(max_length=names.KEY_LENGTH, unique=True, editable=False)
    look_key = LookKeyField(max_length=names.KEY_LENGTH, unique=True, editable=False)
    email = models.EmailField(_("mail address"), blank=True)
    language = models.CharField(_("language"), max_length=2, blank=True, choices=settings.LANGUAGES)
    # What differs from the ordinary; its names and values are accounts.preferences.VALUES.
    preferences = models.JSONField(default=dict, blank=True, editable=False)
    # Who may see the player's page, and what of it; read by accounts.public_page.
    page_for = models.CharField(
        max_length=9, choices=Audience, default=Audience.EVERYBODY, editable=False
    )
    page_results = models.BooleanField(default=True, editable=False)
    page_streaks = models.BooleanField(default=True, editable=False)
    # They tell what no board does: what was begun and not won.
    page_months = models.BooleanField(default=False, editable=False)
    # Hash of the code that lets a player without mail set a new password; '' where there is none.
    recovery_hash = models.CharField(max_length=128, blank=True, editable=False)
    is_active = models.BooleanField(
        _("active"), default=True, help_text=_("Who isn’t active can neither sign in nor play.")
    )
    is_staff = models.BooleanField(
        _("staff"), default=False, help_text=_("Staff may enter the admin pages.")
    )
    date_joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)
    # Set where the player has asked to be deleted, and may still change their mind.
    delete_after = models.DateTimeField(null=True, blank=True, editable=False)
    # Part of what every session is checked against: another number, and all of them are over.
    session_epoch = models.PositiveIntegerField(default=0, editable=False)

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = []

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        indexes = [
            models.Index(models.F("date_joined").desc(), name="player_joined"),
            models.Index(fields=["email"], name="player_email"),
            models.Index(
                fields=["delete_after"],
                name="player_leaving",
                condition=models.Q(delete_after__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.username

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        return salted_hmac(
            "accounts.models.Player.session",
            f"{self.session_epoch}:{self.password}",
            secret=secret,
            algorithm="sha256",
        ).hexdigest()


class FormerName(models.Model):
    """A name that a player has given up; nobody else takes it as long as the account exists."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="former_names")
    username = models.CharField(max_length=names.MAX_LENGTH)
    name_key = NameKeyField(max_length=names.KEY_LENGTH, unique=True, editable=False)
    look_key = LookKeyField(max_length=names.KEY_LENGTH, db_index=True, editable=False)
    left = models.DateTimeField(default=timezone.now)
    # Changed by staff: not even its player takes it again, and it leads nowhere.
    withdrawn = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.username


class ApiToken(models.Model):
    """A key to the API that stands for its player; only its hash is kept."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="api_tokens")
    label = models.CharField(_("label"), max_length=60)
    prefix = models.CharField(_("begins with"), max_length=12, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    last_used = models.DateTimeField(_("last used"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return f"{self.prefix}… ({self.label})"


class SignIn(models.Model):
    """That a player is signed in with a session, and in what browser."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="sign_ins")
    session_key = models.CharField(max_length=40, unique=True)
    agent = models.CharField(max_length=200, blank=True)
    created = models.DateTimeField(default=timezone.now)
    seen = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player_id} {self.agent[:40]}"


class DeviceUse(models.Model):
    """That a player has used a device, which is known by a random number in its cookie."""

    device = models.CharField(max_length=32)
    player = models.ForeignKey(Player, models.CASCADE, related_name="device_uses", db_index=False)
    latest = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["device", "player"], name="one_use_per_device_and_player"
            ),
        ]
        indexes = [
            models.Index(fields=["player"], name="device_use_of_player"),
            models.Index(fields=["latest"], name="device_use_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.device[:6]}… {self.player_id}"


class NameReport(models.Model):
    """That somebody takes offence at the name that a player bore then."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        KEPT = "kept", _("kept")
        REPLACED = "replaced", _("replaced")

    reporter = models.ForeignKey(
        Player, models.CASCADE, related_name="+", verbose_name=_("reported by")
    )
    player = models.ForeignKey(Player, models.CASCADE, related_name="+", verbose_name=_("player"))
    name = models.CharField(_("reported name"), max_length=names.MAX_LENGTH)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.OPEN)
    created = models.DateTimeField(_("reported"))

    class Meta:
        verbose_name = _("report of a name")
        verbose_name_plural = _("reports of names")
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "player", "name"], name="one_report_per_reporter_and_name"
            ),
        ]
        indexes = [
            models.Index(
                fields=["created"], name="name_report_open", condition=models.Q(state="open")
            ),
        ]

    def __str__(self) -> str:
        return self.name
