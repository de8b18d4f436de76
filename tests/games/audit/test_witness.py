"""A witness signs what only grows, and nothing else."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games.audit import keys, transparency
from games.audit.models import Checkpoint
from games.audit.models import Witness as Known
from games.audit.witness import Fetch, Misbehavior, Witness
from rules.notes import BadNote, read_note
from tests.games.audit.given import a_finished_game, a_logged_game, events, newest

pytestmark = pytest.mark.django_db


def fetcher(client: Client) -> Fetch:
    def fetch(path: str) -> bytes:
        answer = client.get(f"/tlog/{path}")
        assert answer.status_code == 200, path
        return answer.content

    return fetch


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[Witness]:
    witness = Witness(tmp_path / "seen.sqlite3", "club.example/witness")
    yield witness
    witness.db.close()


def test_a_log_that_grows_is_cosigned_and_shows_it(client: Client, witness: Witness) -> None:
    Known.objects.create(verifier=str(witness.verifier))
    for _ in range(3):
        a_logged_game()
        cosigned = witness.observe(fetcher(client), timezone.now())
        assert cosigned is not None
        body = {"size": cosigned.checkpoint.size, "line": str(cosigned.signature)}
        answer = client.post("/api/log/cosignatures", body, content_type="application/json")
        assert answer.status_code == 204, answer.content
        note = read_note(client.get("/tlog/checkpoint").content.decode())
        assert note.signed_by(witness.verifier) is not None
    assert witness.observe(fetcher(client), timezone.now()) is None
    assert client.get("/api/log").json()["newest_witnessed"]["size"] == newest().size


def test_a_cosignature_of_a_stranger_or_of_something_else_is_refused(
    client: Client, witness: Witness
) -> None:
    a_logged_game()
    cosigned = witness.observe(fetcher(client), timezone.now())
    assert cosigned is not None

    def hand_in(line: str, size: int = cosigned.checkpoint.size) -> int:
        body = {"size": size, "line": line}
        answer = client.post("/api/log/cosignatures", body, content_type="application/json")
        return answer.status_code

    assert hand_in(str(cosigned.signature)) == 403
    Known.objects.create(verifier=str(witness.verifier))
    other = cosigned.signature._replace(signature=bytes(72))
    assert hand_in(str(other)) == 422
    assert hand_in("hello") == 400
    assert hand_in(str(cosigned.signature), size=1) == 404
    late = witness._cosign(cosigned.checkpoint, timezone.now() + timedelta(days=1))
    assert hand_in(str(late)) == 422


def test_it_follows_the_log_to_a_new_key(client: Client, witness: Witness) -> None:
    a_logged_game()
    witness.observe(fetcher(client), timezone.now())
    keys.rotate(newest().origin, timezone.now() + timedelta(seconds=60))
    a_logged_game()
    witness.observe(fetcher(client), timezone.now())
    keys.rotate(newest().origin, timezone.now() - timedelta(seconds=1))
    a_logged_game()
    with pytest.raises(Misbehavior, match="no key"):
        # Nobody whom it knows has vouched for this one: there was no overlap.
        witness.observe(fetcher(client), timezone.now())


def test_a_second_version_of_a_logged_game_is_found(
    client: Client, witness: Witness, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_logged_game()
    witness.observe(fetcher(client), timezone.now())
    head = transparency.lock_head()
    # Past our own guard, which would refuse it.
    monkeypatch.setattr(transparency, "_store_runs", lambda start, fresh: None)
    transparency.append_entries(head, events(3, game))
    with pytest.raises(Misbehavior, match="a second version of a game"):
        witness.observe(fetcher(client), timezone.now())
    assert witness.db.execute("SELECT COUNT(*) FROM findings").fetchone() == (1,)


def test_a_log_that_shrinks_or_signs_another_tree_is_found(
    client: Client, witness: Witness
) -> None:
    a_logged_game()
    old = client.get("/tlog/checkpoint").content
    a_logged_game()
    witness.observe(fetcher(client), timezone.now())
    real = fetcher(client)
    with pytest.raises(Misbehavior, match="signs for"):
        witness.observe(lambda path: old if path == "checkpoint" else real(path), timezone.now())
    checkpoint = newest()._replace(root=bytes(32))
    forged = keys.signed(checkpoint.text, keys.active_signers(checkpoint.origin))
    with pytest.raises(Misbehavior, match="two different trees"):
        witness.observe(
            lambda path: str(forged).encode() if path == "checkpoint" else real(path),
            timezone.now(),
        )


def test_an_entry_that_is_not_its_leaf_is_found(client: Client, witness: Witness) -> None:
    a_logged_game()
    real = fetcher(client)

    def fetch(path: str) -> bytes:
        content = real(path)
        return content[:-1] + b"\0" if path.startswith("tile/entries/") else content

    with pytest.raises(Misbehavior, match="not the one that was signed"):
        witness.observe(fetch, timezone.now())


def test_what_is_no_checkpoint_is_no_accusation(client: Client, witness: Witness) -> None:
    a_finished_game()
    with pytest.raises(BadNote):
        witness.observe(lambda path: b"<html>502</html>", timezone.now())
    assert Checkpoint.objects.count() == 0


def test_the_command_says_what_is_wrong_with_its_arguments(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="not an address"):
        call_command("witness", log="file:///etc", state=tmp_path / "x", once=True)
    with pytest.raises(CommandError, match="can't be checked"):
        call_command("witness", log="http://127.0.0.1:9/tlog", state=tmp_path / "x", once=True)
