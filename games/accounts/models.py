from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """Somebody who sits, watches or judges. A guest has a name to show and no password."""

    display_name = models.CharField(max_length=60)
    is_guest = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.display_name or self.username
