"""Whole games played in memory: for tests, figures, and files that `rules.verify` takes."""

import hashlib
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from rules.export import BEGINNING, CommandRecord, chain, game_file
from rules.kernel.chain import canonical
from rules.kernel.chance import Chance
from rules.kernel.codec import encode_command
from rules.kernel.decider import advance, due_command, legal_moves, random_move, start, view
from rules.kernel.edition import Choose, Command, Edition, Event
from rules.kernel.illegal import IllegalMove
from rules.kernel.observers import policy_at
from rules.kernel.state import GameState
from rules.policies.search import iterations

SERVICE = "service"


class PlayedGame(NamedTuple):
    edition: Edition
    options: dict[str, bool]
    chance: Chance
    state: Any
    opening: list[Event]
    # Who sent it, the command, and the events that it caused.
    moves: list[tuple[str, Command, list[Event]]]

    @property
    def events(self) -> list[Event]:
        return [*self.opening, *(event for _, _, events in self.moves for event in events)]


def player(edition: Edition, name: str) -> Choose:
    """By a policy's name; `expert@200` is the expert with 200 playouts a decision."""
    name, _, budget = name.partition("@")
    policy = edition.policies[name]
    if not budget:
        return policy.choose
    if policy.within is None:
        raise ValueError(f"{name} does not search: it has no budget")
    return policy.within(iterations(int(budget)))


def play_game(
    edition: Edition, options: dict[str, bool], chance: Chance, policies: Sequence[str]
) -> PlayedGame:
    """Plays one game to its end and reveals the seed; `policies` names one for each seat."""
    players = [(name, player(edition, name)) for name in policies]
    return play_with(edition, options, chance, players)


def play_with(
    edition: Edition,
    options: dict[str, bool],
    chance: Chance,
    players: Sequence[tuple[str, Choose]],
) -> PlayedGame:
    """The same with any players, each under a name."""
    seats = len(players)
    dice = [chance.dice(f"seat:{seat}") for seat in range(seats)]
    state, opening = start(edition, seats, options, chance)
    moves: list[tuple[str, Command, list[Event]]] = []
    while not state.revealed:
        command = due_command(edition, state, chance)
        actor = SERVICE
        if command is None:
            seat = state.waiting_on[0]
            offers = legal_moves(edition, state, seat)
            seen = view(edition, state, policy_at(seat))
            name, choose = players[seat]
            command = choose(seen, offers, dice[seat])
            actor = f"policy:{name}"
        events = advance(edition, state, command, chance)
        if isinstance(events, IllegalMove):
            raise RuntimeError(f"{actor} sent {command}, refused by {events.rule}")
        moves.append((actor, command, events))
    return PlayedGame(edition, dict(state.options), chance, state, opening, moves)


def play_at_random(edition: Edition, seats: int, chance: Chance, dice: Random) -> int:
    """Plays one game by the dice alone, without views and without keeping it: how many moves it took."""
    state: GameState = start(edition, seats, {}, chance)[0]
    moves = 0
    while state.result is None:
        command = due_command(edition, state, chance)
        if command is None:
            command = random_move(edition, state, state.waiting_on[0], dice)
            moves += 1
        if isinstance(advance(edition, state, command, chance), IllegalMove):
            raise RuntimeError(f"a legal move was refused: {command}")
    return moves


def play_games(
    edition: Edition, options: dict[str, bool], policies: Sequence[str], games: int, seed: int
) -> Iterator[PlayedGame]:
    """Games that are the same whenever the seed is: each has a deck and dice of its own."""
    for number in range(games):
        yield simulated_game(edition, options, policies, seed, number)


def simulated_game(
    edition: Edition, options: dict[str, bool], policies: Sequence[str], seed: int, number: int
) -> PlayedGame:
    """The game of that number, whoever plays it and in whatever order."""
    name = f"simulated:{seed}:{number}"
    salts = [f"{name}:{seat}" for seat in range(len(policies))]
    chance = Chance(hashlib.sha256(name.encode()).digest(), salts)
    return play_game(edition, options, chance, policies)


def export_game(game: PlayedGame, name: str) -> bytes:
    """The game as its file. No clock ran, so its times are empty."""
    edition, chance = game.edition, game.chance
    links = chain(edition, chance, BEGINNING, game.opening, None)
    commands: list[CommandRecord] = []
    for number, (actor, command, events) in enumerate(game.moves, 1):
        record: CommandRecord = {
            "command_id": str(number),
            "actor": actor,
            "body": encode_command(edition, command),
            "submitted_at": "",
        }
        commands.append(record)
        head = links[-1].seq, links[-1].digest
        links += chain(edition, chance, head, events, canonical(record))
    texts = (link.text for link in links)
    return game_file(name, edition, game.options, chance, commands, texts)
