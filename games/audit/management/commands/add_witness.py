from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.audit.models import Witness
from rules.notes import COSIGNATURE, BadNote, read_verifier


class Command(BaseCommand):
    help = "Take in a witness of the transparency log: its public key, as `witness` prints it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", help="name+hash+key")

    def handle(self, *args: Any, key: str, **options: Any) -> None:
        try:
            verifier = read_verifier(key)
        except BadNote as wrong:
            raise CommandError(str(wrong)) from None
        if verifier.kind != COSIGNATURE:
            raise CommandError("This is the key of a log, not of a witness.")
        Witness.objects.get_or_create(verifier=str(verifier))
        self.stdout.write(f"{verifier.name} is a witness now.")
