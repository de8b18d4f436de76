"""The one way in which a tournament moves: lock its row, ask `decisions`, append, commit, then tell.

Nothing outside the tournament is touched here. What a command means for the games (a pause, an AI in
a seat) is carried out after the commit, and by the nudge again until it is done (tending.py).
"""

from collections.abc import Callable
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from games.accounts.models import User
from games.problems import Problem
from games.tournaments import commands as c
from games.tournaments import events as e
from games.tournaments import live
from games.tournaments.access import Standing, standing_of
from games.tournaments.decisions import Circumstances, decide
from games.tournaments.event_log import SERVICE, By, append, log_at_head, state_of
from games.tournaments.models import Tournament, TournamentEvent
from games.tournaments.records import Refused
from games.tournaments.services import entries
from games.tournaments.services.creating import edition_of
from games.tournaments.services.decks import seal_deck
from games.tournaments.state import Recorded, State


class Acted(NamedTuple):
    """What was appended."""

    first_seq: int
    seq: int


@transaction.atomic
def act(
    user: User,
    tournament_id: UUID,
    command: c.Command,
    why: str = "",
    command_id: UUID | None = None,
) -> Acted:
    """Raises a `Problem` where the command is refused; sent twice with one id it counts once."""
    tournament = lock(tournament_id)
    if command_id is not None and (known := _known(tournament, command_id)):
        return known
    who = standing_of(user, tournament)
    actor = role_for(command, who, why)
    log = log_at_head(tournament)
    state = state_of(tournament)
    now = Circumstances(
        edition_of(state.plan), tournament.head_digest, entrant=who.entrant, log=log
    )
    try:
        if isinstance(command, c.RegisterEntrant):
            command, groups = entries.check_entry(tournament, user, who, command)
            now = now._replace(groups=groups)
        if isinstance(command, c.KeepApart):
            label = f"apart:{','.join(map(str, sorted(command.entrants)))}"
            now = now._replace(groups=(entries.group_number(tournament, label),))
        if isinstance(command, c.PublishRound) and state.plan.duplicate and state.round:
            now = now._replace(commitment=seal_deck(tournament, state.round.number))
        events = decide(state, command, now)
    except Refused as refused:
        raise problem_of(refused) from None
    added = record(tournament, events, By(actor, why, user.pk, command_id))
    for event in events:
        if isinstance(event, e.EntrantRegistered) and isinstance(command, c.RegisterEntrant):
            entries.name_entrant(tournament, event.entrant, user, who, command)
    return Acted(added[0].seq, added[-1].seq)


def lock(tournament_id: UUID) -> Tournament:
    tournament = Tournament.objects.select_for_update().filter(id=tournament_id).first()
    if tournament is None:
        raise Problem(404, "no-such-tournament", "There is no such tournament.")
    return tournament


def _known(tournament: Tournament, command_id: UUID) -> Acted | None:
    rows = TournamentEvent.objects.filter(tournament=tournament, command_id=command_id)
    seqs = sorted(rows.values_list("seq", flat=True))
    return Acted(seqs[0], seqs[-1]) if seqs else None


def record(tournament: Tournament, events: list[e.Event], by: By) -> list[Recorded]:
    """Appends to a locked tournament; everybody is told after the commit."""
    added = append(tournament, events, by)
    for event in events:
        if isinstance(event, e.RoundPaired) and tournament.status == "registration":
            tournament.status = Tournament.Status.RUNNING
        if isinstance(event, e.TournamentFinished):
            tournament.status = Tournament.Status.FINISHED
    tournament.save(update_fields=["status", "head_seq", "head_digest"])
    tournament_id = tournament.id
    transaction.on_commit(lambda: live.after_commit(tournament_id))
    return added


@transaction.atomic
def record_what_follows(
    tournament_id: UUID, follows: Callable[[Tournament, State], list[e.Event]]
) -> list[e.Event]:
    """The service's own events: what `follows` from the state under the lock, if anything does."""
    tournament = lock(tournament_id)
    events = follows(tournament, state_of(tournament))
    if events:
        record(tournament, events, SERVICE)
    return events


def role_for(command: c.Command, who: Standing, why: str) -> str:
    """In what role this person does it; a `Problem` where they may not."""
    if isinstance(command, c.NEEDS_A_REASON) and not why.strip():
        raise Problem(400, "reason-missing", "Say why: it is kept with the decision.")
    if isinstance(command, c.CallJudge):
        if not who.entrant:
            raise Problem(403, "not-your-role", "Only who plays here can call a judge.")
        return c.PLAYER
    if who.organises:
        return c.ORGANISER
    if who.judges and isinstance(command, c.JUDGES_MAY):
        return c.JUDGE
    if isinstance(command, c.RegisterEntrant):
        return c.PLAYER
    if isinstance(command, c.CheckIn | c.DropEntrant) and command.entrant == who.entrant:
        return c.PLAYER
    raise Problem(403, "not-your-role", "Only the organiser may do this.")


STATUS = {"malformed": 400, "bad-plan": 400}


def problem_of(refused: Refused) -> Problem:
    status = STATUS.get(refused.kind, 409)
    return Problem(status, refused.kind, refused.sentence, **refused.figures)
