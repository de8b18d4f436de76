"""Is every socket still whose it was, and may they still see what they are sent?

Asked again and again, for all sockets of a process at once: after a sign-out, a revoked token, a
change of role or of seats, a socket is closed.
"""

from collections.abc import Sequence

from django.contrib.auth.models import AnonymousUser

from games.accounts.models import User
from games.accounts.sockets import token_of, user_of
from games.accounts.tokens import digest_of, users_with_tokens
from games.problems import Problem
from games.tables.access import Audience, Person, audience_of
from games.tables.models import Game
from games.tables.sitters import sitters_of_many
from games.tables.sockets import Socket


def changed(sockets: Sequence[Socket]) -> list[Socket]:
    """Those that are somebody else's now, or have become another audience."""
    people = _people(sockets)
    games = Game.objects.in_bulk({socket.game_id for socket in sockets})
    sitters = sitters_of_many(games)

    def audience(socket: Socket) -> Audience | None:
        game = games.get(socket.game_id)
        if game is None:
            return None
        try:
            return audience_of(people[socket], game, sitters[game.id], socket.wanted)
        except Problem:
            return None

    return [
        socket
        for socket in sockets
        if people[socket].pk != socket.user_id or audience(socket) != socket.audience
    ]


def _people(sockets: Sequence[Socket]) -> dict[Socket, Person]:
    secrets = {socket: token_of(socket.scope) for socket in sockets}
    digests = {
        socket: digest_of(secret) for socket, secret in secrets.items() if secret is not None
    }
    owners = users_with_tokens(set(digests.values())) if digests else {}
    users = User.objects.in_bulk(set(owners.values())) if owners else {}
    people: dict[Socket, Person] = {}
    for socket in sockets:
        if socket in digests:
            people[socket] = users.get(owners.get(digests[socket], 0)) or AnonymousUser()
        elif socket.user_id is None:
            people[socket] = AnonymousUser()
        else:
            people[socket] = user_of(socket.scope)
    return people
