"""The log says what happened to whom by their ids, as JSON, and keeps every secret."""

import io
import json
import logging
import logging.config
import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import orjson
import pytest
from channels.db import database_sync_to_async
from django.conf import settings
from rest_framework.test import APIClient

from games.accounts.models import ApiToken, User
from games.accounts.tokens import create_token
from games.tables import live, snapshots
from games.tables.models import Game, SealedSeed, Seat
from games.tables.services import committer
from games.tables.tasks import play_ai_turn
from rules.editions.card_game.cards import TICKETS
from rules.pieces.colors import CARDS
from tests.games.tables.given import a_game, first_move, play_on
from tests.games.tables.wire import post
from ttr_project import logs

PASSWORD = "correct-horse-battery"


class Log:
    def __init__(self, stream: io.StringIO) -> None:
        self.stream = stream

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    def lines(self, event: str) -> list[dict[str, Any]]:
        found = [json.loads(line) for line in self.text.splitlines()]
        return [line for line in found if line["event"] == event]


@pytest.fixture
def log() -> Iterator[Log]:
    """Everything that the service writes, at the most talkative level, as it would be written."""
    formatter = logging.config.DictConfigurator(logs.to_stderr("DEBUG")).configure_formatter(
        logs.to_stderr("DEBUG")["formatters"]["line"]
    )
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield Log(stream)
    root.removeHandler(handler)
    root.setLevel(level)


def secrets_of(game: Game, *more: str) -> list[str]:
    seed = bytes(SealedSeed.objects.get(game=game).seed)
    salts = Seat.objects.filter(game=game).values_list("salt", flat=True)
    digests = ApiToken.objects.values_list("digest", flat=True)
    return [seed.hex(), *salts, *digests, game.invite_token, settings.SECRET_KEY, *more]


@pytest.mark.django_db
def test_a_whole_game_leaves_no_card_no_token_no_password_no_seed_and_no_salt_in_the_log(
    log: Log,
) -> None:
    api = APIClient()
    pia = User.objects.create_user("pia", password=PASSWORD, display_name="Pia")
    _, token = create_token(pia, "bot")
    bad = api.post("/api/accounts/sign-in", {"username": "pia", "password": "wrong-" + PASSWORD})
    assert bad.status_code == 403
    signed_in = api.post("/api/accounts/sign-in", {"username": "pia", "password": PASSWORD})
    assert signed_in.status_code == 200
    game = a_game(pia, seats=2)
    api.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    while True:
        play_on(game)
        if game.status == Game.Status.OVER:
            break
        move = {"command_id": str(uuid4()), "expected_seq": game.head_seq, **first_move(game, 0)}
        assert api.post(f"/api/games/{game.id}/commands", move).status_code == 200
        api.post(f"/api/games/{game.id}/commands", move | {"command_id": str(uuid4())})
    api.get(f"/api/invites/{game.invite_token}/nonsense?token={token}")
    commands = log.lines("command")
    assert {line["result"] for line in commands} >= {"accepted", "conflict"}
    assert {line["game"] for line in commands} == {str(game.id)}
    session = signed_in.cookies[settings.SESSION_COOKIE_NAME].value
    secrets = secrets_of(game, PASSWORD, token, session)
    assert [secret for secret in secrets if secret in log.text] == []
    assert cards_in(log.text) == []


def cards_in(text: str) -> list[str]:
    """The colors of trains, and the cities that only tickets name."""
    cities = {city for ticket in TICKETS for city in (ticket.a, ticket.b)}
    names = [*CARDS, *cities]
    return [name for name in names if re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)]


@pytest.mark.django_db
def test_a_policy_that_fails_with_its_hand_in_its_words_does_not_show_it(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shows_its_hand(view: Any, moves: Any, dice: Any) -> Any:
        raise ValueError("I hold blue and locomotive")

    game = a_game(seats=2)
    edition = snapshots.at_head(game).edition
    broken = dict(edition.policies) | {"any_legal": shows_its_hand}
    monkeypatch.setattr(edition, "policies", broken)
    play_ai_turn(str(game.id), game.head_seq)
    [line] = log.lines("policy_failed")
    assert (line["game"], line["fault"]) == (str(game.id), "ValueError")
    assert line["task"] == "games.tables.tasks.play_ai_turn"
    assert cards_in(log.text) == []


def test_a_fault_is_told_by_its_kind_and_its_place_without_its_words(log: Log) -> None:
    try:
        raise RuntimeError("the deck begins with blue")
    except RuntimeError:
        logging.getLogger("django.request").exception("Internal Server Error: %s", "/api/games")
    [line] = log.lines("Internal Server Error: /api/games")
    assert line["fault"] == "RuntimeError"
    assert "test_logs.py" in line["where"][-1]
    assert "blue" not in log.text


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("committed")
async def test_one_request_id_leads_from_the_answer_to_the_command_and_to_the_worker(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(live, "outbox", lambda: Outbox(sent))
    in_database = database_sync_to_async
    pia = await in_database(User.objects.create_user)("pia", display_name="Pia")
    _, token = await in_database(create_token)(pia, "bot")
    game = await in_database(a_game)(pia, seats=2, policy="any_legal")
    move = await in_database(first_move)(game, 0)
    sent.clear()
    command_id = str(uuid4())
    body = orjson.dumps({"command_id": command_id, "expected_seq": game.head_seq, **move})
    bot = {"authorization": f"Bearer {token}", "content_type": "application/json"}
    status, _, headers = await post(
        f"/api/games/{game.id}/commands", body, x_request_id="from-the-proxy-42", **bot
    )
    await in_database(committer.stop)()
    assert (status, headers["x-request-id"]) == (200, "from-the-proxy-42")
    [line] = [line for line in log.lines("command") if line["command"] == command_id]
    assert (line["request"], line["game"]) == ("from-the-proxy-42", str(game.id))
    [origin] = [arguments["headers"] for arguments in sent]
    assert origin["request"] == "from-the-proxy-42"


class Outbox:
    def __init__(self, sent: list[dict[str, Any]]) -> None:
        self.sent = sent

    def put(self, notices: Any, tasks: Any) -> None:
        self.sent += [arguments for _, arguments in tasks]
