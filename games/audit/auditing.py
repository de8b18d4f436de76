"""The continuous audit: every finished game is checked again and again, and once more by each new
version of the code. What does not hold raises an alarm that names the event. Nothing is changed.
"""

import hashlib
import re
from datetime import timedelta
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import structlog
from django.db.models import Q
from django.utils import timezone

from games.audit import fairness, transparency
from games.audit.models import AuditAlarm, Checkpoint, GameAudit, LogKey
from games.tables import event_store, projections, selectors
from games.tables.models import Game, GameEvent
from rules import editions, fold, log_entries
from rules.kernel.result import RESULT
from rules.merkle import WrongProof, check_consistency, leaf_hash, root_from_many
from rules.notes import BadNote, read_checkpoint, read_note, read_verifier, signers
from rules.verify import Discrepancy, verify

log = structlog.get_logger()

# Few games would otherwise be checked without a pause, for nothing.
CHECKED_AGAIN_AFTER = timedelta(hours=1)

Finding = tuple[str, int | None, str]  # kind, seq, in words


@cache
def code_digest() -> str:
    """Of all of `rules`, code and printed pieces: it changes with every upgrade that could matter."""
    digest = hashlib.sha256()
    for name, content in sorted(_sources(files("rules"), "")):
        digest.update(f"{name}:{len(content)}:".encode() + content)
    return digest.hexdigest()


def _sources(folder: Traversable, path: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for item in folder.iterdir():
        name = f"{path}/{item.name}"
        if item.is_dir():
            found += _sources(item, name)
        elif item.name.endswith((".py", ".json", ".csv")):
            found.append((name, item.read_bytes()))
    return found


def audit_some(limit: int) -> int:
    """First what this code has not checked yet, then what was checked longest ago, if that is long."""
    finished = Game.objects.filter(status=Game.Status.OVER, due="")
    behind = Q(audit=None) | ~Q(audit__code=code_digest())
    games = list(finished.filter(behind).order_by("ended_at")[:limit])
    if len(games) < limit:
        long_ago = timezone.now() - CHECKED_AGAIN_AFTER
        rest = finished.exclude(behind).filter(audit__audited_at__lt=long_ago)
        games += rest.order_by("audit__audited_at")[: limit - len(games)]
    for game in games:
        audit_game(game)
    return len(games)


def audit_game(game: Game) -> list[AuditAlarm]:
    findings = [*_check_log(game), *_check_game(game)]
    alarms = [raise_alarm(game, *finding) for finding in findings]
    GameAudit.objects.update_or_create(
        game=game,
        defaults={
            "code": code_digest(),
            "is_good": not findings,
            "audited_at": timezone.now(),
        },
    )
    if not findings:
        fairness.tally(game)
    return alarms


def raise_alarm(game: Game | None, kind: str, seq: int | None, message: str) -> AuditAlarm:
    """The same once more is the same alarm, until somebody has acknowledged it."""
    alarm, is_new = AuditAlarm.objects.get_or_create(
        game=game,
        kind=kind,
        seq=seq,
        message=message,
        acknowledged_at=None,
        defaults={"code": code_digest()},
    )
    if is_new:
        log.error("audit_alarm", game=str(game and game.id), kind=kind, seq=seq, message=message)
    return alarm


def _check_game(game: Game) -> list[Finding]:
    """The file that everybody can download, as everybody can check it; and the game's columns."""
    edition = editions().get(game.edition)
    opened = GameEvent.objects.filter(game=game, seq=1).first()
    if edition is None or opened is None:
        return [(AuditAlarm.Kind.GAME, 1, f"The game of {game.edition} has no beginning here.")]
    try:
        if opened.payload.get("ruleset") == edition.ruleset:
            result = verify(selectors.export(game)).result
        else:
            # Ruled by an older ruleset: its events still lead to the same result.
            events = event_store.read(edition, game.id, 0, projections.LAST)
            result = fold(edition, (recorded.event for recorded in events)).result
        written = RESULT.encode(result) if result is not None else None
        return _check_columns(game) if written == game.result else [_other_result()]
    except Discrepancy as wrong:
        return [(AuditAlarm.Kind.GAME, _event_in(str(wrong)), str(wrong))]
    except Exception as fault:
        # Code that can't even read a stored game diverges, too. Only the kind: the text may hold
        # anything.
        words = f"The game can't be read by this code ({type(fault).__name__})."
        return [(AuditAlarm.Kind.GAME, None, words)]


def _other_result() -> Finding:
    return (AuditAlarm.Kind.PROJECTION, None, "The result shown is not the one that was played.")


def _check_columns(game: Game) -> list[Finding]:
    """What is shown is what the events lead to."""
    rebuilt = Game.objects.get(id=game.id)
    projections.rebuild(rebuilt)
    wrong = [n for n in projections.COLUMNS if getattr(rebuilt, n) != getattr(game, n)]
    if not wrong:
        return []
    words = f"The columns {', '.join(wrong)} of the game are not what its events lead to."
    return [(AuditAlarm.Kind.PROJECTION, None, words)]


def _event_in(sentence: str) -> int | None:
    named = re.search(r"[Ee]vent (\d+)", sentence)
    return int(named[1]) if named else None


def _check_log(game: Game) -> list[Finding]:
    """Each event has the digest that was logged while the game ran, in the tree that was signed."""
    checkpoint = transparency.newest_checkpoint()
    indexes = transparency.indexes_of(game.id, checkpoint.size) if checkpoint else {}
    if checkpoint is None or not indexes:
        return []
    tree = transparency.tree(checkpoint.size)
    digests = dict(game.events.values_list("seq", "digest"))
    key = log_entries.game_key(game.id)
    leaves = {}
    for seq, index in sorted(indexes.items()):
        digest = bytes.fromhex(digests.get(seq, ""))
        leaves[index] = leaf_hash(log_entries.written(log_entries.Entry(key, seq, digest)))
        if leaves[index] != tree.leaf(index):
            words = f"Event {seq} is not the one that was logged when it happened (entry {index})."
            return [(AuditAlarm.Kind.LOG, seq, words)]
    proof = tree.inclusion_of_many(list(leaves))
    if root_from_many(leaves, checkpoint.size, proof) != bytes(checkpoint.root):
        words = "The log's tiles with this game do not give the root that was signed."
        return [(AuditAlarm.Kind.LOG, None, words)]
    return []


def audit_log() -> list[AuditAlarm]:
    """The log itself: the newest checkpoint, and that it grew from one a while before it."""
    newest = transparency.newest_checkpoint()
    if newest is None:
        return []
    older = Checkpoint.objects.filter(size__lt=newest.size).order_by("-size")
    some = [x for x in (older.first(), older[100:101].first(), older.last()) if x is not None]
    tree = transparency.tree(newest.size)
    try:
        _check_signed(newest)
        if tree.root() != bytes(newest.root):
            raise WrongProof(f"The tiles do not give the root that was signed at {newest.size}.")
        for old in some:
            _check_signed(old)
            proof = tree.consistency(old.size)
            check_consistency(old.size, bytes(old.root), newest.size, bytes(newest.root), proof)
    except (WrongProof, BadNote, LookupError) as wrong:
        return [raise_alarm(None, AuditAlarm.Kind.LOG, None, f"The transparency log: {wrong}")]
    return []


def _check_signed(checkpoint: Checkpoint) -> None:
    note = read_note(checkpoint.note)
    statement = read_checkpoint(note.text)
    if (statement.size, statement.root) != (checkpoint.size, bytes(checkpoint.root)):
        raise BadNote(f"The checkpoint stored as {checkpoint.size} says something else.")
    verifiers = LogKey.objects.values_list("verifier", flat=True)
    if not signers(note, map(read_verifier, verifiers)):
        raise BadNote(f"The checkpoint of size {checkpoint.size} is not signed by a key of ours.")
