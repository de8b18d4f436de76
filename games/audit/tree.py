"""The growing Merkle tree: how leaves are added to it, and how proofs are read out of its tiles.

A tile (C2SP tlog-tiles) holds 256 neighbours of every eighth level; what lies between is hashed again
when it is wanted. `Read` gives the hashes of a tile: from our tables, or from somebody else's log.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from rules.merkle import EMPTY_ROOT, node_hash, split

HEIGHT = 8  # levels of the tree in a tile
WIDTH = 1 << HEIGHT
HASH_BYTES = 32

Read = Callable[[int, int], bytes]  # (level, number) -> hashes, as many as there are


class Edge(NamedTuple):
    """The right edge of a tree: the roots of its whole subtrees, the largest first."""

    size: int
    roots: list[bytes]

    @property
    def root(self) -> bytes:
        if not self.roots:
            return EMPTY_ROOT
        root = self.roots[-1]
        for left in reversed(self.roots[:-1]):
            root = node_hash(left, root)
        return root


def append(edge: Edge, leaves: Iterable[bytes]) -> tuple[Edge, dict[int, list[bytes]]]:
    """The edge after these leaf hashes, and the hashes that the tiles of each level gain."""
    size, roots = edge.size, list(edge.roots)
    gained: dict[int, list[bytes]] = {}
    for leaf in leaves:
        node, height, left = leaf, 0, size
        gained.setdefault(0, []).append(leaf)
        # Each trailing 1 of the size is a whole subtree that this leaf completes to a larger one.
        while left & 1:
            node = node_hash(roots.pop(), node)
            height += 1
            left >>= 1
            if height % HEIGHT == 0:
                gained.setdefault(height // HEIGHT, []).append(node)
        roots.append(node)
        size += 1
    return Edge(size, roots), gained


class Tree:
    """A tree of some size, read from tiles."""

    def __init__(self, size: int, read: Read) -> None:
        self.size = size
        self._read = read
        self._tiles: dict[tuple[int, int], bytes] = {}

    def root(self, size: int | None = None) -> bytes:
        size = self.size if size is None else size
        return self._subtree(0, size) if size else EMPTY_ROOT

    def leaf(self, index: int) -> bytes:
        return self._whole(0, index)

    def inclusion(self, index: int) -> list[bytes]:
        """RFC 6962, section 2.1.1: the proof that the leaf is in this tree."""
        proof: list[bytes] = []
        start, size = 0, self.size
        while size > 1:
            middle = split(size)
            if index < start + middle:
                proof.append(self._subtree(start + middle, size - middle))
                size = middle
            else:
                proof.append(self._subtree(start, middle))
                start, size = start + middle, size - middle
        return proof[::-1]

    def consistency(self, old_size: int) -> list[bytes]:
        """Section 2.1.2: the proof that this tree begins with the one of `old_size` leaves."""
        proof: list[bytes] = []
        start, old, size, is_whole = 0, old_size, self.size, True
        if not 0 < old_size < size:
            return proof
        while old != size:
            middle = split(size)
            if old <= middle:
                proof.append(self._subtree(start + middle, size - middle))
                size = middle
            else:
                proof.append(self._subtree(start, middle))
                start, old, size, is_whole = start + middle, old - middle, size - middle, False
        if not is_whole:
            proof.append(self._subtree(start, size))
        return proof[::-1]

    def inclusion_of_many(self, indexes: Sequence[int]) -> list[bytes]:
        """What `rules.merkle.root_from_many` needs besides these leaves."""
        proof: list[bytes] = []
        self._beside(sorted(indexes), 0, self.size, proof)
        return proof

    def _beside(self, indexes: Sequence[int], start: int, size: int, proof: list[bytes]) -> None:
        if not indexes:
            proof.append(self._subtree(start, size))
        elif size > 1:
            middle = split(size)
            cut = sum(index < start + middle for index in indexes)
            self._beside(indexes[:cut], start, middle, proof)
            self._beside(indexes[cut:], start + middle, size - middle, proof)

    def _subtree(self, start: int, size: int) -> bytes:
        """The root over the leaves from `start`, `size` of them, as RFC 6962 splits them."""
        height = size.bit_length() - 1
        if size == 1 << height:
            return self._whole(height, start >> height)
        middle = split(size)
        return node_hash(self._subtree(start, middle), self._subtree(start + middle, size - middle))

    def _whole(self, height: int, number: int) -> bytes:
        """The root of the whole subtree `number` of its height."""
        level, above = divmod(height, HEIGHT)
        first = number << above
        tile, at = divmod(first, WIDTH)
        hashes = self._tile(level, tile)
        row = [_hash(hashes, at + n) for n in range(1 << above)]
        while len(row) > 1:
            row = [node_hash(row[n], row[n + 1]) for n in range(0, len(row), 2)]
        return row[0]

    def _tile(self, level: int, number: int) -> bytes:
        key = level, number
        if key not in self._tiles:
            self._tiles[key] = self._read(level, number)
        return self._tiles[key]


def _hash(hashes: bytes, at: int) -> bytes:
    found = hashes[at * HASH_BYTES : (at + 1) * HASH_BYTES]
    if len(found) != HASH_BYTES:
        raise LookupError("The tile is too short.")
    return found


def width_of(level: int, number: int, size: int) -> int:
    """How many hashes a tile has in a tree of this size."""
    return max(0, min(WIDTH, (size >> level * HEIGHT) - number * WIDTH))


def tile_path(number: int, width: int = WIDTH) -> str:
    """`x001/x234/067`, and `067.p/12` where the tile is not full."""
    digits = f"{number:03d}"
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    groups = [digits[n : n + 3] for n in range(0, len(digits), 3)]
    path = "/".join([*(f"x{group}" for group in groups[:-1]), groups[-1]])
    return path if width == WIDTH else f"{path}.p/{width}"


def read_tile_path(path: str) -> tuple[int, int] | None:
    """The number and the width that a path names; none where it is not written as it must be."""
    named, part, width = path.partition(".p/")
    number = int("0" + "".join(c for c in named if c in "0123456789")[:18])
    wide = (
        int(width) if part and width.isascii() and width.isdecimal() and len(width) < 4 else WIDTH
    )
    if tile_path(number, wide) != path or not 0 < wide <= WIDTH or (part and wide == WIDTH):
        return None
    return number, wide
