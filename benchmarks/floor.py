"""What the database itself can do: pgbench, one durable insert of a command and three events."""

import re
import subprocess
import tempfile
from pathlib import Path

from benchmarks.servers import CLIENT_CORE, on_core
from tests.postgres import reachable_binaries

TABLES = """
CREATE TABLE IF NOT EXISTS floor_commands
    (game uuid, command uuid, body jsonb, PRIMARY KEY (game, command));
CREATE TABLE IF NOT EXISTS floor_events
    (game uuid, seq uuid, payload jsonb, digest text, at timestamptz, PRIMARY KEY (game, seq));
"""
MOVE = """
WITH game AS (SELECT gen_random_uuid() AS id),
command AS (INSERT INTO floor_commands
    SELECT id, gen_random_uuid(), '{"type": "draw_blind", "seat": 2}' FROM game)
INSERT INTO floor_events
SELECT id, gen_random_uuid(), '{"seat": 2, "card": "blue"}', repeat('0', 64), now()
FROM game, generate_series(1, 3);
"""


def measure(folder: Path, clients: int, seconds: float) -> float:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(TABLES)
    binaries = reachable_binaries(folder, {})
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script, on_core(CLIENT_CORE):
        script.write(MOVE)
        script.flush()
        said = subprocess.run(
            [binaries / "pgbench", "--no-vacuum", "--protocol", "prepared", "--host", folder,
             "--username", "roundhouse", "--client", str(clients), "--time", str(int(seconds)),
             "--file", script.name, "postgres"],
            check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
    found = re.search(r"tps = ([\d.]+)", said)
    assert found, said
    return float(found[1])
