"""The app's configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Give players their games along in the download, and clear up after who is deleted."""
        from accounts import events
        from games.selectors import belongings
        from games.services import leaving

        events.export_part("games", belongings.games_with_moves)
        events.export_part("help", belongings.help_asked_for)
        events.on_deletion(leaving.delete_games_of)
