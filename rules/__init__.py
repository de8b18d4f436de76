"""The rules of the game, as a library with no server in it: standard library only.

edition = editions()["card_game"]
state, events = start(edition, seats=4, options={}, chance=Chance(seed, salts))
moves = legal_moves(edition, state, seat=2)
events = decide(edition, state, command, chance)     # or an IllegalMove
view(edition, state, seated(2))                      # all that seat 2 may see
"""

from rules.editions import editions
from rules.kernel.chance import Chance, commitment
from rules.kernel.codec import (
    decode_command,
    decode_event,
    decode_log,
    encode_command,
    encode_event,
)
from rules.kernel.decider import (
    advance,
    changes,
    commands_of,
    decide,
    describe_offer,
    due_command,
    evolve,
    fold,
    insiders,
    legal_moves,
    random_move,
    redact,
    sample,
    start,
    view,
    view_besides,
    view_of_all,
)
from rules.kernel.edition import Edition
from rules.kernel.illegal import IllegalMove
from rules.kernel.kinds import Malformed
from rules.kernel.observers import (
    ALL_HANDS,
    EVERYTHING,
    SPECTATOR,
    Observer,
    policy_at,
    seated,
)

__all__ = [
    "ALL_HANDS",
    "EVERYTHING",
    "SPECTATOR",
    "Chance",
    "Edition",
    "IllegalMove",
    "Malformed",
    "Observer",
    "advance",
    "changes",
    "commands_of",
    "commitment",
    "decide",
    "decode_command",
    "decode_event",
    "decode_log",
    "describe_offer",
    "due_command",
    "editions",
    "encode_command",
    "encode_event",
    "evolve",
    "fold",
    "insiders",
    "legal_moves",
    "policy_at",
    "random_move",
    "redact",
    "sample",
    "seated",
    "start",
    "view",
    "view_besides",
    "view_of_all",
]
