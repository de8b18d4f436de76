from pathlib import Path

import pytest
from django.test import Client


@pytest.mark.parametrize("path", ["/", "/games/7/replay", "/watch", "/sign-in", "/reset/MQ/x-y"])
def test_every_page_address_gets_the_page_and_a_csrf_cookie(
    client: Client, settings: pytest.FixtureRequest, tmp_path: Path, path: str
) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    settings.PAGE_DIR = tmp_path  # type: ignore[attr-defined]
    response = client.get(path)
    assert response.content == b"<!doctype html>"
    assert "csrftoken" in response.cookies
    assert "no-store" in response.headers["Cache-Control"]
    assert client.post(path).status_code == 405


def test_a_page_that_is_not_built_is_not_there(
    client: Client, settings: pytest.FixtureRequest, tmp_path: Path
) -> None:
    settings.PAGE_DIR = tmp_path  # type: ignore[attr-defined]
    assert client.get("/").status_code == 404
