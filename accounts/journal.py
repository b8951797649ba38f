"""What the log tells of signing in and of what one signs in with: who it was, by number, and how.

Names, addresses and whatever was typed are told to nobody.
"""

import logging
from collections.abc import Callable

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from django.contrib.auth import signals as auth
from django.dispatch import Signal
from django.http import HttpRequest

from accounts.models import Player

logger = logging.getLogger("patience.accounts")

EVENTS: dict[str, Signal] = {
    "signed up": account.user_signed_up,
    "signed out": auth.user_logged_out,
    "password changed": account.password_changed,
    "password reset": account.password_reset,
    "mail address changed": account.email_changed,
    "second factor added": mfa.authenticator_added,
    "second factor removed": mfa.authenticator_removed,
    "second factor renewed": mfa.authenticator_reset,
    "second factor failed": mfa.authentication_failed,
}


def begin() -> None:
    """Write a line for each event from now on."""
    for words, signal in EVENTS.items():
        signal.connect(_line(words), weak=False, dispatch_uid=f"journal {words}")
    auth.user_logged_in.connect(_signed_in, dispatch_uid="journal signed in")
    auth.user_login_failed.connect(_failed, dispatch_uid="journal sign-in failed")


def tell(words: str, player: Player | None) -> None:
    """Write that something has happened to a player's account."""
    logger.info("%s: player %s", words, player.pk if player else "nobody")


def _line(words: str) -> Callable[..., None]:
    def receive(*, user: Player | None = None, **_rest: object) -> None:
        tell(words, user)

    return receive


def _signed_in(*, request: HttpRequest | None = None, user: Player, **_rest: object) -> None:
    records = request.session.get("account_authentication_methods", []) if request else []
    methods = "+".join(str(record.get("method")) for record in records)
    tell(f"signed in by {methods or 'session'}", user)


def _failed(**_rest: object) -> None:
    tell("sign-in failed", None)
