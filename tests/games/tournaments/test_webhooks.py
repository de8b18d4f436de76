"""Webhooks: signed, in order, again until they arrive, and never into our own network."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest
from django.utils import timezone

from games.accounts.models import User
from games.problems import Problem
from games.tournaments import commands as c
from games.tournaments import webhooks
from games.tournaments.models import Webhook
from tests.games.tournaments.events_of import a_tournament, do


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "172.16.0.9", "0.0.0.0",
        "100.64.0.1", "::1", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "2002:7f00:1::",
        "64:ff9b::7f00:1", "224.0.0.1", "fe80::1%eth0",
    ],
)  # fmt: skip
def test_an_internal_address_is_not_public(address: str) -> None:
    assert not webhooks.is_public(address)


def test_a_public_address_is() -> None:
    assert webhooks.is_public("93.184.216.34")
    assert webhooks.is_public("2606:2800:220:1:248:1893:25c8:1946")


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("http://127.0.0.1/x", "not a public"),
        ("http://localhost/x", "not a public"),
        ("http://[::1]/x", "not a public"),
        ("http://2130706433/x", "not a public"),
        ("ftp://93.184.216.34/x", "http or https"),
        ("http://user:pass@93.184.216.34/x", "without a password"),
        ("http://93.184.216.34:22/x", "ports 80 and 443"),
    ],
)
def test_an_unsafe_address_is_refused(url: str, says: str) -> None:
    with pytest.raises(Problem, match=says):
        webhooks.check_url(url)


class Listener:
    """A server of our own, which answers as it is told."""

    def __init__(self) -> None:
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.answer = 200
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                listener.got.append((dict(self.headers), body))
                self.send_response(listener.answer)
                self.end_headers()

            def log_message(self, *arguments: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def listener(monkeypatch: pytest.MonkeyPatch) -> Iterator[Listener]:
    found = Listener()
    port = found.server.server_address[1]
    # The name resolves to loopback, as the guard would never allow.
    monkeypatch.setattr(
        webhooks, "public_address", lambda url: ("http", "hooks.example", port, "127.0.0.1")
    )
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.mark.django_db
def test_events_arrive_in_order_and_signed(olga: User, listener: Listener) -> None:
    cup = a_tournament(olga)
    hook = Webhook.objects.create(tournament=cup, url="http://hooks.example/x?y=1")
    do(olga, cup, c.RegisterEntrant("Ada"))
    webhooks.send_due()
    do(olga, cup, c.RegisterEntrant("Bo"))
    webhooks.send_due()
    webhooks.send_due()
    bodies = [json.loads(body) for _, body in listener.got]
    assert [[e["seq"] for e in body["events"]] for body in bodies] == [[1, 2], [3]]
    headers, body = listener.got[0]
    at, signed = (part.split("=")[1] for part in headers["Roundhouse-Signature"].split(","))
    expected = hmac.new(hook.secret.encode(), f"{at}.".encode() + body, hashlib.sha256)
    assert signed == expected.hexdigest()


@pytest.mark.django_db
def test_what_did_not_arrive_is_sent_again_later(olga: User, listener: Listener) -> None:
    cup = a_tournament(olga)
    hook = Webhook.objects.create(tournament=cup, url="http://hooks.example/")
    listener.answer = 500
    webhooks.send_due()
    hook.refresh_from_db()
    assert (hook.sent_seq, hook.failures, hook.last_answer) == (0, 1, "500")
    webhooks.send_due()
    assert len(listener.got) == 1
    Webhook.objects.update(try_at=timezone.now())
    listener.answer = 204
    webhooks.send_due()
    hook.refresh_from_db()
    assert (hook.sent_seq, hook.failures) == (1, 0)


@pytest.mark.django_db
def test_a_redirect_is_not_followed(olga: User, listener: Listener) -> None:
    cup = a_tournament(olga)
    hook = Webhook.objects.create(tournament=cup, url="http://hooks.example/")
    listener.answer = 302
    webhooks.send_due()
    hook.refresh_from_db()
    assert (hook.failures, len(listener.got)) == (1, 1)
