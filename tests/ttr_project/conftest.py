from collections.abc import Iterator

import pytest

from games.tables.services import committer


@pytest.fixture(autouse=True)
def no_committer_is_left() -> Iterator[None]:
    """The application starts one for its first request; other tests do without."""
    yield
    committer.stop()
