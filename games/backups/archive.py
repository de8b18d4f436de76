"""The file of a backup: a zip with the database at one moment, the keys of the transparency log, and
a manifest. It holds seeds and keys: only we can read it, and it belongs where secrets belong."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from games.audit import keys
from games.backups import postgresql, sqlite

FORMAT = "roundhouse-backup/1"
MANIFEST = "manifest.json"
KEYS = "log_keys/"
STORES = {"sqlite": sqlite, "postgresql": postgresql}


def write(path: Path) -> None:
    """While the service runs. The file is there whole, or not at all."""
    draft = path.with_name(f".{path.name}.part")
    draft.unlink(missing_ok=True)
    with (
        open(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as file,
        ZipFile(file, "w", ZIP_DEFLATED, compresslevel=1) as archive,
    ):
        STORES[connection.vendor].write(archive)
        for key in sorted(keys.folder().glob("*.key")):
            archive.write(key, KEYS + key.name)
        manifest = {
            "format": FORMAT,
            "database": connection.vendor,
            "made_at": timezone.now().isoformat(),
            "migrations": last_migrations(),
        }
        archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
        archive.close()
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def last_migrations() -> dict[str, str]:
    """How far the tables are, by app: a restore makes them so before it fills them."""
    return dict(sorted(MigrationRecorder(connection).applied_migrations()))


@contextmanager
def opened(path: Path) -> Iterator[tuple[ZipFile, dict[str, Any]]]:
    """The archive and its manifest, once every byte has been read and is what was written."""
    try:
        with ZipFile(path) as archive:
            damaged = archive.testzip()
            manifest = json.loads(archive.read(MANIFEST)) if damaged is None else {}
            if damaged is not None or manifest.get("format") != FORMAT:
                raise CommandError(f"{path} is damaged, or not a backup of this service.")
            if manifest["database"] != connection.vendor:
                raise CommandError(
                    f"{path} was made of {manifest['database']}, the database here is "
                    f"{connection.vendor}: name one of that kind with DATABASE_URL."
                )
            yield archive, manifest
    except (BadZipFile, KeyError, OSError) as fault:
        raise CommandError(f"{path} can't be read ({fault}).") from None


def restore_keys(archive: ZipFile) -> None:
    """The log goes on with the keys that its readers know."""
    for name in archive.namelist():
        if not name.startswith(KEYS):
            continue
        target = keys.folder() / Path(name).name
        content = archive.read(name)
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if target.exists() and target.read_bytes() != content:
            raise CommandError(f"{target} is another key than the backup's: move it away first.")
        if not target.exists():
            with open(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(content)
