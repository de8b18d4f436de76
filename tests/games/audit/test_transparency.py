"""The transparency log: everything that happened is in it, once; it only grows; anyone can check."""

import os
import stat
from base64 import b64decode
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from games.audit import keys, transparency
from games.audit.models import Checkpoint, EntryBundle, LoggedRun, LogHead, LogKey, Tile
from games.audit.tasks import publish_game
from games.audit.tree import Edge, Tree, append, read_tile_path, tile_path, width_of
from games.tables import live
from games.tables.models import Game, GameEvent
from rules import log_entries as entries
from rules import merkle
from rules.notes import BadNote, read_checkpoint, read_note, read_verifier
from tests.games.audit.given import a_finished_game, a_logged_game, events, newest
from tests.games.tables.given import a_game, play_on

pytestmark = pytest.mark.django_db


def all_entries() -> list[bytes]:
    bundles = EntryBundle.objects.order_by("number")
    return [raw for bundle in bundles for raw in entries.unbundled(bytes(bundle.entries))]


def leaves() -> list[bytes]:
    return [merkle.leaf_hash(raw) for raw in all_entries()]


def test_every_event_is_logged_once_in_the_order_of_its_game() -> None:
    games = [a_finished_game(), a_finished_game()]
    assert transparency.publish(everything=True) == GameEvent.objects.count()
    assert transparency.publish(everything=True) == 0
    logged = [entries.read(raw) for raw in all_entries()]
    for game in games:
        key = entries.game_key(game.id)
        mine = [(entry.seq, entry.digest.hex()) for entry in logged if entry.game_key == key]
        assert mine == list(game.events.order_by("seq").values_list("seq", "digest"))


def test_the_signed_root_is_that_of_the_entries() -> None:
    a_logged_game()
    assert newest().root == merkle.root_of(leaves())
    assert newest().size == len(leaves())


def test_a_running_game_is_logged_as_it_goes_on() -> None:
    game = play_on(a_game(seats=2), steps=5)
    assert transparency.publish() == game.head_seq
    play_on(game)
    game.refresh_from_db()
    transparency.publish()
    assert sorted(transparency.indexes_of(game.id, newest().size)) == list(
        range(1, game.head_seq + 1)
    )
    assert LoggedRun.objects.filter(game=game).count() == 2


def test_a_game_that_ended_unseen_is_found_by_the_sweep() -> None:
    game = a_finished_game()
    assert transparency.publish() == 0
    assert transparency.publish(everything=True) == game.head_seq
    assert game.logged.is_whole


def test_the_end_of_a_game_asks_for_a_checkpoint_at_once() -> None:
    game = a_finished_game()
    task = live.next_task(game)
    assert task is not None
    name, arguments = task
    assert name == publish_game.name
    publish_game(*arguments["args"])
    assert newest().size == game.head_seq


def test_an_entry_gives_away_neither_a_card_nor_the_address_of_a_game() -> None:
    game = a_logged_game(visibility=Game.Visibility.UNLISTED)
    raw = b"".join(all_entries())
    assert game.id.bytes not in raw
    assert str(game.id).encode() not in raw
    assert {len(entry) for entry in all_entries()} == {entries.ENTRY_BYTES}


def test_the_database_refuses_to_rewrite_the_log() -> None:
    a_logged_game()
    tile = Tile.objects.get(level=0, number=0)
    for forbidden in (
        lambda: Checkpoint.objects.update(root=bytes(32)),
        lambda: LoggedRun.objects.all().delete(),
        lambda: Tile.objects.filter(level=0, number=0).update(hashes=bytes(len(tile.hashes))),
        lambda: Tile.objects.filter(level=0, number=0).update(hashes=bytes(tile.hashes)[:32]),
        lambda: EntryBundle.objects.filter(number=0).update(entries=b"x" * 71),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            forbidden()


SIZES = st.integers(1, 1200)


@settings(max_examples=25)
@given(st.lists(st.integers(1, 400), min_size=1, max_size=5), st.data())
def test_tiles_and_edge_give_the_same_tree_as_the_definition(
    batches: list[int], data: st.DataObject
) -> None:
    edge, tiles, all_leaves = Edge(0, []), {}, []
    for batch in batches:
        fresh = [merkle.leaf_hash(b"%d" % (edge.size + n)) for n in range(batch)]
        all_leaves += fresh
        edge, gained = append(edge, fresh)
        for level, hashes in gained.items():
            tiles.setdefault(level, []).extend(hashes)
    assert edge.root == merkle.root_of(all_leaves)
    tree = Tree(edge.size, lambda level, n: b"".join(tiles[level][n * 256 : (n + 1) * 256]))
    assert tree.root() == edge.root
    index = data.draw(st.integers(0, edge.size - 1))
    shown = merkle.root_from_inclusion(all_leaves[index], index, edge.size, tree.inclusion(index))
    assert shown == edge.root
    old = data.draw(st.integers(0, edge.size))
    merkle.check_consistency(old, tree.root(old), edge.size, edge.root, tree.consistency(old))
    some = data.draw(st.sets(st.integers(0, edge.size - 1), min_size=1, max_size=20))
    many = tree.inclusion_of_many(list(some))
    assert merkle.root_from_many({n: all_leaves[n] for n in some}, edge.size, many) == edge.root
    forged = {n: all_leaves[n] for n in some} | {min(some): merkle.leaf_hash(b"forged")}
    assert merkle.root_from_many(forged, edge.size, many) != edge.root


@pytest.mark.parametrize(
    ("number", "width", "path"),
    [
        (0, 256, "000"),
        (999, 256, "999"),
        (1000, 256, "x001/000"),
        (1234067, 256, "x001/x234/067"),
        (67, 12, "067.p/12"),
    ],
)
def test_a_tile_has_one_address(number: int, width: int, path: str) -> None:
    assert tile_path(number, width) == path
    assert read_tile_path(path) == (number, width)


@pytest.mark.parametrize(
    "path", ["", "0", "x000/001", "001/002", "000.p/0", "000.p/256", "000.p/01", "..", "x1/2"]
)
def test_no_other_address_is_a_tile(path: str) -> None:
    assert read_tile_path(path) is None


def test_a_tree_of_70_000_leaves_has_the_tiles_that_the_specification_names() -> None:
    assert [width_of(0, 272, 70_000), width_of(0, 273, 70_000)] == [256, 112]
    assert [width_of(1, 0, 70_000), width_of(1, 1, 70_000), width_of(2, 0, 70_000)] == [256, 17, 1]


def test_the_log_is_served_as_files_that_anyone_can_put_together(client: Client) -> None:
    a_logged_game(seats=3)
    note = read_note(client.get("/tlog/checkpoint").content.decode())
    checkpoint = read_checkpoint(note.text)

    def read(level: int, number: int) -> bytes:
        path = tile_path(number, width_of(level, number, checkpoint.size))
        answer = client.get(f"/tlog/tile/{level}/{path}")
        assert answer.headers["Content-Type"] == "application/octet-stream"
        return answer.content

    assert Tree(checkpoint.size, read).root() == checkpoint.root
    width = width_of(0, 0, checkpoint.size)
    bundle = client.get(f"/tlog/tile/entries/{tile_path(0, width)}").content
    assert [merkle.leaf_hash(raw) for raw in entries.unbundled(bundle)] == leaves()[:width]


def test_what_is_not_signed_yet_is_not_served(client: Client) -> None:
    a_logged_game()
    size = newest().size
    assert client.get(f"/tlog/tile/0/{tile_path(size // 256, size % 256 + 1)}").status_code == 404
    assert client.get("/tlog/tile/0/999").status_code == 404
    assert client.get("/tlog/tile/64/000").status_code == 404


def test_inclusion_and_consistency_are_proved_over_http(client: Client) -> None:
    first = a_logged_game()
    old = newest()
    a_logged_game()
    answer = client.get(f"/api/games/{first.id}/inclusion?seq=3").json()
    proof = [b64decode(one) for one in answer["proof"]]
    leaf = merkle.leaf_hash(b64decode(answer["entry"]))
    size = answer["checkpoint"]["size"]
    assert merkle.root_from_inclusion(leaf, answer["index"], size, proof) == newest().root
    answer = client.get(f"/api/log/consistency?old={old.size}").json()
    proof = [b64decode(one) for one in answer["proof"]]
    merkle.check_consistency(old.size, old.root, newest().size, newest().root, proof)


def test_a_checkpoint_is_signed_by_the_published_key(client: Client) -> None:
    a_logged_game()
    note = read_note(client.get("/tlog/checkpoint").content.decode())
    [verifier] = [read_verifier(key["verifier"]) for key in client.get("/api/log").json()["keys"]]
    assert note.signed_by(verifier) is not None
    with pytest.raises(BadNote):
        note._replace(text=note.text.replace("\n", "\n1", 1)).signed_by(verifier)


def test_a_key_is_rotated_with_overlap_and_the_old_one_vouches_for_the_new(client: Client) -> None:
    a_logged_game()
    [old] = [read_verifier(key.verifier) for key in LogKey.objects.all()]
    new = keys.rotate(newest().origin, timezone.now() + timedelta(days=30))
    a_logged_game()
    note = read_note(client.get("/tlog/checkpoint").content.decode())
    assert note.signed_by(old) is not None
    assert note.signed_by(new) is not None
    listed = read_note(client.get("/tlog/keys").content.decode())
    assert listed.signed_by(old) is not None
    assert str(new) in listed.text.split("\n")
    after = timezone.now() + timedelta(days=31)
    assert [one.verifier for one in keys.active_signers(newest().origin, after)] == [new]


def test_a_private_key_is_readable_by_us_only_and_not_in_the_database() -> None:
    a_logged_game()
    for path in keys.folder().glob("*.key"):
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
        seed = keys.read_key_file(path)
        assert seed.hex() not in "".join(key.verifier for key in LogKey.objects.all())


def test_two_publishers_do_not_log_an_event_twice() -> None:
    game = a_logged_game()
    head = transparency.lock_head()
    with pytest.raises(IntegrityError), transaction.atomic():
        transparency.append_entries(head, events(1, game))


def test_a_log_that_fills_many_tiles_in_many_batches_is_whole() -> None:
    game = a_finished_game()
    head = transparency.lock_head()
    first = 1
    for count in (255, 1, 1, 300, 700, 3):
        transparency.append_entries(head, events(count, game, first))
        first += count
    assert LogHead.objects.get().size == first - 1 == newest().size
    assert newest().root == merkle.root_of(leaves())
    assert transparency.tree(newest().size).root() == newest().root
