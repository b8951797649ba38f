"""Who answers which address."""

from django.contrib import admin
from django.urls import include, path

handler400 = "config.errors.bad_request"
handler403 = "config.errors.permission_denied"
handler404 = "config.errors.page_not_found"
handler500 = "config.errors.server_error"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/", include("games.api.urls")),
    path("account/", include("accounts.urls")),
    path("", include("frontend.urls")),
]
