"""The app's configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FrontendConfig(AppConfig):
    name = "frontend"
    verbose_name = _("Pages")

    def ready(self) -> None:
        """Check, among the rest, what a site has to say that others reach."""
        from frontend import checks  # noqa: F401  # registers itself
