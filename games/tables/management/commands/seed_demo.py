"""Something to look at on the first start: accounts, an open lobby, and four AIs at a table."""

import secrets
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from games.accounts.models import Role, User
from games.tables.services.demo import EDITION, begin_demo_game
from games.tables.services.opening import open_lobby
from rules import editions

PEOPLE = {
    "olga": ("Olga, who organises", [Role.Name.ORGANISER]),
    "jun": ("Jun, who judges", [Role.Name.JUDGE]),
    "cleo": ("Cleo, who comments", [Role.Name.COMMENTATOR]),
    "pia": ("Pia", []),
    "paul": ("Paul", []),
}


class Command(BaseCommand):
    help = "Makes demo accounts with new passwords, an open lobby and a table of AIs, once."

    def handle(self, *args: Any, **options: Any) -> None:
        if User.objects.filter(username__in=PEOPLE).exists():
            self.stdout.write("The demo is there already.")
            return
        passwords = seed()
        self.stdout.write("Demo accounts (shown this once):")
        for name, password in passwords.items():
            self.stdout.write(f"  {name:<6} {password}  {PEOPLE[name][0]}")


@transaction.atomic
def seed() -> dict[str, str]:
    passwords = {}
    for username, (display_name, roles) in PEOPLE.items():
        passwords[username] = secrets.token_urlsafe(9)
        user = User.objects.create_user(
            username, password=passwords[username], display_name=display_name
        )
        for role in roles:
            Role.objects.create(user=user, role=role)
    host = User.objects.get(username="pia")
    open_lobby(
        edition=EDITION,
        seat_count=editions()[EDITION].seats[-1],
        name="Come and sit down",
        host=host,
        starts_when_full=True,
    )
    begin_demo_game(None)
    return passwords
