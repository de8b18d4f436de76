"""Events go out to whom the organiser names: in order, signed, and again until they have arrived.

POST with the body {"tournament", "events": [...]}, and
    Roundhouse-Signature: t=<seconds>,v1=<hex of HMAC-SHA256(secret, "<seconds>." + body)>

A server that fetches addresses which strangers name can be sent into its own network. So only
http and https on the usual ports, only to hosts all of whose addresses are public, connecting to
exactly the address that was checked, and without following redirects.
"""

import hashlib
import hmac
import http.client
import ipaddress
import json
import socket
import ssl
from datetime import timedelta
from urllib.parse import urlsplit

from django.db.models import F, Q
from django.utils import timezone

from games.problems import Problem
from games.tournaments.models import Webhook
from games.tournaments.selectors.history import log_json

TOGETHER = 100  # events in one body
SECONDS = 5  # for each step of a connection
PORTS = {"http": 80, "https": 443}
MOST_WEBHOOKS = 5
LONGEST_PAUSE = timedelta(hours=1)


class Unsafe(Exception):
    """An address that we do not connect to."""


def public_address(url: str) -> tuple[str, str, int, str]:
    """(scheme, host, port, address to connect to), or `Unsafe`."""
    parts = urlsplit(url)
    if parts.scheme not in PORTS or not parts.hostname or parts.username or parts.password:
        raise Unsafe("Give an http or https address without a password.")
    try:
        port = parts.port or PORTS[parts.scheme]
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, ValueError, UnicodeError):
        raise Unsafe("This host is not known.") from None
    if port not in PORTS.values():
        raise Unsafe("Only the ports 80 and 443 are allowed.")
    addresses = [str(one[4][0]) for one in found]
    # One internal address among several is enough to refuse: the next answer may be that one.
    if not addresses or not all(is_public(address) for address in addresses):
        raise Unsafe("This address is not a public one.")
    return parts.scheme, parts.hostname, port, addresses[0]


def is_public(text: str) -> bool:
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return is_public(str(inner))
        if address in NAT64:
            return False
    return address.is_global and not address.is_multicast


NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


def check_url(url: str) -> None:
    try:
        public_address(url)
    except Unsafe as unsafe:
        raise Problem(400, "unsafe-address", str(unsafe)) from None


def signature(secret: str, at: int, body: bytes) -> str:
    digest = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


def send_due() -> None:
    """To every webhook that has not got everything, and is not waiting after a failure."""
    due = Webhook.objects.filter(Q(try_at=None) | Q(try_at__lte=timezone.now()))
    for webhook in due.filter(sent_seq__lt=F("tournament__head_seq")).select_related("tournament"):
        deliver(webhook)


def deliver(webhook: Webhook) -> None:
    events = log_json(webhook.tournament, webhook.sent_seq, TOGETHER)
    body = json.dumps({"tournament": str(webhook.tournament_id), "events": events}).encode()
    try:
        status = post(webhook.url, webhook.secret, body)
        webhook.last_answer = f"{status}"
        arrived = 200 <= status < 300
    except (Unsafe, OSError, http.client.HTTPException) as fault:
        webhook.last_answer = f"{type(fault).__name__}: {fault}"[:200]
        arrived = False
    if arrived:
        webhook.sent_seq, webhook.failures, webhook.try_at = events[-1]["seq"], 0, None
    else:
        webhook.failures += 1
        pause = min(timedelta(seconds=2 ** min(webhook.failures, 12)), LONGEST_PAUSE)
        webhook.try_at = timezone.now() + pause
    webhook.save(update_fields=["sent_seq", "failures", "try_at", "last_answer"])


def post(url: str, secret: str, body: bytes) -> int:
    """Connects to the very address that was checked; the name is used for TLS and Host only."""
    scheme, host, port, address = public_address(url)
    raw = socket.create_connection((address, port), timeout=SECONDS)
    try:
        if scheme == "https":
            raw = ssl.create_default_context().wrap_socket(raw, server_hostname=host)
        connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
        connection.sock = raw
        parts = urlsplit(url)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {
            "Content-Type": "application/json",
            "Roundhouse-Signature": signature(secret, int(timezone.now().timestamp()), body),
            "Connection": "close",
        }
        connection.request("POST", target, body, headers)
        return connection.getresponse().status
    finally:
        raw.close()
