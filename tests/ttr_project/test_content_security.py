"""What browsers are told about every answer of ours."""

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

CSP = "Content-Security-Policy"


@pytest.fixture(autouse=True)
def a_page(settings: LazySettings, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    settings.PAGE_DIR = tmp_path


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/admin/login/", "/api/me", "/static/admin/css/base.css"])
def test_only_our_own_code_runs_and_nobody_may_frame_it(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    policy = answer.headers[CSP]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    if not path.startswith("/static"):
        assert answer.headers["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize(
    ("allowed", "framers"),
    [(["*"], "*"), (["https://a.example", "https://b.example"], "https://a.example https://b.example"), ([], "'none'")],
)  # fmt: skip
def test_a_page_that_is_meant_for_it_may_be_framed_by_whom_we_say(
    client: Client, settings: LazySettings, allowed: list[str], framers: str
) -> None:
    settings.EMBEDDED_BY = allowed
    answer = client.get("/embed/tournaments/7")
    assert answer.headers[CSP].endswith(f"frame-ancestors {framers}")
    assert "X-Frame-Options" not in answer.headers
    assert "default-src 'self'" in answer.headers[CSP]


@pytest.mark.parametrize("path", ["/tournaments/7/screen", "/x/embed/", "/embed"])
def test_no_other_page_may_be_framed(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.headers[CSP].endswith("frame-ancestors 'none'")
    assert answer.headers["X-Frame-Options"] == "DENY"
