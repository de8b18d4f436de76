"""Is every socket still whose it was, and may they still see what they are sent?

Asked again and again, for all sockets of a process at once: after a sign-out, a revoked token, a
change of role or of seats, a socket is closed.
"""

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.utils.timezone import now

from games.accounts.models import User
from games.accounts.sockets import session_key_of, token_of, user_of
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
    by_token = {
        socket: token for socket in sockets if (token := token_of(socket.scope)) is not None
    }
    signed_in = [s for s in sockets if s not in by_token and s.user_id is not None]
    people: dict[Socket, Person] = dict.fromkeys(sockets, AnonymousUser())
    return people | _with_tokens(by_token) | _with_sessions(signed_in)


def _with_tokens(tokens: Mapping[Socket, str]) -> dict[Socket, Person]:
    digests = {socket: digest_of(token) for socket, token in tokens.items()}
    owners = users_with_tokens(set(digests.values())) if digests else {}
    users = User.objects.in_bulk(set(owners.values())) if owners else {}
    return {
        socket: users.get(owners.get(digest, 0)) or AnonymousUser()
        for socket, digest in digests.items()
    }


def _with_sessions(sockets: Sequence[Socket]) -> dict[Socket, Person]:
    """Whose sessions these are takes a while to find out, one by one. As long as what the answer depends on
    has not changed it is the same: that is asked for all of them at once."""
    if not sockets:
        return {}
    keys = {socket: session_key_of(socket.scope) for socket in sockets}
    lasting = Session.objects.filter(session_key__in=set(keys.values()), expire_date__gt=now())
    stored = dict(lasting.values_list("session_key", "session_data"))
    users = User.objects.in_bulk({socket.user_id for socket in sockets})
    people: dict[Socket, Person] = {}
    for socket, key in keys.items():
        user = users.get(socket.user_id or 0)
        depends_on = user and key in stored and (stored[key], user.password, user.is_active)
        if user and depends_on and depends_on == socket.last_session:
            people[socket] = user
        else:
            people[socket] = person = user_of(socket.scope)
            socket.last_session = depends_on if person.pk == socket.user_id else None
    return people
