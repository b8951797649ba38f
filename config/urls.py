"""Who answers which address."""

from django.contrib import admin
from django.urls import include, path

from config.health import health

handler400 = "config.errors.bad_request"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/", include("games.api.urls")),
    path("health/", health),
    path("account/", include("accounts.urls")),
    path("", include("frontend.urls")),
]
