"""Every address of the service. What is not listed is a page, and the page finds its own way."""

from django.conf import settings
from django.contrib import admin
from django.http import FileResponse, Http404, HttpRequest
from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from ttr_project.readiness import healthz, readyz


def page(request: HttpRequest) -> FileResponse:
    try:
        return FileResponse((settings.PAGE_DIR / "index.html").open("rb"))
    except FileNotFoundError:
        raise Http404("The page is not built: run `make page`.") from None


urlpatterns = [
    path("healthz", healthz),
    path("readyz", readyz),
    path("admin/", admin.site.urls),
    path("api/schema", SpectacularAPIView.as_view(), name="schema"),
    path("api/", include("games.accounts.urls")),
    path("api/", include("games.tables.urls")),
    re_path(r"^(?!api/|ws/|static/|assets/).*$", page),
]
