"""Who answers which address."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/", include("games.api.urls")),
    path("account/", include("accounts.urls")),
    path("", include("frontend.urls")),
]
