"""Action B: play cards to the railyard, and rob whoever has fewer of that color there."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from rules.editions.card_game.cards import CARDS_OF_A_COLOR, LOCOMOTIVES
from rules.editions.card_game.state import MOST_SEATS, STACKS, State
from rules.kernel.chance import Chance
from rules.kernel.dice import between, some_of
from rules.kernel.edition import Event, Mechanic, Offer
from rules.kernel.illegal import IllegalMove
from rules.kernel.kinds import COUNT, SEAT, tuple_of
from rules.kernel.layout import Layout, public, record
from rules.pieces.colors import CARD, COLOR, COLORS, LOCOMOTIVE


class PlayTrains(NamedTuple):
    """Cards of one color, with locomotives that count as that color."""

    seat: int
    color: int
    cards: int
    locomotives: int


class PlayThreeColors(NamedTuple):
    """One card in each of three colors."""

    seat: int
    colors: tuple[int, ...]


class PlayedStack(NamedTuple):
    color: int
    cards: int
    locomotives: int


class TrainsPlayed(NamedTuple):
    seat: int
    stacks: tuple[PlayedStack, ...]


class TrainRobbed(NamedTuple):
    seat: int  # the robber
    victim: int
    color: int
    cards: int
    locomotives: int


class OneColorOffer(NamedTuple):
    """Up to so many cards and locomotives of this color, together at least `at_least`, and at
    least one card of the color itself."""

    seat: int
    color: int
    cards: int
    locomotives: int
    at_least: int

    def commands(self) -> Iterator[PlayTrains]:
        for cards in range(1, self.cards + 1):
            for locomotives in range(max(0, self.at_least - cards), self.locomotives + 1):
                yield PlayTrains(self.seat, self.color, cards, locomotives)

    def sample(self, dice: Random) -> PlayTrains:
        fewest = max(1, self.at_least - self.locomotives)
        cards = between(dice, fewest, self.cards)
        locomotives = between(dice, max(0, self.at_least - cards), self.locomotives)
        place = self.seat * _A_SEAT + self.color * _A_COLOR + cards * _A_CARD + locomotives
        play = _PLAYS[place]
        if play is None:
            play = _PLAYS[place] = PlayTrains(self.seat, self.color, cards, locomotives)
        return play


_PLAYED_ALONE: Final = [PlayedStack(color, 1, 0) for color in range(len(COLORS))]


class ThreeColorsOffer(NamedTuple):
    """Any three of these colors."""

    seat: int
    colors: tuple[int, ...]

    def commands(self) -> Iterator[PlayThreeColors]:
        for colors in combinations(self.colors, 3):
            yield PlayThreeColors(self.seat, colors)

    def sample(self, dice: Random) -> PlayThreeColors:
        return PlayThreeColors(self.seat, tuple(sorted(some_of(dice, self.colors, 3))))


def _three_of(seat: int, free: int) -> ThreeColorsOffer | None:
    colors = tuple([color for color in range(len(COLORS)) if free >> color & 1])
    return ThreeColorsOffer(seat, colors) if len(colors) >= 3 else None


# What is offered over and over is made once and found again: by seat and the set of colors, one bit each ...
_THREE_COLORS: Final = [
    [_three_of(seat, free) for free in range(1 << len(COLORS))] for seat in range(MOST_SEATS)
]
# ... or by seat, color, cards and locomotives, all in one number, and how many there must be at least.
_A_CARD: Final = LOCOMOTIVES + 1
_A_COLOR: Final = (CARDS_OF_A_COLOR + 1) * _A_CARD
_A_SEAT: Final = len(COLORS) * _A_COLOR
_PLAYS: Final[list[PlayTrains | None]] = [None] * (MOST_SEATS * _A_SEAT)
_ONE_COLOR: Final[list[list[OneColorOffer | None]]] = [
    [None] * (MOST_SEATS * _A_SEAT) for _ in range(CARDS_OF_A_COLOR + LOCOMOTIVES + 1)
]
# What is played over and over is found again by the command that plays it.
_ONE_COLOR_PLAYED: Final[dict[PlayTrains, TrainsPlayed]] = {}
_THREE_COLORS_PLAYED: Final[dict[PlayThreeColors, TrainsPlayed]] = {}


def _play(state: State, command: PlayTrains, chance: Chance) -> list[Event] | IllegalMove:
    seat, color, cards, locomotives = command
    refusal = _not_now(state, seat)
    if refusal is not None:
        return refusal
    # CG-B2: locomotives are never played on their own ...
    if color == LOCOMOTIVE:
        return IllegalMove("CG-B2", "Locomotives are played with cards of a color, never alone.")
    name = COLORS[color]
    hand = state.hands[seat]
    if cards > hand[color] or locomotives > hand[LOCOMOTIVE]:
        return IllegalMove(
            "CG-B1",
            f"You hold {hand[color]} {name} and {hand[LOCOMOTIVE]} locomotives.",
            {"color": name, "cards": hand[color], "locomotives": hand[LOCOMOTIVE]},
        )
    # CG-B2: ... at least one card must be of the color itself.
    if cards < 1:
        return IllegalMove("CG-B2", f"Locomotives need at least one {name} card to go with.")
    count = cards + locomotives
    # CG-B1: 2 or more cards of one color.
    if count < 2:
        return IllegalMove("CG-B1", f"Play at least 2 {name} cards, or three different colors.")
    stack = state.railyards[color]
    played = _ONE_COLOR_PLAYED.get(command)
    if played is None:
        stacks = (PlayedStack(color, cards, locomotives),)
        played = _ONE_COLOR_PLAYED[command] = TrainsPlayed(seat, stacks)
    if stack is None:
        return [played]
    # CG-B4: a color in the player's own railyard can't be played again.
    if stack.seat == seat:
        return IllegalMove("CG-B4", f"{name.capitalize()} still stands in your own railyard.")
    # CG-B5: a color in another railyard can only be played with more cards than stand there;
    # then the other player discards the whole stack, locomotives included.
    standing = stack.cards + stack.locomotives
    if count <= standing:
        return IllegalMove(
            "CG-B5",
            f"{name.capitalize()} stands in seat {stack.seat + 1}'s railyard with {standing}"
            f" {'card' if standing == 1 else 'cards'}: play at least {standing + 1}.",
            {"color": name, "seat": stack.seat, "standing": standing},
        )
    robbed = TrainRobbed(seat, stack.seat, color, stack.cards, stack.locomotives)
    return [robbed, played]


def _play_three(
    state: State, command: PlayThreeColors, chance: Chance
) -> list[Event] | IllegalMove:
    seat, colors = command
    refusal = _not_now(state, seat)
    if refusal is not None:
        return refusal
    # CG-B3: no locomotives.
    if LOCOMOTIVE in colors:
        return IllegalMove("CG-B3", "A locomotive can't be one of three different colors.")
    # CG-B1: exactly 3 cards of 3 different colors.
    if len(colors) != 3 or len(set(colors)) != 3:
        return IllegalMove("CG-B1", "Play exactly three different colors, one card of each.")
    for color in colors:
        name = COLORS[color]
        if not state.hands[seat][color]:
            return IllegalMove("CG-B1", f"You hold no {name}.", {"color": name})
        stack = state.railyards[color]
        # CG-B6: one card each, so none of them may stand in any railyard.
        if stack is not None:
            whose = "your own" if stack.seat == seat else f"seat {stack.seat + 1}'s"
            return IllegalMove(
                "CG-B6",
                f"{name.capitalize()} stands in {whose} railyard already.",
                {"color": name, "seat": stack.seat},
            )
    played = _THREE_COLORS_PLAYED.get(command)
    if played is None:
        stacks = tuple([_PLAYED_ALONE[color] for color in colors])
        played = _THREE_COLORS_PLAYED[command] = TrainsPlayed(seat, stacks)
    return [played]


def _not_now(state: State, seat: int) -> IllegalMove | None:
    if state.phase != "turns" or state.cards_drawn or state.offered[seat]:
        return IllegalMove("CG-T3", "One action a turn: you have begun another one.")
    return None


def legal_plays(state: State, seat: int) -> Sequence[Offer]:
    if state.cards_drawn or state.offered[seat]:
        return ()
    hand = state.hands[seat]
    locomotives = hand[LOCOMOTIVE]
    offers: list[Offer] = []
    with_locomotives = seat * _A_SEAT + locomotives
    free = 0
    for color, stack in enumerate(state.railyards):
        cards = hand[color]
        if not cards:
            continue
        if stack is None:
            free |= 1 << color
            at_least = 2
        else:
            owner, standing, with_it = stack
            if owner == seat:
                continue
            at_least = 1 + standing + with_it
        if cards + locomotives >= at_least:
            known = _ONE_COLOR[at_least]
            place = with_locomotives + color * _A_COLOR + cards * _A_CARD
            offer = known[place]
            if offer is None:
                offer = known[place] = OneColorOffer(seat, color, cards, locomotives, at_least)
            offers.append(offer)
    three_colors = _THREE_COLORS[seat][free]
    if three_colors is not None:
        offers.append(three_colors)
    return offers


def _train_robbed(state: State, event: TrainRobbed) -> None:
    _, _, color, cards, locomotives = event
    state.railyards[color] = None
    state.discard[color] += cards
    state.discard[LOCOMOTIVE] += locomotives


def _trains_played(state: State, event: TrainsPlayed) -> None:
    seat, stacks = event
    hand, shown = state.hands[seat], state.shown[seat]
    for color, cards, locomotives in stacks:
        hand[color] -= cards
        hand[LOCOMOTIVE] -= locomotives
        shown[color] = max(0, shown[color] - cards)
        shown[LOCOMOTIVE] = max(0, shown[LOCOMOTIVE] - locomotives)
        state.railyards[color] = STACKS[seat][cards][locomotives]
    state.quiet_turns = 0


PLAYED_STACK = Layout(
    PlayedStack, color=public(COLOR), cards=public(COUNT), locomotives=public(COUNT)
)

RAILYARD = Mechanic(
    commands=(
        Layout(
            PlayTrains,
            seat=public(SEAT),
            color=public(CARD),
            cards=public(COUNT),
            locomotives=public(COUNT),
        ),
        Layout(PlayThreeColors, seat=public(SEAT), colors=public(tuple_of(CARD))),
    ),
    events=(
        Layout(
            TrainsPlayed,
            "{seat} plays to the railyard: {stacks}.",
            seat=public(SEAT),
            stacks=public(tuple_of(record(PLAYED_STACK))),
        ),
        Layout(
            TrainRobbed,
            "Train robbery! {seat} drives {victim}'s {color} train out of the railyard.",
            seat=public(SEAT),
            victim=public(SEAT),
            color=public(COLOR),
            cards=public(COUNT),
            locomotives=public(COUNT),
        ),
    ),
    offers=(
        Layout(
            OneColorOffer,
            seat=public(SEAT),
            color=public(COLOR),
            cards=public(COUNT),
            locomotives=public(COUNT),
            at_least=public(COUNT),
        ),
        Layout(ThreeColorsOffer, seat=public(SEAT), colors=public(tuple_of(COLOR))),
    ),
    decides={PlayTrains: _play, PlayThreeColors: _play_three},
    evolves={TrainRobbed: _train_robbed, TrainsPlayed: _trains_played},
    legal={"turns": legal_plays},
)
