"""The app's configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaderboardConfig(AppConfig):
    name = "leaderboard"
    verbose_name = _("Leaderboard")

    def ready(self) -> None:
        """Ask the games to tell of every ranked game that is won, and of what is to be watched."""
        from leaderboard import services
        from leaderboard.circles import services as circles
        from leaderboard.fairplay import services as fairplay

        services.listen()
        fairplay.listen()
        circles.listen()
