"""The page shows how seed and salts gave each deck: it must show what really happened."""

import hashlib
import hmac
import json

import pytest

from rules import Chance, editions
from rules.export import read_game_file
from rules.kernel.chance import unchosen_salt
from rules.shuffles import shuffles_of
from rules.simulation import export_game, play_game


@pytest.mark.parametrize("edition_id", sorted(editions()))
def test_every_shuffle_is_shown_with_the_event_that_records_it(edition_id: str) -> None:
    chance = Chance(bytes(range(32)), ("north", "south"))
    game = play_game(editions()[edition_id], {}, chance, ["any_legal"] * 2)
    file = read_game_file(export_game(game, "a game"))
    shown = shuffles_of(file)
    assert shown.shuffles
    for shuffle in shown.shuffles:
        event = file["events"][shuffle.seq - 1]
        assert event["type"] == shuffle.type
        assert shuffle.order in event["payload"].values()
    shuffled = {e["seq"] for e in file["events"] if e["type"].endswith("_shuffled")}
    assert shuffled <= {shuffle.seq for shuffle in shown.shuffles}


def test_the_key_and_the_streams_can_be_worked_out_by_hand() -> None:
    chance = Chance(bytes(range(32)), ("north", "south"))
    game = play_game(editions()["card_game"], {}, chance, ["any_legal"] * 2)
    shown = shuffles_of(read_game_file(export_game(game, "a game")))
    salts = b"salts:" + json.dumps(["north", "south"]).encode()
    key = hmac.new(bytes(range(32)), salts, hashlib.sha256).digest()
    assert shown.key == key.hex()
    for shuffle in shown.shuffles:
        stream = hmac.new(key, f"shuffle:{shuffle.label}:0".encode(), hashlib.sha256)
        assert shuffle.stream == stream.hexdigest()


def test_a_salt_that_nobody_chose_is_told_from_one_that_a_player_brought() -> None:
    seed = bytes(range(32))
    chance = Chance(seed, ("north", unchosen_salt(seed, 1)))
    game = play_game(editions()["card_game"], {}, chance, ["any_legal"] * 2)
    shown = shuffles_of(read_game_file(export_game(game, "a game")))
    assert shown.unchosen == [False, True]
