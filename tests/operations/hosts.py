"""Machines that are not there: each is a network namespace with an address of its own, all are on one
switch, and the cable of any can be pulled. Needs root and iproute2; the machine's own network is not
touched, and nothing in here can reach it."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

SWITCH = "rh-switch"
NETWORK = "10.77.0."


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


def on(host: str) -> list[str]:
    """What a command begins with to run there."""
    return ["ip", "netns", "exec", namespace(host)]


def namespace(host: str) -> str:
    return f"rh-{host}"


def pull(host: str) -> None:
    ip("-n", SWITCH, "link", "set", f"to-{host}", "down")


def plug(host: str) -> None:
    ip("-n", SWITCH, "link", "set", f"to-{host}", "up")


@contextmanager
def hosts(names: Sequence[str]) -> Iterator[dict[str, str]]:
    """Their addresses by name, until the block ends."""
    remove(names)
    try:
        ip("netns", "add", SWITCH)
        ip("-n", SWITCH, "link", "add", "bridge", "type", "bridge")
        ip("-n", SWITCH, "link", "set", "bridge", "up")
        addresses = {}
        for number, host in enumerate(names, start=2):
            addresses[host] = f"{NETWORK}{number}"
            ip("netns", "add", namespace(host))
            ip("-n", SWITCH, "link", "add", f"to-{host}", "type", "veth",
               "peer", "name", "eth0", "netns", namespace(host))  # fmt: skip
            ip("-n", SWITCH, "link", "set", f"to-{host}", "master", "bridge")
            ip("-n", namespace(host), "addr", "add", f"{addresses[host]}/24", "dev", "eth0")
            for device in ("lo", "eth0"):
                ip("-n", namespace(host), "link", "set", device, "up")
            plug(host)
        yield addresses
    finally:
        remove(names)


def remove(names: Sequence[str]) -> None:
    known = subprocess.run(["ip", "netns", "list"], check=True, capture_output=True, text=True)
    there = {line.split()[0] for line in known.stdout.splitlines()}
    for name in [*map(namespace, names), SWITCH]:
        if name in there:
            ip("netns", "del", name)
