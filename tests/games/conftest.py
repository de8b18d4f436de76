from collections.abc import Iterator

import pytest
from django.test import TransactionTestCase

from tests.games.guards import guards_down


@pytest.fixture(scope="session", autouse=True)
def clean_up_without_guards() -> Iterator[None]:
    """After a test that commits Django empties every table, the log's too."""
    clean_up = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]

    def clean_up_everything(case: TransactionTestCase) -> None:
        with guards_down():
            clean_up(case)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", clean_up_everything)
        yield
