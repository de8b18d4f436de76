from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.audit import keys
from games.audit.models import LogHead


class Command(BaseCommand):
    help = "Give the transparency log a new key; the old one signs beside it for a while."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--overlap-days", type=int, default=30)

    def handle(self, *args: Any, overlap_days: int, **options: Any) -> None:
        head = LogHead.objects.first()
        origin = head.origin if head else settings.LOG_ORIGIN
        try:
            verifier = keys.rotate(origin, timezone.now() + timedelta(days=overlap_days))
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"The log's new public key is {verifier}")
