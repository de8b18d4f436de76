from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from games.accounts.names import exactly, fold


class People(UserManager["User"]):
    def named(self, name: str, **conditions: Any) -> "User | None":
        """Capitals do not matter: "Rolf" and "rolf" are one account. Where they once were two, each has its own."""
        exact = User.normalize_username(name)
        found = self.filter(Q(username=exact) | Q(folded_name=fold(name)), **conditions)
        return max(found, key=lambda user: user.username == exact, default=None)

    def get_by_natural_key(self, username: str | None) -> "User":
        """How Django finds who signs in."""
        user = self.named(username or "")
        if user is None:
            raise User.DoesNotExist
        return user


class User(AbstractUser):
    """Somebody who sits, watches or judges. A guest has a name to show and no password."""

    display_name = models.CharField(max_length=60)
    is_guest = models.BooleanField(default=False)
    # Twice as long as a name: a ß becomes two letters. Null where an older release added the account.
    folded_name = models.CharField(max_length=300, null=True, editable=False)  # noqa: DJ001

    objects: ClassVar[People] = People()

    class Meta(AbstractUser.Meta):
        constraints = [models.UniqueConstraint(fields=["folded_name"], name="one_account_per_name")]

    def __str__(self) -> str:
        return self.display_name or self.username

    def clean(self) -> None:
        """For the admin, which would ask for the same name in the same capitals only."""
        super().clean()
        other = User.objects.exclude(pk=self.pk).filter(folded_name=self._folded())
        if other.exists():
            raise ValidationError({"username": f"The name {self.username} is taken."})

    def save(self, *args: Any, **options: Any) -> None:
        self.folded_name = self._folded()
        super().save(*args, **options)

    def _folded(self) -> str:
        kept = exactly(self.username)
        return kept if self.folded_name == kept else fold(self.username)


class Role(models.Model):
    """What somebody may do besides playing, on the whole platform or within one scope."""

    class Name(models.TextChoices):
        ORGANISER = "organiser"
        JUDGE = "judge"
        AUDITOR = "auditor"
        COMMENTATOR = "commentator"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="roles")
    role = models.CharField(max_length=20, choices=Name)
    scope = models.CharField(
        max_length=60, blank=True, help_text="A tournament's or a game's id; empty: everywhere."
    )
    granted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "role", "scope"], name="a_role_is_granted_once")
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.role} {self.scope or 'everywhere'}"


class ApiToken(models.Model):
    """A bot's way in. Only a digest of the secret is kept: a copy of this table opens no door."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name


class Followed(models.Model):
    """Whom or what somebody follows. A player is known by the name at the tables, which is all that
    others see of them; a tournament by its id, and its name is kept beside it."""

    class Kind(models.TextChoices):
        PLAYER = "player"
        TOURNAMENT = "tournament"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="following")
    kind = models.CharField(max_length=20, choices=Kind)
    target = models.CharField(max_length=60)
    name = models.CharField(max_length=80)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "target"], name="followed_once")
        ]
        verbose_name_plural = "followed"

    def __str__(self) -> str:
        return f"{self.user}: {self.name}"


class Attempts(models.Model):
    """How often something was tried by one account or from one address; see throttle.py."""

    key = models.CharField(max_length=200, primary_key=True)
    count = models.IntegerField()
    until = models.BigIntegerField(db_index=True)  # seconds since 1970

    class Meta:
        verbose_name_plural = "attempts"

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"
