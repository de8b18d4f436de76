"""Every finished game under tests/golden still follows from its commands, byte for byte."""

from pathlib import Path

import pytest

from rules.verify import verify
from tests.golden import golden_files, read, write


@pytest.mark.parametrize("path", golden_files(), ids=lambda path: path.name)
def test_a_golden_game_is_judged_as_it_was(path: Path) -> None:
    assert verify(read(path)).result is not None


def test_the_card_game_has_golden_games_for_all_seats_and_options() -> None:
    names = [path.name for path in golden_files()]
    for beginning in ("card_game-2", "card_game-3", "card_game-4"):
        assert any(name.startswith(beginning) for name in names)
    for option in ("open_track", "choose_completion"):
        assert any(option in name for name in names)


def test_a_golden_game_is_never_written_again() -> None:
    path = golden_files()[0]
    with pytest.raises(FileExistsError):
        write(path.name.removesuffix(".json.gz"), b"")
    assert verify(read(path)).result is not None
