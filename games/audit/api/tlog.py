"""The transparency log as C2SP tlog-tiles has it: plain files, the same for everybody.

/tlog/checkpoint   /tlog/tile/<level>/<number>   /tlog/tile/entries/<number>   /tlog/keys
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.audit import cosignatures, keys, transparency
from games.audit.models import EntryBundle, Tile
from games.audit.tree import HASH_BYTES, read_tile_path, width_of
from rules.log_entries import RECORD_BYTES

NOTE = "text/plain; charset=utf-8"
# A tile of some width never changes; a checkpoint does every few seconds.
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
BRIEFLY = {"Cache-Control": "public, max-age=1"}


@require_safe
def checkpoint(request: HttpRequest) -> HttpResponse:
    newest = transparency.newest_checkpoint()
    if newest is None:
        raise Http404("The log is empty.")
    return HttpResponse(str(cosignatures.witnessed(newest)), content_type=NOTE, headers=BRIEFLY)


@require_safe
def key_list(request: HttpRequest) -> HttpResponse:
    newest = transparency.newest_checkpoint()
    if newest is None:
        raise Http404("The log has not signed anything yet.")
    note = keys.key_list(newest.note.partition("\n")[0])
    return HttpResponse(str(note), content_type=NOTE, headers=BRIEFLY)


@require_safe
def tile(request: HttpRequest, level: str, path: str) -> HttpResponse:
    number, width = _wanted(path, int(level))
    hashes = bytes(Tile.objects.get(level=int(level), number=number).hashes)
    return _octets(hashes[: width * HASH_BYTES])


@require_safe
def entries(request: HttpRequest, path: str) -> HttpResponse:
    number, width = _wanted(path, 0)
    bundle = bytes(EntryBundle.objects.get(number=number).entries)
    return _octets(bundle[: width * RECORD_BYTES])


def _wanted(path: str, level: int) -> tuple[int, int]:
    """What the path names, where a checkpoint covers it: nothing is shown that is not signed."""
    named = read_tile_path(path)
    newest = transparency.newest_checkpoint()
    if named is None or newest is None:
        raise Http404("There is no such tile.")
    number, width = named
    if width_of(level, number, newest.size) < width:
        raise Http404("The log is not that large yet.")
    return number, width


def _octets(content: bytes) -> HttpResponse:
    return HttpResponse(content, content_type="application/octet-stream", headers=FOREVER)
