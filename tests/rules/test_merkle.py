"""Proofs by RFC 6962: whatever is true can be shown, and nothing else."""

import hashlib
from base64 import b64decode
from itertools import pairwise

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import ed25519, notes
from rules.merkle import (
    EMPTY_ROOT,
    WrongProof,
    check_consistency,
    leaf_hash,
    root_from_inclusion,
    root_of,
)

# The test vector of RFC 6962's reference implementation: eight entries, and the root after each.
ENTRIES = [bytes.fromhex(x) for x in (
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
)]  # fmt: skip
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
LEAVES = [leaf_hash(entry) for entry in ENTRIES]


def test_the_roots_are_those_of_the_reference_implementation() -> None:
    assert [root_of(LEAVES[: n + 1]).hex() for n in range(8)] == ROOTS
    assert hashlib.sha256().digest() == EMPTY_ROOT == root_of([])


def inclusion(leaves: list[bytes], index: int) -> list[bytes]:
    """Straight from the definition of PATH in section 2.1.1."""
    if len(leaves) == 1:
        return []
    k = 1 << (len(leaves) - 1).bit_length() - 1
    if index < k:
        return [*inclusion(leaves[:k], index), root_of(leaves[k:])]
    return [*inclusion(leaves[k:], index - k), root_of(leaves[:k])]


def consistency(old: int, leaves: list[bytes], is_whole: bool = True) -> list[bytes]:
    """Straight from the definition of SUBPROOF in section 2.1.2."""
    if old == len(leaves):
        return [] if is_whole else [root_of(leaves)]
    k = 1 << (len(leaves) - 1).bit_length() - 1
    if old <= k:
        return [*consistency(old, leaves[:k], is_whole), root_of(leaves[k:])]
    return [*consistency(old - k, leaves[k:], False), root_of(leaves[:k])]


def test_every_leaf_of_small_trees_is_shown_to_be_there_and_no_other_one() -> None:
    for size in range(1, 20):
        leaves = [leaf_hash(bytes([n])) for n in range(size)]
        root = root_of(leaves)
        for index in range(size):
            proof = inclusion(leaves, index)
            assert root_from_inclusion(leaves[index], index, size, proof) == root
            assert root_from_inclusion(leaf_hash(b"other"), index, size, proof) != root
            with pytest.raises(WrongProof):
                root_from_inclusion(leaves[index], index, size, [*proof, root])
            if proof:
                with pytest.raises(WrongProof):
                    root_from_inclusion(leaves[index], index, size, proof[:-1])


@settings(max_examples=60)
@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 39))
def test_growth_is_shown_and_a_rewritten_past_is_refused(old: int, more: int, where: int) -> None:
    size = old + more
    leaves = [leaf_hash(bytes([n])) for n in range(size)]
    old_root, root = root_of(leaves[:old]), root_of(leaves)
    proof = consistency(old, leaves) if old else []
    check_consistency(old, old_root, size, root, proof)
    if where < old:
        changed = [*leaves]
        changed[where] = leaf_hash(b"changed")
        with pytest.raises(WrongProof):
            check_consistency(old, old_root, size, root_of(changed), consistency(old, changed))


def test_a_tree_never_shrinks() -> None:
    with pytest.raises(WrongProof):
        check_consistency(2, root_of(LEAVES[:2]), 1, root_of(LEAVES[:1]), [])


@settings(max_examples=25)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=100), st.integers(0, 63))
def test_signatures_are_accepted_exactly_as_by_cryptography(
    seed: bytes, message: bytes, where: int
) -> None:
    private = Ed25519PrivateKey.from_private_bytes(seed)
    public, signature = private.public_key().public_bytes_raw(), private.sign(message)
    assert ed25519.is_signed(public, message, signature)
    assert not ed25519.is_signed(public, message + b".", signature)
    wrong = bytearray(signature)
    wrong[where] ^= 1
    assert not ed25519.is_signed(public, message, bytes(wrong))


def test_a_signature_has_one_form_only() -> None:
    private = Ed25519PrivateKey.from_private_bytes(bytes(32))
    public, signature = private.public_key().public_bytes_raw(), private.sign(b"x")
    malleable = int.from_bytes(signature[32:], "little") + ed25519.ORDER
    assert not ed25519.is_signed(public, b"x", signature[:32] + malleable.to_bytes(32, "little"))
    assert not ed25519.is_signed(public[:31], b"x", signature)


# The example of C2SP's signed-note specification.
EXAMPLE_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
EXAMPLE = """\
If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
"""


def test_a_note_that_go_has_signed_is_read_and_checked() -> None:
    verifier = notes.read_verifier(EXAMPLE_KEY)
    note = notes.read_note(EXAMPLE)
    assert str(verifier) == EXAMPLE_KEY
    assert str(note) == EXAMPLE
    assert note.signed_by(verifier) is not None
    with pytest.raises(notes.BadNote):
        notes.read_note(EXAMPLE.replace("answer", "question")).signed_by(verifier)


def test_what_is_no_note_is_refused_in_words() -> None:
    for wrong in (
        "",
        "text\n",
        "text\n\n",
        "text\n\nno dash here\n",
        "text\n\n— name !\n",
        EXAMPLE + "\t",
    ):
        with pytest.raises(notes.BadNote):
            notes.read_note(wrong)
    for wrong in ("", "name+00000000+AAAA", EXAMPLE_KEY.replace("c74f", "c74e")):
        with pytest.raises(notes.BadNote):
            notes.read_verifier(wrong)
    for wrong in ("a\n01\n" + "A" * 43 + "=\n", "a\n1\nAAAA\n", "a\n"):
        with pytest.raises(notes.BadNote):
            notes.read_checkpoint(wrong)


def test_a_checkpoint_is_read_as_it_is_written() -> None:
    root = b64decode("CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=")
    checkpoint = notes.Checkpoint("example.com/behind-the-sofa", 20852163, root)
    assert notes.read_checkpoint(checkpoint.text) == checkpoint


def test_each_root_follows_from_the_one_before() -> None:
    roots = [bytes.fromhex(root) for root in ROOTS]
    for old, new in pairwise(range(1, 9)):
        check_consistency(old, roots[old - 1], new, roots[new - 1], consistency(old, LEAVES[:new]))
