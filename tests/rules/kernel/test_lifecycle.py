"""RH: the two ends of a game."""

import pytest

from rules import Chance, Malformed, commitment, editions, start
from rules.editions.card_game.round_end import ScoreRound
from rules.editions.card_game.turns import Pass, RoundEnded
from rules.kernel.lifecycle import GameOpened, RevealSeed, SeedRevealed
from rules.kernel.rulings import PauseGame
from tests.given import CHANCE, Given
from tests.rules.editions.card_game.table import table

EDITION = editions()["card_game"]
SEED = CHANCE.seed.hex()


def over() -> Given:
    game = table(deck="red")
    EDITION.evolves[RoundEnded](game.state, RoundEnded(1, "deck_ran_out", ()))
    return game.when(ScoreRound())


def test_the_opening_pins_everything_that_the_proof_needs() -> None:
    _, events = start(EDITION, 2, {"open_track": True}, Chance(bytes(32), ["x", "y"]))
    assert events[0] == GameOpened(
        edition="card_game",
        ruleset=1,
        data_digest=EDITION.data_digest,
        seats=2,
        options={"open_track": True, "choose_completion": False},
        commitment=commitment(bytes(32)),
        salts=("x", "y"),
    )


@pytest.mark.parametrize(
    ("options", "salts", "words"),
    [
        ({"fog": True}, ["x", "y"], "no option 'fog'"),
        ({"open_track": 1}, ["x", "y"], "true or false, not 1"),
        ({}, ["x"], "2 seats bring 2 salts, not 1"),
        ({}, ["x", 5], "a salt is a text, not 5"),
    ],
)
def test_an_opening_that_makes_no_sense_is_said_in_words(
    options: dict[str, bool], salts: list[str], words: str
) -> None:
    with pytest.raises(Malformed, match=words):
        start(EDITION, 2, options, Chance(bytes(32), salts))


def test_rh_r1_the_seed_stays_sealed_until_the_game_is_over() -> None:
    table(deck="red").when(RevealSeed(SEED)).refused("RH-R1", "sealed until")


def test_rh_r1_only_the_committed_seed_is_revealed_and_only_once() -> None:
    game = over()
    assert game.state.due == "reveal_seed"
    game.when(RevealSeed("00" * 31 + "01")).refused("RH-R1", "not the seed")
    game.when(RevealSeed(SEED)).then(SeedRevealed(SEED))
    assert game.state.due is None
    game.when(RevealSeed(SEED)).refused("RH-R1", "already")


def test_rh_o1_nothing_can_be_done_in_a_game_that_is_over() -> None:
    game = over()
    game.when(Pass(0)).refused("RH-O1", "over")
    game.when(PauseGame("late")).refused("RH-O1", "over")
    game.when(ScoreRound()).refused("RH-O1", "over")
