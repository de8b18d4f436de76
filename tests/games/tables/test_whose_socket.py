"""A socket belongs to somebody: once it is theirs no more, nothing private goes out by it."""

import asyncio
import math
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth.tokens import default_token_generator
from django.core.management import call_command
from django.utils.http import urlsafe_base64_encode
from rest_framework.test import APIClient

from games.accounts.models import User
from games.accounts.services import reset_password
from games.audit.erasure import erase_account
from games.tables import hub, streams
from games.tables.models import Look
from tests.games.tables.given import a_game, a_user, play_on
from tests.games.tables.talking import connected

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("committed", "quick"),
]

in_database = database_sync_to_async

PASSWORD = "correct-horse-battery"


async def test_after_a_sign_out_nothing_private_is_sent(
    layer: None, own_hub: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "RECHECK_EVERY", 0.05)
    pia = await in_database(a_user)("pia")
    game = await in_database(a_game)(pia)
    async with connected(game, pia) as socket:
        await socket.next()
        await in_database(pia.api_tokens.all().delete)()
        assert (await socket.closed())["code"] == 4401


@pytest.mark.parametrize(
    "how", ["signs out", "signs in as another", "revokes the token", "changes the password"]
)
async def test_who_leaves_is_cut_off_without_waiting_for_the_next_look(
    layer: None, own_hub: None, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(hub, "RECHECK_EVERY", math.inf)
    pia = await in_database(a_user)("pia")
    await in_database(set_password)(pia)
    game = await in_database(a_game)(pia)
    page, other_page = await in_database(signed_in)(pia), await in_database(signed_in)(pia)
    by_token = {} if how == "revokes the token" else {"session": page.session.session_key}
    async with (
        connected(game, pia, **by_token) as hers,
        connected(game, pia, session=other_page.session.session_key) as also_hers,
    ):
        await hers.next()
        await also_hers.next()
        await in_database(leave)(other_page if "password" in how else page, how)
        assert (await hers.closed())["code"] == 4401
        if how == "changes the password":  # which ends all of them, and begins a new one
            assert (await also_hers.closed())["code"] == 4401
        else:
            await also_hers.say("ping")
            assert await also_hers.next("pong"), "her other device is still hers"


async def test_a_mailed_link_closes_the_sockets_of_bots_too(
    layer: None, own_hub: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "RECHECK_EVERY", math.inf)
    pia = await in_database(a_user)("pia")
    game = await in_database(a_game)(pia)
    async with connected(game, pia) as bot:
        await bot.next()
        uid, token = (
            urlsafe_base64_encode(str(pia.pk).encode()),
            default_token_generator.make_token(pia),
        )
        await in_database(reset_password)(uid, token, PASSWORD)
        assert (await bot.closed())["code"] == 4401


def set_password(user: User) -> None:
    user.set_password(PASSWORD)
    user.save()


def signed_in(user: User) -> APIClient:
    page = APIClient()
    assert page.login(username=user.username, password=PASSWORD)
    return page


def leave(page: APIClient, how: str) -> None:
    if how == "signs out":
        answer = page.post("/api/accounts/sign-out")
    elif how == "signs in as another":
        User.objects.create_user("paul", password=PASSWORD)
        answer = page.post("/api/accounts/sign-in", {"username": "paul", "password": PASSWORD})
    elif how == "revokes the token":
        [token] = page.get("/api/accounts/tokens").json()
        answer = page.delete(f"/api/accounts/tokens/{token['id']}")
    else:
        passwords = {"current_password": PASSWORD, "new_password": PASSWORD + "-2"}
        answer = page.post("/api/accounts/password", passwords)
    assert answer.status_code in (200, 204), answer.content


async def test_an_unknown_token_is_refused_and_does_not_just_watch(
    layer: None, own_hub: None
) -> None:
    game = await in_database(a_game)()
    async with connected(game, token="rh_revoked") as socket:
        message = await socket.message()
    assert (message["type"], message["code"]) == ("websocket.close", 4401)
    assert message["reason"] == "This token is unknown or revoked."


async def test_after_a_change_of_seats_the_old_sitter_is_cut_off(
    layer: None, own_hub: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "RECHECK_EVERY", 0.05)
    pia, paul = [await in_database(a_user)(name) for name in ("pia", "paul")]
    game = await in_database(a_game)(pia)
    async with connected(game, pia) as socket:
        await socket.next()
        await in_database(game.seats.filter(number=0).update)(user=paul)
        assert (await socket.closed())["code"] == 4401


async def test_no_frame_of_a_seat_goes_to_who_sat_there_before(
    layer: None, own_hub: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who gives up a seat in the lobby, and keeps the page open, does not see the next one's cards."""
    monkeypatch.setattr(hub, "RECHECK_EVERY", math.inf)
    pia, paul = [await in_database(a_user)(name) for name in ("pia", "paul")]
    game = await in_database(a_game)(pia)
    async with connected(game, pia) as hers, connected(game) as spectators:
        await hers.next()
        await spectators.next()
        await in_database(game.seats.filter(number=0).update)(user=paul)
        async with connected(game, paul) as his:
            assert (await his.next())["view"], "his at once, though nobody said that he sat down"
            await in_database(play_on)(game, steps=1)
            assert (await his.next())["to_seq"] == game.head_seq
            assert (await spectators.next())["to_seq"] > 0
        message = await hers.closed()
    assert message["code"] == 4401


async def test_a_game_that_commentators_can_t_read_keeps_nobody_signed_in(
    layer: None, own_hub: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "RECHECK_EVERY", 0.05)
    pia, cleo = [await in_database(a_user)(name) for name in ("pia", "cleo")]
    await in_database(cleo.roles.create)(role="commentator")
    game, broken = await in_database(a_game)(pia), await in_database(a_game)()
    tried = asyncio.Event()
    loop = asyncio.get_running_loop()

    def unreadable(*where: Any) -> None:
        loop.call_soon_threadsafe(tried.set)
        raise ValueError("not a log")

    async with connected(game, pia) as hers, connected(broken, cleo, "?as=commentator") as his:
        await hers.next()
        await his.next()
        monkeypatch.setattr(streams, "read_position", unreadable)
        await tried.wait()
        await in_database(pia.api_tokens.all().delete)()
        assert (await hers.closed())["code"] == 4401


@pytest.mark.parametrize("how", ["dismissed", "erased"])
async def test_a_judge_who_is_one_no_more_is_cut_off_without_waiting_for_the_next_look(
    layer: None, own_hub: None, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(hub, "RECHECK_EVERY", math.inf)
    jun = await in_database(a_user)("jun")
    await in_database(call_command)("grant_role", "jun", "judge")
    game = await in_database(a_game)()
    async with connected(game, jun, "?as=judge") as socket:
        await socket.next()
        if how == "dismissed":
            await in_database(call_command)("grant_role", "jun", "judge", "--revoke")
        else:
            await in_database(erase_account)(jun)
        assert (await socket.closed())["code"] == 4401


async def test_a_judge_whose_role_ended_is_cut_off_and_the_looks_are_recorded(
    layer: None, own_hub: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "RECHECK_EVERY", 0.05)
    jun = await in_database(a_user)("jun")
    await in_database(jun.roles.create)(role="judge")
    game = await in_database(a_game)()
    async with connected(game, jun, "?as=judge") as socket:
        await socket.next()
        await in_database(jun.roles.all().delete)()
        assert (await socket.closed())["code"] == 4401
    looks = await in_database(lambda: list(Look.objects.values_list("user_id", "what", "seq")))()
    assert looks == [
        (jun.pk, "stream_begun", game.head_seq),
        (jun.pk, "stream_ended", game.head_seq),
    ]


async def test_a_judge_sees_no_hand_before_the_look_is_on_record(
    layer: None, own_hub: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    jun = await in_database(a_user)("jun")
    await in_database(jun.roles.create)(role="judge")
    game = await in_database(a_game)()
    found: list[int] = []
    welcome = streams.Stream.welcome

    async def noticed(self: streams.Stream, socket: Any, after: int | None) -> None:
        found.append(await in_database(Look.objects.filter(what="stream_begun").count)())
        await welcome(self, socket, after)

    monkeypatch.setattr(streams.Stream, "welcome", noticed)
    async with connected(game, jun, "?as=judge") as socket:
        await socket.next()
    assert found == [1]
