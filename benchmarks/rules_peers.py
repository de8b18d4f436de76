"""Random play in engines from the registries, in an environment of their own.

`python -m benchmarks.rules` runs this file with that environment's Python; it knows nothing of
ours. For each peer it prints a line of JSON: its name, whether it is written in Python, and its
decisions a second of processor time.
"""

import json
import random
import sys
import time
from collections.abc import Callable


def rlcard(name: str) -> Callable[[], int]:
    import rlcard

    env = rlcard.make(name, config={"seed": 1})

    def play() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play


def rlcard_engine(name: str) -> Callable[[], int]:
    """The rules alone, without the observation that the environment makes of every state."""
    import rlcard

    game = rlcard.make(name, config={"seed": 1}).game

    def play() -> int:
        game.init_game()
        decisions = 0
        while not game.is_over():
            game.step(random.choice(game.get_legal_actions()))
            decisions += 1
        return decisions

    return play


def python_chess() -> Callable[[], int]:
    import chess

    def play() -> int:
        board = chess.Board()
        decisions = 0
        while not board.is_game_over() and decisions < 400:
            board.push(random.choice(list(board.legal_moves)))
            decisions += 1
        return decisions

    return play


def open_spiel(name: str) -> Callable[[], int]:
    import pyspiel

    game = pyspiel.load_game(name)

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, odds)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


PEERS = {
    "RLCard uno": (True, lambda: rlcard("uno")),
    "RLCard uno, engine only": (True, lambda: rlcard_engine("uno")),
    "RLCard gin-rummy": (True, lambda: rlcard("gin-rummy")),
    "python-chess": (True, python_chess),
    "OpenSpiel gin_rummy": (False, lambda: open_spiel("gin_rummy")),
    "OpenSpiel hanabi": (False, lambda: open_spiel("hanabi(players=4)")),
}


def measure(play: Callable[[], int], seconds: float) -> float:
    play()
    decisions, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        decisions += play()
    return decisions / (time.process_time() - began)


def main() -> None:
    seconds = float(sys.argv[1])
    random.seed(7)
    for name, (in_python, make) in PEERS.items():
        speed = measure(make(), seconds)
        line = {"peer": name, "in_python": in_python, "decisions_per_second": speed}
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
