"""Why the planner of the boards does what it does, in a sentence for the seat that asked."""

from typing import Any

from rules.kernel.edition import Command
from rules.mechanics.claim_route import ClaimRoute
from rules.mechanics.draw_train_cards import DrawBlind, TakeFaceUpCard
from rules.mechanics.tickets import DrawTickets, KeepTickets

_REASONS: dict[type, str] = {
    ClaimRoute: "It belongs to the cheapest network that completes your tickets; or, with those done,"
    " it is worth the most for the turns that it takes.",
    TakeFaceUpCard: "The routes that you still need for your tickets lack this card most.",
    DrawBlind: "Nothing in the row helps the routes that you still need.",
    DrawTickets: "Your tickets are done or lost, and everybody has trains enough left for new ones.",
    KeepTickets: "Together with those that you hold, these bring the most points for the trains that"
    " they take.",
}


def explain(view: dict[str, Any], command: Command) -> str:
    return _REASONS.get(type(command), "Of what can be done now, nothing fits your plan better.")
