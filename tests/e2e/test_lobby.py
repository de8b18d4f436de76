"""Tables opened and filled through the page."""

from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import NewVisitor
from tests.e2e.table import PATIENCE


def new_table(page: Page, name: str = "Astrid") -> Locator:
    """The form that opens a table, filled in by a guest as far as it must be."""
    page.goto("/")
    page.get_by_role("button", name="Open a table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your name at the table").fill(name)
    return dialog


def test_a_table_is_opened_as_it_was_chosen_seat_by_seat(page: Page) -> None:
    dialog = new_table(page)
    expect(dialog.get_by_label("When time runs out")).to_have_count(0)
    dialog.get_by_label("Time", exact=True).select_option("30 seconds a turn")
    dialog.get_by_label("When time runs out").select_option("The seat forfeits")
    dialog.get_by_label("Who finds it").select_option("With the link: play or watch")
    dialog.get_by_label("Of them AIs").select_option("2")
    expect(dialog.get_by_label("Seat 2")).not_to_be_visible()
    dialog.get_by_text("More settings").click()
    dialog.get_by_label("Seat 2").select_option("Kept for an account")
    dialog.get_by_label("User name for seat 2").fill("jun")
    dialog.get_by_label("Seat 4").select_option("AI: Easy")
    dialog.get_by_label("Time for choices made together").select_option("2 minutes")
    dialog.get_by_label("Commentators are behind by").select_option("4 turns")
    dialog.get_by_label("Begin as soon as every seat is taken").check()
    dialog.get_by_role("button", name="Open the table").click()

    expect(page.get_by_text("When time runs out: The seat forfeits")).to_be_visible(
        timeout=PATIENCE
    )
    told = page.request.get(f"/api{urlsplit(page.url).path}").json()["game"]
    assert told["time_control"] == {"kind": "per_turn", "seconds": 30, "increment": 0}
    assert (told["on_run_out"], told["visibility"]) == ("forfeit", "unlisted")
    assert (told["decision_seconds"], told["commentary_delay"]) == (120, {"turns": 4})
    assert told["starts_when_full"]
    assert [seat["kind"] for seat in told["seats"]] == ["person", "invited", "ai", "ai"]
    assert [seat["level"] for seat in told["seats"]][2:] == ["planner", "easy"]


def test_two_clicks_open_a_table_that_is_in_the_list(visitor: NewVisitor) -> None:
    host, stranger = visitor(), visitor()
    host.goto("/")
    host.get_by_role("button", name="Open a table").click()
    host.get_by_role("button", name="Open the table").click()
    expect(host.get_by_role("button", name="Begin the game")).to_be_visible(timeout=PATIENCE)
    stranger.goto("/")
    open_games = stranger.get_by_role("region", name="Open games")
    expect(open_games.locator(f"a[href='{urlsplit(host.url).path}']")).to_be_visible(
        timeout=PATIENCE
    )


def test_the_host_calls_ais_of_the_strength_they_choose(page: Page) -> None:
    new_table(page).get_by_role("button", name="Open the table").click()
    seats = page.get_by_role("listitem").filter(has_text="AI ·")
    strength = page.get_by_label("Strength of the AI", exact=True)
    strength.select_option("AI: Easy")
    page.get_by_role("button", name="Give it to an AI").first.click()
    expect(seats).to_have_count(1, timeout=PATIENCE)
    expect(seats).to_contain_text("Easy")
    strength.select_option("AI: Expert")
    page.get_by_role("button", name="Fill with AIs").click()
    expect(seats.filter(has_text="Expert")).to_have_count(2, timeout=PATIENCE)
    expect(strength).to_have_count(0)


def test_games_are_found_by_name_and_more_of_them_are_shown(visitor: NewVisitor) -> None:
    for host in (visitor(), visitor()):  # nobody may open so many
        new_table(host).get_by_role("button", name="Open the table").click()
        expect(host.get_by_role("button", name="Begin the game")).to_be_visible(timeout=PATIENCE)
        for number in range(7):
            open_by_api(host, f"Harbour {number}")
    page = visitor()
    page.goto("/")
    search = page.get_by_label("Name of a table or a player")
    open_games = page.get_by_role("region", name="Open games")
    tables, more = open_games.get_by_role("link"), open_games.get_by_role("button", name="More")
    search.fill("Harbour")
    expect(tables.filter(has_text="Harbour")).to_have_count(12, timeout=PATIENCE)
    more.click()
    expect(tables.filter(has_text="Harbour")).to_have_count(14, timeout=PATIENCE)
    expect(more).to_have_count(0)
    search.fill("harbour 6")
    expect(tables).to_have_count(2, timeout=PATIENCE)
    page.get_by_role("search").get_by_label("Edition").select_option("Japan")
    expect(open_games.get_by_text("None right now.")).to_be_visible(timeout=PATIENCE)


def open_by_api(host: Page, name: str) -> None:
    [token] = [c["value"] for c in host.context.cookies() if c["name"] == "csrftoken"]
    seats = [{"kind": "open"}, {"kind": "open"}]
    opened = host.request.post(
        "/api/games",
        data={"edition": "card_game", "name": name, "seats": seats},
        headers={"X-CSRFToken": token, "Referer": host.url},
    )
    assert opened.ok, opened.text()
