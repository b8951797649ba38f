"""The app's configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaderboardConfig(AppConfig):
    name = "leaderboard"
    verbose_name = _("Leaderboard")

    def ready(self) -> None:
        """Ask the games to tell of every ranked game that is won."""
        from leaderboard import services

        services.listen()
