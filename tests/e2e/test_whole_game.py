"""Two people and two AIs play a whole game through the page, and a spectator sees all of it but no secret."""

import json
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewVisitor, picture
from tests.e2e.table import (
    PATIENCE,
    Keyboard,
    Mouse,
    banner,
    is_my_turn,
    is_over,
    join_by_link,
    log,
    open_table,
)
from tests.e2e.wire import Json, Wire

TICKETS = [
    ticket["id"]
    for ticket in json.loads(
        Path("rules/editions/card_game/data/cardgame.json").read_text(encoding="utf8")
    )["tickets"]
]
LONGEST_GAME = 400


def play_to_the_end(people: list[tuple[Page, Mouse]]) -> None:
    until = time.monotonic() + LONGEST_GAME
    while not is_over(people[0][0]):
        assert time.monotonic() < until, "The game does not end."
        for page, hands in people:
            if is_my_turn(page):
                hands.move(page)
        people[0][0].wait_for_timeout(30)


@pytest.mark.timeout(LONGEST_GAME + 120)
def test_two_people_and_two_ais_play_a_whole_game_while_a_spectator_watches(
    visitor: NewVisitor,
) -> None:
    astrid, rolf, spectator = visitor(), visitor(), visitor()
    open_table(astrid, "Astrid", ais=2, option="Choose yourself which tickets to complete")
    game = astrid.url.rsplit("/", 1)[1]
    join_by_link(rolf, astrid.locator("code.link").first.inner_text(), "Rolf")
    expect(astrid.get_by_text("Rolf")).to_be_visible(timeout=PATIENCE)
    wire = Wire()
    wire.listen(spectator)
    spectator.goto(f"/games/{game}")
    expect(spectator.get_by_text("Rolf")).to_be_visible(timeout=PATIENCE)

    astrid.get_by_role("button", name="Begin the game").click()
    for page in (astrid, rolf):
        expect(banner(page)).to_contain_text("Choose the tickets", timeout=PATIENCE)
    picture(astrid, "choosing-tickets")
    watch_for_shifts(spectator)
    # One of them never touches the mouse.
    play_to_the_end([(astrid, Mouse()), (rolf, Keyboard())])

    for page in (astrid, rolf, spectator):
        expect(page.get_by_role("region", name="How it ended")).to_be_visible(timeout=PATIENCE)
        expect(banner(page)).to_contain_text(" with ")
    picture(spectator, "score-sheet")
    assert spectator.evaluate("window.shifts") == []
    the_spectator_saw_every_event(wire, spectator)
    the_spectator_was_sent_no_secret(wire)
    the_game_can_be_looked_through(spectator, game)


def watch_for_shifts(page: Page) -> None:
    """What moves by itself while the game is played, from here until the score sheet opens."""
    page.evaluate(
        """() => {
            window.shifts = [];
            new PerformanceObserver((list) => {
                if (document.querySelector('section.sheet')) return;
                for (const { value, sources } of list.getEntries())
                    if (value > 0.005)
                        window.shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 80))]);
            }).observe({ type: 'layout-shift' });
        }"""
    )


def the_spectator_saw_every_event(wire: Wire, spectator: Page) -> None:
    seqs = [event["seq"] for event in wire.events()]
    assert seqs == list(range(1, len(seqs) + 1))
    kinds = {event["type"] for event in wire.events()}
    assert {"trains_played", "round_ended", "tickets_completed", "game_ended"} <= kinds
    assert "The game is over." in " ".join(log(spectator))


def the_spectator_was_sent_no_secret(wire: Wire) -> None:
    for view in wire.views_before_the_end():
        for member in ("hands", "tickets", "offered"):
            assert all(type(pile) is int for pile in view[member]), member
        assert type(view["deck"]) is int
        assert type(view["ticket_deck"]) is int
    for event in wire.events():
        if event["type"] == "seed_revealed":
            break
        if event["type"] == "blind_card_drawn":
            assert event["card"] is None
        if event["type"] in ("tickets_drawn", "tickets_kept"):
            assert not isinstance(event.get("tickets"), list)
            assert not isinstance(event.get("kept"), list)
    # On the wire, not only on the screen: no ticket is named before it is completed, and the
    # seed, which the end reveals, is in nothing that was sent before.
    first_completed = next(e for e in wire.events() if e["type"] == "tickets_completed")
    sent_before = sent_until(wire, first_completed)
    assert len(sent_before) > 20
    for text in sent_before:
        assert not [ticket for ticket in TICKETS if f'"{ticket}"' in text]
    revealed = next(e for e in wire.events() if e["type"] == "seed_revealed")
    assert not [text for text in sent_until(wire, revealed) if revealed["seed"] in text]


def sent_until(wire: Wire, event: Json) -> list[str]:
    return [text for text in wire.texts if highest_seq(text) < event["seq"]]


def highest_seq(text: str) -> int:
    message: Json = json.loads(text)
    return int(message.get("to_seq") or message.get("seq") or 0)


def the_game_can_be_looked_through(page: Page, game: str) -> None:
    page.goto(f"/games/{game}/replay?seq=40")
    slider = page.get_by_role("slider", name="Position in the game")
    expect(slider).to_have_value("40", timeout=PATIENCE)
    page.get_by_role("button", name="One event forward").click()
    expect(page).to_have_url(f"{page.url.split('?')[0]}?seq=41", timeout=PATIENCE)
    page.get_by_role("button", name="To the next turn").click()
    expect(slider).not_to_have_value("41", timeout=PATIENCE)
    # With everything open all hands lie there; through a spectator's eyes none does.
    expect(page.locator(".open")).to_have_count(4)
    page.get_by_label("Seen by").select_option("Spectator")
    expect(page.locator(".open")).to_have_count(0)
    page.get_by_label("Seen by").select_option("Rolf")
    expect(page.get_by_role("heading", name="Your hand")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    before = slider.input_value()
    expect(slider).not_to_have_value(before, timeout=PATIENCE)
    picture(page, "replay")
