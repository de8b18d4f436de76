"""The transparency log as it is stored, and what audits have found.

The tree is kept as its tiles (C2SP tlog-tiles), so that no leaf is ever hashed twice, and its right
edge, so that a checkpoint costs the same over a million leaves as over a thousand.
"""

from django.conf import settings
from django.db import models

from games.tables.models import Game


class LogHead(models.Model):
    """The one row that says how far the log is. Who appends holds a lock on it."""

    origin = models.CharField(max_length=200)  # the log's name; it never changes
    size = models.BigIntegerField(default=0)
    edge = models.BinaryField(default=bytes)  # the roots of the whole subtrees, left to right

    def __str__(self) -> str:
        return f"{self.origin}: {self.size}"


class Tile(models.Model):
    """Up to 256 hashes of one level, side by side."""

    pk = models.CompositePrimaryKey("level", "number")
    level = models.PositiveSmallIntegerField()
    number = models.BigIntegerField()
    hashes = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.level}/{self.number}"


class EntryBundle(models.Model):
    """Up to 256 entries, each behind its length: what the leaves of a tile of level 0 are hashes of."""

    number = models.BigIntegerField(primary_key=True)
    entries = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.number}"


class LoggedRun(models.Model):
    """Events of one game that follow each other in the log, too: where they are in it."""

    first_index = models.BigIntegerField(primary_key=True)
    game = models.ForeignKey(Game, models.PROTECT, related_name="+", db_index=False)
    first_seq = models.PositiveIntegerField()
    last_seq = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "first_seq"], name="an_event_is_logged_once")
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.first_seq}-{self.last_seq} at {self.first_index}"


class LoggedGame(models.Model):
    """How far each game is in the log."""

    game = models.OneToOneField(Game, models.PROTECT, primary_key=True, related_name="logged")
    seq = models.PositiveIntegerField()
    is_whole = models.BooleanField(default=False)  # it is over, and nothing will follow

    class Meta:
        indexes = [
            models.Index(
                fields=["game"], name="games_still_to_log", condition=models.Q(is_whole=False)
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.seq}"


class LogKey(models.Model):
    """A public key of the log. The private half lies in the environment or the data folder."""

    verifier = models.CharField(max_length=300, primary_key=True)  # name+hash+key
    published_at = models.DateTimeField(auto_now_add=True)
    signs_until = models.DateTimeField(
        null=True
    )  # rotated: it signs until then, beside the new one

    def __str__(self) -> str:
        return self.verifier


class Checkpoint(models.Model):
    """A signed statement: so many leaves, this root."""

    size = models.BigIntegerField(primary_key=True)
    root = models.BinaryField(max_length=32)
    note = models.TextField()
    signed_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.size}"


class Witness(models.Model):
    """Somebody else's key, whose cosignatures we take and show."""

    verifier = models.CharField(max_length=300, primary_key=True)
    added_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.verifier


class Cosignature(models.Model):
    """A witness has seen a checkpoint, and that the log had only grown."""

    checkpoint = models.ForeignKey(Checkpoint, models.PROTECT, related_name="cosignatures")
    witness = models.ForeignKey(Witness, models.PROTECT, related_name="cosignatures")
    line = models.TextField()
    cosigned_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["checkpoint", "witness"], name="a_witness_cosigns_a_checkpoint_once"
            )
        ]

    def __str__(self) -> str:
        return self.line


class GameAudit(models.Model):
    """When a finished game was last checked, and by which rules code."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="audit")
    code = models.CharField(max_length=64)  # the digest of the code that checked it
    is_good = models.BooleanField()
    is_tallied = models.BooleanField(default=False)  # its deals are in the public statistics
    audited_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.game_id}: {'good' if self.is_good else 'NOT good'}"


class AuditAlarm(models.Model):
    """Something is not as it was recorded, signed or ruled. An alarm changes nothing else."""

    class Kind(models.TextChoices):
        GAME = "game"  # its file does not verify
        LOG = "log"  # the log has another digest, or the log itself is broken
        PROJECTION = "projection"  # the columns of the game are not what its events lead to

    game = models.ForeignKey(Game, models.PROTECT, null=True, related_name="alarms")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    seq = models.PositiveIntegerField(null=True)  # the event, where one can be named
    message = models.TextField()
    code = models.CharField(max_length=64)
    raised_at = models.DateTimeField(auto_now_add=True)
    acknowledged_at = models.DateTimeField(null=True)
    acknowledged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        indexes = [models.Index(fields=["-raised_at"], name="newest_alarms")]

    def __str__(self) -> str:
        return self.message


class SeatConnection(models.Model):
    """A player's page was connected to the table, or was lost."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="connections")
    seat = models.PositiveSmallIntegerField()
    what = models.CharField(max_length=12)  # "stream_begun", "stream_ended"
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.what} at seat {self.seat + 1}"


class DealTally(models.Model):
    """How often something has come out of the shuffles of finished games, and how often it should."""

    edition = models.CharField(max_length=40)
    deck = models.CharField(max_length=60)  # the type of the event that records the shuffle
    question = models.CharField(max_length=20)
    outcome = models.CharField(max_length=60)
    observed = models.BigIntegerField(default=0)
    expected = models.FloatField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["edition", "deck", "question", "outcome"], name="one_tally_an_outcome"
            )
        ]

    def __str__(self) -> str:
        return f"{self.deck} {self.question} {self.outcome}: {self.observed}"


class GameAppraisal(models.Model):
    """How far the fair-play radar is with a finished game."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="appraisal")
    reached = models.PositiveIntegerField(default=0)  # the number of the last command looked at
    is_whole = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.game_id}: {self.reached}"


class Decision(models.Model):
    """A person chose otherwise than the AI would have, on what that seat could see."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="decisions")
    seq = models.PositiveIntegerField()  # the first event that followed
    seat = models.PositiveSmallIntegerField()
    chosen = models.JSONField()
    instead = models.JSONField()
    gains = models.JSONField()  # by seat: the part of a victory that the choice gave, or took
    is_clear = models.BooleanField()  # beyond the luck of the worlds it was tried in

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="a_decision_is_appraised_once")
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seq}"


class PairLeaning(models.Model):
    """In one game, what somebody's choices gave to somebody else beyond what they gave to the rest."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="leanings")
    helper = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    helped = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    total = models.FloatField()
    squares = models.FloatField()
    decisions = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "helper", "helped"], name="a_pair_leans_once_a_game"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.total:+.2f}"
