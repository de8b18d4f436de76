"""One page for every address that is not the API's: it finds its own way from there."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

# The page loads nothing from elsewhere, and nobody may put it into a frame.
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
)


@require_safe
@never_cache  # the names of its scripts change with every build
@ensure_csrf_cookie  # the page sends it back with every request that changes something
def page(request: HttpRequest) -> HttpResponse:
    try:
        html = (settings.PAGE_DIR / "index.html").read_bytes()
    except FileNotFoundError:
        raise Http404("The page is not built: run `make page`.") from None
    headers = {"Content-Security-Policy": CONTENT_SECURITY_POLICY}
    return HttpResponse(html, headers=headers)
