"""Is every socket still whose it was, and may they still see what they are sent?

Asked again and again, for all sockets of a process at once: after a sign-out, a revoked token, a
change of role or of seats, a socket is closed.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

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
    # What `audience_of` asks for, and no more: a row has thirty columns.
    rows = Game.objects.only("visibility", "host", "scope")
    games = rows.in_bulk({socket.game_id for socket in sockets})
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


class Proof(NamedTuple):
    """What a socket's person is known by. It came with the socket, and stays."""

    token: str | None  # its digest
    session: str  # its key


def _proof_of(socket: Socket) -> Proof:
    if socket.proof is None:
        secret = token_of(socket.scope)
        token = None if secret is None else digest_of(secret)
        socket.proof = Proof(token, session_key_of(socket.scope))
    proof: Proof = socket.proof
    return proof


def _people(sockets: Sequence[Socket]) -> dict[Socket, Person]:
    proofs = {socket: _proof_of(socket) for socket in sockets}
    tokens = {socket: proof.token for socket, proof in proofs.items() if proof.token is not None}
    sessions = {
        socket: proof.session
        for socket, proof in proofs.items()
        if proof.token is None and socket.user_id is not None
    }
    people: dict[Socket, Person] = dict.fromkeys(sockets, AnonymousUser())
    return people | _with_tokens(tokens) | _with_sessions(sessions)


def _with_tokens(digests: Mapping[Socket, str]) -> dict[Socket, Person]:
    owners = users_with_tokens(set(digests.values())) if digests else {}
    users = _users(set(owners.values())) if owners else {}
    return {
        socket: users.get(owners.get(digest, 0)) or AnonymousUser()
        for socket, digest in digests.items()
    }


def _users(ids: Collection[int | None]) -> dict[int, User]:
    """With what tells whether they are who they were."""
    return User.objects.only("password", "is_active").in_bulk(ids)


def _with_sessions(keys: Mapping[Socket, str]) -> dict[Socket, Person]:
    """Whose sessions these are takes a while to find out, one by one. As long as what the answer depends on
    has not changed it is the same: that is asked for all of them at once."""
    if not keys:
        return {}
    lasting = Session.objects.filter(session_key__in=set(keys.values()), expire_date__gt=now())
    stored = dict(lasting.values_list("session_key", "session_data"))
    users = _users({socket.user_id for socket in keys})
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
