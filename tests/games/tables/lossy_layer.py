"""A channel layer that does what its specification allows, and does it often: it loses messages,
delivers them twice, and in another order."""

import random
from typing import Any

from channels.layers import InMemoryChannelLayer


class LossyLayer(InMemoryChannelLayer):
    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        self.dice = random.Random(1)
        self.held: list[tuple[str, dict[str, Any]]] = []
        self.lost = self.doubled = self.reordered = 0

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        chance = self.dice.random()
        if chance < 0.4:
            self.lost += 1
            return
        if chance < 0.6:
            self.reordered += 1
            self.held.append((group, message))
            return
        if chance < 0.8:
            self.doubled += 1
            await super().group_send(group, message)
        await super().group_send(group, message)
        for late_group, late in self.held:
            await super().group_send(late_group, late)
        self.held.clear()
