"""Every address of the service. What is not listed is a page, and the page finds its own way."""

from django.contrib import admin
from django.http import Http404
from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from games.problems import not_found
from ttr_project.metrics import metrics
from ttr_project.page import page
from ttr_project.readiness import healthz, readyz, web_readyz

urlpatterns = [
    # Nothing is named with NUL, and PostgreSQL can't look for it.
    re_path("\0", not_found, {"exception": Http404()}),
    path("healthz", healthz),
    path("readyz", readyz),
    path("readyz/web", web_readyz),
    path("metrics", metrics),
    path("admin/", admin.site.urls),
    path("api/schema", SpectacularAPIView.as_view(), name="schema"),
    path("api/", include("games.accounts.urls")),
    path("api/", include("games.tables.urls")),
    path("api/", include("games.tournaments.urls")),
    path("api/", include("games.audit.urls")),
    path("tlog/", include("games.audit.tlog_urls")),
    re_path(r"^(?!api/|ws/|static/|assets/|tlog/).*$", page),
]

handler400 = "games.problems.bad_request"
handler404 = "games.problems.not_found"
handler500 = "games.problems.server_error"
