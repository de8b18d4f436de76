"""What is installed by the script runs: whole games, through nginx, by a role that can only add to the log."""

import asyncio
import json
import os
import re
import subprocess
from typing import Any

import httpx
import psycopg
import pytest
from psycopg.errors import InsufficientPrivilege
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.deploy.conftest import FEW_SIGN_INS, PATIENCE, Installed, install, program

# Quick on a quiet machine; seven processes start before the first of these, on a busy one slowly.
pytestmark = pytest.mark.timeout(600)

FORGED = "command_id = NULL"  # which each of the logs has
GUARDS = """
    SELECT tgrelid::regclass::text,
           CASE WHEN tgtype & 16 > 0 THEN 'UPDATE' WHEN tgtype & 32 > 0 THEN 'TRUNCATE' ELSE 'DELETE' END,
           tgqual IS NOT NULL,
           (SELECT array_agg(attname::text) FROM pg_attribute
            WHERE attrelid = tgrelid AND attnum = ANY (tgattr))
    FROM pg_trigger WHERE tgfoid = 'tables_refuse_change'::regproc
"""


def database(installed: Installed, role: str) -> psycopg.Connection[Any]:
    return psycopg.connect(
        host=str(installed.postgres.folder), dbname="roundhouse", user=role, autocommit=True
    )


def post(client: httpx.Client, path: str, **body: Any) -> dict[str, Any]:
    """As the page does: with the cookie's token, which is a new one after each sign-in."""
    token = {"X-CSRFToken": client.cookies["csrftoken"]}
    answer = client.post(path, json=body, headers=token).raise_for_status().json()
    assert isinstance(answer, dict)
    return answer


def socket(installed: Installed, path: str, origin: str) -> connect:
    """By one thread: in Python 3.11 two that share a TLS connection lose a request in some thousands, and the
    library's `sync` client has two (github.com/python/cpython/issues/76714)."""
    address = f"wss://localhost:{installed.port}{path}"
    return connect(address, ssl=installed.trust, origin=Origin(origin), open_timeout=PATIENCE)


async def watch_to_the_end(installed: Installed, game_id: str) -> list[dict[str, Any]]:
    frames: list[dict[str, Any]] = []
    path = f"/ws/games/{game_id}/?after_seq=0"
    async with socket(installed, path, installed.address) as opened, asyncio.timeout(PATIENCE):
        while not frames or frames[-1]["status"] != "over":
            frame = json.loads(await opened.recv())
            if frame["type"] == "frame":
                frames.append(frame)
    return frames


@pytest.fixture(scope="module")
def game(installed: Installed) -> tuple[str, list[dict[str, Any]]]:
    """A game of AIs, opened, played and watched through nginx."""
    with installed.client() as client:
        client.get("/api/me")
        post(client, "/api/accounts/guest", display_name="Astrid")
        edition = client.get("/api/editions").json()[0]
        seats = [{"kind": "ai", "level": "any_legal"}] * edition["seats"][0]
        plan = {"edition": edition["id"], "seats": seats, "ai_pace": 0, "starts_when_full": True}
        game_id = post(client, "/api/games", **plan)["id"]
    return game_id, asyncio.run(watch_to_the_end(installed, game_id))


def test_a_whole_game_of_ais_is_played_and_watched_through_nginx(
    installed: Installed, game: tuple[str, list[dict[str, Any]]]
) -> None:
    game_id, frames = game
    seen = [event["seq"] for frame in frames for event in frame["events"]]
    assert seen == list(range(1, len(seen) + 1)), "each event once, in order"
    with installed.client() as client:
        finished = client.get("/api/games", params={"status": "over"}).json()["results"]
    assert game_id in [shown["id"] for shown in finished]


def test_the_workers_keep_their_connections_from_one_turn_to_the_next(
    installed: Installed, game: tuple[str, list[dict[str, Any]]]
) -> None:
    """PostgreSQL starts a process for each connection, which costs more than the turn."""
    with database(installed, "roundhouse") as superuser:
        [[turns]] = superuser.execute("SELECT count(*) FROM tables_gamecommand").fetchall()
        connections = "SELECT sessions FROM pg_stat_database WHERE datname = 'roundhouse'"
        [[opened]] = superuser.execute(connections).fetchall()
    assert opened < turns


def test_systemd_finds_no_fault_in_the_units(installed: Installed) -> None:
    units = installed.prefix / "etc/systemd/system"
    names = ["roundhouse.target", "roundhouse-migrate.service"]
    names += re.findall(r"roundhouse-\S+", (units / "roundhouse.target").read_text())
    ended = subprocess.run(
        [program("systemd-analyze", "systemd"), "verify", *(units / name for name in names)],
        env=os.environ | {"SYSTEMD_UNIT_PATH": f"{units}:"},
        capture_output=True,
        text=True,
    )
    assert (ended.returncode, ended.stderr) == (0, "")


async def test_a_socket_of_another_site_is_refused(installed: Installed) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await socket(installed, "/ws/nowhere", "https://elsewhere.example")
    assert refused.value.response.status_code == 403


def test_without_tls_one_is_sent_to_where_it_is(installed: Installed) -> None:
    answer = httpx.get(f"http://localhost:{installed.ports[0]}/rules")
    assert (answer.status_code, answer.headers["Location"]) == (301, "https://localhost/rules")


def test_a_browser_is_told_to_be_careful(installed: Installed) -> None:
    with installed.client() as client:
        page = client.get("/")
    assert page.http_version == "HTTP/1.1"
    assert "includeSubDomains" in page.headers["Strict-Transport-Security"]
    assert "unsafe" not in page.headers["Content-Security-Policy"]
    assert page.headers["X-Frame-Options"] == "DENY"
    assert "secure" in page.headers["Set-Cookie"].lower()
    assert "uvicorn" not in page.headers["Server"]


def test_nginx_sends_the_page_s_files_itself(installed: Installed) -> None:
    assets = installed.prefix / "opt/roundhouse/current/frontend/dist/assets"
    with installed.client() as client:
        [worker] = assets.glob("verify.worker-*.js")
        [python] = assets.glob("pyodide-*")
        shown = client.get(f"/assets/{worker.name}")
        assert shown.headers["Content-Type"] == "text/javascript"
        assert "immutable" in shown.headers["Cache-Control"]
        assert "wasm-unsafe-eval" in shown.headers["Content-Security-Policy"]
        module = client.get(f"/assets/{python.name}/pyodide.mjs")
        assert module.headers["Content-Type"] == "text/javascript"
        assert module.headers["Content-Encoding"] == "gzip"
        assert "wasm" not in module.headers.get("Content-Security-Policy", "")
        assert client.get("/assets/none.js").status_code == 404


def test_what_is_for_operators_is_not_shown_outside(installed: Installed) -> None:
    with installed.client() as client:
        for path in ("/metrics", "/readyz", "/readyz/web"):
            assert client.get(path).status_code == 404
        assert client.get("/healthz").status_code == 200


def test_what_is_too_large_or_too_much_is_answered_with_a_problem(installed: Installed) -> None:
    with installed.client() as client:
        large = client.post("/api/accounts/sign-in", content=b" " * 300_000)
        assert (large.status_code, large.json()["type"]) == (413, "/problems/too-large")
        assert large.headers["Content-Type"] == "application/problem+json"
        answers = [client.get("/api/accounts/sign-in") for _ in range(FEW_SIGN_INS + 1)]
        assert answers[0].status_code == 405
        assert answers[-1].status_code == 429
        assert answers[-1].json()["type"] == "/problems/too-many-requests"
        assert answers[-1].headers["Retry-After"] == "1"


def test_the_service_can_add_to_the_log_and_do_nothing_else_to_it(
    installed: Installed, game: tuple[str, list[dict[str, Any]]]
) -> None:
    with database(installed, "roundhouse_app") as app:
        found = app.execute("SELECT head_seq FROM tables_game WHERE id = %s", game[:1])
        assert found.fetchone() >= (game[1][-1]["to_seq"],)
        for table in ("tables_gameevent", "tables_gamecommand", "tournaments_tournamentevent"):
            for wish in (
                f"DELETE FROM {table}",
                f"TRUNCATE {table}",
                f"UPDATE {table} SET {FORGED}",
            ):
                with pytest.raises(InsufficientPrivilege):
                    app.execute(wish)
        with pytest.raises(InsufficientPrivilege):
            app.execute("ALTER TABLE tables_gameevent DISABLE TRIGGER ALL")
        # Who somebody was may be forgotten.
        app.execute("UPDATE tables_gamecommand SET user_id = NULL WHERE game_id = %s", game[:1])


def test_whatever_a_trigger_guards_is_kept_from_the_service_by_its_role_too(
    installed: Installed,
) -> None:
    with database(installed, "roundhouse") as superuser:
        guards = superuser.execute(GUARDS).fetchall()
        for operation in ("DELETE", "TRUNCATE"):
            assert ("tables_gameevent", operation, False, None) in guards

        def may(operation: str, *subject: str) -> bool:
            what = "column" if len(subject) > 1 else "table"
            places = ", ".join(["%s"] * (len(subject) + 1))
            asked = f"SELECT has_{what}_privilege('roundhouse_app', {places})"
            [[answer]] = superuser.execute(asked, (*subject, operation)).fetchall()
            return bool(answer)

        for table, operation, has_condition, columns in guards:
            if operation != "UPDATE":
                assert not may(operation, table), table
            elif not has_condition:
                assert not [one for one in columns if may("UPDATE", table, one)], table


def test_an_auditor_reads_finished_games_and_no_secret(
    installed: Installed, game: tuple[str, list[dict[str, Any]]]
) -> None:
    with database(installed, "roundhouse_auditor") as auditor:
        found = auditor.execute("SELECT seq FROM auditor.events WHERE game_id = %s", game[:1])
        assert len(found.fetchall()) >= game[1][-1]["to_seq"]
        assert auditor.execute("SELECT DISTINCT status FROM auditor.games").fetchall() == [
            ("over",)
        ]
        for table in ("tables_gameevent", "tables_sealedseed", "accounts_user", "django_session"):
            with pytest.raises(InsufficientPrivilege):
                auditor.execute(f"SELECT * FROM {table}")
        with pytest.raises(InsufficientPrivilege):
            auditor.execute("DELETE FROM auditor.events")


def test_installing_again_keeps_the_secrets_and_the_release_that_runs(installed: Installed) -> None:
    config, programs = installed.prefix / "etc/roundhouse", installed.prefix / "opt/roundhouse"
    kept = {path: path.read_bytes() for path in config.rglob("*") if path.is_file()}
    running = (programs / "current").resolve()
    install(installed.prefix, installed.ports)
    assert {path: path.read_bytes() for path in kept} == kept
    assert (programs / "current").resolve() != running
    assert (running / "manage.py").exists()
    with installed.client() as client:
        assert client.get("/api/editions").status_code == 200


def test_when_one_web_process_is_away_the_other_answers(installed: Installed) -> None:
    installed.web[0].terminate()
    installed.web[0].wait(20)
    with installed.client() as client:
        assert {client.get("/api/editions").status_code for _ in range(20)} == {200}
