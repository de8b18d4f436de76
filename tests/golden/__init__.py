"""Finished games, written once and never again: rules that change a past game are found here.

    python -m tests.golden card_game 4 --options open_track --policies any_legal

writes one more. A file that is there is never written again: if a golden game no longer verifies,
the rules have changed what was already decided, and that needs a new ruleset, not a new file.
"""

import gzip
from pathlib import Path

FOLDER = Path(__file__).parent
SUFFIX = ".json.gz"


def golden_files() -> list[Path]:
    return sorted(FOLDER.glob(f"*{SUFFIX}"))


def read(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes())


def write(name: str, raw: bytes) -> Path:
    path = FOLDER / f"{name}{SUFFIX}"
    # "x" refuses a file that exists; without a time in it the archive has the same bytes anywhere.
    with path.open("xb") as file:
        file.write(gzip.compress(raw, mtime=0))
    return path
