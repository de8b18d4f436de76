"""Files of played games, and what a forger makes of them."""

import hashlib
import json
from collections.abc import Callable
from functools import cache
from typing import Any

from rules import Chance, editions
from rules.export import BEGINNING
from rules.kernel.chain import canonical, event_digest
from rules.simulation import export_game, play_game

SEED = bytes(range(32))
SALTS = ("north", "south")


@cache
def file_of(edition: str) -> bytes:
    game = play_game(editions()[edition], {}, Chance(SEED, SALTS), ["any_legal"] * 2)
    return export_game(game, "a game of two")


def refreshed(document: dict[str, Any]) -> bytes:
    """The file as a forger writes it who knows the revealed seed: every digest made anew."""
    chance = Chance(bytes.fromhex(document["seed"]), document["salts"])
    seq, digest = BEGINNING
    for event in document["events"]:
        seq += 1
        row = {name: value for name, value in event.items() if name != "digest"}
        digest = event["digest"] = event_digest(digest, chance.blind(seq), canonical(row))
    document.pop("digest")
    document["digest"] = hashlib.sha256(canonical(document)).hexdigest()
    return canonical(document) + b"\n"


def forged(raw: bytes, change: Callable[[dict[str, Any]], None]) -> bytes:
    document = json.loads(raw)
    change(document)
    return refreshed(document)


def event_of(document: dict[str, Any], type_name: str) -> dict[str, Any]:
    return next(event for event in document["events"] if event["type"] == type_name)
