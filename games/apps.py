"""The app's configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Hear of players who come, who want their data, and who are deleted."""
        from django.contrib.auth.signals import user_logged_in

        from accounts import events
        from games.selectors import belongings
        from games.services import leaving, moving_in

        events.export_part("games", belongings.games_with_moves)
        events.export_part("help", belongings.help_asked_for)
        events.on_deletion(leaving.delete_games_of)
        user_logged_in.connect(moving_in.bring_along)
