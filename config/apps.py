"""Django's own apps, where this project wants them a little different."""

from django.contrib.admin.apps import AdminConfig
from django.contrib.staticfiles.apps import StaticFilesConfig


class StaticFiles(StaticFilesConfig):
    """Leaves out files that other packages bring along and no page asks for, some 15 MB."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        *("redoc", "rest_framework", "oauth2-redirect.*"),
    ]


class Desk(AdminConfig):
    """The admin, with a first page of our own."""

    default_site = "config.site.DeskSite"
