"""The addresses of the project; each app lists its own."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("rhean.campaigns.urls")),
    path("", include("sheets.urls")),
    path("", include("encounters.urls")),
    path("admin/", admin.site.urls),
]
