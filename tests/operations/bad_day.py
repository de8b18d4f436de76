"""`python -m tests.operations.bad_day [SCENE ...]`: what goes wrong on tournament day, made to go wrong.

Each scene breaks one thing while tables play, says what is then seen, mends it, and looks whether all is
well again. The tenth, a lost database, is tests.operations.backup_drill; the runbook is docs/OPERATIONS.md.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import psycopg
from psycopg.types.json import Jsonb

from tests.faults.servers import Valkey
from tests.operations.day import Day
from tests.operations.fleet import fleet
from tests.postgres import Postgres
from tests.service import PROJECT


def say(what: str, *seen: object) -> None:
    print(f"  {what:<26}{'; '.join(map(str, seen))}", flush=True)


def web_dies(day: Day) -> None:
    day.crew.kill("web")
    say("a move", day.move())
    day.start("web")
    say("web started again", day.is_well())


def redis_is_away(day: Day) -> None:
    day.valkey.crash()
    say("a move", day.move())
    say("/readyz", day.ask("readyz"))
    say("roundhouse_broker_up", day.figure("broker_up"))
    day.valkey.start()
    say("Redis started again", day.is_well())


def the_database_is_away(day: Day) -> None:
    day.postgres.crash()
    say("a move", day.move())
    say("/readyz", day.ask("readyz"))
    day.postgres.start()
    say("PostgreSQL started again", day.is_well())


def ais_do_not_move(day: Day) -> None:
    day.crew.kill("worker-ai")
    took = day.wait_until(lambda: day.figure('queue_age_seconds{queue="ai"}') > 5)
    say("queue older than 5 s", f"after {took:.0f} s")
    say("tasks waiting", day.figure('queue_depth{queue="ai"}'))
    took = day.wait_until(lambda: day.figure("games_stalled") > 0)
    say("games stalled", day.figure("games_stalled"), f"after {took:.0f} s more")
    day.start("worker-ai")
    say("worker started again", day.is_well())


def beat_is_away(day: Day) -> None:
    day.crew.kill("beat")
    before = day.figure("nudges_total")
    time.sleep(6)
    say("nudges in 6 s", day.figure("nudges_total") - before)
    say("meanwhile", day.is_well())
    day.start("beat")
    took = day.wait_until(lambda: day.figure("nudges_total") > before + 1)
    say("beat started again", f"nudges again after {took:.0f} s")


def moves_are_slow(day: Day) -> None:
    """Somebody has looked at a game in psql, and left the transaction open."""
    hand = psycopg.connect(day.database)
    hand.execute("SELECT 1 FROM tables_game WHERE id = %s FOR UPDATE", [day.game])
    with ThreadPoolExecutor() as people, psycopg.connect(day.database, autocommit=True) as psql:
        move = people.submit(day.move)
        time.sleep(4)
        waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        say("sessions that wait", len(psql.execute(waiting).fetchall()))
        end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction'"
        say("idle ones ended", len(psql.execute(end).fetchall()))
        say("the move that waited", move.result())
    hand.close()
    say("afterwards", day.is_well())


def spectators_are_refused(day: Day) -> None:
    """A whole hall behind one address, and a limit that was meant for less."""
    day.crew.stop("web")
    day.start("web", SOCKETS_PER_ADDRESS="5")
    day.is_well()
    say("closed with, of eight", [code for code in map(day.watch, range(8)) if code])
    day.crew.stop("web")
    day.start("web")
    day.is_well()
    say("closed with, of eight", [code for code in map(day.watch, range(8)) if code])


def the_disk_is_full(day: Day) -> None:
    ballast = day.postgres.folder / "ballast"
    with ballast.open("wb") as file, suppress(OSError):
        while True:
            file.write(bytes(1 << 20))
    took = day.wait_until(lambda: not day.move().startswith("409") or day.cannot_append())
    say("noticed", f"after {took:.0f} s: {day.move()}")
    say("PostgreSQL", "runs" if day.postgres.process.poll() is None else "has stopped itself")
    ballast.unlink()
    if day.postgres.process.poll() is not None:
        day.postgres.start()
    say("room made again", day.is_well())


def the_auditor_rings(day: Day) -> None:
    """A stored event is changed by somebody who owns the database."""
    day.wait_until(lambda: day.finished_game() is not None)
    change = "UPDATE tables_gameevent SET payload = %s WHERE game_id = %s AND seq = 5"
    with psycopg.connect(day.database, autocommit=True) as owner:
        game = day.finished_game()
        found = "SELECT payload FROM tables_gameevent WHERE game_id = %s AND seq = 5"
        [before] = owner.execute(found, [game]).fetchone() or [None]
        owner.execute("ALTER TABLE tables_gameevent DISABLE TRIGGER USER")
        owner.execute(change, [Jsonb({**before, "forged": 1}), game])
        audit = [sys.executable, "manage.py", "audit_games"]
        told = subprocess.run(audit, cwd=PROJECT, capture_output=True, text=True)
        say("audit_games", f"ends with {told.returncode}", told.stdout.splitlines()[0][:110])
        say("roundhouse_audit_alarms", day.figure("audit_alarms_open"))
        owner.execute(change, [Jsonb(before), game])
        owner.execute("ALTER TABLE tables_gameevent ENABLE TRIGGER USER")
    told = subprocess.run(audit, cwd=PROJECT, capture_output=True, text=True)
    say("put back as it was", f"audit_games ends with {told.returncode}")


SCENES = {
    scene.__name__: scene
    for scene in (
        web_dies,
        redis_is_away,
        the_database_is_away,
        ais_do_not_move,
        beat_is_away,
        moves_are_slow,
        spectators_are_refused,
        the_auditor_rings,
        the_disk_is_full,
    )
}
DISK = "512m"  # of PostgreSQL, so that it can be filled


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.operations.bad_day")
    parser.add_argument("scenes", nargs="*", default=list(SCENES), help=", ".join(SCENES))
    chosen = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="roundhouse-day-"))
    disk = folder / "disk"
    folder.chmod(0o711)  # PostgreSQL runs as somebody else
    disk.mkdir()
    with ExitStack() as running:
        running.callback(shutil.rmtree, folder, ignore_errors=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", disk], check=True)
        running.callback(subprocess.run, ["umount", disk], check=True)
        postgres, valkey = Postgres(disk / "postgres", durable=True), Valkey(folder)
        for server in (postgres, valkey):
            server.start()
            running.callback(server.crash)
        os.environ |= {
            "DATA_DIR": str(folder / "data"),
            "DATABASE_URL": f"postgresql://roundhouse@/postgres?host={disk}/postgres",
            "REDIS_URL": valkey.address,
            "DJANGO_SETTINGS_MODULE": "ttr_project.settings",
            "LOG_LEVEL": "WARNING",
        }
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        day = Day(folder, running.enter_context(fleet(folder)), postgres, valkey)
        day.open()
        for name in chosen.scenes:
            print(name.replace("_", " ") + ":", flush=True)
            SCENES[name](day)


if __name__ == "__main__":
    main()
