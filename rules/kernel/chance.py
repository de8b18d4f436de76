"""Chance enters a game once: as a sealed seed, committed to in public before anyone sits.

Every sitter adds a salt, so that neither the server nor a player alone decides a deck.
Each shuffle has a label of its own ("train_deck:1"), so that its result can be
derived again from seed and salts in any order, and no amount of thinking moves a card.
"""

import hashlib
import hmac
import json
import random
import struct
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, Final

SEED_BYTES: Final = 32


def commitment(seed: bytes) -> str:
    """What is shown to all before the game; it is never an input to a shuffle."""
    return hashlib.sha256(seed).hexdigest()


def unchosen_salt(seed: bytes, seat: int) -> str:
    """For a seat where no person sits. It follows from the seed, so the commitment binds it as well: nobody can
    try one salt after the other until a deck pleases."""
    return hmac.digest(seed, f"salt:{seat}".encode(), "sha256").hex()[:32]


class Chance:
    def __init__(self, seed: bytes, salts: Sequence[str]) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self.seed = seed
        self.salts = tuple(salts)
        # The salts go in as JSON, so that ("ab", "c") and ("a", "bc") are not the same.
        # HMAC-SHA-256 with the seed as its key, begun once for the many blinds of a game.
        padded = seed.ljust(64, b"\0")
        self._inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded))
        self._outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in padded))
        self._key = hmac.digest(seed, b"salts:" + json.dumps(self.salts).encode(), "sha256")

    def shuffled(self, items: Sequence[Any], label: str) -> list[Any]:
        """Fisher-Yates from the top down, each step an unbiased draw from the label's stream."""
        order = list(items)
        numbers = self._numbers(label)
        for i in range(len(order) - 1, 0, -1):
            # Rejection sampling: numbers at or above the largest multiple of i + 1 are thrown
            # away, since keeping them would favour the low positions.
            limit = 65536 - 65536 % (i + 1)
            number = next(numbers)
            while number >= limit:
                number = next(numbers)
            j = number % (i + 1)
            order[i], order[j] = order[j], order[i]
        return order

    def _numbers(self, label: str) -> Iterator[int]:
        """The label's stream: two bytes each, without an end."""
        for block in count():
            stream = hmac.digest(self._key, f"shuffle:{label}:{block}".encode(), "sha256")
            yield from struct.unpack(">16H", stream)

    def dice(self, label: str) -> random.Random:
        """Dice for an AI's own use, from a stream that no shuffle reads."""
        return random.Random(hmac.digest(self._key, f"dice:{label}".encode(), "sha256"))

    def blind(self, seq: int) -> bytes:
        """Mixed into the digest of event `seq`.

        A digest may be published while the game runs. Without the blind anyone could
        try all nine cards and see which of them gives the digest.
        """
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(b"blind:%d" % seq)
        outer.update(inner.digest())
        return outer.digest()
