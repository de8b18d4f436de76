"""`python -m tests.operations.upgrade_drill [--old HEAD~1] [--tables 6]`

Two versions side by side: the old code plays, the database is migrated by the new code, new processes
join, then the old ones are told to stop, one after the other, and nobody at a table may notice.
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

from tests.faults.servers import Valkey
from tests.operations.company import company
from tests.operations.fleet import Fleet, fleet, role, wait_until_it_answers
from tests.postgres import postgres
from tests.service import PROJECT, free_port

OVERLAP = 8  # seconds that both versions serve


def git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=PROJECT, check=True, capture_output=True)


def start_version(crew: Fleet, version: str, tree: Path, port: int) -> str:
    environment = {"PORT": str(port), "AI_PROCESSES": "1"}
    for part in ("web", "worker-ai", "worker-default"):
        crew.start(f"{version}-{part}", role(part), environment, tree)
    address = f"http://127.0.0.1:{port}/"
    wait_until_it_answers(address)
    return address


def drill(folder: Path, old: Path, tables: int) -> int:
    migrate = [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity", "0"]
    ports = [free_port(), free_port()]
    addresses = [f"http://127.0.0.1:{port}/" for port in ports]
    with fleet(folder) as crew:
        subprocess.run(migrate, cwd=old, check=True)
        start_version(crew, "old", old, ports[0])
        crew.start("old-beat", role("beat"), {}, old)
        people = company([sys.executable], addresses, tables, folder, old)
        try:
            time.sleep(OVERLAP)
            print("the new code migrates, and joins", flush=True)
            subprocess.run(migrate, cwd=PROJECT, check=True)
            start_version(crew, "new", PROJECT, ports[1])
            time.sleep(OVERLAP)
            for name in ("old-web", "old-worker-ai", "old-worker-default", "old-beat"):
                print(f"stop {name}: ended with {crew.stop(name)}", flush=True)
            crew.start("new-beat", role("beat"))
            return people.wait()
        finally:
            people.kill()
            people.wait()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.operations.upgrade_drill")
    parser.add_argument("--old", default="HEAD~1", help="the version that is upgraded from")
    parser.add_argument("--tables", type=int, default=6)
    chosen = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="roundhouse-upgrade-"))
    with contextlib.ExitStack() as running:
        running.callback(shutil.rmtree, folder, ignore_errors=True)
        running.enter_context(postgres(folder / "postgres", durable=True))
        valkey = Valkey(folder)
        valkey.start()
        running.callback(valkey.crash)
        git("worktree", "add", "--detach", str(folder / "old"), chosen.old)
        running.callback(git, "worktree", "remove", "--force", str(folder / "old"))
        os.environ |= {
            "DATA_DIR": str(folder / "data"),
            "DATABASE_URL": f"postgresql://roundhouse@/postgres?host={folder}/postgres",
            "REDIS_URL": valkey.address,
            "DJANGO_SETTINGS_MODULE": "ttr_project.settings",
            "LOG_LEVEL": "WARNING",
        }
        return drill(folder, folder / "old", chosen.tables)


if __name__ == "__main__":
    sys.exit(main())
