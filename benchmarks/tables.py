"""Tables of four people with tokens, as many as a benchmark will play on."""

from typing import NamedTuple

Four = list[tuple[int, str]]  # users, each with the secret of a token


class TableOfFour(NamedTuple):
    game: str
    tokens: list[str]


def players(name: str, tables: int) -> list[Four]:
    from django.db import transaction

    from games.accounts.models import User
    from games.accounts.tokens import create_token

    found: list[Four] = []
    with transaction.atomic():
        for table in range(tables):
            found.append([])
            for seat in range(4):
                username = f"{name}-{table}-{seat}"
                user = User.objects.create(username=username, display_name=username)
                found[-1].append((user.pk, create_token(user, "benchmark")[1]))
    return found


def begin_games(four: Four, number: int) -> list[TableOfFour]:
    from django.db import transaction

    with transaction.atomic():
        return [begin_game(four) for _ in range(number)]


def begin_game(four: Four) -> TableOfFour:
    from games.tables.models import Seat
    from games.tables.services.opening import open_lobby, start_game

    game = open_lobby(edition="card_game", seat_count=4, name="Benchmark", host=None)
    for seat, (user_id, _) in zip(game.seats.order_by("number"), four, strict=True):
        Seat.objects.filter(pk=seat.pk).update(user_id=user_id, name=f"Bot {seat.number}")
    start_game(game)
    return TableOfFour(str(game.id), [token for _, token in four])


def fill_up(games: int, events: int = 100) -> None:
    """Copies of a game and its log, until there are so many: rows as in a service of some age."""
    from django.db import connection

    from games.tables.models import Game

    missing = games - Game.objects.count()
    if missing <= 0:
        return
    columns = ", ".join(
        field.column
        for field in Game._meta.concrete_fields
        if field.name not in ("id", "invite_token")
    )
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            WITH copies AS (
                INSERT INTO tables_game (id, invite_token, {columns})
                SELECT gen_random_uuid(), substr(md5(random()::text), 1, 30),
                    {columns.replace("status", "'over'", 1)}
                FROM (SELECT * FROM tables_game WHERE head_seq > 0 LIMIT 1) AS one,
                    generate_series(1, %s)
                RETURNING id
            )
            INSERT INTO tables_gameevent
                (game_id, seq, command_id, type, version, payload, digest, recorded_at)
            SELECT copies.id, number, NULL, 'blind_card_drawn', 1,
                '{{"seat": 1, "card": "blue"}}'::jsonb, repeat('0', 64), now()
            FROM copies, generate_series(1, %s) AS number
            """,
            [missing, events],
        )
        cursor.execute("ANALYZE")
