"""An edition is a folder: its data, its state, and an ordered list of mechanics.

Flow is read top to bottom in an edition's `edition.py`: which constraints are asked before
a command, which mechanic decides it, and which reactions follow each event, in order.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from rules.kernel.chance import Chance
from rules.kernel.earlier import Earlier
from rules.kernel.illegal import IllegalMove
from rules.kernel.layout import Layout

Command = Any  # a NamedTuple of one of the edition's command types
Event = Any  # a NamedTuple of one of the edition's event types
Offer = Any  # a NamedTuple that stands for all the commands it describes

# Makes one of these from a tuple of all its fields: twice as fast as calling its type, whose own __new__ is Python.
new: Final = tuple.__new__

Decides = Callable[[Any, Any, Chance], list[Event] | IllegalMove]
Evolves = Callable[[Any, Any], None]
Constraint = Callable[[Any, Any], IllegalMove | None]
Reaction = Callable[[Any, Any, Chance], list[Event] | None]  # None where nothing follows
Legal = Callable[[Any, int], "Sequence[Offer] | Offers"]
# What the fold does with an event of a type, and what follows from it.
Flow = dict[type, tuple[Evolves, tuple[Reaction, ...]]]
# Given a seat's view, the offers of `legal_moves` and dice of its own: one of the commands offered.
Choose = Callable[[dict[str, Any], Sequence[Offer], Random], Command]
# Given how many trials a search has made, 0 when a decision begins, which part of its budget is spent.
Spent = Callable[[int], float]

# In the world of some number, of those that fit a view: each seat's part of the victory after a command.
Shares = Callable[[Command, int], Sequence[float]]
# Given a seat's view and commands to compare; nothing where the others would feel no difference.
Foresee = Callable[[dict[str, Any], Sequence[Command], Random], Shares | None]


class Offers:
    """Many offers to a seat that are made when they are looked at: random play looks at one of them. They are
    only good until the state moves on."""

    def __len__(self) -> int:
        raise NotImplementedError

    def __iter__(self) -> Iterator[Offer]:
        raise NotImplementedError

    def sample(self, number: int, dice: Random) -> Command:
        """By the dice, one of the commands of an offer: a different offer for every number below their count, in
        whatever order."""
        raise NotImplementedError


class Mechanic(NamedTuple):
    """One thing that can happen at the table: its commands, its events, and what is legal."""

    commands: tuple[Layout, ...] = ()
    events: tuple[Layout, ...] = ()
    earlier: tuple[Earlier, ...] = ()
    offers: tuple[Layout, ...] = ()
    decides: Mapping[type, Decides] = {}
    evolves: Mapping[type, Evolves] = {}
    # By the phase of the game in which something is offered; elsewhere nothing is.
    legal: Mapping[str, Legal] = {}
    # The same, asked only where nothing else is offered: to pass.
    last_resort: Mapping[str, Legal] = {}
    # Commands of the service itself (scoring, rulings): no seat may send them.
    service_commands: tuple[type, ...] = ()


class Measured(NamedTuple):
    """What the fair-play radar makes of AIs, by benchmarks.fair_play."""

    who: str  # honest, or a helper of some kind
    games: int  # of one pair
    flagged: float  # the share of such pairs
    on: int  # games that pairs were drawn from: few make a rough figure


class Policy(NamedTuple):
    """Who plays for an empty seat. The same view and dice always give the same command."""

    title: str
    about: str  # how it thinks and how well it plays, honestly, in a paragraph
    rating: float  # openskill's mu on the edition's own ladder, by benchmarks.ai_ladder
    choose: Choose
    # The same policy with another budget, where it searches.
    within: Callable[[Spent], Choose] | None = None
    # Why it chooses a command, for a learner in that seat.
    explain: Callable[[dict[str, Any], Command], str] | None = None
    # What a command leads to, as far as its search can tell: the radar asks for it.
    foresee: Foresee | None = None
    # How often the radar is wrong with that, and how often right: nothing where it was not measured.
    radar: tuple[Measured, ...] = ()

    def __call__(self, view: dict[str, Any], moves: Sequence[Offer], dice: Random) -> Command:
        return self.choose(view, moves, dice)


class Option(NamedTuple):
    """A choice made when the game is created, on or off."""

    title: str
    rule: str


class Edition:
    def __init__(
        self,
        *,
        id: str,
        title: str,
        seats: range,
        ruleset: int,
        options: Mapping[str, Option],
        new_state: Callable[[int, Mapping[str, bool]], Any],
        state: Layout,
        mechanics: tuple[Mechanic, ...],
        constraints: tuple[Constraint, ...],
        constraints_on: tuple[tuple[type, Constraint], ...] = (),
        reactions: tuple[tuple[type, Reaction], ...],
        policies: Mapping[str, Policy],
        catalog: Mapping[str, Any],
        data_digest: str,
        conserved: Callable[[Any], str | None],
    ) -> None:
        self.id = id
        self.title = title
        self.seats = seats
        self.ruleset = ruleset
        self.options = options
        self.new_state = new_state
        self.state = state
        self.mechanics = mechanics
        self.policies = policies
        # What a client needs to draw the pieces: tickets, cities, tracks. Never secret.
        self.catalog = catalog
        self.data_digest = data_digest
        # Says in words what is wrong when cards or pieces were lost or doubled, else None.
        self.conserved = conserved

        self.command_layouts = {x.name: x for m in mechanics for x in m.commands}
        self.event_layouts = {x.name: x for m in mechanics for x in m.events}
        self.earlier = {(x.type, x.version): x for m in mechanics for x in m.earlier}
        self.had_other_forms = frozenset(x.now for x in self.earlier.values())
        # The version in which an event is written: one more than the last of its earlier ones.
        self.event_versions = {
            name: 1 + sum(then == name for then, _ in self.earlier) for name in self.event_layouts
        }
        self.layout_of: dict[type, Layout] = {
            x.record: x for m in mechanics for x in (*m.commands, *m.events, *m.offers)
        }
        self.decides: dict[type, Decides] = {}
        self.evolves: dict[type, Evolves] = {}
        for mechanic in mechanics:
            self.decides.update(mechanic.decides)
            self.evolves.update(mechanic.evolves)
        self.legal_in: dict[str, tuple[Legal, ...]] = {}
        self.last_resort: dict[str, Legal] = {}
        for mechanic in mechanics:
            for phase, legal in mechanic.legal.items():
                self.legal_in[phase] = (*self.legal_in.get(phase, ()), legal)
            self.last_resort.update(mechanic.last_resort)
        self.families = frozenset(x.record for m in mechanics for x in m.offers)
        self.service_commands = frozenset(t for m in mechanics for t in m.service_commands)
        self.reactions: dict[type, tuple[Reaction, ...]] = {}
        for event_type, reaction in reactions:
            self.reactions[event_type] = (*self.reactions.get(event_type, ()), reaction)
        self.flow: Flow = {
            kind: (evolve, self.reactions.get(kind, ())) for kind, evolve in self.evolves.items()
        }
        # What is asked before a command of a type, in order, and what decides it. Of the service's own
        # commands nothing is asked.
        self.judges: dict[type, tuple[tuple[Constraint, ...], Decides]] = {}
        for kind, decides in self.decides.items():
            asked = (*constraints, *(only for on, only in constraints_on if on is kind))
            self.judges[kind] = (() if kind in self.service_commands else asked, decides)
