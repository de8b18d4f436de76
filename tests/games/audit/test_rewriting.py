"""Somebody with every right in the database rewrites yesterday's game, and with every key the log.

The forgery is as good as it can be: another game, played by the rules from the same sealed seed and the
same salts, its chain whole. Taken alone it verifies. What gives it away is what others have seen.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from games.audit import auditing, transparency
from games.audit.models import (
    AuditAlarm,
    Checkpoint,
    EntryBundle,
    GameAudit,
    LoggedGame,
    LoggedRun,
    LogHead,
    Tile,
)
from games.audit.witness import Misbehavior, Witness
from games.tables import selectors, snapshots
from games.tables.models import Game, GameCommand, GameEvent
from rules import Chance, editions, log_entries
from rules.merkle import leaf_hash
from rules.simulation import play_game
from rules.verify import Discrepancy, main, verify
from tests.games.audit.given import a_logged_game, write_down
from tests.games.audit.test_evidence import download
from tests.games.audit.test_witness import fetcher
from tests.games.guards import guards_down
from tests.games.tables.given import POLICY

pytestmark = pytest.mark.django_db


class ForgersChance(Chance):
    """The same decks; other choices of the players."""

    def dice(self, label: str) -> random.Random:
        return super().dice(f"forged:{label}")


def rewrite_game(game: Game) -> None:
    real = snapshots.chance_of(game)
    edition = editions()[game.edition]
    forged = play_game(edition, game.options, ForgersChance(real.seed, real.salts), [POLICY] * 2)
    with guards_down():
        GameEvent.objects.filter(game=game).delete()
        GameCommand.objects.filter(game=game).delete()
        write_down(game, forged)


def rewrite_log() -> None:
    """The whole log anew from the games as they are now, signed with the real key."""
    with guards_down():
        for model in (Checkpoint, LoggedRun, LoggedGame, Tile, EntryBundle, LogHead):
            model.objects.all().delete()
        transparency.publish(everything=True)


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[Witness]:
    witness = Witness(tmp_path / "seen.sqlite3", "club.example/witness")
    yield witness
    witness.db.close()


@pytest.fixture
def game() -> Game:
    a_logged_game()
    return a_logged_game()


def test_without_a_superuser_nothing_can_be_rewritten(game: Game) -> None:
    for model in (GameEvent, GameCommand):
        with pytest.raises(IntegrityError), transaction.atomic():
            model.objects.filter(game=game).delete()


def test_the_forgery_alone_is_a_game_by_the_rules(game: Game) -> None:
    before = game.head_digest
    rewrite_game(game)
    assert verify(selectors.export(game)).head == game.head_digest != before


def test_a_rewritten_game_is_caught_by_the_audit(game: Game) -> None:
    assert auditing.audit_game(game) == []
    before = list(game.events.order_by("seq").values_list("seq", "digest"))
    rewrite_game(game)
    after = set(game.events.values_list("seq", "digest"))
    first_changed = next(seq for seq, digest in before if (seq, digest) not in after)
    [alarm] = auditing.audit_game(game)
    assert (alarm.kind, alarm.seq) == (AuditAlarm.Kind.LOG, first_changed)
    assert f"Event {first_changed} is not the one" in alarm.message
    assert not GameAudit.objects.get(game=game).is_good


def test_a_rewritten_game_is_caught_by_whoever_downloads_it(client: Client, game: Game) -> None:
    rewrite_game(game)
    answer = client.get(f"/api/games/{game.id}/evidence")
    # It is longer than what the log has, or the log has something else.
    assert answer.status_code == 503 or is_refused(answer.content)


def is_refused(raw: bytes) -> bool:
    with pytest.raises(Discrepancy):
        verify(raw)
    return True


def test_a_rewritten_log_is_caught_by_the_witness(
    client: Client, game: Game, witness: Witness
) -> None:
    assert witness.observe(fetcher(client), timezone.now()) is not None
    rewrite_game(game)
    rewrite_log()
    # Nothing on our side shows it any more, not even the audit ...
    assert auditing.audit_game(game) == []
    assert auditing.audit_log() == []
    # ... but the witness does not sign this.
    with pytest.raises(Misbehavior):
        witness.observe(fetcher(client), timezone.now())


def test_a_rewritten_game_and_log_are_caught_by_a_bundle_downloaded_before(
    client: Client, game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    before.write_bytes(download(client, game))
    rewrite_game(game)
    rewrite_log()
    after.write_bytes(download(client, game))
    # Both are signed by the same key: whoever has the two has the proof of the forgery.
    assert main([str(before)]) == main([str(after)]) == 0
    assert main(["--against", str(before), str(after)]) == 1
    assert "one was rewritten" in capsys.readouterr().out


def test_a_game_rewritten_together_with_its_leaves_is_caught_by_the_audit(game: Game) -> None:
    rewrite_game(game)
    last = min(game.head_seq, LoggedGame.objects.get(game=game).seq)
    indexes = transparency.indexes_of(game.id, LogHead.objects.get().size)
    key = log_entries.game_key(game.id)
    with guards_down():
        for event in game.events.filter(seq__lte=last):
            entry = log_entries.Entry(key, event.seq, bytes.fromhex(event.digest))
            replace_leaf(indexes[event.seq], leaf_hash(log_entries.written(entry)))
    assert {alarm.kind for alarm in auditing.audit_game(game)} == {AuditAlarm.Kind.LOG}


def replace_leaf(index: int, leaf: bytes) -> None:
    tile = Tile.objects.get(level=0, number=index // 256)
    at = index % 256 * 32
    hashes = bytes(tile.hashes)
    Tile.objects.filter(level=0, number=index // 256).update(
        hashes=hashes[:at] + leaf + hashes[at + 32 :]
    )
