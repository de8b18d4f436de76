"""The real ticket deck as the solver wants it."""

import json
from pathlib import Path

import rules
from rules.pieces.colors import COLORS
from rules.solvers.ticket_packing import PackingTicket

DECK_FILE = Path(rules.__file__).parent / "editions/card_game/data/cardgame.json"


def ticket_deck() -> list[PackingTicket]:
    data = json.loads(DECK_FILE.read_text())
    big_cities = {bonus["city"] for bonus in data["city_bonuses"]}
    return [
        PackingTicket(
            ticket["id"],
            ticket["points"],
            tuple(ticket["cards"].get(color, 0) for color in COLORS),
            (ticket["a"] in big_cities) + (ticket["b"] in big_cities),
        )
        for ticket in data["tickets"]
    ]
