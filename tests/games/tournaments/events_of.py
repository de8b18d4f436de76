"""Given tournaments in the database, and what happens in them."""

import random
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone

from games.accounts.models import User
from games.tables import lobby
from games.tables.models import Game, new_salt
from games.tournaments import commands as c
from games.tournaments import event_log
from games.tournaments import events as e
from games.tournaments.models import Entrant, TableGame, Tournament
from games.tournaments.plan import NoShow, Plan, Stage
from games.tournaments.services.acting import act
from games.tournaments.services.creating import create_tournament
from games.tournaments.services.tending import tend
from games.tournaments.standings import standings
from games.tournaments.state import State
from tests.games.tables.given import play_on

LEVEL = "any_legal"


def a_tournament(organiser: User, *stages: Stage, **chosen: Any) -> Tournament:
    plan = {
        "edition": "card_game",
        "stages": stages or (Stage("swiss", 2),),
        "ai_pace": 0,
        "no_show": NoShow(level=LEVEL),
        "filler_level": LEVEL,
    }
    return create_tournament(organiser, name="The Cup", plan=Plan(**plan | chosen))


def enter_ais(organiser: User, tournament: Tournament, count: int) -> None:
    for n in range(1, count + 1):
        do(organiser, tournament, c.RegisterEntrant(f"Robot {n}", policy=LEVEL))


def enter(user: User, tournament: Tournament, **more: str) -> int:
    """Registers and checks in; gives the entrant's number."""
    do(user, tournament, c.RegisterEntrant(str(user), **more))
    number = Entrant.objects.get(tournament=tournament, user=user).number
    do(user, tournament, c.CheckIn(number))
    return number


def do(user: User, tournament: Tournament, command: c.Command, why: str = "a reason") -> int:
    """Gives the seq of the last event."""
    return act(user, tournament.id, command, why).seq


def state_of(tournament: Tournament) -> State:
    tournament.refresh_from_db()
    return event_log.state_of(tournament)


def begin_round(organiser: User, tournament: Tournament) -> None:
    for command in (c.PairRound(), c.PublishRound(), c.StartRound()):
        do(organiser, tournament, command)
    tend(tournament.id)


def games_of(tournament: Tournament) -> list[Game]:
    rows = TableGame.objects.filter(tournament=tournament, is_settled=False)
    return [row.game for row in rows.select_related("game").order_by("table")]


def game_of(tournament: Tournament, entrant: int) -> Game:
    state = state_of(tournament)
    assert state.round is not None
    [table] = [t for t in state.round.tables.values() if entrant in t.seats]
    return Game.objects.get(id=UUID(table.games[-1].game_id))


def play_round(tournament: Tournament) -> None:
    """Whatever AIs can play is played."""
    tend(tournament.id)
    for game in games_of(tournament):
        play_on(game)
    tend(tournament.id)


def decide_tables(organiser: User, tournament: Tournament, seed: int = 1) -> None:
    """Every table gets a result by lot, by decision: quicker than playing."""
    tend(tournament.id)
    dice = random.Random(seed)
    state = state_of(tournament)
    assert state.round is not None
    for table in state.round.tables.values():
        if table.outcomes:
            continue
        size = len(table.seats)
        places = tuple(dice.sample(range(1, size + 1), size))
        scores = tuple(100 - 10 * place + dice.randrange(10) for place in places)
        outcome = e.Outcome(places, scores, (3,) * size, (0,) * size)
        do(organiser, tournament, c.Adjudicate(table.number, outcome))
    tend(tournament.id)


def sit(user: User, game: Game) -> Game:
    return lobby.join(user, game.id, new_salt())


def order_of(tournament: Tournament) -> list[int]:
    return [line.entrant for line in standings(state_of(tournament))]


def late(game: Game, seconds: int) -> None:
    """As if its lobby had been opened earlier."""
    Game.objects.filter(id=game.id).update(created_at=timezone.now() - timedelta(seconds=seconds))
