"""A newcomer's first minutes: two clicks to a table, a proof to note down, a refusal that explains itself."""

import json
import re
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.e2e.conftest import NewVisitor
from tests.e2e.table import (
    PATIENCE,
    Mouse,
    banner,
    join_by_link,
    log,
    open_table,
    play_now,
    row,
    wait_for_my_turn,
)


def test_a_guest_plays_against_ais_with_one_click_on_the_front_page(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    expect(banner(page)).to_contain_text("Choose the tickets", timeout=PATIENCE)
    Mouse().move(page)
    wait_for_my_turn(page)
    expect(banner(page)).to_contain_text("draw train cards")
    row(page).first.click()
    expect(page.get_by_role("log").first).to_contain_text("draws blind", timeout=PATIENCE)


def test_the_seal_is_shown_and_my_own_chance_is_in_the_shuffle(page: Page) -> None:
    play_now(page)
    page.get_by_text("The proof").click()
    expect(page.get_by_text(re.compile("^[0-9a-f]{64}$"))).to_be_visible()
    expect(page.get_by_text("in this game's shuffle")).to_be_visible()


def test_a_refused_move_says_the_rule_in_words_and_leads_to_its_text(page: Page) -> None:
    play_now(page)
    Mouse().move(page)
    wait_for_my_turn(page)

    def cheat(route: Route) -> None:
        """The page offers nothing illegal, so the move is changed on its way."""
        body = json.loads(route.request.post_data or "{}")
        body |= {"type": "play_trains", "color": "locomotive", "cards": 1, "locomotives": 1}
        body.pop("card", None)
        route.continue_(post_data=json.dumps(body))

    page.route("**/commands", cheat)
    row(page).first.click()
    note = page.get_by_role("region", name="Notes")
    expect(note).to_contain_text("Locomotives are played with cards of a color", timeout=PATIENCE)
    note.get_by_role("link", name="Read rule CG-B2").click()
    expect(page).to_have_url(re.compile("/rules#CG-B2$"))
    expect(page.locator("article#CG-B2")).to_be_in_viewport(timeout=PATIENCE)


def test_a_cut_socket_heals_and_nothing_is_missed(visitor: NewVisitor) -> None:
    player, watcher = visitor(), visitor()
    sockets: list[WebSocketRoute] = []

    def keep(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    watcher.route_web_socket("**/ws/games/**", keep)
    play_now(player)
    watcher.goto(player.url)
    status = watcher.locator("header").get_by_role("status")
    expect(status).to_have_text("Live", timeout=PATIENCE)
    for _ in range(3):
        if player.locator("section.turn.mine").count() == 0:
            wait_for_my_turn(player)
        sockets[-1].close(code=1012, reason="cut by the test")
        expect(status).to_have_text(re.compile("Reconnecting"))
        Mouse().move(player)
        expect(status).to_have_text("Live", timeout=PATIENCE)
    assert len(sockets) > 3
    # Whoever comes anew is told everything by HTTP: the same lines.
    late = visitor()
    late.goto(player.url)
    expect(late.locator("ol.log li").nth(5)).to_be_visible(timeout=PATIENCE)
    told, known = log(watcher), log(late)
    shared = min(len(told), len(known))
    assert shared > 5
    assert told[:shared] == known[:shared]


def test_without_a_network_the_page_says_so(visitor: NewVisitor) -> None:
    page = visitor()
    play_now(page)
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    status = page.locator("header").get_by_role("status")
    expect(status).to_have_text("Offline, trying again", timeout=PATIENCE)
    page.context.set_offline(False)
    expect(status).to_have_text("Live", timeout=PATIENCE)


def test_whoever_steps_away_leaves_the_seat_to_an_ai_and_can_come_back(page: Page) -> None:
    play_now(page)
    page.get_by_label("Strength of the AI").select_option("AI: Beginner")
    page.get_by_role("button", name="Let an AI play for me").click()
    expect(banner(page)).to_contain_text("An AI is playing for you", timeout=PATIENCE)
    told = page.request.get(f"/api{urlsplit(page.url).path}").json()
    assert "any_legal" in told["view"]["handed_to"]
    page.get_by_role("button", name="Take my seat back").click()
    expect(page.get_by_role("button", name="Let an AI play for me")).to_be_visible(timeout=PATIENCE)


def test_whoever_gives_the_game_up_is_asked_twice_and_does_not_come_back(page: Page) -> None:
    play_now(page)
    give_up = page.get_by_role("button", name="Give the game up")
    give_up.click()
    page.get_by_role("button", name="Play on").click()
    give_up.click()
    expect(page.get_by_text("you can't come back")).to_be_visible()
    page.get_by_role("button", name="Give it up for good").click()
    expect(banner(page)).to_contain_text("An AI is playing for you", timeout=PATIENCE)
    expect(page.locator("ol.log")).to_contain_text("Astrid forfeits the game.")
    expect(page.get_by_role("button", name="Take my seat back")).to_have_count(0)
    expect(give_up).to_have_count(0)


def test_who_does_not_come_can_be_played_for_after_five_minutes(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    host.clock.install()
    open_table(host, "Astrid", ais=2)
    join_by_link(guest, host.url, "Bo")
    host.get_by_role("button", name="Begin the game").click()
    wait_for_my_turn(host)
    Mouse().move(host)
    chosen = host.locator("ol.log li").filter(has_text="has chosen tickets")
    expect(chosen).to_have_count(3, timeout=PATIENCE)
    call_in = host.get_by_role("button", name="Let an AI play for Bo")
    expect(call_in).to_have_count(0)
    host.clock.fast_forward(301_000)
    call_in.click(timeout=PATIENCE)
    # By the browser's clock it is time, and by the service's it is not.
    notes = host.get_by_role("region", name="Notes")
    expect(notes).to_contain_text("nobody has moved for 5 minutes", timeout=PATIENCE)
