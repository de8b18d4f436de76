from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def keys_of_its_own(tmp_path: Path, settings: Any) -> None:
    """Each test's log has keys that no other has."""
    settings.DATA_DIR = tmp_path
