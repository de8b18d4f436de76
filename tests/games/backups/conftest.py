from tests.games.tables.conftest import committed

__all__ = ["committed"]
