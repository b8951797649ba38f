"""The app's configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Players")

    def ready(self) -> None:
        """Note at once where somebody signs in; the middleware notes it of who comes back."""
        from django.contrib.auth.signals import user_logged_in

        from accounts import journal, sign_ins

        user_logged_in.connect(sign_ins.note_signed_in)
        journal.begin()
