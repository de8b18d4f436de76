"""The two ends of every game: it is opened with everything that the proof will need, and at
the end the seed is revealed, so that the whole log can be read and checked."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.kernel.chance import Chance, commitment
from rules.kernel.edition import Edition, Event, Mechanic
from rules.kernel.illegal import IllegalMove
from rules.kernel.kinds import BOOLEAN, INTEGER, TEXT, Malformed, mapping, tuple_of
from rules.kernel.layout import Layout, public


class GameOpened(NamedTuple):
    edition: str
    ruleset: int
    data_digest: str
    seats: int
    options: dict[str, bool]
    commitment: str
    salts: tuple[str, ...]


class RevealSeed(NamedTuple):
    seed: str


class SeedRevealed(NamedTuple):
    seed: str


def open_game(
    edition: Edition, seats: int, options: Mapping[str, Any], chance: Chance
) -> GameOpened:
    """Options and salts come from outside: nothing is taken for granted."""
    if seats not in edition.seats:
        raise Malformed(
            f"{edition.title} is for {edition.seats[0]} to {edition.seats[-1]} players, not {seats}"
        )
    for name, chosen in options.items():
        if name not in edition.options:
            raise Malformed(f"{edition.title} has no option {name!r}")
        if type(chosen) is not bool:
            raise Malformed(f"the option {name} is true or false, not {chosen!r}")
    if len(chance.salts) != seats:
        raise Malformed(f"{seats} seats bring {seats} salts, not {len(chance.salts)}")
    salts: tuple[Any, ...] = chance.salts
    for salt in salts:
        if type(salt) is not str:
            raise Malformed(f"a salt is a text, not {salt!r}")
    return GameOpened(
        edition=edition.id,
        ruleset=edition.ruleset,
        data_digest=edition.data_digest,
        seats=seats,
        options={name: options.get(name, False) for name in edition.options},
        commitment=commitment(chance.seed),
        salts=chance.salts,
    )


def _open(state: Any, event: GameOpened) -> None:
    """Everything that it pins was given to the state when it was made."""


def _reveal(state: Any, command: RevealSeed, chance: Chance) -> list[Event] | IllegalMove:
    # RH-R1: the seed stays sealed until the game has its result.
    if state.result is None:
        return IllegalMove("RH-R1", "The seed stays sealed until the game is over.")
    if state.revealed:
        return IllegalMove("RH-R1", "The seed is revealed already.")
    if command.seed != chance.seed.hex():
        return IllegalMove("RH-R1", "This is not the seed that the game was opened with.")
    return [SeedRevealed(command.seed)]


def _revealed(state: Any, event: SeedRevealed) -> None:
    state.revealed = True
    state.due = None


LIFECYCLE = Mechanic(
    commands=(Layout(RevealSeed, seed=public(TEXT)),),
    events=(
        Layout(
            GameOpened,
            "A game for {seats} is opened; its deck is committed to as {commitment}.",
            edition=public(TEXT),
            ruleset=public(INTEGER),
            data_digest=public(TEXT),
            seats=public(INTEGER),
            options=public(mapping("options", BOOLEAN)),
            commitment=public(TEXT),
            salts=public(tuple_of(TEXT)),
        ),
        Layout(SeedRevealed, "The seed is revealed: {seed}.", seed=public(TEXT)),
    ),
    decides={RevealSeed: _reveal},
    evolves={GameOpened: _open, SeedRevealed: _revealed},
    service_commands=(RevealSeed,),
)
