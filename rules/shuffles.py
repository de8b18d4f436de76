"""How a finished game's seed and salts gave each of its shuffles, step by step, for whoever wants to see it."""

import hmac
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from rules.editions import editions
from rules.export import GameFile
from rules.kernel.audiences import SEALED
from rules.kernel.chance import Chance, unchosen_salt
from rules.kernel.codec import decode_command
from rules.kernel.decider import advance, start


class Shuffle(NamedTuple):
    seq: int  # the event that records it
    type: str
    label: str
    stream: str  # the first 32 bytes of the label's stream, in hexadecimal digits
    order: list[Any]  # the last lies on top


class Shuffles(NamedTuple):
    seed: str
    salts: list[str]
    unchosen: list[bool]  # by seat: its salt follows from the seed, no person brought it
    key: str  # HMAC-SHA-256 of the salts with the seed
    shuffles: list[Shuffle]


def shuffles_of(file: GameFile) -> Shuffles:
    """Plays a verified game again and notes each shuffle as it is made."""
    edition = editions()[file["edition"]]
    sealed = {
        layout.name: name
        for layout in edition.event_layouts.values()
        for name, field in layout.fields.items()
        if field.audience == SEALED
    }
    chance = _NotingChance(bytes.fromhex(file["seed"]), file["salts"])
    shuffles: list[Shuffle] = []
    seq = 0

    def note(count: int) -> None:
        """The labels of one step belong to the events of that step that record an order."""
        nonlocal seq
        happened = [e for e in file["events"][seq : seq + count] if e["type"] in sealed]
        seq += count
        labels, chance.labels = chance.labels, []
        for event, label in zip(happened[len(happened) - len(labels) :], labels, strict=True):
            order = event["payload"][sealed[event["type"]]]
            shuffles.append(
                Shuffle(event["seq"], event["type"], label, chance.stream(label), order)
            )

    state, opening = start(edition, file["seats"], file["options"], chance)
    note(len(opening))
    for record in file["commands"]:
        answer = advance(edition, state, decode_command(edition, record["body"]), chance)
        note(len(answer))
    unchosen = [salt == unchosen_salt(chance.seed, seat) for seat, salt in enumerate(chance.salts)]
    return Shuffles(file["seed"], file["salts"], unchosen, chance.key.hex(), shuffles)


class _NotingChance(Chance):
    def __init__(self, seed: bytes, salts: Sequence[str]) -> None:
        super().__init__(seed, salts)
        self.key = hmac.digest(seed, b"salts:" + json.dumps(self.salts).encode(), "sha256")
        self.labels: list[str] = []

    def shuffled(self, items: Sequence[Any], label: str) -> list[Any]:
        self.labels.append(label)
        return super().shuffled(items, label)

    def stream(self, label: str) -> str:
        return hmac.digest(self.key, f"shuffle:{label}:0".encode(), "sha256").hex()
