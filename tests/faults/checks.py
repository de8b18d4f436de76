"""What must hold at the end, whatever was killed."""

from collections.abc import Iterator

from tests.faults.people import Player, Watcher


def broken_promises(watchers: list[Watcher]) -> Iterator[str]:
    """Each as a sentence; none, if everything held."""
    from games.tables import projections, selectors
    from games.tables.models import Game, GameCommand
    from rules.verify import Discrepancy, verify

    for game in Game.objects.filter(id__in={watcher.game for watcher in watchers}):
        if game.status != Game.Status.OVER or game.due:
            yield f"{game.name} did not finish: it stands at {game.head_seq}, {game.phase}"
            continue
        try:
            if verify(selectors.export(game)).head != game.head_digest:
                yield f"{game.name}: the chain does not lead to the head"
        except Discrepancy as wrong:
            yield f"{game.name}: {wrong}"
        stored = {name: getattr(game, name) for name in projections.COLUMNS}
        projections.rebuild(game)
        for name, value in stored.items():
            if getattr(game, name) != value:
                yield f"{game.name}: {name} is not what the log leads to"
    for watcher in watchers:
        head = Game.objects.get(id=watcher.game)
        who = (
            f"who watched {head.name} as {'a spectator' if watcher.seat is None else watcher.seat}"
        )
        if watcher.gaps:
            yield f"{who} saw {watcher.gaps} gaps"
        if watcher.leaks:
            yield f"{who} saw what is hidden: {watcher.leaks[0]}"
        if (watcher.seen, watcher.digest) != (head.head_seq, head.head_digest):
            yield f"{who} was left at {watcher.seen} of {head.head_seq}"
        if watcher.events != head.head_seq:
            yield f"{who} got {watcher.events} events of {head.head_seq}"
        if isinstance(watcher, Player):
            for command_id, seq in watcher.accepted.items():
                kept = GameCommand.objects.filter(game=head, command_id=command_id)
                if [command.last_seq for command in kept] != [seq]:
                    yield f"{who} was promised command {command_id}, which is not in the log once"
            if watcher.refused:
                yield f"{who} was refused: {watcher.refused[0]}"
