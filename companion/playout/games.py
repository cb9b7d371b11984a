"""Positions as the kernel keeps them, and back."""

from enum import IntEnum
from typing import Final

from companion.model.places import CENTRE, Place, is_goal
from companion.model.position import Placement, Position
from companion.playout.structs import Chance, Game, Table
from companion.rules.deal import first_dealer
from companion.rules.mechanics.wheel import WheelTurn
from companion.rules.rules import Rules
from companion.rules.setup import to_start

#: Any number but 0 would do; it keeps small seeds apart.
_SPREAD: Final = 0x9E3779B97F4A7C15


class Phase(IntEnum):
    """`enum phase` of kernel.h: the next step."""

    TO_START = 0
    TO_DEAL = 1
    TO_PLACE = 2
    TO_EXCHANGE = 3
    TO_PLAY = 4
    OVER = 5


class Owed(IntEnum):
    """`enum owed` of kernel.h: the duty before the next play."""

    NOTHING = 0
    CARD = 1
    MAY_DRAW = 2
    MUST_DRAW = 3
    REPLACES = 4
    DREW = 5
    GIVES = 6


class KernelEvent(IntEnum):
    """`enum event` of kernel.h: the last event."""

    DEALT = 1
    PLACED = 2
    EXCHANGED = 3
    STARTED = 4
    PLAYED = 5
    LAID_DOWN = 6
    DISCARDED = 7
    DRAWN = 8
    CANNOT_DEAL = 9


def chance_of(seed: int, *, greedy: bool = False) -> Chance:
    """A source of chance: the same seed gives the same games on every machine."""
    state = (seed + 1) * _SPREAD % 2**64
    return Chance(state=state or 1, greedy=greedy)


def board_game(rules: Rules, position: Position) -> Game:
    """The board of a position with its player to move; all hands are empty."""
    game = Game(phase=Phase.TO_PLAY, turn=position.turn, copied=-1, winner=-1)
    board = game.board
    for seat, row in enumerate(position.placement.pawns):
        for pawn, place in enumerate(row):
            _put(game, seat, pawn, place)
    board.figure = -1
    for name in rules.figures:
        field = position.placement.extra(name)
        board.figure = -1 if field is None else field
    if rules.came_round is not None:
        board.touched = position.placement.extra(rules.came_round) or 0
    for slot in _wheel_slots(rules):
        board.wheel = position.placement.extra(slot) or 0
    if position.copied is not None:
        game.copied = rules.variant.cards.index(position.copied)
    return game


def dealt_game(
    rules: Rules, position: Position, *, held: tuple[int, ...], laid: tuple[str, ...], number: int, dealer: int
) -> Game:
    """Round `number` with so many cards in each hand, none of them known, and the cards laid since the last shuffle."""
    game = board_game(rules, position)
    game.round, game.dealer, game.first = number, dealer, rules.next_seat(dealer)
    game.held[: len(held)] = held
    game.laid_count = len(laid)
    for index, card in enumerate(laid):
        game.laid[index] = rules.variant.cards.index(card)
    return game


def new_game(rules: Rules, table: Table, position: Position) -> Game:
    """A whole game from its first position on, with all cards on the pile."""
    game = board_game(rules, position)
    game.first = position.turn
    game.dealer = first_dealer(position.turn, len(position.seats), rules.turn_step)
    game.left = table.cards
    game.pile[:] = table.card[:]
    late = rules.setup.when != "at_once"
    game.to_start = sum(waits << seat for seat, waits in enumerate(to_start(rules, position, dealt=late)))
    game.phase = Phase.TO_START if game.to_start and not late else Phase.TO_DEAL
    return game


def placement_of(rules: Rules, game: Game) -> Placement:
    """The figures on the game's board, pawns that are alike in order."""
    count = rules.pawns_per_seat
    rows = [tuple(map(Place, game.board.place[seat][:count])) for seat in range(len(rules.seats))]
    pawns = tuple(rows) if rules.ranks else tuple(tuple(sorted(row)) for row in rows)
    extras = [(name, game.board.figure) for name in rules.figures if game.board.figure >= 0]
    if rules.came_round is not None:
        extras.append((rules.came_round, game.board.touched))
    extras += [(slot, game.board.wheel) for slot in _wheel_slots(rules)]
    return Placement(pawns, tuple(sorted(extras)))


def _wheel_slots(rules: Rules) -> tuple[str, ...]:
    return tuple(effect.slot for effect in rules.effects if isinstance(effect, WheelTurn))


def _put(game: Game, seat: int, pawn: int, place: Place) -> None:
    board = game.board
    name = 1 + 8 * seat + pawn
    board.place[seat][pawn] = place
    if place >= 0:
        board.who[place] = name
    elif is_goal(place):
        board.lane[seat] |= 1 << (-2 - place)
    elif place == CENTRE:
        board.centre = name
