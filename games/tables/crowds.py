"""Those who only watch a game. They are told after those who play it, a few at a time, so that its next move
and other tables get their turn in between. Where moves come fast each of them is brought up to date when it
is their turn: several frames with one write, which costs little more than one."""

import asyncio
from collections import deque
from collections.abc import Mapping

from django.utils import timezone

from games import metrics
from games.tables.access import Audience
from games.tables.frames import Delivery
from games.tables.messages import Together
from games.tables.sockets import Socket

AT_A_TIME = 50  # sockets: half a millisecond
PASS_EVERY = (
    0.02  # seconds at least from one pass through the crowd to the next: nobody sees more often
)
MOST_UNTOLD = (
    32  # positions that a crowd may be behind its table; half of what cuts a slow client off
)

# Who is sent the very same bytes: an audience, whether it wants changes, and what it was sent last.
Group = tuple[Audience, bool, int]


class Crowd:
    def __init__(self, sockets: Mapping[Audience, set[Socket]], delayed: bool) -> None:
        self.sockets = sockets  # the stream's: those with a seat, too
        self.delayed = delayed
        self.seq = 0  # the position that the last delivery leads to
        # Deliveries are numbered, and every socket has a place: the number of the last that it was sent.
        self.reached = 0
        self.untold: deque[Delivery] = deque()  # the last ones, as far as somebody waits for them
        self.together: dict[Group, Together] = {}  # what leads from a place to the end
        self.turns: list[Socket] = []  # who is still to come in this pass ...
        self.began_at = 0  # ... the number that was reached when it began ...
        self.began = -PASS_EVERY  # ... and when that was, by the clock of the loop
        self.telling: asyncio.Task[None] | None = None

    def join(self, socket: Socket) -> None:
        """It has just been sent the last position."""
        socket.place = self.reached

    def tell(self, delivery: Delivery, seq: int) -> None:
        if all(audience.seat is not None for audience in self.sockets):
            return  # nobody watches
        self.seq = seq
        self.reached += 1
        self.untold.append(delivery)
        self.together.clear()
        while len(self.untold) > MOST_UNTOLD:
            self._tell_some()
        if self.telling is None or self.telling.done():
            self.telling = asyncio.create_task(self._tell_all())

    async def _tell_all(self) -> None:
        now = asyncio.get_running_loop().time
        while self.untold:
            if not self.turns:
                await asyncio.sleep(self.began + PASS_EVERY - now())
                self.began = now()
            self._tell_some()
            await asyncio.sleep(0)

    def _tell_some(self) -> None:
        """The next few; after the last of them a pass is over, and everybody knows what was known when it
        began."""
        if not self.turns:
            self.began_at = self.reached
            self.turns = [
                socket
                for audience, sockets in self.sockets.items()
                if audience.seat is None
                for socket in sockets
            ]
        some = self.turns[-AT_A_TIME:]
        del self.turns[-AT_A_TIME:]
        for socket in some:
            self._bring_up_to_date(socket)
        if not self.turns:
            while self.reached - len(self.untold) < self.began_at:
                self._note_lag(self.untold.popleft())

    def _bring_up_to_date(self, socket: Socket) -> None:
        # Who has left since the pass began, or was sent away, is sent nothing more.
        if socket.place == self.reached or socket not in self.sockets.get(socket.audience, ()):
            return
        group = (socket.audience, socket.wants_changes, socket.place)
        socket.push_together(self.together.get(group) or self._join(group))
        socket.place = self.reached
        socket.seq = self.seq

    def _join(self, group: Group) -> Together:
        audience, wants_changes, place = group
        missing = list(self.untold)[place - self.reached :]
        together = Together([delivery.to(audience, wants_changes) for delivery in missing])
        self.together[group] = together
        return together

    def _note_lag(self, delivery: Delivery) -> None:
        if delivery.tail and not self.delayed:
            lag = timezone.now() - delivery.tail[-1].recorded_at
            metrics.FANOUT_SECONDS.observe(max(0.0, lag.total_seconds()))
