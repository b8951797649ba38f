"""The API's description of itself: the schema, and a page to read and try it."""

from typing import Any

from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request


class TheirsOrOurs(DefaultContentNegotiation):
    """The format that is asked for, and the first of ours where that is none we have."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        """The renderer to answer with."""
        try:
            return super().select_renderer(request, renderers, format_suffix)
        except NotAcceptable:
            return renderers[0], renderers[0].media_type


OPTIONS: dict[str, Any] = {
    "authentication_classes": [],
    "content_negotiation_class": TheirsOrOurs,
    "metadata_class": None,
}
schema = SpectacularAPIView.as_view(throttle_classes=[], **OPTIONS)
# A template of ours: theirs has a style within the page, which the policy forbids.
page = SpectacularSwaggerSplitView.as_view(
    url_name="api-schema", template_name="games/docs.html", **OPTIONS
)
