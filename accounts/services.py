"""Everything that writes players and their tokens, but for what allauth writes."""

import hashlib
import re
import secrets

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, ProtectedError
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _

from accounts import events, journal, names
from accounts.log import log_change
from accounts.models import ApiToken, Player

MAX_TOKENS = 10
TOKEN_OPENING = "patience_"  # noqa: S105  # tells people and scanners what they have found
# Letters and digits that are not taken for one another when they are copied from paper.
CODE_SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_GROUPS, CODE_GROUP_LENGTH = 5, 4


def choose_language(*, player: Player, language: str) -> None:
    """Keep the language a player wants to read, '' for the browser's; nothing else is written."""
    player.language = language
    player.save(update_fields=["language"])  # the rest may have changed since it was read


def create_token(*, player: Player, label: str) -> tuple[ApiToken, str]:
    """Return a new token and its plain text, which is nowhere else and never shown again.

    Raises ValidationError for a bad label or when the player has ``MAX_TOKENS`` tokens.
    """
    plain = TOKEN_OPENING + secrets.token_urlsafe(32)
    token = ApiToken(
        player=player,
        label=label.strip(),
        prefix=plain[: len(TOKEN_OPENING) + 3],
        digest=token_digest(plain),
    )
    token.full_clean(exclude=["player"], validate_unique=False)
    with transaction.atomic():
        # The lock on the player lets two requests at once count one after the other.
        Player.objects.select_for_update().get(pk=player.pk)
        if player.api_tokens.count() >= MAX_TOKENS:
            raise ValidationError(
                _("You have %(most)d tokens already. Revoke one first."),
                code="too_many_tokens",
                params={"most": MAX_TOKENS},
            )
        token.save()
    journal.tell("token made", player)
    return token, plain


def revoke_token(*, player: Player, token_id: int) -> bool:
    """Delete a token of the player; return whether there was one."""
    deleted, _each = ApiToken.objects.filter(player=player, pk=token_id).delete()
    if deleted:
        journal.tell("token revoked", player)
    return deleted > 0


def token_digest(plain: str) -> str:
    """Return what is stored of a token; it is long and random, so one round of hashing does."""
    return hashlib.sha256(plain.encode()).hexdigest()


def renew_recovery_code(*, player: Player) -> str:
    """Give the player a new recovery code, and return it; the old one is void."""
    groups = (
        "".join(secrets.choice(CODE_SIGNS) for _sign in range(CODE_GROUP_LENGTH))
        for _group in range(CODE_GROUPS)
    )
    code = "-".join(groups)
    player.recovery_hash = _code_digest(code)
    player.save(update_fields=["recovery_hash"])
    return code


def recover(*, name: str, code: str, password: str) -> tuple[Player, str] | None:
    """Set a new password by name and recovery code; return the player and the next code.

    ``None`` for an unknown name, a wrong code and a deactivated player alike. The code is used
    up, and all sessions of the player end with the old password.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().filter(name_key=names.name_key(name)).first()
        stored = player.recovery_hash if player else ""
        fits = constant_time_compare(_code_digest(code), stored or "-")
        if player is None or not fits or not player.is_active:
            return None
        player.set_password(password)
        player.save(update_fields=["password"])
        return player, renew_recovery_code(player=player)


def _code_digest(code: str) -> str:
    """Return what is stored of a code; its 98 random bits need no slow hash."""
    signs = "".join(sign for sign in code.upper() if sign.isalnum())
    return hashlib.sha256(signs.encode()).hexdigest()


@transaction.atomic
def deactivate_player(*, player: Player, by: Player, reason: str = "") -> None:
    """Bar a player from signing in and playing, and end all of their sessions for good."""
    Player.objects.filter(pk=player.pk).update(
        is_active=False, session_epoch=F("session_epoch") + 1
    )
    player.refresh_from_db(fields=["is_active", "session_epoch"])
    events.tell_deactivation(player)
    log_change(player, by=by, text=f"Deactivated. {reason}".strip())


@transaction.atomic
def activate_player(*, player: Player, by: Player) -> None:
    """Let a deactivated player in again."""
    player.is_active = True
    player.save(update_fields=["is_active"])
    events.tell_activation(player)
    log_change(player, by=by, text="Activated.")


def check_may_be_deleted(player: Player) -> None:
    """Raise a ValidationError for staff, with whom the log of what they did would go."""
    if player.is_staff or LogEntry.objects.filter(user_id=player.pk).exists():
        raise _staff_stays()


def _staff_stays() -> ValidationError:
    return ValidationError(
        _("An account of staff can’t be deleted: the log of the desk needs it."),
        code="staff_stays",
    )


@transaction.atomic
def delete_player(*, player: Player) -> None:
    """Delete a player with all that is the player's own; what they won stays, without a name.

    Raises ValidationError for staff.
    """
    check_may_be_deleted(player)
    # First of all, as who decides about a player does, so that no two lock each other out.
    Player.objects.select_for_update().filter(pk=player.pk).first()
    events.tell_deletion(player)
    _forget_names_in_log(player)
    Session.objects.filter(pk__in=player.sign_ins.values("session_key")).delete()
    try:
        player.delete()
    except ProtectedError:
        # What staff have decided names them for good, also where no log of the desk does.
        raise _staff_stays() from None


def _forget_names_in_log(player: Player) -> None:
    """Have the log of the desk tell of a number where it tells of a player's names."""
    borne = [player.username, *player.former_names.values_list("username", flat=True)]
    names_borne = "|".join(re.escape(name) for name in sorted(borne, key=len, reverse=True))
    number = f"#{player.pk}"
    told_of = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Player), object_id=str(player.pk)
    )
    for told in told_of:
        told.object_repr = number
        told.change_message = re.sub(rf"(?<!\w)({names_borne})(?!\w)", number, told.change_message)
        told.save(update_fields=["object_repr", "change_message"])
