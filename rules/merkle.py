"""The Merkle tree of the transparency log, by RFC 6962: what a proof must show, and nothing else.

A tree over n leaves has a left part over the largest power of two below n, and a right part over
the rest. Whoever knows its root can be shown that a leaf is in it, or that it grew from a smaller
tree by appending alone, with a handful of hashes.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence

EMPTY_ROOT = hashlib.sha256().digest()


class WrongProof(ValueError):
    """The proof does not show what it claims."""


def leaf_hash(entry: bytes) -> bytes:
    return hashlib.sha256(b"\0" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def split(size: int) -> int:
    """The number of leaves to the left: the largest power of two below `size`."""
    return 1 << (size - 1).bit_length() - 1


def root_of(leaves: Sequence[bytes]) -> bytes:
    """The root over these leaf hashes, worked out from scratch."""
    if not leaves:
        return EMPTY_ROOT
    if len(leaves) == 1:
        return leaves[0]
    middle = split(len(leaves))
    return node_hash(root_of(leaves[:middle]), root_of(leaves[middle:]))


def root_from_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes:
    """The root of a tree of `size` leaves that has this leaf hash at `index` (section 2.1.1)."""
    if not 0 <= index < size:
        raise WrongProof(f"A tree of {size} leaves has no leaf {index}.")
    above = iter(proof)
    root = _climb(leaf, index, size, above)
    _nothing_left(above)
    return root


def _climb(leaf: bytes, index: int, size: int, above: Iterator[bytes]) -> bytes:
    if size == 1:
        return leaf
    middle = split(size)
    if index < middle:
        below = _climb(leaf, index, middle, above)
        return node_hash(below, _next(above))
    below = _climb(leaf, index - middle, size - middle, above)
    return node_hash(_next(above), below)


def check_consistency(
    old_size: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]
) -> None:
    """The tree of `size` leaves begins with the one of `old_size` (section 2.1.2)."""
    if not 0 <= old_size <= size:
        raise WrongProof(f"A tree of {size} leaves does not follow one of {old_size}.")
    hashes = iter(proof)
    if old_size == 0:
        if old_root != EMPTY_ROOT:
            raise WrongProof("An empty tree has another root.")
    elif old_size == size:
        if old_root != root:
            raise WrongProof(f"There are two different trees of {size} leaves.")
    else:
        shown_old, shown = _both_roots(old_size, size, old_root, hashes, is_whole=True)
        if shown_old != old_root:
            raise WrongProof(f"The tree of {old_size} leaves is not the one that was seen.")
        if shown != root:
            raise WrongProof(f"The tree of {size} leaves did not grow from that of {old_size}.")
    _nothing_left(hashes)


def _both_roots(
    old_size: int, size: int, old_root: bytes, hashes: Iterator[bytes], is_whole: bool
) -> tuple[bytes, bytes]:
    """The roots of a subtree before and after. `is_whole`: before, it was the whole old tree."""
    if old_size == size:
        both = old_root if is_whole else _next(hashes)
        return both, both
    middle = split(size)
    if old_size <= middle:
        before, after = _both_roots(old_size, middle, old_root, hashes, is_whole)
        return before, node_hash(after, _next(hashes))
    before, after = _both_roots(old_size - middle, size - middle, old_root, hashes, False)
    left = _next(hashes)
    return node_hash(left, before), node_hash(left, after)


def root_from_many(leaves: Mapping[int, bytes], size: int, proof: Sequence[bytes]) -> bytes:
    """The root of a tree of `size` leaves that has these leaf hashes at these indexes.

    The proof holds the root of each largest subtree without any of them, from left to right:
    for the hundreds of events of a game far less than a proof for each.
    """
    indexes = sorted(leaves)
    if not indexes or indexes[0] < 0 or indexes[-1] >= size:
        raise WrongProof(f"A tree of {size} leaves does not have these.")
    beside = iter(proof)
    root = _gather(leaves, indexes, 0, size, beside)
    _nothing_left(beside)
    return root


def _gather(
    leaves: Mapping[int, bytes],
    indexes: Sequence[int],
    start: int,
    size: int,
    rest: Iterator[bytes],
) -> bytes:
    if not indexes:
        return _next(rest)
    if size == 1:
        return leaves[start]
    middle = split(size)
    cut = next((n for n, index in enumerate(indexes) if index >= start + middle), len(indexes))
    left = _gather(leaves, indexes[:cut], start, middle, rest)
    return node_hash(left, _gather(leaves, indexes[cut:], start + middle, size - middle, rest))


def _next(hashes: Iterator[bytes]) -> bytes:
    found = next(hashes, None)
    if found is None:
        raise WrongProof("The proof ends too early.")
    return found


def _nothing_left(hashes: Iterator[bytes]) -> None:
    if next(hashes, None) is not None:
        raise WrongProof("The proof has more hashes than it needs.")
