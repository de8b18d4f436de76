"""One file proves a game: to whoever has it, with the standard library alone."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.audit.models import LogKey
from rules.kernel.chain import canonical
from rules.verify import Discrepancy, describe, main, verify
from tests.games.audit.given import a_finished_game, a_logged_game
from tests.games.tables.given import a_game
from tests.service import PROJECT

pytestmark = pytest.mark.django_db


def download(client: Client, game: Any) -> bytes:
    answer = client.get(f"/api/games/{game.id}/evidence")
    assert answer.status_code == 200, answer.content
    return answer.content


def changed(raw: bytes, **parts: Any) -> bytes:
    document = json.loads(raw)
    document["log"] |= parts
    return canonical(document) + b"\n"


def test_the_evidence_of_a_finished_game_is_verified(client: Client) -> None:
    a_logged_game(seats=3)
    game = a_logged_game()
    verified = verify(download(client, game))
    assert verified.logged is not None
    assert verified.file["game"] == str(game.id)
    assert verified.logged.signed_by == [LogKey.objects.get().verifier]
    assert "has every event among its" in "\n".join(describe(verified))


def test_it_needs_nothing_but_the_rules_and_the_standard_library(
    client: Client, tmp_path: Path
) -> None:
    file = tmp_path / "evidence.json"
    file.write_bytes(download(client, a_logged_game()))
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c",
         f"import sys; sys.path.insert(0, {str(PROJECT)!r}); from rules.verify import main; sys.exit(main([{str(file)!r}]))"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "signed      by" in done.stdout


def test_whoever_knows_the_key_can_ask_for_it(
    client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "evidence.json"
    file.write_bytes(download(client, a_logged_game()))
    assert main(["--key", LogKey.objects.get().verifier, str(file)]) == 0
    other = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    assert main(["--key", other, str(file)]) == 1
    assert "not signed by any of the keys that you trust" in capsys.readouterr().out


def test_a_game_that_the_signed_log_does_not_have_is_refused(client: Client) -> None:
    raw = download(client, a_logged_game())
    log = json.loads(raw)["log"]
    for wrong, words in (
        ({"proof": [*log["proof"], "A" * 43 + "="]}, "more hashes"),
        ({"runs": [[1, 1, log["runs"][0][2]]]}, "does not have"),
        ({"runs": [[1, 0, 2]]}, "up to 2"),
        ({"keys": []}, "not signed"),
        ({"checkpoint": log["checkpoint"].replace("\n", "\n1", 1)}, "wrong"),
        ({"checkpoint": "x"}, "not a signed note"),
        ({"runs": "x"}, "can't be read"),
    ):
        with pytest.raises(Discrepancy, match=words):
            verify(changed(raw, **wrong))
    with pytest.raises(Discrepancy, match="canonical"):
        verify(raw.replace(b'"log":', b'"log": '))


def test_evidence_of_another_game_does_not_fit(client: Client) -> None:
    one, other = a_logged_game(), a_logged_game()
    document = json.loads(download(client, one))
    document["game"] = json.loads(download(client, other))["game"]
    with pytest.raises(Discrepancy):
        verify(canonical(document) + b"\n")


def test_there_is_none_before_the_end_and_none_before_the_log_has_it(client: Client) -> None:
    assert client.get(f"/api/games/{a_game(seats=2).id}/evidence").status_code == 409
    answer = client.get(f"/api/games/{a_finished_game().id}/evidence")
    assert answer.status_code == 503
    assert answer.json()["type"] == "/problems/not-in-log-yet"
