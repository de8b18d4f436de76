"""What a browser may do with our pages: load what is ours, run no code that stands in the page
itself, and show nothing in a frame but the pages that are meant for it."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

HEADER = "Content-Security-Policy"
POLICY = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors {}"
)
# The public screens of tournaments. In a frame of another site the browser sends no session
# (its cookie is SameSite=Lax), so nothing can be clicked there in somebody's name.
EMBEDDABLE = "/embed/"


class ContentSecurityMiddleware(MiddlewareMixin):
    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if request.path.startswith(EMBEDDABLE):
            framers = " ".join(settings.EMBEDDED_BY) or "'none'"
            response.headers[HEADER] = POLICY.format(framers)
            # It knows no list of sites, and old browsers would refuse them all.
            response.headers.pop("X-Frame-Options", None)
        else:
            # A file may bring a policy of its own: ttr_project/asset_headers.py.
            response.headers.setdefault(HEADER, POLICY.format("'none'"))
        return response
