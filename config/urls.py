"""Who answers which address."""

from django.contrib import admin
from django.urls import include, path
from django.utils.translation import gettext_lazy as _

from config.health import health
from frontend.texts import SITE_NAME

handler400 = "config.errors.bad_request"
handler403 = "config.errors.permission_denied"
handler404 = "config.errors.page_not_found"

admin.site.site_header = admin.site.site_title = SITE_NAME
admin.site.index_title = _("The desk")

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/", include("games.api.urls")),
    path("health/", health),
    path("account/", include("accounts.urls")),
    path("", include("frontend.urls")),
]
