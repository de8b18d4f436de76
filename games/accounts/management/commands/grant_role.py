from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.accounts.models import Role, User
from games.accounts.roles import take_away


class Command(BaseCommand):
    help = "Let somebody organise, judge, audit or comment: grant_role rolf judge --scope <id>"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("role", choices=Role.Name.values)
        parser.add_argument("--scope", default="", help="a tournament's or a game's id")
        parser.add_argument("--revoke", action="store_true", help="take the role away again")

    def handle(self, *args: Any, **given: Any) -> None:
        try:
            user = User.objects.get_by_natural_key(given["username"])
        except User.DoesNotExist:
            raise CommandError(f"There is no account {given['username']}.") from None
        where = given["scope"] or "everywhere"
        role = {"user": user, "role": given["role"], "scope": given["scope"]}
        if given["revoke"]:
            take_away(Role.objects.filter(**role))
            self.stdout.write(f"{user} is no longer {given['role']}: {where}.")
        else:
            Role.objects.get_or_create(**role)
            self.stdout.write(f"{user} is {given['role']}: {where}.")
