"""One page for every address that is not the API's: it finds its own way from there."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe


@require_safe
@never_cache  # the names of its scripts change with every build
@ensure_csrf_cookie  # the page sends it back with every request that changes something
def page(request: HttpRequest) -> HttpResponse:
    try:
        html = (settings.PAGE_DIR / "index.html").read_bytes()
    except FileNotFoundError:
        raise Http404("The page is not built: run `make page`.") from None
    return HttpResponse(html)
