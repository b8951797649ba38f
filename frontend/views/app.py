"""What makes the site an app on a phone: its manifest, its service worker and the page it keeps."""

import hashlib
import json

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from frontend.texts import SITE_NAME
from frontend.views.common import page

CLOTH, GROUND = "#1c4636", "#f6f1e4"
KEPT = [
    "frontend/css/tokens.css",
    "frontend/css/base.css",
    "frontend/css/layout.css",
    "frontend/css/forms.css",
    "frontend/css/dark.css",
    "frontend/img/icon.svg",
]
"""What the page for times without a network needs."""


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Tell a phone what to install: name, icons, colours, and where it begins."""
    data = {
        "id": "/",
        "name": SITE_NAME,
        "short_name": SITE_NAME,
        "description": _(
            "Twelve patiences a day, the same deal for everybody, against the server's clock."
            " Free practice for all."
        ),
        "lang": get_language(),
        "start_url": reverse("lobby"),
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": CLOTH,
        "categories": ["games"],
        "icons": [
            {"src": static("frontend/img/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            _icon("icon-192.png", 192, "any"),
            _icon("icon-512.png", 512, "any"),
            _icon("icon-maskable-512.png", 512, "maskable"),
        ],
    }
    response = JsonResponse(data, content_type="application/manifest+json")
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _icon(name: str, size: int, purpose: str) -> dict[str, str]:
    return {
        "src": static(f"frontend/img/{name}"),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Give the worker that shows a kept page while there is no network.

    It lies at the top, since a worker only serves what lies below itself, and it names the files'
    hashed addresses and the page's edition: with another release it reads otherwise, and browsers
    take it anew.
    """
    offline = reverse("offline")
    kept = [offline, *(static(name) for name in KEPT)]
    texts = {"offline": offline, "kept": kept, "edition": _edition_of_offline_page()}
    response = render(
        request,
        "frontend/service-worker.js",
        {name: json.dumps(text) for name, text in texts.items()},
        content_type="text/javascript; charset=utf-8",
    )
    patch_cache_control(response, no_cache=True)
    return response


def _edition_of_offline_page() -> str:
    """Return what differs as soon as the kept page does, in whichever language."""
    digest = hashlib.sha256()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            digest.update(render_to_string("frontend/offline.html").encode())
    return digest.hexdigest()[:12]


@page
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Say that playing needs a network; kept by the worker, so there is nothing personal on it."""
    return render(request, "frontend/offline.html")
