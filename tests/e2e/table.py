"""A person at the table: what they see, and what they click or type."""

import re

from playwright.sync_api import Locator, Page, expect

PATIENCE = 30_000


def play_now(page: Page, name: str = "Astrid") -> None:
    """As a guest against AIs, from the front page."""
    page.goto("/")
    page.get_by_label("Your name at the table").first.fill(name)
    page.get_by_role("button", name="Play now").click()
    expect(banner(page)).to_contain_text("Choose the tickets", timeout=PATIENCE)


def open_table(
    page: Page, name: str, ais: int, edition: str = "The Card Game", option: str = ""
) -> None:
    """A game with others; its AIs move at once."""
    page.goto("/")
    page.get_by_role("button", name="Open a table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Edition").select_option(edition)
    dialog.get_by_label("Of them AIs").select_option(str(ais))
    if ais:
        dialog.get_by_label("Pace of the AIs").select_option("At once")
        dialog.get_by_label("Strength of the AIs").select_option("Planner")
    if option:
        dialog.get_by_label(option).check()
    dialog.get_by_label("Your name at the table").fill(name)
    dialog.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("button", name="Begin the game")).to_be_visible(timeout=PATIENCE)


def join_by_link(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_role("button", name="Sit here").first.click()
    expect(page.get_by_text("begins the game when everybody is there")).to_be_visible(
        timeout=PATIENCE
    )


def banner(page: Page) -> Locator:
    return page.locator("section.turn")


def is_my_turn(page: Page) -> bool:
    return page.locator("section.turn.mine").count() > 0


def wait_for_my_turn(page: Page) -> None:
    expect(page.locator("section.turn.mine")).to_be_visible(timeout=PATIENCE)


def is_over(page: Page) -> bool:
    return page.locator("section.sheet").count() > 0


def log(page: Page) -> list[str]:
    return page.locator("ol.log li").all_inner_texts()


def keep_button(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile(r"^Keep \d"))


def complete_button(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile(r"^Complete \d"))


def plays(page: Page) -> Locator:
    return page.get_by_role("group", name="What you can play").get_by_role("button")


def row(page: Page) -> Locator:
    return page.get_by_role("list", name="Face-up row").get_by_role("button")


def actions(page: Page) -> Locator:
    return banner(page).get_by_role("button")


def anything_to_do(page: Page) -> Locator:
    choices = keep_button(page).or_(complete_button(page)).or_(plays(page))
    return choices.or_(row(page)).or_(actions(page))


class Mouse:
    """Plays by clicking: whatever can be played, else a card, else whatever button there is."""

    def do(self, page: Page, what: Locator) -> None:
        what.click(timeout=PATIENCE)

    def move(self, page: Page) -> None:
        """One step of a turn, until what it led to is in the log."""
        before = len(log(page))
        self.choose(page)
        page.wait_for_function(
            "before => document.querySelectorAll('ol.log li').length > before",
            arg=before,
            timeout=PATIENCE,
        )

    def choose(self, page: Page) -> None:
        """In two clicks at most, where no ticket is to be chosen."""
        # What others did may have filled the log before the page knows what is asked of this seat.
        expect(anything_to_do(page).first).to_be_visible(timeout=PATIENCE)
        if keep_button(page).count():
            tickets = page.locator("button.ticket[aria-pressed=false]")
            self.do(page, tickets.first)
            while tickets.count() > 3 or not keep_button(page).is_enabled():
                self.do(page, tickets.first)
            self.do(page, keep_button(page))
        elif complete_button(page).count():
            self.complete(page)
        elif plays(page).count():
            self.do(page, plays(page).first)
            self.do(page, actions(page).first)
        elif row(page).count():
            self.do(page, row(page).last if row(page).count() > 6 else row(page).first)
        else:
            self.do(page, actions(page).first)

    def complete(self, page: Page) -> None:
        """Another way than the proposed one, where there is one: a ticket is emptied and filled again."""
        tickets = page.locator(".completion")
        if tickets.get_by_role("button", name="Empty").count():
            proposed = complete_button(page).inner_text()
            self.do(page, tickets.get_by_role("button", name="Empty").first)
            expect(complete_button(page)).not_to_have_text(proposed)
            self.do(page, tickets.get_by_role("button", name="Back to the best"))
            expect(complete_button(page)).to_have_text(proposed)
        self.do(page, complete_button(page))


class Keyboard(Mouse):
    """The same without a mouse: Tab until it has the focus, then Enter."""

    MOST_TABS = 150

    def choose(self, page: Page) -> None:
        """On a board, a route or a city first: one of them is a tab stop."""
        on_map = page.locator("g.choice[tabindex='0']")
        if on_map.count() and not keep_button(page).count():
            self.do(page, on_map.first)
            self.do(page, actions(page).first)
        else:
            super().choose(page)

    def do(self, page: Page, what: Locator) -> None:
        wanted = what.element_handle(timeout=PATIENCE)
        for _ in range(self.MOST_TABS):
            if wanted.evaluate("it => it === document.activeElement"):
                page.keyboard.press("Enter")
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {wanted.inner_text()!r}.")
