"""`manage.py witness --log https://example.org/tlog --state seen.sqlite3`"""

import json
import socket
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.audit.witness import Cosigned, Misbehavior, Witness
from rules.notes import BadNote

PATIENCE = 20  # seconds for one request
LARGEST = 1 << 20  # bytes of one answer


class Command(BaseCommand):
    help = "Follow another service's transparency log, check that it only grows, and cosign it."
    requires_system_checks = []  # needs no database: it may run anywhere

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--log", required=True, help="the log's address: https://example.org/tlog"
        )
        parser.add_argument("--state", required=True, type=Path, help="what was seen, in this file")
        parser.add_argument("--name", default=f"{socket.gethostname()}/witness")
        parser.add_argument(
            "--key", default="", help="the log's public key; else its own word, once"
        )
        parser.add_argument("--every", type=float, default=10.0, help="seconds between two looks")
        parser.add_argument("--once", action="store_true", help="look once and end")

    def handle(self, *args: Any, **options: Any) -> None:
        log = options["log"].rstrip("/")
        if urlsplit(log).scheme not in ("http", "https"):
            raise CommandError(f"{log} is not an address: give https://example.org/tlog.")
        witness = Witness(options["state"], options["name"], options["key"])
        self.stdout.write(f"This witness is {witness.verifier}")
        while True:
            try:
                cosigned = witness.observe(lambda path: fetch(f"{log}/{path}"), timezone.now())
                if cosigned:
                    self.hand_in(log, cosigned)
            except Misbehavior as wrong:
                raise CommandError(f"ALARM: {wrong}", returncode=2) from None
            except (OSError, BadNote, ValueError, LookupError) as trouble:
                if options["once"]:
                    raise CommandError(f"{log} can't be checked: {trouble}") from None
                self.stderr.write(f"{log} can't be checked now: {trouble}")
            if options["once"]:
                return
            time.sleep(options["every"])

    def hand_in(self, log: str, cosigned: Cosigned) -> None:
        self.stdout.write(
            f"{cosigned.checkpoint.size} entries, all as before: {cosigned.signature}"
        )
        body = {"size": cosigned.checkpoint.size, "line": str(cosigned.signature)}
        request = urllib.request.Request(
            f"{log.removesuffix('/tlog')}/api/log/cosignatures",
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
        )
        try:
            urllib.request.urlopen(request, timeout=PATIENCE).close()
        except urllib.error.HTTPError as refused:
            # The log need not take it: what was seen is kept here all the same.
            self.stderr.write(f"The log does not take our cosignature ({refused.code}).")


def fetch(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        content: bytes = answer.read(LARGEST)
        return content
