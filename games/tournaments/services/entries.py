"""Who enters: a person by themself, the organiser for others, and whole lists as CSV."""

import csv
import io
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from games.accounts.models import User
from games.accounts.names import fold
from games.problems import Problem
from games.tournaments import commands as c
from games.tournaments.access import Standing
from games.tournaments.models import Entrant, KeptApart, Tournament
from games.tournaments.records import Refused, from_json

COLUMNS = ("name", "username", "club", "family", "policy")
MOST_LINES = 5000


def check_entry(
    tournament: Tournament, user: User, who: Standing, command: c.RegisterEntrant
) -> tuple[c.RegisterEntrant, tuple[int, ...]]:
    """The entry as it will be made, and its groups. A player enters under their own name."""
    if not who.organises:
        if not tournament.is_open:
            raise Refused("closed", "Only the organiser enters people here.")
        if command.policy or command.username not in ("", user.username):
            raise Refused("not-yourself", "You can enter yourself only.")
        command = c.RegisterEntrant(str(user), user.username, "", command.club, command.family)
    account = user if not who.organises else account_of(command.username)
    if account and Entrant.objects.filter(tournament=tournament, user=account).exists():
        raise Refused("entered-already", f"{account} has entered already.")
    labels = [
        f"{kind}:{name.casefold()}"
        for kind, name in (("club", command.club.strip()), ("family", command.family.strip()))
        if name
    ]
    return command, tuple(group_number(tournament, label) for label in labels)


def account_of(username: str) -> User | None:
    if not username:
        return None
    user = User.objects.named(username, is_active=True)
    if user is None:
        raise Refused("no-such-account", f"There is no account {username}.")
    return user


def group_number(tournament: Tournament, label: str) -> int:
    known = KeptApart.objects.filter(tournament=tournament, label=label).first()
    if known is None:
        number = KeptApart.objects.filter(tournament=tournament).count() + 1
        known = KeptApart.objects.create(tournament=tournament, number=number, label=label)
    return known.number


def name_entrant(
    tournament: Tournament, number: int, user: User, who: Standing, command: c.RegisterEntrant
) -> None:
    account = account_of(command.username) if command.username else None
    Entrant.objects.create(
        tournament=tournament,
        number=number,
        name=command.name,
        user=account,
        club=command.club.strip(),
        family=command.family.strip(),
    )


@transaction.atomic
def claim(user: User, tournament: Tournament, code: str) -> Entrant:
    """Somebody who was entered by name takes their place with the code they were given."""
    entrant = Entrant.objects.select_for_update().filter(tournament=tournament, claim_code=code)
    own = entrant.first()
    if own is None:
        raise Problem(404, "no-such-entry", "There is no entry with this code.")
    if own.user_id not in (None, user.pk):
        raise Problem(409, "claimed-already", "Somebody else has taken this place.")
    if Entrant.objects.filter(tournament=tournament, user=user).exclude(pk=own.pk).exists():
        raise Problem(409, "entered-already", "You have entered already.")
    own.user = user
    own.save(update_fields=["user"])
    return own


# CSV


class Line(NamedTuple):
    """What became of one line of a list."""

    line: int
    entrant: int | None
    error: str


def read_csv(text: str) -> list[tuple[int, c.RegisterEntrant | str]]:
    """Each line with its entry, or with what is wrong with it."""
    # Spreadsheets write a byte order mark, and semicolons where commas are decimal points.
    text = text.removeprefix("\ufeff")
    first = text.partition("\n")[0]
    reader = csv.reader(
        io.StringIO(text), delimiter=";" if first.count(";") > first.count(",") else ","
    )
    rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    rows = [(line, row) for line, row in rows if any(row)]
    if not rows:
        raise Problem(400, "malformed", "The list is empty.")
    if len(rows) > MOST_LINES + 1:
        raise Problem(400, "malformed", f"A list has at most {MOST_LINES} lines.")
    header = [cell.lower() for cell in rows[0][1]]
    unknown = [name for name in header if name not in COLUMNS]
    if "name" not in header or unknown or len(set(header)) < len(header):
        raise Problem(
            400, "malformed", f"The first line names the columns, among {', '.join(COLUMNS)}."
        )
    return [(line, _read_row(header, row)) for line, row in rows[1:]]


def _read_row(header: list[str], row: list[str]) -> c.RegisterEntrant | str:
    if len(row) > len(header):
        return f"There are {len(row)} cells and only {len(header)} columns."
    given = {name: cell for name, cell in zip(header, row, strict=False) if cell}
    if "name" not in given:
        return "The name is missing."
    try:
        return from_json({"type": "register_entrant", **given}, c.RegisterEntrant)
    except Refused as wrong:
        return wrong.sentence


def _same_person(entry: c.RegisterEntrant) -> tuple[str, str]:
    """Equal for two lines that are most likely one person. Namesakes of one club need a letter more."""
    if entry.username:
        return fold(entry.username), ""
    return entry.name.casefold(), f"of {entry.club.strip().casefold()}"


def import_entries(user: User, tournament_id: UUID, text: str, check_only: bool) -> list[Line]:
    """Enters everybody, or, where any line is wrong, nobody; the report tells of every line."""
    from games.tournaments.services.acting import act, lock

    report: list[Line] = []
    seen: dict[tuple[str, str], int] = {}
    with transaction.atomic():
        tournament = lock(tournament_id)
        for line, entry in read_csv(text):
            if isinstance(entry, str):
                report.append(Line(line, None, entry))
                continue
            who = entry.username or entry.name
            if (twin := seen.setdefault(_same_person(entry), line)) != line:
                report.append(Line(line, None, f"{who} is on line {twin} already."))
                continue
            try:
                with transaction.atomic():
                    acted = act(user, tournament_id, entry)
                report.append(Line(line, acted.seq, ""))
            except Problem as refused:
                report.append(Line(line, None, refused.sentence))
        if check_only or any(one.error for one in report):
            transaction.set_rollback(True)
            report = [one._replace(entrant=None) for one in report]
        else:
            numbers = list(tournament.entrants.order_by("-number")[: len(report)])
            report = [
                one._replace(entrant=entrant.number)
                for one, entrant in zip(report, reversed(numbers), strict=True)
            ]
    return report
