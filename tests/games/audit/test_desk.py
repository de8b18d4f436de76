"""The auditor's desk: everything can be found, and whoever looks leaves a trace."""

import csv
import io
import json
import tracemalloc
from typing import Any

import pyarrow.parquet
import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.utils.timezone import now

from games.accounts.models import Role, User
from games.audit import auditing, desk, exports
from games.audit.models import AuditAlarm
from games.audit.tasks import note_connections
from games.tables.models import Game, GameEvent, Look
from tests.games.audit.given import a_finished_game, a_logged_game
from tests.games.tables.given import a_game, a_user, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    ada = a_user("ada")
    Role.objects.create(user=ada, role=Role.Name.AUDITOR)
    return ada


@pytest.fixture
def as_ada(ada: User, client: Client) -> Client:
    client.force_login(ada)
    return client


def found(client: Client, **wanted: Any) -> list[str]:
    answer = client.get("/api/audit/games", wanted)
    assert answer.status_code == 200, answer.content
    return [game["id"] for game in answer.json()["results"]]


def test_the_desk_is_for_auditors_only(client: Client) -> None:
    game = a_finished_game()
    paths = [
        "games",
        f"games/{game.id}",
        "alarms",
        "export/events.csv",
        f"games/{game.id}/position",
    ]
    for path in paths:
        assert client.get(f"/api/audit/{path}").status_code == 401
    client.force_login(a_user("mallory"))
    for path in paths:
        assert client.get(f"/api/audit/{path}").status_code == 403


def test_games_are_found_by_all_that_is_known_of_them(as_ada: Client) -> None:
    pia = a_user("pia")
    with_pia, without = str(a_finished_game(pia).id), str(a_finished_game(edition="usa").id)
    game = Game.objects.get(id=with_pia)
    assert sorted(found(as_ada)) == sorted([with_pia, without])
    assert found(as_ada, player="pia") == [with_pia]
    assert found(as_ada, edition="usa") == [without]
    assert found(as_ada, event="route_claimed") == [without]
    assert found(as_ada, status="running") == []
    assert found(as_ada, since="2000-01-01T00:00Z", until="2001-01-01T00:00Z") == []
    winner = game.seats.get(number=game.result["standings"][0]["seat"]).name
    assert with_pia in found(as_ada, winner=winner)
    assert as_ada.get("/api/audit/games?anomaly=nothing").status_code == 400


def test_a_long_search_goes_on_where_its_page_ended(as_ada: Client) -> None:
    Game.objects.bulk_create(
        Game(edition="card_game", seat_count=2, name=f"{n}", commitment="") for n in range(25)
    )
    first = as_ada.get("/api/audit/games?edition=card_game").json()
    rest = as_ada.get(first["next"]).json()
    assert (len(first["results"]), len(rest["results"]), rest["next"]) == (20, 5, None)
    assert len({game["id"] for game in first["results"] + rest["results"]}) == 25


def test_anomalies_are_found(as_ada: Client) -> None:
    good, alarmed = a_finished_game(), a_finished_game()
    auditing.raise_alarm(alarmed, AuditAlarm.Kind.GAME, 3, "Event 3 diverges.")
    assert found(as_ada, anomaly="alarm") == [str(alarmed.id)]
    for anomaly in desk.ANOMALIES:
        assert str(good.id) not in found(as_ada, anomaly=anomaly)


@pytest.mark.parametrize(
    ("type_name", "version", "payload", "anomaly"),
    [
        ("seat_handed_over", 2, {"for_good": False}, "handed_over"),
        ("seat_handed_over", 2, {"for_good": True}, "forfeit"),
        # As an earlier release recorded it.
        ("seat_handed_over", 1, {}, "handed_over"),
        ("seat_forfeited", 1, {}, "forfeit"),
    ],
)
def test_a_seat_handed_over_is_told_from_a_forfeit(
    as_ada: Client, type_name: str, version: int, payload: dict[str, bool], anomaly: str
) -> None:
    game = a_game(a_user("pia"))
    GameEvent.objects.create(
        game=game,
        seq=1000,
        type=type_name,
        version=version,
        payload=payload,
        digest="",
        recorded_at=now(),
    )
    for wanted in ("handed_over", "forfeit"):
        assert found(as_ada, anomaly=wanted) == ([str(game.id)] if wanted == anomaly else [])


def test_an_auditor_of_one_tournament_sees_its_games_only(client: Client) -> None:
    inside, outside = a_finished_game(scope="cup"), a_finished_game()
    carl = a_user("carl")
    Role.objects.create(user=carl, role=Role.Name.AUDITOR, scope="cup")
    client.force_login(carl)
    assert found(client) == [str(inside.id)]
    assert client.get(f"/api/audit/games/{outside.id}").status_code == 404


def test_any_position_is_seen_as_any_observer_saw_it(as_ada: Client) -> None:
    game = a_finished_game()
    address = f"/api/audit/games/{game.id}/position"
    views = {
        who: as_ada.get(address, {"seq": 9, "observer": who}).json()["view"]
        for who in ("spectator", "judge", "everything", "seat:0", "seat:1")
    }
    assert views["seat:0"]["hands"][1] == views["spectator"]["hands"][1]
    assert (
        views["seat:0"]["hands"][0] == views["judge"]["hands"][0] != views["spectator"]["hands"][0]
    )
    for wrong in ("seat:2", "seat:x", "boss"):
        assert as_ada.get(address, {"observer": wrong}).status_code == 400
    assert as_ada.get(address, {"seq": game.head_seq + 1}).status_code == 404
    assert as_ada.get(address, {"seq": 0}).status_code == 404


def test_a_look_into_a_running_game_is_recorded_and_decks_stay_sealed(
    as_ada: Client, ada: User
) -> None:
    game = play_on(a_game(a_user("pia"), seats=2))
    address = f"/api/audit/games/{game.id}/position"
    assert as_ada.get(address).status_code == 200
    assert Look.objects.count() == 0
    assert as_ada.get(address, {"observer": "seat:1"}).status_code == 200
    assert [(look.user, look.what) for look in Look.objects.all()] == [(ada, "desk")]
    assert as_ada.get(address, {"observer": "everything"}).status_code == 409
    looks = as_ada.get(f"/api/audit/games/{game.id}").json()["looks"]
    assert [look["person"] for look in looks] == ["Ada"]


def test_who_plays_a_game_cannot_audit_it_before_its_end(as_ada: Client, ada: User) -> None:
    game = play_on(a_game(ada, seats=2))
    answer = as_ada.get(f"/api/audit/games/{game.id}/position?observer=judge")
    assert answer.status_code == 403


def test_the_difference_of_two_positions_is_what_the_events_between_did(as_ada: Client) -> None:
    game = a_finished_game()
    address = f"/api/audit/games/{game.id}/difference"
    same = as_ada.get(address, {"before": 9, "after": 9}).json()
    assert same["changes"] == []
    moved = as_ada.get(address, {"before": 9, "after": 30, "observer": "everything"}).json()
    assert {"path", "before", "after"} == set(moved["changes"][0])
    assert as_ada.get(address, {"before": 9}).status_code == 200


def test_difference_names_each_place() -> None:
    before = {"a": [1, {"b": 2}], "c": 3}
    after = {"a": [1, {"b": 4}], "d": 5}
    assert list(desk.difference(before, after)) == [
        {"path": "a[1].b", "before": 2, "after": 4},
        {"path": "c", "before": 3, "after": None},
        {"path": "d", "before": None, "after": 5},
    ]


def test_the_ledger_has_times_and_connections(as_ada: Client) -> None:
    game = a_finished_game()
    begun, ended = [
        (str(game.id), 1, what, "2026-03-01T12:00:00+00:00")
        for what in ("stream_begun", "stream_ended")
    ]
    note_connections([begun])
    note_connections([begun, ended])  # a task may run twice
    shown = as_ada.get(f"/api/audit/games/{game.id}").json()
    assert [entry["what"] for entry in shown["connections"]] == ["stream_begun", "stream_ended"]
    assert {entry["seconds"] for entry in shown["clock"]} == {1.0}


def test_an_alarm_is_acknowledged_and_rings_again_if_it_happens_again(as_ada: Client) -> None:
    game = a_finished_game()
    alarm = auditing.raise_alarm(game, AuditAlarm.Kind.GAME, 3, "Event 3 diverges.")
    assert [x["seq"] for x in as_ada.get("/api/audit/alarms").json()] == [3]
    answer = as_ada.post(f"/api/audit/alarms/{alarm.id}/acknowledge")
    assert answer.json()["acknowledged_at"] is not None
    assert as_ada.post("/api/audit/alarms/999/acknowledge").status_code == 404
    assert auditing.raise_alarm(game, AuditAlarm.Kind.GAME, 3, "Event 3 diverges.") != alarm


def exported(table: str, format: str) -> bytes:
    _, write = exports.FORMATS[format]
    rows = exports.TABLES[table].rows(Game.objects.all())
    return b"".join(write(exports.TABLES[table], rows))


def test_every_format_says_the_same() -> None:
    game = a_logged_game()
    for name, table in exports.TABLES.items():
        from_csv = list(csv.reader(io.StringIO(exported(name, "csv").decode())))
        from_json = [json.loads(line) for line in exported(name, "json").splitlines()]
        from_parquet = pyarrow.parquet.read_table(io.BytesIO(exported(name, "parquet"))).to_pylist()
        assert from_csv[0] == list(table.columns)
        assert from_parquet == from_json
        assert len(from_csv) - 1 == len(from_json)
    events = [json.loads(line) for line in exported("events", "json").splitlines()]
    assert [event["seq"] for event in events] == list(range(1, game.head_seq + 1))


def test_a_name_is_no_formula_in_a_spreadsheet() -> None:
    table = exports.Table(("name",), frozenset(), lambda games: iter([]))
    assert b"'=1+1" in b"".join(exports.as_csv(table, [("=1+1",)]))


def test_an_export_leaves_running_games_out(as_ada: Client) -> None:
    play_on(a_game(a_user("pia"), seats=2))
    over = a_finished_game()
    answer = as_ada.get("/api/audit/export/games.json")

    async def read() -> bytes:
        return b"".join([piece async for piece in answer.streaming_content])

    lines = async_to_sync(read)().splitlines()
    assert [json.loads(line)["game"] for line in lines] == [str(over.id)]


@pytest.mark.parametrize("format", sorted(exports.FORMATS))
def test_ten_times_as_many_rows_need_no_more_memory(format: str) -> None:
    table = exports.TABLES["events"]
    _, write = exports.FORMATS[format]

    def peak(count: int) -> int:
        rows = (
            ("0" * 36, n, "card_drawn", 1, n % 4, '{"x":1}' * 20, "f" * 64, "now")
            for n in range(count)
        )
        tracemalloc.start()
        for _ in write(table, rows):
            pass
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(exports.CHUNK)  # imports
    assert peak(20 * exports.CHUNK) < 1.5 * peak(2 * exports.CHUNK)
