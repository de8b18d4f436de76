"""A game's lobby data, its log, and the projection of that log.

The log is the truth: `GameCommand` and `GameEvent` are only ever added to, which triggers enforce.
The projection columns of `Game` can be rebuilt from it at any time (`manage.py rebuild_projections`).
"""

import secrets
import uuid
from typing import Any

from django.conf import settings
from django.db import models

from rules.kernel.chain import GENESIS


def new_invite_token() -> str:
    return secrets.token_urlsafe(16)


def new_salt() -> str:
    return secrets.token_hex(16)


def no_clock() -> dict[str, Any]:
    return {"kind": "none"}


def five_minutes() -> dict[str, Any]:
    return {"seconds": 300}


class Game(models.Model):
    """One play of an edition, from its lobby to its result."""

    class Visibility(models.TextChoices):
        PUBLIC = "public"  # in the list, anyone may watch
        UNLISTED = "unlisted"  # not in the list, anyone who knows the address may watch
        PRIVATE = "private"  # only who sits, is invited or has a role may even see it

    class Status(models.TextChoices):
        LOBBY = "lobby"
        RUNNING = "running"
        OVER = "over"
        CANCELLED = "cancelled"

    class OnRunOut(models.TextChoices):
        AI = "ai"  # a policy plays on for the seat
        FORFEIT = "forfeit"
        JUDGE = "judge"  # the game is paused and a judge is called

    class Awaits(models.TextChoices):
        NOBODY = ""
        PEOPLE = "people"
        POLICY = "policy"
        SERVICE = "service"  # the command that `due` names

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    edition = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    seat_count = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted_games"
    )
    visibility = models.CharField(
        max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.LOBBY)
    # {"kind": "none" | "per_turn" | "per_game" | "correspondence", "seconds": 60, "increment": 5}
    time_control = models.JSONField(default=no_clock)
    on_run_out = models.CharField(max_length=10, choices=OnRunOut.choices, default=OnRunOut.AI)
    # For a choice that several make at once; then a simple move is made for who has not chosen.
    decision_seconds = models.PositiveIntegerField(null=True, default=None)
    ai_pace = models.PositiveIntegerField(default=1200)  # milliseconds from a turn to an AI's move
    commentary_delay = models.JSONField(default=five_minutes)  # {"seconds": 300} or {"turns": 4}
    starts_when_full = models.BooleanField(default=False)  # else when the host says so
    invite_token = models.CharField(max_length=32, unique=True, default=new_invite_token)
    # Within which roles are granted, besides the game itself: the id of a tournament.
    scope = models.CharField(max_length=60, default="")
    is_demo = models.BooleanField(default=False)
    # Other tables still play the same deck: its seed is revealed when the last of them is over.
    seed_held = models.BooleanField(default=False)
    commitment = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    # The projection: written with every append, in the same transaction.
    head_seq = models.PositiveIntegerField(default=0)
    head_digest = models.CharField(max_length=64, default=GENESIS)
    moved_at = models.DateTimeField(null=True)  # recorded_at of the head
    phase = models.CharField(max_length=40, default="")
    round = models.PositiveSmallIntegerField(null=True)
    waiting_on = models.JSONField(default=list)
    due = models.CharField(max_length=40, default="")
    awaits = models.CharField(max_length=10, choices=Awaits.choices, default=Awaits.NOBODY)
    paused = models.BooleanField(default=False)
    judge_called = models.BooleanField(default=False)
    clock = models.JSONField(default=list)
    deadline = models.DateTimeField(null=True)
    scores = models.JSONField(default=list)
    result = models.JSONField(null=True)

    class Meta:
        indexes = [
            models.Index(
                # Not on a column that every move changes: the nudge looks at the running ones.
                fields=["started_at"],
                name="running_games",
                condition=models.Q(status="running"),
            ),
            models.Index(fields=["-created_at"], name="newest_games"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_rated(self) -> bool:
        """Whether its result moves anybody's rating: the season is rated by tournaments alone."""
        return bool(self.scope)


class Seat(models.Model):
    """A position at a game: a person sits in it, an AI does, or it is still open."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()  # from 0
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="seats"
    )
    policy = models.CharField(max_length=40, default="")  # an AI's name, or "" for a person
    name = models.CharField(max_length=60, default="")  # as shown at the table
    salt = models.CharField(max_length=128, default=new_salt)  # what the sitter adds to the seed
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="invited_seats"
    )
    # "pause" or "resume": what the sitter has asked for and the others have to agree to.
    asks_to = models.CharField(max_length=10, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_seat_a_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return self.name or f"seat {self.number + 1}"


class SealedSeed(models.Model):
    """What the decks are shuffled with. Serialised by nobody; the log reveals it at the end."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="sealed_seed")
    seed = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.commitment


class GameCommand(models.Model):
    """An accepted command, kept beside the events that it caused so that it can be judged again."""

    pk = models.CompositePrimaryKey("game_id", "command_id")
    game = models.ForeignKey(Game, models.PROTECT, related_name="commands", db_index=False)
    command_id = models.UUIDField()
    # In what role, never who: "player", "policy:planner", "judge", "service". The digest covers it.
    actor = models.CharField(max_length=120)
    # Who it was, outside the chain: an account can be erased without breaking it. It is emptied then, never
    # deleted, so no constraint has to lock its row with every move.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    body = models.JSONField()
    first_seq = models.PositiveIntegerField()
    last_seq = models.PositiveIntegerField()
    submitted_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.command_id}"


class GameEvent(models.Model):
    """One recorded outcome. The primary key is the position: two can't have the same one."""

    pk = models.CompositePrimaryKey("game_id", "seq")
    game = models.ForeignKey(Game, models.PROTECT, related_name="events", db_index=False)
    seq = models.PositiveIntegerField()  # from 1
    command_id = models.UUIDField(null=True)  # null: the events that open a game
    type = models.CharField(max_length=60)
    version = models.PositiveSmallIntegerField()
    payload = models.JSONField()  # whole: goes out only through rules.redact
    digest = models.CharField(max_length=64)
    recorded_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.seq} {self.type}"


class Look(models.Model):
    """A judge has looked at hidden cards of a running game: who, at what, when."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="looks")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="looks"
    )
    what = models.CharField(max_length=20)  # "view", "events", "stream_begun", "stream_ended"
    seq = models.PositiveIntegerField()  # the position up to which everything was shown
    looked_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.what} at {self.seq}"
