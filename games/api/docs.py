"""The API's description of itself: the schema, and a page to read and try it."""

from typing import Any

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

schema = SpectacularAPIView.as_view(authentication_classes=[], throttle_classes=[])

_page = SpectacularSwaggerSplitView.as_view(url_name="api-schema", authentication_classes=[])


# The page's own frame has an inline style; its scripts all come from files of ours.
@csp_replace({"style-src": [SELF, UNSAFE_INLINE]})
def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    """The browsable page."""
    return _page(request, *args, **kwargs)
