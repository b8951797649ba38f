"""What a site that others reach has to say, and does not yet."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register


@register(Tags.compatibility, deploy=True)
def imprint_is_set(**_rest: Any) -> list[CheckMessage]:
    """Warn where nobody answers for the site."""
    if settings.IMPRINT:
        return []
    return [
        Warning(
            "The site has no imprint.",
            hint="Set IMPRINT to who runs the site and how to reach them (docs/operations.md).",
            id="frontend.W001",
        )
    ]
