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
from collections.abc import Sequence
from typing import Any, Final

SEED_BYTES: Final = 32
_NUMBERS: Final = struct.Struct(">16H")  # what a block of a label's stream holds: two bytes each

# What HMAC mixes into its key.
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))


def commitment(seed: bytes) -> str:
    """What is shown to all before the game; it is never an input to a shuffle."""
    return hashlib.sha256(seed).hexdigest()


def unchosen_salt(seed: bytes, seat: int) -> str:
    """For a seat where no person sits. It follows from the seed, so the commitment binds it as well: nobody can
    try one salt after the other until a deck pleases."""
    return hmac.digest(seed, f"salt:{seat}".encode(), "sha256").hex()[:32]


class Hmac:
    """HMAC-SHA-256 with its key taken in once: for many short messages twice as fast as `hmac`."""

    def __init__(self, key: bytes) -> None:
        padded = key.ljust(64, b"\0")
        self._inner = hashlib.sha256(padded.translate(_INNER))
        self._outer = hashlib.sha256(padded.translate(_OUTER))

    def digest(self, message: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


class Chance:
    def __init__(self, seed: bytes, salts: Sequence[str]) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self.seed = seed
        self.salts = tuple(salts)
        self._of_seed = Hmac(seed)
        # The salts go in as JSON, so that ("ab", "c") and ("a", "bc") are not the same.
        key = self._of_seed.digest(b"salts:" + json.dumps(self.salts).encode())
        self._of_seed_and_salts = Hmac(key)

    def shuffled(self, items: Sequence[Any], label: str) -> list[Any]:
        """Fisher-Yates from the top down, each step an unbiased draw from the label's stream."""
        order = list(items)
        places = len(order)
        block = 0
        while places > 1:
            stream = self._of_seed_and_salts.digest(f"shuffle:{label}:{block}".encode())
            numbers: tuple[int, ...] = _NUMBERS.unpack(stream)
            for number in numbers:
                # Rejection sampling: numbers at or above the largest multiple of the places are thrown
                # away, since keeping them would favour the low positions.
                if places > 1 and number < 65536 - 65536 % places:
                    chosen = number % places
                    places -= 1
                    order[places], order[chosen] = order[chosen], order[places]
            block += 1
        return order

    def dice(self, label: str) -> random.Random:
        """Dice for an AI's own use, from a stream that no shuffle reads."""
        return random.Random(self._of_seed_and_salts.digest(f"dice:{label}".encode()))

    def blind(self, seq: int) -> bytes:
        """Mixed into the digest of event `seq`.

        A digest may be published while the game runs. Without the blind anyone could
        try all nine cards and see which of them gives the digest.
        """
        return self._of_seed.digest(b"blind:%d" % seq)
