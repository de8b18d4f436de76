"""Roundhouse as deploy/systemd/install.sh puts it on a server, below a folder: nginx with TLS before two web
processes, workers and beat, each by the command of its unit, on PostgreSQL with the roles of roles.sql."""

import contextlib
import os
import shutil
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from django.conf import settings

from tests.deploy.units import Unit
from tests.postgres import Postgres
from tests.service import PROJECT, free_port
from tests.settings import FOLDER

PATIENCE = 240
FEW_SIGN_INS = 10
MAIN = """
{user}
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 1024; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    access_log off;
    include {site};
}}
"""


@dataclass
class Installed:
    prefix: Path
    postgres: Postgres
    ports: list[int]  # plain, TLS, and those of the web processes
    web: list[subprocess.Popen[bytes]]
    trust: ssl.SSLContext

    @property
    def port(self) -> int:
        return self.ports[1]

    @property
    def address(self) -> str:
        return f"https://localhost:{self.port}"

    def client(self) -> httpx.Client:
        """A browser, as far as the service can tell: it has a page of ours, and keeps cookies."""
        return httpx.Client(
            base_url=self.address, verify=self.trust, headers={"Referer": f"{self.address}/"}
        )


def program(name: str, package: str) -> str:
    """Where it is; `make test-deploy` has installed it, if that can be."""
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
    if found is None:
        missing = f"{name} is missing (on Debian: apt-get install {package})."
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    return found


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, built_page: Path) -> Iterator[Installed]:
    nginx = program("nginx", "nginx-light")
    prefix = tmp_path_factory.mktemp("server")
    ports = [free_port() for _ in range(4)]
    install(prefix, ports)
    with contextlib.ExitStack() as running:
        postgres = Postgres(FOLDER / "deployed")
        postgres.start()
        running.callback(postgres.crash)
        make_database(prefix, postgres)
        units, logs = prefix / "etc/systemd/system", prefix / "var/log"

        processes: list[subprocess.Popen[bytes]] = []
        running.callback(stop, processes)

        def start(name: str) -> subprocess.Popen[bytes]:
            processes.append(Unit(units, f"{name}.service").start(logs / f"{name}.log"))
            return processes[-1]

        migrated = start("roundhouse-migrate").wait(PATIENCE)
        assert migrated == 0, (logs / "roundhouse-migrate.log").read_text()
        web = [start(f"roundhouse-web@{port}") for port in ports[2:]]
        for name in ("roundhouse-worker-ai", "roundhouse-worker-default", "roundhouse-beat"):
            start(name)
        processes.append(start_nginx(nginx, prefix))
        trust = ssl.create_default_context(cafile=prefix / "etc/roundhouse/tls/fullchain.pem")
        for port in ports[2:]:
            wait_until_ready(f"http://127.0.0.1:{port}/readyz", logs)
        yield Installed(prefix, postgres, ports, web, trust)


def install(prefix: Path, ports: list[int]) -> None:
    plain, tls, *web = map(str, ports)
    subprocess.run(
        [PROJECT / "deploy/systemd/install.sh"],
        env=os.environ
        | {"PREFIX": str(prefix), "VENV": sys.prefix, "SERVER_NAME": "localhost"}
        | {"HTTP_PORT": plain, "HTTPS_PORT": tls, "WEB_PORTS": " ".join(web)},
        check=True,
        capture_output=True,
    )


def make_database(prefix: Path, postgres: Postgres) -> None:
    """As the script tells whoever has run it; only that this server has a socket and no port."""
    psql = [postgres.binaries / "psql", "--quiet", "-v", "ON_ERROR_STOP=1", "-h", postgres.folder]
    psql += ["--username", "roundhouse"]
    subprocess.run([*psql, "-c", "CREATE DATABASE roundhouse", "postgres"], check=True)
    statements = (prefix / "opt/roundhouse/current/deploy/roles.sql").read_text()
    statements += (prefix / "etc/roundhouse/passwords.sql").read_text()
    subprocess.run([*psql, "roundhouse"], input=statements, text=True, check=True)
    for name in ("env", "owner.env"):
        file = prefix / "etc/roundhouse" / name
        text = file.read_text().replace(
            "@127.0.0.1:5432/roundhouse", f"@/roundhouse?host={postgres.folder}"
        )
        file.write_text(text.replace("redis://127.0.0.1:6379/0", settings.REDIS_URL))
    with (prefix / "etc/roundhouse/env").open("a") as env:
        env.write("AI_PROCESSES=1\n")


def start_nginx(nginx: str, prefix: Path) -> subprocess.Popen[bytes]:
    user = "user root;" if os.getuid() == 0 else ""  # its workers read below a folder of ours
    main = prefix / "nginx.conf"
    site = prefix / "etc/nginx/conf.d/roundhouse.conf"
    # The one change to what was installed: a limit that a test can reach on any machine.
    narrow = site.read_text().replace("rate=10r/s", "rate=1r/m")
    site.write_text(narrow.replace("burst=300", f"burst={FEW_SIGN_INS - 1}"))
    main.write_text(MAIN.format(user=user, folder=prefix, site=site))
    return subprocess.Popen(
        [nginx, "-e", prefix / "nginx.log", "-c", main], stdin=subprocess.DEVNULL, process_group=0
    )


def stop(processes: list[subprocess.Popen[bytes]]) -> None:
    """All together, and what is left of their groups afterwards."""
    for process in processes:
        process.terminate()
    for process in processes:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(3)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait_until_ready(address: str, logs: Path) -> None:
    said: object = None
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            answer = httpx.get(address, timeout=10)
        except httpx.TransportError as error:
            said = error
        else:
            if answer.status_code == 200:
                return
            said = answer.text
        time.sleep(0.2)
    raise AssertionError(f"{said}\n" + "\n".join(path.read_text() for path in logs.glob("*.log")))
