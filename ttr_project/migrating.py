"""Brings the database up to date: `python -m ttr_project.roles migrate`, as its owner.

Where the roles of deploy/roles.sql are in use, each is granted its part of the new tables, too.
"""

import django
from django.core.management import call_command
from django.db import connection

from ttr_project.environment import PROJECT_DIR

ROLES = PROJECT_DIR / "deploy" / "roles.sql"


def main() -> None:
    django.setup()
    with_roles = connection.vendor == "postgresql" and has_roles()
    if with_roles:
        # A column that a view shows can't be changed; what follows makes the views again.
        run("DROP SCHEMA IF EXISTS auditor CASCADE")
    call_command("migrate", interactive=False)
    if with_roles:
        # One text without parameters: the server takes all of its statements, or none.
        run(ROLES.read_text())
        print("Granted what deploy/roles.sql says.")


def has_roles() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM pg_roles WHERE rolname = 'roundhouse_app'")
        return bool(cursor.rowcount)


def run(statements: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statements)


if __name__ == "__main__":
    main()
