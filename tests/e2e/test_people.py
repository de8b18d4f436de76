"""Accounts through the page, and the roles that see more than a spectator."""

import re
from urllib.parse import urlsplit
from uuid import uuid4

from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewVisitor
from tests.e2e.table import (
    PATIENCE,
    Mouse,
    banner,
    join_by_link,
    open_table,
    play_now,
    wait_for_my_turn,
)
from tests.service import Service

PASSWORD = "nine-fast-wagons"


def sign_in(page: Page, username: str, password: str) -> None:
    page.goto("/sign-in")
    page.get_by_label("User name").fill(username)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").click()


def demo_password(service: Service, username: str) -> str:
    """Printed once, when a new data folder is filled."""
    found = re.search(rf"^\s+{username}\s+(\S+)", service.said, re.MULTILINE)
    assert found
    return found.group(1)


def test_an_account_from_signing_up_to_its_erasure(page: Page) -> None:
    name = f"ada-{uuid4().hex[:8]}"
    page.goto("/sign-up")
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("alert").filter(has_text=re.compile("."))).to_be_visible(
        timeout=PATIENCE
    )
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible(timeout=PATIENCE)

    page.goto("/account")
    expect(page.get_by_text(f"Signed in as {name}.")).to_be_visible(timeout=PATIENCE)
    page.get_by_label("Name of the key").fill("my bot")
    page.get_by_role("button", name="Make a key").click()
    secret = page.get_by_text(re.compile("^rh_")).inner_text(timeout=PATIENCE)
    bot = page.request.get("/api/me", headers={"Authorization": f"Bearer {secret}"})
    assert bot.json()["user"]["username"] == name
    page.get_by_role("button", name="Revoke my bot").click()
    expect(page.get_by_role("button", name="Revoke my bot")).to_have_count(0, timeout=PATIENCE)

    page.get_by_role("button", name="Sign out").click()
    sign_in(page, name, "wrong-password")
    expect(page.get_by_role("alert").filter(has_text=re.compile("."))).to_be_visible(
        timeout=PATIENCE
    )
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible(timeout=PATIENCE)

    page.goto("/account")
    page.get_by_role("button", name="Erase my account").click()
    erasing = page.locator("form").filter(has=page.get_by_role("heading", name="Erase the account"))
    erasing.get_by_label("Present password").fill(PASSWORD)
    erasing.get_by_role("button", name="Erase it for good").click()
    note = page.get_by_role("region", name="Notes").get_by_text("In the games you are Traveller")
    expect(note).to_be_visible(timeout=PATIENCE)
    sign_in(page, name, PASSWORD)
    expect(page.get_by_role("alert").filter(has_text=re.compile("."))).to_be_visible(
        timeout=PATIENCE
    )


def test_a_new_password_takes_the_keys_for_bots_along_where_one_says_so(page: Page) -> None:
    page.goto("/sign-up")
    page.get_by_label("User name").fill(f"eve-{uuid4().hex[:8]}")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible(timeout=PATIENCE)
    page.goto("/account")
    page.get_by_label("Name of the key").fill("my bot")
    page.get_by_role("button", name="Make a key").click()
    key = page.get_by_role("button", name="Revoke my bot")
    expect(key).to_be_visible(timeout=PATIENCE)

    form = page.locator("form").filter(has=page.get_by_role("heading", name="New password"))
    form.get_by_label("Present password").fill(PASSWORD)
    form.get_by_label("New password").fill(f"{PASSWORD}-2")
    form.get_by_label("Revoke my keys for bots, too").check()
    form.get_by_role("button", name="Save").click()
    expect(key).to_have_count(0, timeout=PATIENCE)
    expect(form.get_by_label("Revoke my keys for bots, too")).not_to_be_checked()


def test_a_judge_sees_every_hand_and_can_pause_the_game(
    visitor: NewVisitor, live_service: Service
) -> None:
    player, judge = visitor(), visitor()
    play_now(player)
    sign_in(judge, "jun", demo_password(live_service, "jun"))
    expect(judge.get_by_role("heading", name="Take a seat")).to_be_visible(timeout=PATIENCE)
    judge.goto(player.url)
    expect(judge.get_by_text("Spectator", exact=True)).to_be_visible(timeout=PATIENCE)
    expect(judge.locator(".open")).to_have_count(0)
    judge.get_by_role("link", name="Look as a judge").click()
    expect(judge.locator(".open")).to_have_count(4, timeout=PATIENCE)
    judge.get_by_label("Reason").fill("A glass of water was spilled.")
    judge.get_by_role("button", name="Rule", exact=True).click()
    expect(player.locator("section.turn")).to_contain_text("paused", timeout=PATIENCE)


def test_a_stranger_who_looked_at_a_lobby_and_sat_down_there_plays(visitor: NewVisitor) -> None:
    host, stranger = visitor(), visitor()
    open_table(host, "Astrid", ais=2)
    join_by_link(stranger, host.url, "Bo")
    host.get_by_role("button", name="Begin the game").click()
    wait_for_my_turn(host)
    Mouse().move(host)
    expect(stranger.locator("ol.log")).to_contain_text(
        "Astrid has chosen tickets", timeout=PATIENCE
    )
    wait_for_my_turn(stranger)
    Mouse().move(stranger)


def test_the_host_makes_a_new_link_and_the_old_one_leads_nowhere(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    open_table(host, "Astrid", ais=2)
    link = host.locator("code.link", has_text="/join/")
    old = link.inner_text()
    host.get_by_role("button", name="A new link").click()
    expect(link).not_to_have_text(old)
    guest.goto(old)
    expect(guest.get_by_text("This invitation leads nowhere")).to_be_visible()
    join_by_link(guest, link.inner_text(), "Bo")


def test_who_finds_a_lobby_full_is_told_so_and_watches(visitor: NewVisitor) -> None:
    host, stranger = visitor(), visitor()
    open_table(host, "Astrid", ais=2)
    stranger.goto(host.url)
    expect(stranger.get_by_role("button", name="Sit here")).to_be_visible(timeout=PATIENCE)
    host.get_by_role("button", name="Fill with AIs").click()
    full = stranger.get_by_text("This table is full. You can watch the game")
    expect(full).to_be_visible(timeout=PATIENCE)
    expect(stranger.get_by_label("Your name at the table")).to_have_count(0)
    host.get_by_role("button", name="Begin the game").click()
    expect(stranger.get_by_text("Spectator")).to_be_visible(timeout=PATIENCE)


def test_players_agree_on_a_pause_and_who_plays_on_asks_no_longer(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor(viewport={"width": 390, "height": 844})
    open_table(host, "Astrid", ais=2)
    join_by_link(guest, host.url, "Bo")
    host.get_by_role("button", name="Begin the game").click()
    wait_for_my_turn(host)
    host.get_by_role("button", name="Ask for a pause").click()
    for page in (host, guest):
        expect(banner(page)).to_contain_text("Astrid asks for a pause.", timeout=PATIENCE)
    expect(banner(host).get_by_role("button", name="Agree")).to_have_count(0)
    banner(guest).get_by_role("button", name="Agree").click()
    expect(banner(host)).to_contain_text("The game is paused.", timeout=PATIENCE)
    expect(banner(host)).not_to_contain_text("asks")

    guest.get_by_role("button", name="Ask to go on").click()
    expect(banner(host)).to_contain_text("Bo asks to go on.", timeout=PATIENCE)
    banner(host).get_by_role("button", name="Agree").click()
    wait_for_my_turn(host)
    host.get_by_role("button", name="Ask for a pause").click()
    expect(banner(guest)).to_contain_text("asks for a pause", timeout=PATIENCE)
    Mouse().move(host)
    expect(banner(guest)).not_to_contain_text("asks", timeout=PATIENCE)


def test_whom_one_follows_is_known_on_every_device(visitor: NewVisitor) -> None:
    player, desk, phone = visitor(), visitor(), visitor()
    star = f"Ada {uuid4().hex[:8]}"
    play_now(player, star)

    desk.goto(player.url)
    desk.get_by_role("button", name=f"Follow {star}").click(timeout=PATIENCE)
    name = f"fan-{uuid4().hex[:8]}"
    desk.goto("/sign-up")
    desk.get_by_label("User name").fill(name)
    desk.get_by_label("Password").fill(PASSWORD)
    desk.get_by_role("button", name="Create an account").click()
    expect(desk.get_by_role("region", name="Following")).to_contain_text(star, timeout=PATIENCE)

    sign_in(phone, name, PASSWORD)
    followed = phone.get_by_role("region", name="Following")
    expect(followed.get_by_role("link")).to_have_attribute(
        "href", urlsplit(player.url).path, timeout=PATIENCE
    )
    followed.get_by_role("button", name=f"Follow {star}").click()
    expect(followed).to_have_count(0)
    desk.reload()
    expect(desk.get_by_role("heading", name="Take a seat")).to_be_visible(timeout=PATIENCE)
    expect(desk.get_by_role("region", name="Following")).to_have_count(0)
