"""What Django and its REST framework say themselves (a password is too short, a field was left out) is said in the
language of who reads it. Our own sentences are English on the wire; the page has phrasebooks for them.
"""

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_and_async_middleware


@sync_and_async_middleware
def reader_language(get_response):  # type: ignore[no-untyped-def]  # of one kind or the other
    async def answer_async(request: HttpRequest) -> HttpResponseBase:
        with translation.override(language_of(request)):
            return vary(await get_response(request))

    def answer(request: HttpRequest) -> HttpResponseBase:
        with translation.override(language_of(request)):
            return vary(get_response(request))

    return answer_async if iscoroutinefunction(get_response) else answer


def language_of(request: HttpRequest) -> str:
    # The admin's own words are English, so its frame is, too.
    is_asked = request.path.startswith("/api/")
    return translation.get_language_from_request(request) if is_asked else "en"


def vary(response: HttpResponseBase) -> HttpResponseBase:
    """Only a refusal differs by language: what anybody may keep of the rest is good for all readers."""
    if response.status_code >= 400:
        patch_vary_headers(response, ["Accept-Language"])
    return response
