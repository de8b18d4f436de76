"""What is only read by others (Docker, Kubernetes, systemd, nginx) says the same as the code."""

import json
import re
from collections.abc import Iterator
from typing import Any

import yaml

from games.parsing import MOST_BYTES
from tests.service import PROJECT
from ttr_project.asset_headers import WORKER, WORKER_SECURITY_POLICY
from ttr_project.roles import ROLES

DEPLOY = PROJECT / "deploy"
READ = re.compile(
    r'(?:environ(?:\.get\(|\[)|environment\.\w+\(\s*|(?:flag|words|number)\()"([A-Z_]+)"'
)
# The first is Django's own and stays as it is; the other uvicorn reads for itself.
NOT_A_SETTING, READ_BY_UVICORN = "DJANGO_SETTINGS_MODULE", "FORWARDED_ALLOW_IPS"


def source() -> Iterator[str]:
    for package in ("games", "ttr_project"):
        for path in (PROJECT / package).rglob("*.py"):
            yield path.read_text()


def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return read


def manifests() -> Iterator[dict[str, Any]]:
    for path in sorted((DEPLOY / "k8s").glob("*.yaml")):
        yield from yaml.safe_load_all(path.read_text())


def test_every_setting_is_explained_and_every_explained_one_is_read() -> None:
    read = {name for text in source() for name in READ.findall(text)}
    read |= set(re.findall(r"\$\{([A-Z_]+)", (DEPLOY / "compose.yaml").read_text()))
    assert {"SECRET_KEY", "SIGN_INS_PER_ACCOUNT", "REDIS_URL", "AI_PROCESSES"} <= read
    example = (DEPLOY / "env.example").read_text()
    explained = re.findall(r"^(?:# )?([A-Z_]+)=", example, re.MULTILINE)
    assert sorted(explained) == sorted(read - {NOT_A_SETTING} | {READ_BY_UVICORN})


def test_every_role_has_its_unit_its_container_and_its_pod() -> None:
    units = "\n".join(path.read_text() for path in (DEPLOY / "systemd").glob("*.service"))
    assert set(re.findall(r"^ExecStart=.* -m ttr_project\.roles (\S+)$", units, re.M)) == set(ROLES)
    images = [one for one in compose()["services"].values() if one["image"] == "roundhouse"]
    assert {word for one in images for word in one["command"]} == set(ROLES)
    kinds = {"Deployment", "Job"}
    pods = [one["spec"]["template"]["spec"] for one in manifests() if one["kind"] in kinds]
    assert {word for pod in pods for word in pod["containers"][0]["args"]} == set(ROLES)


def test_the_image_starts_what_the_units_start() -> None:
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    [entry] = re.findall(r"^ENTRYPOINT (.*)$", dockerfile, re.MULTILINE)
    assert json.loads(entry) == ["python", "-m", "ttr_project.roles"]
    [unit] = re.findall(
        r"^ExecStart=(.*)$", (DEPLOY / "systemd/roundhouse-beat.service").read_text(), re.M
    )
    assert unit == "${PYTHON} -m ttr_project.roles beat"
    assert re.findall(r"^USER (.*)$", dockerfile, re.MULTILINE) == ["10001"]


def test_kustomize_is_told_of_every_manifest() -> None:
    files = {path.name for path in (DEPLOY / "k8s").glob("*.yaml")} - {"kustomization.yaml"}
    [kustomization] = [one for one in manifests() if one["kind"] == "Kustomization"]
    assert set(kustomization["resources"]) == files


def test_each_pod_is_small_in_what_it_may_do_and_is_asked_how_it_is() -> None:
    for one in manifests():
        if one["kind"] != "Deployment":
            continue
        pod = one["spec"]["template"]["spec"]
        [container] = pod["containers"]
        assert pod["securityContext"]["runAsNonRoot"]
        assert container["securityContext"]["readOnlyRootFilesystem"]
        assert container["resources"]["requests"]
        assert "livenessProbe" in container or one["metadata"]["name"] == "beat"


def test_nginx_says_what_the_service_says() -> None:
    site = (DEPLOY / "nginx/roundhouse.conf.template").read_text()
    assert f"location {WORKER} {{" in site
    assert f'Content-Security-Policy "{WORKER_SECURITY_POLICY}";' in site
    assert f"client_max_body_size  {MOST_BYTES // 1024}k;" in site
    assert f"at most {MOST_BYTES} bytes" in site


def test_the_install_script_fills_in_every_word() -> None:
    script = (DEPLOY / "systemd/install.sh").read_text()
    filled = set(re.findall(r"s\|\\\$\{(\w+)\}\|", script))
    templates = [*(DEPLOY / "systemd").rglob("*.*"), DEPLOY / "nginx/roundhouse.conf.template"]
    asked = {
        word
        for path in templates
        if path.is_file() and path.suffix in {".service", ".target", ".conf", ".template"}
        for word in re.findall(r"^[^#]*?\$\{(\w+)\}", path.read_text(), re.MULTILINE)
    }
    assert asked <= filled
