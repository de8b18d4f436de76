"""Why the planner would do what it does, in a sentence or two for the seat that asked."""

from typing import Any

from rules.editions.card_game.cards import TICKETS
from rules.editions.card_game.draw_cards import DrawBlind, TakeFaceUpCard
from rules.editions.card_game.draw_tickets import DrawTickets, KeepTickets
from rules.editions.card_game.policies.planner import FORESIGHT, missing_for, reachable
from rules.editions.card_game.policies.quick import lacking_cards, turns_to_come
from rules.editions.card_game.policies.sight import Sight
from rules.editions.card_game.railyard import PlayThreeColors, PlayTrains
from rules.kernel.edition import Command
from rules.pieces.colors import CARDS, LOCOMOTIVE


def explain(view: dict[str, Any], command: Command) -> str:
    sight = Sight(view)
    state, seat = sight.state, sight.seat
    if isinstance(command, KeepTickets):
        return _about_tickets(sight, command)
    targets = reachable(sight, state.tickets[seat], FORESIGHT)
    missing = missing_for(sight, targets)
    turns = round(turns_to_come(state, sight.deck))
    left = f"About {turns} more turns of yours are left in this round."
    if isinstance(command, PlayTrains):
        return f"{_about_set(sight, command, missing)} {left}"
    if isinstance(command, PlayThreeColors):
        return (
            "Your tickets need all three colors, they stand in no railyard, and single cards are on"
            f" the track after one turn. {left}"
        )
    if isinstance(command, DrawTickets):
        return "You have, or can soon have, nearly all that your tickets need: new ones bring more."
    lacking = lacking_cards(state.hands[seat], missing)
    if isinstance(command, TakeFaceUpCard) and command.card == LOCOMOTIVE:
        return f"A locomotive stands for any of the {lacking} cards that you lack."
    if isinstance(command, TakeFaceUpCard) and missing[command.card] > 0:
        count = missing[command.card]
        return f"The tickets that you can complete still need {count} {CARDS[command.card]}."
    if isinstance(command, TakeFaceUpCard | DrawBlind):
        return f"You lack {lacking} cards, and nothing in the row is more use than luck."
    return "Nothing better is left to do."


def _about_set(sight: Sight, play: PlayTrains, missing: list[int]) -> str:
    color = CARDS[play.color]
    needed = max(0, missing[play.color])
    stack = sight.state.railyards[play.color]
    why = [f"Your tickets need {needed} more {color}." if needed else f"{color} is to spare."]
    if stack is not None:
        number = stack.cards + stack.locomotives
        if number == 1:
            why.append(f"It robs seat {stack.seat + 1} of one card.")
        else:
            why.append(f"It robs seat {stack.seat + 1} of {number} cards.")
    if play.locomotives:
        why.append("The locomotives ride along, and stand for any color later.")
    return " ".join(why)


def _about_tickets(sight: Sight, choice: KeepTickets) -> str:
    if not choice.tickets:
        return "None of them can be completed together with those that you hold."
    names = ", ".join(f"{TICKETS[ticket].a} - {TICKETS[ticket].b}" for ticket in choice.tickets)
    points = sum(TICKETS[ticket].points for ticket in choice.tickets)
    return (
        f"{names}: {points} points that can be completed together with what you hold and what you"
        " can still expect to draw."
    )
