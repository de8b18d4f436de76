"""The tables of a fault run: some of AIs alone, some with people."""

from typing import NamedTuple

PEOPLE = (0, 1, 2)  # how many of the seats of a table are people's, in turn
SEATS = (2, 3, 4)


class Table(NamedTuple):
    game: str
    tokens: list[str]  # of the people, in the first seats


def begin(number: int) -> Table:
    from games.accounts.models import User
    from games.accounts.tokens import create_token
    from games.tables.services.opening import open_lobby, start_game

    seats, people = SEATS[number // 3 % 3], PEOPLE[number % 3]
    game = open_lobby(
        edition="card_game", seat_count=seats, name=f"Table {number}", host=None, ai_pace=50
    )
    tokens = []
    for seat in game.seats.all():
        if seat.number < people:
            name = f"person-{number}-{seat.number}"
            user = User.objects.create(username=name, display_name=name)
            seat.user, seat.name = user, name
            tokens.append(create_token(user, "faults")[1])
        else:
            seat.policy, seat.name = "any_legal", f"AI {seat.number}"
        seat.save()
    start_game(game)
    return Table(str(game.id), tokens)
