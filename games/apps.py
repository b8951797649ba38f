"""The app's configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Hear of players who come, want their data, or are deleted; have addresses name days."""
        from django.contrib.auth.signals import user_logged_in
        from django.urls import register_converter

        from accounts import events
        from games.dates import DayConverter, MonthConverter
        from games.selectors import belongings
        from games.services import leaving, moving_in

        events.export_part("games", belongings.games_with_moves)
        events.export_part("help", belongings.help_asked_for)
        events.on_deletion(leaving.delete_games_of)
        user_logged_in.connect(moving_in.bring_along)
        register_converter(DayConverter, "day")
        register_converter(MonthConverter, "month")
