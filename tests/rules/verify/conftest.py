import pytest

from tests.rules.verify.forging import file_of


@pytest.fixture(scope="module")
def raw() -> bytes:
    return file_of("card_game")
