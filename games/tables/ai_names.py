"""What AIs are called at a table: after locomotives of old, the same in every language. How strong one is stands beside it."""

from uuid import UUID

LOCOMOTIVES = (
    "Adler", "Bayard", "Hercules", "Mallard", "Odin", "Orion",
    "Pegasus", "Rocket", "Samson", "Saxonia", "Vulcan", "Zephyr",
)  # fmt: skip


def ai_name(game_id: UUID, seat: int) -> str:
    """No two at a table share a name, and other tables have others."""
    return LOCOMOTIVES[(game_id.int + seat) % len(LOCOMOTIVES)]
