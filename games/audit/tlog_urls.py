from django.urls import path, re_path

from games.audit.api import tlog

urlpatterns = [
    path("checkpoint", tlog.checkpoint),
    path("keys", tlog.key_list),
    path("tile/entries/<path:path>", tlog.entries),
    re_path(r"^tile/(?P<level>0|[1-9]|[1-5]\d|6[0-3])/(?P<path>[x0-9/.p]+)$", tlog.tile),
]
