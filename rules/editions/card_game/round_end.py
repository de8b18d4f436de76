"""End of a round: tickets are completed with the cards on the track, and the second round begins.

It is a phase of its own. Nobody is awaited: the service scores the round. With the option
choose_completion the players confirm or change the proposal first.
"""

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from rules.editions.card_game.cards import ALL_TRAIN_CARDS, TICKET, TICKETS
from rules.editions.card_game.setup import TrainCardsShuffled
from rules.editions.card_game.state import CompletedTicket, State
from rules.editions.card_game.turns import TurnBegan
from rules.kernel.chance import Chance
from rules.kernel.edition import Event, Mechanic, Offer
from rules.kernel.illegal import IllegalMove
from rules.kernel.kinds import INTEGER, SEAT, optional, tuple_of
from rules.kernel.layout import Layout, owner, public, record
from rules.pieces.colors import CARD_COUNTS, count_cards
from rules.solvers.packing_ticket import PackingTicket
from rules.solvers.ticket_packing import Payment, best_completion, fault_in_payments

LAST_ROUND_OF_FOUR: Final = 2


class Completion(NamedTuple):
    """A ticket and the cards that are given to it."""

    ticket: int
    cards: tuple[int, ...]


class ScoreRound(NamedTuple):
    pass


class ConfirmCompletion(NamedTuple):
    seat: int
    completions: tuple[Completion, ...] | None = None  # the proposal, unless given


class TicketsCompleted(NamedTuple):
    seat: int
    round: int
    completions: tuple[Completion, ...]
    points: int


class CompletionOffer(NamedTuple):
    """The proposal; any other valid completion is accepted as well."""

    seat: int
    proposal: tuple[Completion, ...]

    def commands(self) -> Iterator[ConfirmCompletion]:
        yield ConfirmCompletion(self.seat)
        # A part of a valid completion is one too.
        for number in range(len(self.proposal)):
            yield ConfirmCompletion(self.seat, self.proposal[:number])

    def sample(self, dice: Random) -> ConfirmCompletion:
        return ConfirmCompletion(self.seat)


PACKING: Final = [
    PackingTicket(ticket.id, ticket.points, ticket.need, len(ticket.big_cities))
    for ticket in TICKETS
]
# The tickets in the order of their ids, and the place of each in this order.
_BY_ID: Final = sorted(range(len(TICKETS)), key=lambda ticket: TICKETS[ticket].id)
_PLACES: Final = [_BY_ID.index(ticket) for ticket in range(len(TICKETS))]


def propose(tickets: list[int], track: list[int]) -> tuple[Completion, ...]:
    # CG-E6: the best completion: most points, then most tickets, then most big-city ends, then
    # the fewest locomotives, then the lowest ticket ids; found exactly.
    by_id = [_BY_ID[place] for place in sorted([_PLACES[ticket] for ticket in tickets])]
    best = best_completion([PACKING[ticket] for ticket in by_id], track)
    return tuple([Completion(by_id[index], cards) for index, cards in best])


def _score(state: State, command: ScoreRound, chance: Chance) -> list[Event] | IllegalMove:
    if state.phase not in ("scoring", "confirming"):
        return IllegalMove("CG-E3", "A round is scored after its last turn, not before.")
    # CG-E6: a seat that has not confirmed when the time runs out takes the proposal.
    return [
        _completed(state, seat, propose(state.tickets[seat], state.on_track[seat]))
        for seat in range(state.seats)
        if seat not in state.confirmed
    ]


def _confirm(state: State, command: ConfirmCompletion, chance: Chance) -> list[Event] | IllegalMove:
    seat, completions = command
    if state.phase != "confirming":
        return IllegalMove("CG-E6", "Tickets are completed at the end of a round.")
    if completions is None:
        completions = propose(state.tickets[seat], state.on_track[seat])
    # CG-E4: a ticket is given the cards it shows; a locomotive may stand for any of them; a card
    # serves one ticket only.
    fault = fault_in_payments(
        [PACKING[ticket] for ticket in state.tickets[seat]],
        state.on_track[seat],
        [Payment(TICKETS[done.ticket].id, done.cards) for done in completions],
    )
    if fault is not None:
        return IllegalMove("CG-E4", fault)
    return [_completed(state, seat, completions)]


def _completed(state: State, seat: int, completions: tuple[Completion, ...]) -> TicketsCompleted:
    # CG-E5: completed tickets score their points at once and lie open.
    points = sum([TICKETS[ticket].points for ticket, _ in completions])
    return TicketsCompleted(seat, state.round, completions, points)


def begin_second_round(state: State, event: TicketsCompleted, chance: Chance) -> list[Event] | None:
    # CG-E7: with 2 or 3 players the game is over after one round.
    if not round_is_scored(state) or not second_round_follows(state):
        return None
    # CG-R1: cards in hand stay.  CG-R2: every other train card is shuffled into a new deck.
    others = count_cards(ALL_TRAIN_CARDS)
    for hand in state.hands:
        for card, count in enumerate(hand):
            others[card] -= count
    cards = [card for card, count in enumerate(others) for _ in range(count)]
    # CG-R4: the player to the left of the one who had the last turn starts.
    first = (state.turn + 1) % state.seats
    shuffled = chance.shuffled(cards, "train_deck:2")
    return [TrainCardsShuffled(state.round + 1, 0, tuple(shuffled)), TurnBegan(first)]


def round_is_scored(state: State) -> bool:
    return len(state.confirmed) == state.seats


def second_round_follows(state: State) -> bool:
    return state.seats == 4 and state.round < LAST_ROUND_OF_FOUR


def _legal(state: State, seat: int) -> list[Offer]:
    return [CompletionOffer(seat, propose(state.tickets[seat], state.on_track[seat]))]


def _tickets_completed(state: State, event: TicketsCompleted) -> None:
    seat = event.seat
    held, track = state.tickets[seat][:], state.on_track[seat]
    for ticket, cards in event.completions:
        held.remove(ticket)
        for card, count in enumerate(cards):
            if count:
                track[card] -= count
                state.discard[card] += count
    state.tickets[seat] = held
    state.completed = state.completed + [
        CompletedTicket(seat, ticket, event.round, cards) for ticket, cards in event.completions
    ]
    # CG-R5: the points of the second round add up with those of the first.
    state.scores = state.scores[:]
    state.scores[seat] += event.points
    state.confirmed = [*state.confirmed, seat]
    if seat in state.waiting_on:
        state.waiting_on.remove(seat)
    if len(state.confirmed) == state.seats:
        state.due = None


COMPLETION = Layout(Completion, ticket=public(TICKET), cards=public(CARD_COUNTS))
COMPLETIONS = tuple_of(record(COMPLETION))

ROUND_END = Mechanic(
    commands=(
        Layout(ScoreRound),
        Layout(ConfirmCompletion, seat=public(SEAT), completions=owner(optional(COMPLETIONS))),
    ),
    events=(
        Layout(
            TicketsCompleted,
            "{seat} completes tickets for {points} points.",
            seat=public(SEAT),
            round=public(INTEGER),
            completions=public(COMPLETIONS),
            points=public(INTEGER),
        ),
    ),
    offers=(Layout(CompletionOffer, seat=public(SEAT), proposal=owner(COMPLETIONS)),),
    decides={ScoreRound: _score, ConfirmCompletion: _confirm},
    evolves={TicketsCompleted: _tickets_completed},
    legal={"confirming": _legal},
    service_commands=(ScoreRound,),
)
