"""Something to look at: a table where four AIs play, one game after the other."""

from games.accounts.models import User
from games.tables.ai_names import ai_name
from games.tables.models import Game
from games.tables.services.opening import open_lobby, start_game
from rules import editions

EDITION = next(iter(sorted(editions())))


def keep_alive() -> None:
    """When the demo game is over a new one begins, as long as the demo has not been cleared away."""
    demo = Game.objects.filter(is_demo=True)
    if not demo.exists() or demo.filter(status=Game.Status.RUNNING).exists():
        return
    begin_demo_game(demo.latest("created_at").host)


def begin_demo_game(host: User | None) -> Game:
    edition = editions()[EDITION]
    game = open_lobby(
        edition=EDITION,
        seat_count=edition.seats[-1],
        name="Four AIs at the demo table",
        host=host,
        is_demo=True,
    )
    # Neither the one that rolls dice nor those that think for a second: it plays all day.
    quick = [name for name, policy in edition.policies.items() if policy.within is None]
    policies = quick[1:] or quick
    seats = list(game.seats.all())
    for seat in seats:
        seat.policy = policies[seat.number % len(policies)]
        seat.name = ai_name(game.id, seat.number)
        seat.save()
    return start_game(game)
