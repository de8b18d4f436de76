"""Reads systemd's units as systemd does, and starts what they say."""

import os
import shlex
import subprocess
from pathlib import Path

OURS = ("PATH", "HOME", "LANG", "TMPDIR")  # what systemd, too, gives every process


class Unit:
    """A unit with its drop-ins, such as roundhouse-web@8001.service."""

    def __init__(self, folder: Path, name: str) -> None:
        template, _, instance = name.removesuffix(".service").partition("@")
        file = f"{template}@.service" if instance else name
        kind = template.partition("-")[0]
        # Drop-ins follow the unit in the order of their names, whichever folder they lie in.
        drop_ins = [*folder.glob(f"{kind}-.service.d/*"), *folder.glob(f"{file}.d/*")]
        self.environment: dict[str, str] = {}
        files: list[str] = []
        for path in [folder / file, *sorted(drop_ins, key=lambda path: path.name)]:
            for line in path.read_text().replace("%i", instance).splitlines():
                key, _, value = line.partition("=")
                if key == "ExecStart":
                    self.command = shlex.split(value)
                elif key == "WorkingDirectory":
                    self.folder = value
                elif key == "Environment":
                    self.environment |= variables(value)
                elif key == "EnvironmentFile":
                    files.append(value)
        for file in files:
            self.environment |= variables(Path(file).read_text())

    def start(self, log: Path) -> subprocess.Popen[bytes]:
        with log.open("ab") as file:
            return subprocess.Popen(
                self.command,
                cwd=self.folder,
                env={name: os.environ[name] for name in OURS if name in os.environ}
                | self.environment,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                process_group=0,
            )


def variables(text: str) -> dict[str, str]:
    lines = [line.partition("=") for line in text.splitlines() if line and line[0] != "#"]
    return {name: value for name, _, value in lines}
