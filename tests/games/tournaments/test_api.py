"""Tournaments over HTTP."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from games.accounts.models import User
from games.audit.tasks import note_connections
from games.tables.models import Game
from games.tables.snapshots import at
from games.tournaments import commands as c
from games.tournaments.plan import Stage
from games.tournaments.services.creating import appoint
from rules import editions, seated, view
from tests.games.tables.given import play_on
from tests.games.tournaments.events_of import (
    LEVEL,
    a_tournament,
    begin_round,
    decide_tables,
    do,
    enter,
    enter_ais,
    game_of,
    sit,
    state_of,
)

pytestmark = pytest.mark.django_db
PLAN = {"edition": "card_game", "stages": [{"kind": "swiss", "rounds": 2}]}


def post(api: APIClient, path: str, body: Any, status: int = 200) -> Any:
    answer = api.post(f"/api/{path}", body, format="json")
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


def get(api: APIClient, path: str, status: int = 200) -> Any:
    answer = api.get(f"/api/{path}")
    assert answer.status_code == status, answer.content
    return answer.json()


def test_a_whole_first_round_by_http(api: APIClient, olga: User) -> None:
    api.force_authenticate(olga)
    cup = post(api, "tournaments", {"name": "Cup", "plan": PLAN}, 201)
    path = f"tournaments/{cup['id']}"

    def act(type: str, why: str = "", **fields: Any) -> None:
        post(api, f"{path}/commands", {"command": {"type": type, **fields}, "why": why})

    for name in ("Ada", "Bo", "Cy", "Di"):
        act("register_entrant", name=name, policy=LEVEL)
    act("pair_round")
    assert get(api, f"{path}/me")["draft"]["number"] == 1
    assert get(api, path)["rounds_so_far"] == []
    act("publish_round")
    seen = get(api, path)
    assert sorted(seen["rounds_so_far"][0]["tables"][0]["seats"]) == [1, 2, 3, 4]
    assert [line["name"] for line in seen["field"]] == ["Ada", "Bo", "Cy", "Di"]
    assert get(api, "tournaments")[0]["name"] == "Cup"


def test_a_refusal_is_a_problem_with_a_sentence(api: APIClient, olga: User, pia: User) -> None:
    cup = a_tournament(olga)
    path = f"tournaments/{cup.id}/commands"
    body = {"command": {"type": "pair_round"}}
    assert post(api, path, body, 401)["type"] == "/problems/not-signed-in"
    api.force_authenticate(pia)
    assert post(api, path, body, 403)["type"] == "/problems/not-your-role"
    api.force_authenticate(olga)
    assert "check entrants in" in post(api, path, body, 409)["detail"]
    assert post(api, path, {"command": {"type": "dance"}}, 400)["type"] == "/problems/malformed"
    wrong = {"command": {"type": "give_penalty", "entrant": 1, "points": 0}}
    assert post(api, path, wrong, 400)["detail"] == "points is at least 1."
    bad = PLAN | {"pod_size": 6}
    assert "seats" in post(api, "tournaments", {"name": "x", "plan": bad}, 400)["detail"]
    get(api, "tournaments/7b0b7f0e-3c1f-4d0c-9b3f-2f0c7a3f7c11", 404)


def test_an_unchanged_tournament_is_not_sent_again(api: APIClient, olga: User) -> None:
    cup = a_tournament(olga)
    etag = api.get(f"/api/tournaments/{cup.id}").headers["ETag"]
    again = api.get(f"/api/tournaments/{cup.id}", headers={"If-None-Match": etag})
    assert again.status_code == 304
    do(olga, cup, c.Announce("Lunch at noon."))
    changed = api.get(f"/api/tournaments/{cup.id}", headers={"If-None-Match": etag})
    assert changed.json()["announcements"][0]["text"] == "Lunch at noon."


def test_why_am_i_at_this_table(api: APIClient, olga: User) -> None:
    cup = a_tournament(olga)
    enter_ais(olga, cup, 8)
    begin_round(olga, cup)
    decide_tables(olga, cup)
    begin_round(olga, cup)
    why = get(api, f"tournaments/{cup.id}/why?round=2&entrant=3")
    assert why["replays"] is True
    assert len(why["pairs"]) == 3
    assert {"with", "forbidden", "rematch", "distance", "total"} <= set(why["pairs"][0])
    assert len(why["seats_so_far"]) == 1
    get(api, f"tournaments/{cup.id}/why?round=3&entrant=3", 404)
    get(api, f"tournaments/{cup.id}/why?round=x&entrant=3", 400)


def test_a_change_by_hand_shows_its_cost_before_it_is_made(
    api: APIClient, olga: User, pia: User
) -> None:
    cup = a_tournament(olga, Stage("swiss", 2))
    enter_ais(olga, cup, 8)
    do(olga, cup, c.KeepApart((1, 2)), "A couple.")
    do(olga, cup, c.PairRound())
    tables = state_of(cup).rounds[0].tables
    [away] = [n for n, table in tables.items() if 1 not in table.seats]
    here, there = list(tables[3 - away].seats), list(tables[away].seats)
    swapped = here.index(next(n for n in here if n != 1))
    here[swapped], there[there.index(2)] = 2, here[swapped]
    change = {
        "type": "change_pairing",
        "draws": [{"table": 3 - away, "seats": here}, {"table": away, "seats": there}],
    }
    api.force_authenticate(olga)
    path = f"tournaments/{cup.id}/pairing-cost"
    cost = post(api, path, {"command": change})
    assert (cost["now"]["forbidden"], cost["after"]["forbidden"]) == (0, 1)
    assert sorted(cost["tables"]) == [1, 2]
    api.force_authenticate(pia)
    post(api, path, {"command": change}, 403)


def test_the_wall_has_a_tile_for_every_table(api: APIClient, olga: User) -> None:
    cup = a_tournament(olga)
    enter_ais(olga, cup, 8)
    begin_round(olga, cup)
    wall = get(api, f"tournaments/{cup.id}/wall")
    assert [tile["table"] for tile in wall["tiles"]] == [1, 2]
    assert {tile["status"] for tile in wall["tiles"]} == {"running"}


def test_the_wall_asks_the_database_as_often_for_many_tables_as_for_few(
    api: APIClient, olga: User, django_assert_max_num_queries: Any
) -> None:
    cup = a_tournament(olga)
    enter_ais(olga, cup, 40)
    begin_round(olga, cup)
    with django_assert_max_num_queries(8):
        assert len(get(api, f"tournaments/{cup.id}/wall")["tiles"]) == 10


def test_only_a_judge_sees_the_evidence_and_leaves_a_trace(
    api: APIClient, olga: User, pia: User, jun: User
) -> None:
    cup = a_tournament(olga)
    enter_ais(olga, cup, 3)
    number = enter(pia, cup)
    begin_round(olga, cup)
    game = game_of(cup, number)
    sit(pia, game)
    path = f"tournaments/{cup.id}/tables/1/evidence"
    for user in (olga, pia, jun):
        api.force_authenticate(user)
        get(api, path, 403)
    appoint(olga, cup, "jun", "judge")
    seen = get(api, path)
    assert len(seen["views"]) == 4
    assert seen["events"]
    note_connections(
        [
            (str(game.id), 2, "stream_begun", "2026-11-16T12:00:00+00:00"),
            (str(game.id), 2, "stream_ended", "2026-11-16T12:05:00+00:00"),
        ]
    )
    game = play_on(game, 3)
    seen = get(api, f"{path}?round=1")
    assert [(x["seat"], x["what"]) for x in seen["connection_ledger"]] == [
        (2, "stream_begun"),
        (2, "stream_ended"),
    ]
    assert [x["seq"] for x in seen["clock_ledger"]] == sorted(
        x["seq"] for x in seen["clock_ledger"]
    )
    assert {"seat", "seconds", "at", "actor"} <= set(seen["clock_ledger"][0])
    get(api, f"{path}?round=7", 404)
    assert {look.user for look in game.looks.all()} == {jun}


def test_a_judge_sees_what_each_seat_saw_at_an_earlier_event_and_no_more(
    api: APIClient, olga: User, jun: User
) -> None:
    cup = a_tournament(olga)
    enter_ais(olga, cup, 4)
    begin_round(olga, cup)
    appoint(olga, cup, "jun", "judge")
    api.force_authenticate(jun)
    path = f"tournaments/{cup.id}/tables/1/evidence"
    [row] = cup.table_games.all()
    game = play_on(row.game, 8)
    now, then = get(api, path), get(api, f"{path}?seq={game.head_seq - 5}")
    assert {seat["name"] for seat in now["seats"]} == {f"Robot {n}" for n in range(1, 5)}
    assert (now["seq"], then["seq"]) == (game.head_seq, game.head_seq - 5)
    assert now["events"] == then["events"]
    for seat in range(4):
        seen = view(editions()[game.edition], at(game, then["seq"]).state, seated(seat))
        assert then["views"][seat] == seen
        assert then["views"][seat] != now["views"][seat]
    assert sorted(look.seq for look in game.looks.all()) == [then["seq"], now["seq"]]
    get(api, f"{path}?seq=0", 400)


def test_exports_are_csv_and_json(api: APIClient, olga: User) -> None:
    cup = a_tournament(olga, Stage("swiss", 1))
    do(olga, cup, c.RegisterEntrant("=HYPERLINK(1)", policy=LEVEL))
    enter_ais(olga, cup, 3)
    begin_round(olga, cup)
    decide_tables(olga, cup)
    standings = api.get(f"/api/tournaments/{cup.id}/export/standings")
    assert standings.headers["Content-Type"].startswith("text/csv")
    lines = standings.content.decode().splitlines()
    assert lines[0].startswith("place,entrant,name,club,points")
    assert len(lines) == 5
    assert "'=HYPERLINK(1)" in standings.content.decode()
    assert len(api.get(f"/api/tournaments/{cup.id}/export/pairings").content.splitlines()) == 5
    assert len(api.get(f"/api/tournaments/{cup.id}/export/results").content.splitlines()) == 5
    whole = get(api, f"tournaments/{cup.id}/export/tournament")
    cup.refresh_from_db()
    assert whole["events"][-1]["digest"] == cup.head_digest
    get(api, f"tournaments/{cup.id}/export/nothing", 404)


def test_a_list_comes_in_with_a_report(api: APIClient, olga: User, pia: User) -> None:
    cup = a_tournament(olga)
    api.force_authenticate(olga)
    path = f"tournaments/{cup.id}/entries"
    report = post(api, path, {"csv": "name\nAda\nBo\n"})
    assert report["entered"] == 2
    assert post(api, path, {"csv": "who\nAda\n"}, 400)["type"] == "/problems/malformed"
    codes = get(api, path)["codes"]
    api.force_authenticate(pia)
    get(api, path, 403)
    mine = post(api, f"tournaments/{cup.id}/claim", {"code": codes[1]["code"]})
    assert mine["entrant"] == 2


def test_staff_comes_and_goes(api: APIClient, olga: User, jun: User) -> None:
    cup = a_tournament(olga)
    api.force_authenticate(olga)
    path = f"/api/tournaments/{cup.id}/staff"
    body = {"username": "jun", "role": "judge"}
    assert api.post(path, body).status_code == 204
    assert jun.roles.get().scope == str(cup.id)
    assert api.delete(path, body).status_code == 204
    assert not jun.roles.exists()
    assert api.delete(path, {"username": "olga", "role": "organiser"}).status_code == 409


def test_an_organiser_makes_somebody_auditor_of_this_tournament_alone(
    api: APIClient, olga: User, jun: User
) -> None:
    cup, other = a_tournament(olga, Stage("swiss", 1)), a_tournament(olga, Stage("swiss", 1))
    for tournament in (cup, other):
        enter_ais(olga, tournament, 4)
        begin_round(olga, tournament)
    body = {"username": "jun", "role": "auditor"}
    path = f"/api/tournaments/{cup.id}/staff"
    api.force_authenticate(jun)
    assert api.post(path, body).status_code == 403
    assert api.get("/api/audit/games").status_code == 403

    api.force_authenticate(olga)
    assert api.post(path, body).status_code == 204
    api.force_authenticate(jun)
    inside, outside = (Game.objects.get(scope=str(x.id)) for x in (cup, other))
    assert [game["id"] for game in get(api, "audit/games")["results"]] == [str(inside.id)]
    get(api, f"audit/games/{outside.id}", 404)

    api.force_authenticate(olga)
    assert api.delete(path, body).status_code == 204
    api.force_authenticate(jun)
    assert api.get("/api/audit/games").status_code == 403


def test_who_helps_may_be_written_with_any_capitals(api: APIClient, olga: User) -> None:
    soren = User.objects.create_user("søren")
    cup = a_tournament(olga)
    api.force_authenticate(olga)
    path = f"/api/tournaments/{cup.id}/staff"
    assert api.post(path, {"username": "SØREN", "role": "judge"}).status_code == 204
    assert api.delete(path, {"username": "Søren", "role": "judge"}).status_code == 204
    assert not soren.roles.exists()


def test_a_season_ranks_people_over_its_tournaments(api: APIClient, olga: User) -> None:
    for seed in (1, 2):
        cup = a_tournament(olga, Stage("swiss", 1))
        cup.season = "2026"
        cup.save(update_fields=["season"])
        enter_ais(olga, cup, 8)
        begin_round(olga, cup)
        decide_tables(olga, cup, seed)
    ranking = get(api, "seasons/2026")["ranking"]
    assert [line["place"] for line in ranking] == list(range(1, 9))
    assert [line["rating"] for line in ranking] == sorted(
        (line["rating"] for line in ranking), reverse=True
    )
    assert all(len(line["history"]) == 2 and line["games"] == 2 for line in ranking)
    assert ranking == get(api, "seasons/2026")["ranking"]
    get(api, "seasons/1999", 404)


def test_the_cross_table_has_a_cell_for_everybody_and_every_round(
    api: APIClient, olga: User
) -> None:
    cup = a_tournament(olga)
    enter_ais(olga, cup, 8)
    begin_round(olga, cup)
    decide_tables(olga, cup)
    lines = get(api, f"tournaments/{cup.id}/cross-table")["lines"]
    assert len(lines) == 8
    assert all(cell["place"] in (1, 2, 3, 4) for line in lines for cell in line["rounds"])
