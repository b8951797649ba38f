"""The API's description of itself: the schema, and a page to read and try it."""

from typing import Any

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
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
_page = SpectacularSwaggerSplitView.as_view(url_name="api-schema", **OPTIONS)


# The page's own frame has an inline style; its scripts all come from files of ours.
@csp_replace({"style-src": [SELF, UNSAFE_INLINE]})
def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    """The browsable page."""
    return _page(request, *args, **kwargs)
