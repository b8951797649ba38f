"""Passkeys and second factors: what allauth asks the project about, and its forms in our words."""

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter, get_adapter
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
)
from cryptography.exceptions import InvalidSignature
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

KEY_NAME_LENGTH = 60
# What reading a credential raises that no browser has made, beside what allauth expects.
MALFORMED = (
    *(AttributeError, IndexError, KeyError, TypeError, ValueError),
    *(InvalidSignature, struct.error),
)


class MFAAdapter(DefaultMFAAdapter):
    """Allauth's questions, answered for players with names."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("That didn’t fit. Please try again."),
        "cannot_generate_recovery_codes": _("Without a second factor there are no spare codes."),
    }

    def get_totp_label(self, user: Any) -> str:
        """Return what the account is called in the app that makes the codes."""
        name: str = user.get_username()
        return name

    def get_public_key_credential_user_entity(self, user: Any) -> dict[str, Any]:
        """Return what the account is called where passkeys are kept."""
        name = user.get_username()
        return {**super().get_public_key_credential_user_entity(user), "name": name}

    def generate_authenticator_name(
        self, user: Any, type: Authenticator.Type
    ) -> str:  # allauth's name
        """Return what a new passkey is called unless its player calls it something."""
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return gettext("Passkey") if number == 1 else gettext("Passkey %d") % number


@contextmanager
def malformed_is_wrong() -> Iterator[None]:
    """Take a credential that can't be read for one that doesn't fit."""
    try:
        yield
    except MALFORMED:
        raise get_adapter().validation_error("incorrect_code") from None


def code_field(label: Any) -> forms.CharField:
    """Return a field for a code of six or eight digits."""
    attrs = {"autocomplete": "one-time-code", "inputmode": "numeric", "autocapitalize": "none"}
    return forms.CharField(label=label, max_length=20, widget=forms.TextInput(attrs))


class CodeForm(AuthenticateForm):
    """The second factor after the password: a code of the app, or a spare one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"] = code_field(_("Code from the app, or a spare code"))


class AppForm(ActivateTOTPForm):
    """The first code of an app that is set up now."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"] = code_field(_("Code that the app shows"))


class PasskeyLoginForm(LoginWebAuthnForm):
    """A passkey in place of name and password."""

    def clean_credential(self) -> Authenticator:
        with malformed_is_wrong():
            return super().clean_credential()


class PasskeyCheckForm(AuthenticateWebAuthnForm):
    """A passkey after the password."""

    def clean_credential(self) -> Authenticator:
        with malformed_is_wrong():
            return super().clean_credential()


class PasskeyForm(AddWebAuthnForm):
    """A new passkey: always one that signs in by itself."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"] = forms.CharField(
            label=_("What do you call it?"), max_length=KEY_NAME_LENGTH, required=False
        )
        self.fields["passwordless"].widget = forms.HiddenInput()
        self.initial["passwordless"] = "on"
        self.order_fields(["name"])

    def clean(self) -> dict[str, Any]:
        with malformed_is_wrong():
            return super().clean()
