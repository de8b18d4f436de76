"""The games that a round owes its tables: opened as lobbies in which every seat is kept for its
entrant, begun when all have sat down, or when the grace time is over."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.problems import Problem
from games.tables.lobby import is_free
from games.tables.models import Game, Seat
from games.tables.seat_plans import known_level
from games.tables.services.opening import open_lobby, start_game
from games.tournaments import events as e
from games.tournaments.event_log import state_of
from games.tournaments.models import Entrant, TableGame, Tournament
from games.tournaments.records import to_json
from games.tournaments.rotation import first_of_next_game, seats_in
from games.tournaments.scoring import is_decided
from games.tournaments.services.acting import record_what_follows
from games.tournaments.services.creating import edition_of
from games.tournaments.services.decks import deck_for
from games.tournaments.state import Played, Round, State, Table

TOGETHER = 32  # games opened in one transaction


def open_owed_games(tournament_id: UUID) -> None:
    """Every table that is not decided and has no game under way gets one."""
    while _owed(state_of(Tournament.objects.get(id=tournament_id))):
        record_what_follows(tournament_id, _open_some)


def _owed(state: State) -> list[Table]:
    round = state.round
    if round is None or round.status != "started":
        return []
    return [table for table in round.tables.values() if owes_a_game(state, round, table)]


def _open_some(tournament: Tournament, state: State) -> list[e.Event]:
    round, owed = state.round, _owed(state)[:TOGETHER]
    if round is None:
        return []
    numbers = {number for table in owed for number in table.seats}
    known = {x.number: x for x in tournament.entrants.filter(number__in=numbers)}
    return [_open(tournament, state, round, table, known) for table in owed]


def owes_a_game(state: State, round: Round, table: Table) -> bool:
    if is_decided(table, state.best_of(round)):
        return False
    return all(game.outcome is not None for game in table.counting)


def _open(
    tournament: Tournament, state: State, round: Round, table: Table, known: dict[int, Entrant]
) -> e.Event:
    plan, number = state.plan, len(table.games) + 1
    game = open_lobby(
        edition=plan.edition,
        seat_count=len(table.seats),
        name=f"{tournament.name[:50]} · {round.number}.{table.number}"
        + (f".{number}" if number > 1 else ""),
        host=None,
        options=dict(plan.options),
        visibility=Game.Visibility.PRIVATE if round.is_duplicate else Game.Visibility.UNLISTED,
        time_control=to_json(plan.time_control),
        decision_seconds=plan.decision_seconds,
        ai_pace=plan.ai_pace,
        starts_when_full=True,
        scope=str(tournament.id),
        **deck_for(tournament, round, number),
    )
    commitment = game.commitment if round.is_duplicate else ""
    opened = Played(number, str(game.id), first_of_next_game(table), commitment)
    keep_seats(game, state, seats_in(table, opened), known)
    TableGame.objects.create(
        tournament=tournament, round=round.number, table=table.number, number=number, game=game
    )
    return e.GameOpened(
        round.number, table.number, number, opened.game_id, opened.first, commitment
    )


def keep_seats(
    game: Game, state: State, entrants: Sequence[int], known: dict[int, Entrant]
) -> None:
    edition = edition_of(state.plan)
    seats = list(game.seats.order_by("number"))
    for seat, number in zip(seats, entrants, strict=True):
        if number == e.AI:
            seat.policy = known_level(edition, state.plan.filler_level)
            seat.name = f"AI {seat.number + 1}"
            continue
        policy = state.entrants[number].policy
        if policy:
            seat.policy, seat.name = policy, known[number].name
        else:
            seat.invited = known[number].user
    Seat.objects.bulk_update(seats, ["policy", "name", "invited"])


def start_full_tables(tournament_id: UUID) -> None:
    """Tables of AIs begin at once; people begin theirs by sitting down."""
    for row in waiting_lobbies(Tournament.objects.get(id=tournament_id)):
        if not row.game.seats.filter(user=None, policy="").exists():
            _start(row.game)


def waiting_lobbies(tournament: Tournament) -> list[TableGame]:
    """Games that count, are not decided otherwise, and have not begun."""
    rows = TableGame.objects.filter(
        tournament=tournament, is_settled=False, game__status=Game.Status.LOBBY
    )
    found = list(rows.select_related("game").order_by("table"))
    if not found:
        return []
    state = state_of(tournament)
    played = [state.table(row.round, row.table).games[row.number - 1] for row in found]
    return [
        row
        for row, game in zip(found, played, strict=True)
        if not game.void and game.outcome is None
    ]


def _start(game: Game) -> None:
    try:
        start_game(game)
    except Problem as refused:
        # Somebody else started it at the same moment.
        if refused.kind != "not-a-lobby":
            raise


def declare_no_shows(tournament_id: UUID) -> None:
    """Whoever has not sat down after the grace time: the published policy is applied."""
    if waiting_lobbies(Tournament.objects.get(id=tournament_id)):
        record_what_follows(tournament_id, _no_shows)


def _no_shows(tournament: Tournament, state: State) -> list[e.Event]:
    round = state.round
    if round is None or round.status != "started" or round.paused:
        return []
    events: list[e.Event] = []
    policy = state.plan.no_show
    now = timezone.now()
    for row in waiting_lobbies(tournament):
        table = state.table(row.round, row.table)
        grace = timedelta(seconds=policy.grace_seconds + table.extension)
        if row.round != round.number or row.game.created_at + grace > now:
            continue
        level = known_level(edition_of(state.plan), policy.level)
        for seat in row.game.seats.select_for_update().order_by("number"):
            if is_free(seat):
                entrant = seats_in(table, table.games[row.number - 1])[seat.number]
                take_seat_for(tournament, seat, entrant, level)
                events.append(e.NoShowDeclared(row.round, row.table, entrant, policy.remedy, level))
    return events


def take_seat_for(tournament: Tournament, seat: Seat, number: int, level: str) -> None:
    """The entrant's own seat, so that they may come back to it; without an account, an AI's."""
    entrant = tournament.entrants.get(number=number)
    seat.name = entrant.name
    if entrant.user is not None:
        seat.user = entrant.user
    else:
        seat.policy = level
    seat.save()


@transaction.atomic
def keep_for_claimant(entrant: Entrant) -> None:
    """Somebody took the place that was entered by name: the seats that wait for them say so."""
    state = state_of(entrant.tournament)
    for row in waiting_lobbies(entrant.tournament):
        table = state.table(row.round, row.table)
        seats = seats_in(table, table.games[row.number - 1])
        if entrant.number in seats:
            place = seats.index(entrant.number)
            Seat.objects.filter(game=row.game, number=place).update(invited=entrant.user)
