"""Every finished game under tests/golden still follows from its commands, byte for byte."""

from pathlib import Path

import pytest

from rules import Edition, editions
from rules.verify import verify
from tests.golden import golden_files, read, write


@pytest.mark.parametrize("path", golden_files(), ids=lambda path: path.name)
def test_a_golden_game_is_judged_as_it_was(path: Path) -> None:
    assert verify(read(path)).result is not None


@pytest.mark.parametrize("edition", editions().values(), ids=list(editions()))
def test_every_edition_has_golden_games_for_all_seats_and_options(edition: Edition) -> None:
    names = [name for path in golden_files() if (name := path.name).startswith(edition.id)]
    for seats in edition.seats:
        assert any(name.startswith(f"{edition.id}-{seats}-") for name in names), seats
    for option in edition.options:
        assert any(option in name for name in names), option


def test_a_golden_game_is_never_written_again() -> None:
    path = golden_files()[0]
    with pytest.raises(FileExistsError):
        write(path.name.removesuffix(".json.gz"), b"")
    assert verify(read(path)).result is not None
