"""The season: ratings of people, folded from the finished tournaments in the order they were held.

Plackett-Luce (openskill): a table of four is one ranking of four, not six duels. Nothing is stored:
the logs are the truth, and the same logs always give the same ratings.
"""

from typing import Any

from openskill.models import PlackettLuce

from games.problems import Problem
from games.tournaments.event_log import state_of
from games.tournaments.events import AI
from games.tournaments.models import Tournament
from games.tournaments.selectors.overview import names_of
from games.tournaments.standings import standings
from games.tournaments.state import State

MODEL = PlackettLuce()


def season_ranking(season: str) -> dict[str, Any]:
    held = list(Tournament.objects.filter(season=season).order_by("created_at", "id"))
    if not held:
        raise Problem(404, "no-such-season", f"There is no tournament of the season {season}.")
    ratings: dict[str, Any] = {}
    people: dict[str, dict[str, Any]] = {}
    for tournament in held:
        state = state_of(tournament)
        if state.finished:
            _rate(tournament, state, ratings, people)
    for key, person in people.items():
        # What we are nearly sure of: three deviations below the mean.
        person["rating"] = round(ratings[key].ordinal(), 3)
        person["mu"], person["sigma"] = round(ratings[key].mu, 3), round(ratings[key].sigma, 3)
    ranked = sorted(people.values(), key=lambda person: (-person["rating"], person["name"]))
    return {
        "season": season,
        "tournaments": [{"id": str(t.id), "name": t.name, "status": t.status} for t in held],
        "ranking": [{"place": place, **person} for place, person in enumerate(ranked, 1)],
    }


def _rate(
    tournament: Tournament, state: State, ratings: dict[str, Any], people: dict[str, dict[str, Any]]
) -> None:
    known = names_of(tournament)
    keys: dict[int, str] = {}
    for number, entrant in known.items():
        policy = state.entrants[number].policy
        # The same person is the same account; the same AI is the same level.
        same = f"user:{entrant.user_id}" if entrant.user_id else f"name:{entrant.name.casefold()}"
        keys[number] = f"ai:{policy}:{entrant.name}" if policy else same
    for key, number in ((keys[number], number) for number in keys):
        ratings.setdefault(key, MODEL.rating())
        fresh = {"name": known[number].name, "is_ai": key.startswith("ai:"), "history": []}
        people.setdefault(key, fresh | {"games": 0})
    for played in state.rounds:
        for table in played.tables.values():
            seated = [(seat, keys[n]) for seat, n in enumerate(table.seats) if n != AI]
            for outcome in table.outcomes:
                _rate_game(
                    [key for _, key in seated], [outcome.places[s] for s, _ in seated], ratings
                )
                for _, key in seated:
                    people[key]["games"] += 1
    for line in standings(state):
        key = keys[line.entrant]
        people[key]["history"].append(
            {
                "tournament": str(tournament.id),
                "place": line.place,
                "rating": round(ratings[key].ordinal(), 3),
            }
        )


def _rate_game(keys: list[str], places: list[int], ratings: dict[str, Any]) -> None:
    if len(keys) < 2:
        return
    rated = MODEL.rate([[ratings[key]] for key in keys], ranks=[float(place) for place in places])
    for key, [rating] in zip(keys, rated, strict=True):
        ratings[key] = rating
