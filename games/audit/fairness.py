"""Are the decks fair? Every shuffle of every finished game is asked three questions, in public.

    first       what lies on top?
    neighbors   are the two on top of one kind?
    place       in which eighth of the deck lies a card that was chosen before?

Each is asked once of a shuffle, so the answers are independent, and what chance alone gives is known
exactly from what is in the deck.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F

from games.audit.chi_square import Test, chi_square
from games.audit.models import DealTally, GameAudit
from games.tables.models import Game

SHUFFLED = "_shuffled"  # how the types of the events that record a shuffle end
PARTS = 8
LEAST_CARDS = 8

Answer = tuple[str, str, dict[str, float]]  # question, outcome, and the chances of each outcome


def answers(order: Sequence[Any], chosen: int) -> Iterator[Answer]:
    """`chosen` picks the card whose place is looked at; it must not depend on the order."""
    size = len(order)
    counts = Counter(map(str, order))
    yield "first", str(order[-1]), {kind: n / size for kind, n in counts.items()}
    same = sum(n * (n - 1) for n in counts.values()) / (size * (size - 1))
    if same:
        alike = "same" if order[-1] == order[-2] else "different"
        yield "neighbors", alike, {"same": same, "different": 1 - same}
    kind = sorted(counts)[chosen % len(counts)]
    copies = [n for n, card in enumerate(order) if str(card) == kind]
    place = copies[chosen // len(counts) % len(copies)]
    chances = Counter(n * PARTS // size + 1 for n in range(size))
    yield "place", str(place * PARTS // size + 1), {str(k): n / size for k, n in chances.items()}


@transaction.atomic
def tally(game: Game) -> None:
    """Adds the shuffles of a verified game to the statistics, once. Tables that share a deck count once."""
    audit = GameAudit.objects.select_for_update().get(game=game)
    if audit.is_tallied:
        return
    audit.is_tallied = True
    audit.save(update_fields=["is_tallied"])
    if GameAudit.objects.filter(game__commitment=game.commitment, is_tallied=True).count() > 1:
        return
    observed: Counter[tuple[str, str, str]] = Counter()
    expected: defaultdict[tuple[str, str, str], float] = defaultdict(float)
    for event in game.events.filter(type__endswith=SHUFFLED).order_by("seq"):
        order = event.payload.get("order", [])
        if len(order) < LEAST_CARDS:
            continue
        for question, outcome, chances in answers(order, game.id.int + event.seq):
            observed[event.type, question, outcome] += 1
            for other, chance in chances.items():
                expected[event.type, question, other] += chance
    for (deck, question, outcome), share in sorted(expected.items()):
        row, _ = DealTally.objects.get_or_create(
            edition=game.edition, deck=deck, question=question, outcome=outcome
        )
        DealTally.objects.filter(id=row.id).update(
            observed=F("observed") + observed[deck, question, outcome],
            expected=F("expected") + share,
        )


class Finding(NamedTuple):
    edition: str
    deck: str
    question: str
    shuffles: int
    test: Test | None
    outcomes: list[dict[str, Any]]


def findings() -> list[Finding]:
    groups: defaultdict[tuple[str, str, str], list[DealTally]] = defaultdict(list)
    for row in DealTally.objects.order_by("edition", "deck", "question", "outcome"):
        groups[row.edition, row.deck, row.question].append(row)
    return [
        Finding(
            *key,
            sum(row.observed for row in rows),
            chi_square([row.observed for row in rows], [row.expected for row in rows]),
            [
                {"outcome": row.outcome, "observed": row.observed, "expected": row.expected}
                for row in rows
            ],
        )
        for key, rows in groups.items()
    ]
