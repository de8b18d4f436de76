"""The real ticket deck as the solver wants it."""

from rules.editions.card_game.cards import TICKETS
from rules.solvers.packing_ticket import PackingTicket

DECK = [PackingTicket(t.id, t.points, t.need, len(t.big_cities)) for t in TICKETS]
