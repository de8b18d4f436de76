"""A complete bot: it takes a seat, plays any legal move until the game is over, and checks the proof.

    python example_bot.py http://127.0.0.1:8000 rh_your_token

It knows no rules. It plays what it is offered, so it plays every edition.
"""

import json
import random
import secrets
import sys
import time
import uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect


class Bot:
    def __init__(self, address: str, token: str) -> None:
        self.address = address.rstrip("/")
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def call(self, method: str, path: str, body: object = None) -> tuple[int, dict]:
        """One request: its status and its answer. A refusal is an answer, too."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.address + path, data, self.headers, method=method)
        try:
            with urlopen(request, timeout=30) as answer:
                return answer.status, json.load(answer)
        except HTTPError as refused:
            return refused.code, json.load(refused)

    def sit_down(self, edition: str) -> str:
        """Opens a table with one AI, reads the commitment to its seed, and adds a salt to it."""
        seats = [{"kind": "host"}, {"kind": "ai"}]
        table = {"edition": edition, "seats": seats, "ai_pace": 0, "starts_when_full": True}
        _, game = self.call("POST", "/api/games", table)
        self.commitment = game["commitment"]
        self.call("POST", f"/api/games/{game['id']}/join", {"salt": secrets.token_hex(16)})
        return game["id"]

    def play(self, game: str) -> dict:
        """Watches until it may move; after a lost connection it looks again."""
        url = f"{self.address.replace('http', 'ws', 1)}/ws/games/{game}/"
        while True:
            headers = {"Authorization": self.headers["Authorization"]}
            try:
                with connect(url, additional_headers=headers) as socket:
                    for text in socket:
                        frame = json.loads(text)
                        if frame["type"] != "frame":
                            continue
                        if frame["view"] and frame["view"]["revealed"]:
                            return frame
                        if frame["moves"]:
                            self.move(game, frame)
            except (WebSocketException, OSError) as lost:
                if isinstance(lost, ConnectionClosed) and lost.rcvd and lost.rcvd.code == 4401:
                    raise  # the token is revoked, or the seat is lost
                time.sleep(1)

    def move(self, game: str, frame: dict) -> None:
        offer = random.choice(frame["moves"])
        command = offer.get("example", offer)
        # The same id again, after whatever went wrong, counts once.
        move = {"command_id": str(uuid.uuid4()), "expected_seq": frame["to_seq"], **command}
        while True:
            try:
                status, answer = self.call("POST", f"/api/games/{game}/commands", move)
            except OSError:
                status = 503
            if status in (429, 503):
                time.sleep(1)
                continue
            if status not in (200, 409):  # 409: the game moved on, and a new frame is on its way
                raise RuntimeError(answer["detail"])
            return


def main(address: str, token: str, edition: str = "card_game") -> dict:
    bot = Bot(address, token)
    game = bot.sit_down(edition)
    last = bot.play(game)
    _, file = bot.call("GET", f"/api/games/{game}/export")
    # Save it, and anybody can check it: python -m rules.verify game.json
    assert file["commitment"] == bot.commitment
    assert file["events"][-1]["digest"] == last["digest"]
    for standing in last["view"]["result"]["standings"]:
        print(f"place {standing['place']}: seat {standing['seat']}")
    return file


if __name__ == "__main__":
    main(*sys.argv[1:])
