"""A tournament, its log, and what stands outside the chain: names, accounts, sealed decks, webhooks.

The log is the truth: `TournamentEvent` is only ever added to, which triggers enforce.
"""

import secrets
import uuid

from django.conf import settings
from django.db import models

from games.tables.models import Game
from rules.kernel.chain import GENESIS


def new_code() -> str:
    return secrets.token_urlsafe(12)


def new_secret() -> str:
    return secrets.token_urlsafe(32)


class Tournament(models.Model):
    class Status(models.TextChoices):
        REGISTRATION = "registration"
        RUNNING = "running"
        FINISHED = "finished"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=80)
    about = models.TextField(max_length=2000, default="", blank=True)
    season = models.CharField(max_length=40, default="", blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="tournaments"
    )
    is_open = models.BooleanField(default=True)  # anybody may enter, until it begins
    created_at = models.DateTimeField(auto_now_add=True)

    # The projection: written with every append, in the same transaction.
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.REGISTRATION)
    head_seq = models.PositiveIntegerField(default=0)
    head_digest = models.CharField(max_length=64, default=GENESIS)

    class Meta:
        indexes = [models.Index(fields=["-created_at"], name="newest_tournaments")]

    def __str__(self) -> str:
        return self.name


class TournamentEvent(models.Model):
    """One recorded outcome. The primary key is the position: two can't have the same one."""

    pk = models.CompositePrimaryKey("tournament_id", "seq")
    tournament = models.ForeignKey(
        Tournament, models.PROTECT, related_name="events", db_index=False
    )
    seq = models.PositiveIntegerField()  # from 1
    type = models.CharField(max_length=40)
    version = models.PositiveSmallIntegerField(default=1)
    payload = models.JSONField()
    # In what role, never who, and why: the digest covers both.
    actor = models.CharField(max_length=20)
    why = models.CharField(max_length=300, default="")
    # Who it was, outside the chain: an account can be erased without breaking it.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", db_index=False
    )
    command_id = models.UUIDField(null=True)
    digest = models.CharField(max_length=64)
    recorded_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(
                fields=["tournament", "command_id"],
                name="tournament_commands",
                condition=models.Q(command_id__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.type}"


class Entrant(models.Model):
    """Who entrant number n is."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants")
    number = models.PositiveIntegerField()  # from 1
    name = models.CharField(max_length=60)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="entries"
    )
    club = models.CharField(max_length=60, default="")
    family = models.CharField(max_length=60, default="")
    claim_code = models.CharField(max_length=32, unique=True, default=new_code)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entrant_a_number"),
            models.UniqueConstraint(fields=["tournament", "user"], name="one_entry_a_person"),
        ]

    def __str__(self) -> str:
        return self.name


class KeptApart(models.Model):
    """What group number n of the log stands for: a club or a family."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="kept_apart")
    number = models.PositiveIntegerField()
    label = models.CharField(max_length=80)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "label"], name="one_group_a_label")
        ]

    def __str__(self) -> str:
        return self.label


class TableGame(models.Model):
    """Which game is played at which table of which round."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="table_games")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveIntegerField()
    number = models.PositiveSmallIntegerField()
    game = models.OneToOneField(Game, models.PROTECT, related_name="tournament_table")
    is_settled = models.BooleanField(default=False)  # its result is in the log, or it is void

    class Meta:
        indexes = [
            models.Index(
                fields=["tournament"], name="unsettled_games", condition=models.Q(is_settled=False)
            )
        ]

    def __str__(self) -> str:
        return f"round {self.round}, table {self.table}, game {self.number}"


class SealedDeck(models.Model):
    """The seed of a duplicate round, from which those of its decks follow: serialised by nobody, revealed
    by its games at the end."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="sealed_decks")
    round = models.PositiveSmallIntegerField()
    seed = models.BinaryField(max_length=32)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "round"], name="one_deck_a_round")
        ]

    def __str__(self) -> str:
        return f"round {self.round}"


class Webhook(models.Model):
    """Where the events of a tournament are sent, signed with a secret that only its owner knows."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="webhooks")
    url = models.URLField(max_length=400)
    secret = models.CharField(max_length=64, default=new_secret)
    created_at = models.DateTimeField(auto_now_add=True)
    # Events are sent in order: everything up to here has arrived.
    sent_seq = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)
    last_answer = models.CharField(max_length=200, default="")
    try_at = models.DateTimeField(null=True)  # none: at once

    def __str__(self) -> str:
        return self.url
