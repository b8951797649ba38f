"""Django's own apps, where this project wants them a little different."""

from django.contrib.staticfiles.apps import StaticFilesConfig


class StaticFiles(StaticFilesConfig):
    """Leaves out files that other packages bring along and no page asks for, some 15 MB."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "redoc", "rest_framework"]
