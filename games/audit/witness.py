"""A witness: follows somebody else's log and signs what it has checked, so that the log can't show
one history to us and another to the world.

It keeps what it has seen in a small SQLite file of its own. For each new checkpoint it checks that the
log's key has signed it, that the tree grew from the one seen before, that the entries are the leaves
of that tree, and that no position of any game was logged twice. Then it cosigns. It knows nothing of
the service but the files under its /tlog/, so any machine can run it against any such log.
"""

import sqlite3
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from games.audit import keys
from games.audit.tree import WIDTH, Tree, tile_path, width_of
from rules import log_entries
from rules.merkle import WrongProof, check_consistency, leaf_hash
from rules.notes import (
    COSIGNATURE,
    BadNote,
    Checkpoint,
    Note,
    Signature,
    Verifier,
    cosigned_message,
    read_checkpoint,
    read_note,
    read_verifier,
    signers,
)

Fetch = Callable[[str], bytes]  # a path below the log's address -> its content

SCHEMA = """
CREATE TABLE IF NOT EXISTS seen (origin TEXT PRIMARY KEY, size INTEGER NOT NULL, root BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS log_keys (origin TEXT NOT NULL, verifier TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS games (key BLOB PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS findings (at TEXT NOT NULL, what TEXT NOT NULL, note TEXT NOT NULL);
"""


class Misbehavior(Exception):
    """The log has done what a log must never do. The sentence says what."""


class Cosigned(NamedTuple):
    checkpoint: Checkpoint
    signature: Signature


class Witness:
    def __init__(self, state: Path, name: str, log_key: str = "") -> None:
        seed_file = state.with_suffix(state.suffix + ".key")
        seed = keys.read_key_file(seed_file) if seed_file.exists() else keys.new_key_file(seed_file)
        self.signer = keys.signer(name, seed, COSIGNATURE)
        self.given_key = log_key
        self.db = sqlite3.connect(state, isolation_level=None)
        self.db.executescript(SCHEMA)

    @property
    def verifier(self) -> Verifier:
        return self.signer.verifier

    def observe(self, fetch: Fetch, now: datetime) -> Cosigned | None:
        """Checks the newest checkpoint and signs it; none where it was seen before."""
        written = fetch("checkpoint").decode()
        note = read_note(written)
        checkpoint = read_checkpoint(note.text)
        self._check_signature(note, checkpoint, fetch)
        size, root = self._seen(checkpoint.origin)
        if (checkpoint.size, checkpoint.root) == (size, root):
            return None
        tree = Tree(checkpoint.size, _tiles(fetch, checkpoint.size))
        # What is remembered and what is signed change together, or not at all.
        self.db.execute("BEGIN IMMEDIATE")
        try:
            self._check_growth(tree, checkpoint, size, root)
            self._check_entries(tree, fetch, size)
            self.db.execute(
                "INSERT OR REPLACE INTO seen VALUES (?, ?, ?)",
                [checkpoint.origin, checkpoint.size, checkpoint.root],
            )
            self.db.execute("COMMIT")
        except Misbehavior as wrong:
            self.db.execute("ROLLBACK")
            # The signed checkpoint is the proof: it is kept.
            self.db.execute(
                "INSERT INTO findings VALUES (?, ?, ?)", [f"{now}", f"{wrong}", written]
            )
            raise
        except BaseException:
            self.db.execute("ROLLBACK")
            raise
        return Cosigned(checkpoint, self._cosign(checkpoint, now))

    def _seen(self, origin: str) -> tuple[int, bytes]:
        row = self.db.execute("SELECT size, root FROM seen WHERE origin = ?", [origin]).fetchone()
        return row or (0, Tree(0, _nothing).root())

    def _check_signature(self, note: Note, checkpoint: Checkpoint, fetch: Fetch) -> None:
        trusted = self._trusted(checkpoint.origin)
        if not trusted:
            # The first time: the key that we were given, or else the one the log shows us.
            first = (
                [self.given_key] if self.given_key else _listed(read_note(fetch("keys").decode()))
            )
            trusted = self._trust(checkpoint.origin, first)
        if not signers(note, trusted):
            raise Misbehavior(
                f"The checkpoint is signed by no key of {checkpoint.origin} that we trust."
            )
        # A key that we trust vouches for new ones: so a log changes its key without losing us.
        key_list = read_note(fetch("keys").decode())
        if signers(key_list, trusted):
            self._trust(checkpoint.origin, _listed(key_list))

    def _trusted(self, origin: str) -> list[Verifier]:
        rows = self.db.execute("SELECT verifier FROM log_keys WHERE origin = ?", [origin])
        return [read_verifier(row[0]) for row in rows]

    def _trust(self, origin: str, verifiers: Iterable[str]) -> list[Verifier]:
        rows = [(origin, verifier) for verifier in verifiers]
        self.db.executemany("INSERT OR IGNORE INTO log_keys VALUES (?, ?)", rows)
        return self._trusted(origin)

    def _check_growth(self, tree: Tree, checkpoint: Checkpoint, size: int, root: bytes) -> None:
        if checkpoint.size < size:
            raise Misbehavior(f"The log had {size} entries and signs for {checkpoint.size} now.")
        try:
            proof = tree.consistency(size)
            check_consistency(size, root, checkpoint.size, checkpoint.root, proof)
        except (WrongProof, LookupError) as wrong:
            raise Misbehavior(f"The log has rewritten its past: {wrong}") from None
        if tree.root() != checkpoint.root:
            raise Misbehavior("The tiles of the log do not give the root that it has signed.")

    def _check_entries(self, tree: Tree, fetch: Fetch, size: int) -> None:
        """The new entries are the new leaves, and each continues its game."""
        for number in range(size // WIDTH, -(-tree.size // WIDTH)):
            width = width_of(0, number, tree.size)
            bundle = fetch(f"tile/entries/{tile_path(number, width)}")
            found = log_entries.unbundled(bundle)
            if len(found) != width:
                raise Misbehavior(f"Bundle {number} has {len(found)} entries instead of {width}.")
            for n in range(max(0, size - number * WIDTH), width):
                index = number * WIDTH + n
                if leaf_hash(found[n]) != tree.leaf(index):
                    raise Misbehavior(f"Entry {index} is not the one that was signed.")
                self._follow(log_entries.read(found[n]), index)

    def _follow(self, entry: log_entries.Entry, index: int) -> None:
        row = self.db.execute("SELECT seq FROM games WHERE key = ?", [entry.game_key]).fetchone()
        due = row[0] + 1 if row else 1
        if entry.seq != due:
            raise Misbehavior(
                f"Entry {index} logs event {entry.seq} of game {entry.game_key.hex()[:16]}... where"
                f" {due} must follow: a second version of a game, or a piece left out."
            )
        self.db.execute("INSERT OR REPLACE INTO games VALUES (?, ?)", [entry.game_key, entry.seq])

    def _cosign(self, checkpoint: Checkpoint, now: datetime) -> Signature:
        seconds = int(now.timestamp())
        signature = self.signer.private.sign(cosigned_message(checkpoint.text, seconds))
        return Signature(self.verifier.name, self.verifier.key_id, seconds.to_bytes(8) + signature)


def _listed(key_list: Note) -> list[str]:
    verifiers = key_list.text.split("\n")[1:-1]
    if not signers(key_list, map(read_verifier, verifiers)):
        raise BadNote("The list of keys is not signed by any of them.")
    return verifiers


def _tiles(fetch: Fetch, size: int) -> Callable[[int, int], bytes]:
    return lambda level, number: fetch(
        f"tile/{level}/{tile_path(number, width_of(level, number, size))}"
    )


def _nothing(level: int, number: int) -> bytes:
    raise LookupError("An empty log has no tiles.")
