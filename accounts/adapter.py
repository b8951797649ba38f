"""What allauth asks the project about: names, words, mails, and where to go next."""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from accounts import barred, devices, once, preferences, renaming, services
from accounts.names import clean_name, name_key

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """Allauth's questions, answered for players with names."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("That name and password don’t go together."),
        "too_many_login_attempts": _("Too many failed attempts. Please wait a few minutes."),
        "incorrect_password": _("That isn’t your password."),
        "enter_current_password": _("That isn’t your current password."),
        "duplicate_email": _("This is your mail address already."),
        "rate_limited": _("That was too much at once. Please wait a moment."),
        "invalid_password_reset": _("This link doesn’t work any more."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name as it is shown; raise a ValidationError that says what is wrong."""
        name = clean_name(username)
        if not shallow:
            renaming.check_name_is_free(name)
        return name

    def post_login(
        self, request: HttpRequest, user: Any, *, signup: bool, email: str | None, **rest: Any
    ) -> HttpResponse:
        """Go on; by way of the recovery code where a new player has no mail to recover by."""
        response: HttpResponse = super().post_login(
            request, user, signup=signup, email=email, **rest
        )
        if signup and not user.email:
            once.keep(request, "recovery_code", services.renew_recovery_code(player=user))
            target = urlencode({"next": response["Location"]})
            response = redirect(f"{reverse('account_recovery_code')}?{target}")
        preferences.take_along(request, response, user)
        language = preferences.chosen(request)["language"]
        if signup and language in dict(settings.LANGUAGES):
            services.choose_language(player=user, language=language)
        if user.language:
            preferences.keep_language(response, user.language)
        devices.recognise(request, response, user)
        return response

    def respond_user_inactive(self, request: HttpRequest, user: Any) -> HttpResponse:
        """Lead who has shown a deactivated account's password to the reason."""
        barred.note(request, user)
        response: HttpResponse = super().respond_user_inactive(request, user)
        return response

    def set_password(self, user: Any, password: str) -> None:
        """Store a new password, and nothing that may have changed since the player was read."""
        user.set_password(password)
        user.save(update_fields=["password"])

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """Return where to go once an address is confirmed."""
        name = "account_settings" if self.request.user.is_authenticated else "account_login"
        return reverse(name)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return where to go once the password is changed."""
        return reverse("account_settings")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail; a mail server that is down must not tell a known address from others."""
        try:
            super().send_mail(template_prefix, email, context)
        except (SMTPException, OSError):
            logger.exception("Mail %s could not be sent", template_prefix)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count failed attempts by who is meant, however the name is typed."""
        return name_key(credentials.get("username") or credentials.get("email") or "")
