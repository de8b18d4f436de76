"""Who takes part, and by which plan."""

from games.tournaments import commands as c
from games.tournaments import events as e
from games.tournaments.decisions.common import (
    Circumstances,
    Decision,
    entrant_of,
    in_words,
    refuse_unless,
)
from games.tournaments.plan import check_plan
from games.tournaments.records import Refused
from games.tournaments.state import State


def _change_plan(state: State, command: c.ChangePlan, now: Circumstances) -> list[e.Event]:
    if state.rounds and command.plan.edition != state.plan.edition:
        raise Refused("has-begun", "The edition stays as it was when the first round was paired.")
    played = len(state.stages)
    if command.plan.stages[:played] != state.plan.stages[:played] and state.rounds:
        raise Refused("has-begun", "A stage that has begun stays as it was planned.")
    check_plan(command.plan, now.edition.seats, now.edition.policies, now.edition.options)
    return [e.PlanChanged(command.plan)]


def _register(state: State, command: c.RegisterEntrant, now: Circumstances) -> list[e.Event]:
    if command.policy and command.policy not in now.edition.policies:
        known = ", ".join(now.edition.policies)
        raise Refused("no-such-level", f"There is no AI {command.policy}, only: {known}.")
    if state.stages and state.plan.stages[0].kind in ("groups", "knockout"):
        raise Refused("too-late", "Groups and knock-outs take nobody in once they have begun.")
    if len(state.stages) > 1:
        raise Refused("too-late", "The first stage is over: nobody can enter any more.")
    missed = sum(round.status != "paired" for round in state.rounds)
    number = max(state.entrants, default=0) + 1
    # A number once given in the log is never given again, even where its entry was undone.
    given = [r.event.entrant for r in now.log if isinstance(r.event, e.EntrantRegistered)]
    number = max([number, *(n + 1 for n in given)])
    return [e.EntrantRegistered(number, command.policy, now.groups, missed)]


def _keep_apart(state: State, command: c.KeepApart, now: Circumstances) -> list[e.Event]:
    if len(set(command.entrants)) < len(command.entrants):
        raise Refused("named-twice", "Name each of them once.")
    for number in command.entrants:
        entrant_of(state, number)
    [group] = now.groups
    return [e.EntrantsKeptApart(group, command.entrants)]


def _check_in(state: State, command: c.CheckIn, now: Circumstances) -> list[e.Event]:
    refuse_unless(state, command.entrant, "registered", "is not waiting to check in")
    return [e.EntrantCheckedIn(command.entrant)]


def _drop(state: State, command: c.DropEntrant, now: Circumstances) -> list[e.Event]:
    entrant = entrant_of(state, command.entrant)
    if entrant.status not in ("registered", "checked_in"):
        raise Refused("not-playing", f"Entrant {command.entrant} is {in_words(entrant.status)}.")
    return [e.EntrantDropped(command.entrant)]


def _reenter(state: State, command: c.ReenterEntrant, now: Circumstances) -> list[e.Event]:
    refuse_unless(state, command.entrant, "dropped", "has not dropped")
    return [e.EntrantReentered(command.entrant)]


def _disqualify(state: State, command: c.DisqualifyEntrant, now: Circumstances) -> list[e.Event]:
    if entrant_of(state, command.entrant).status == "disqualified":
        raise Refused("not-playing", f"Entrant {command.entrant} is disqualified already.")
    return [e.EntrantDisqualified(command.entrant)]


DECISIONS: dict[type, Decision] = {
    c.ChangePlan: _change_plan,
    c.RegisterEntrant: _register,
    c.KeepApart: _keep_apart,
    c.CheckIn: _check_in,
    c.DropEntrant: _drop,
    c.ReenterEntrant: _reenter,
    c.DisqualifyEntrant: _disqualify,
}
