"""The verify page: a stranger drops a file, and the rules themselves judge it in the browser."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rules import Chance, editions
from rules.simulation import export_game, play_game

PATIENCE = 120_000  # milliseconds: Python has to start first, on a slow machine


@pytest.fixture(scope="module")
def game_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    chance = Chance(bytes(range(32)), ("north", "south"))
    game = play_game(editions()["card_game"], {}, chance, ["any_legal"] * 2)
    path = tmp_path_factory.mktemp("files") / "game.json"
    path.write_bytes(export_game(game, "a game"))
    return path


def test_a_good_file_is_verified_and_a_forged_one_is_not_in_the_browser_alone(
    page: Page, game_file: Path, tmp_path: Path
) -> None:
    page.goto("/verify")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.set_input_files("input[type=file]", game_file)
    expect(page.get_by_text("✓ VERIFIED")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("How the decks came about")).to_be_visible()
    events = len(json.loads(game_file.read_bytes())["events"])
    expect(page.get_by_text(f"{events} events, unbroken.")).to_be_visible()
    forged = tmp_path / "forged.json"
    forged.write_bytes(game_file.read_bytes().replace(b'"seat":0', b'"seat":1', 1))
    page.set_input_files("input[type=file]", forged)
    expect(page.get_by_text("✗ NOT VERIFIED")).to_be_visible(timeout=PATIENCE)
    # Files were fetched; nothing was sent.
    assert set(sent) <= {"GET"}


def test_python_may_be_compiled_in_the_worker_and_nowhere_else(page: Page) -> None:
    policies: dict[str, str] = {}
    page.on(
        "response",
        lambda answer: policies.setdefault(
            answer.url.rsplit("/", 1)[-1].split("-")[0],
            answer.headers.get("content-security-policy", ""),
        ),
    )
    page.goto("/verify")
    page.set_input_files(
        "input[type=file]", {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"}
    )
    expect(page.get_by_text("✗ NOT VERIFIED")).to_be_visible(timeout=PATIENCE)
    allowed = [name for name, policy in policies.items() if "wasm-unsafe-eval" in policy]
    assert allowed == ["verify.worker"]
    assert "wasm" not in policies["verify"]
