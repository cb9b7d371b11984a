"""Faults of the board, each by its broken rule: the words of the referee's reasons.

Law: a building block that has a rule also knows how the rule was broken (`Use.faults`); the referee only queries all
uses of the card and takes the fault that is nearest to a legal play.  A fault's `code` is a message of
`companion/texts`, its ruling the one of the DOG family; a game with a ruling of its own for it names that in its
`rulings`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from companion.model.places import CENTRE, KENNEL, OFF, Place, goal_number, is_goal, is_track
from companion.model.play import Play
from companion.rules.moves.board import Board
from companion.rules.moves.turn import Turn

Params = tuple[tuple[str, str | int], ...]

#: Several own pawns were moved with a card that moves one, and none of them by the card.
SEVERAL_PAWNS = "several_pawns_moved"
#: Codes that are untrue of a card that may move more than one pawn.
ONE_PAWN_CODES = frozenset({SEVERAL_PAWNS, "one_pawn_only"})


class Fit(IntEnum):
    """How near the moves come to a play of the use that finds fault with them."""

    #: Everything fits, but one rule stands in the way.
    ONE_RULE = 0
    #: The right kind of move, of the wrong length or to the wrong place.
    WRONG_LENGTH = 1
    #: A move of another kind, by the right player.
    WRONG_KIND = 2
    #: Moves that have nothing to do with this use.
    UNLIKE = 3


@dataclass(frozen=True, slots=True)
class Moved:
    """One pawn that lies elsewhere than before; `index` is its rank in games with ranks."""

    seat: int
    origin: Place
    target: Place
    index: int | None = None

    @property
    def taken_off(self) -> bool:
        """Sent to the kennel or put beside the board."""
        return self.target in (KENNEL, OFF)


@dataclass(frozen=True, slots=True)
class MovedFigure:
    """A neutral figure that stands elsewhere than before; `target` is OFF when it is beside the board."""

    name: str
    origin: Place
    target: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Aftermath:
    """The changes beside the moves of `play`, which was made, or of its beginning (`unfinished`).

    `turned`: quarter turns of the disc (+1 clockwise, 2 half round); `between` two stops; `left_behind`: a figure on it
    was not carried so.  `has_choice`: the card's plays move a neutral figure by different values.
    """

    play: Play
    unfinished: bool
    turned: int
    between: bool
    left_behind: bool
    has_choice: bool

    @property
    def wheel_moved(self) -> bool:
        return self.between or self.turned != 0


@dataclass(frozen=True, slots=True)
class BoardChange:
    """The changes of the board with `card`, a turn of the disc taken back: moved pawns and pawns taken off.

    `could_move` tells for any face whether a use of it could have moved a pawn so, were no rule in the way; `uses` are
    those that the card has itself, not by standing for another face.
    """

    card: str
    walked: tuple[Moved, ...]
    could_move: Callable[[str, Moved], bool]
    uses: tuple[object, ...]
    taken_off: tuple[Moved, ...] = ()
    figures: tuple[MovedFigure, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """A broken ruling, its message, and the pawn that broke it (None: no pawn in particular).

    `cards_for`: the message names the cards of the game that could have made this move.
    """

    ruling: str
    code: str
    move: Moved | None
    fit: Fit
    params: Params = ()
    cards_for: Moved | None = None


def fault(
    ruling: str, code: str, move: Moved | None, fit: Fit, *, cards_for: Moved | None = None, **params: str | int
) -> Fault:
    return Fault(ruling, code, move, fit, tuple(sorted(params.items())), cards_for)


def fields_between(board: Board, move: Moved) -> int | None:
    """Returns the fields from origin to target going forward.

    Negative for backward in the lane; None if there is no way.
    """
    rules = board.rules
    origin, target = move.origin, move.target
    if is_track(origin) and is_track(target):
        return (target - origin) % rules.field_count
    if is_track(origin) and is_goal(target):
        return (rules.feet[move.seat] - origin) % rules.field_count + goal_number(target)
    if is_goal(origin) and is_goal(target):
        return goal_number(target) - goal_number(origin)
    return None


def fields_back(board: Board, move: Moved) -> int | None:
    """Returns the fields from origin to target going backward, into the lane too; None if there is no way."""
    rules = board.rules
    origin, target = move.origin, move.target
    if not is_track(origin):
        return None
    if is_track(target):
        return (origin - target) % rules.field_count
    if is_goal(target):
        return (origin - rules.feet[move.seat]) % rules.field_count + goal_number(target)
    return None


def not_yours(turn: Turn, move: Moved) -> Fault:
    """Returns the fault of a pawn that the card does not move for this player (CORE-R27, CORE-R16)."""
    if move.seat == turn.actor:
        return fault("CORE-R16", "help_your_partner", move, Fit.WRONG_KIND)
    if move.seat in turn.rules.mates[turn.actor] and turn.own == (turn.actor,):
        return fault("CORE-R27", "partner_not_yet", move, Fit.WRONG_KIND)
    return fault("CORE-R27", "wrong_pawn", move, Fit.WRONG_KIND)


def not_one_pawn(turn: Turn, walked: Sequence[Moved]) -> Iterator[Fault]:
    """Yields the fault if not exactly one own pawn was moved (CORE-R27, CORE-R29)."""
    mine = [move for move in walked if move.seat in turn.own]
    if not mine:
        yield from (not_yours(turn, move) for move in walked)
    elif len(mine) > 1:
        yield fault("CORE-R29", SEVERAL_PAWNS, mine[-1], Fit.WRONG_KIND)


def off_the_track(turn: Turn, move: Moved) -> Fault | None:
    """Returns the fault of a kennel pawn, or one that came into or out of the centre, with a card that cannot do so."""
    centre = turn.rules.centre
    if move.origin == KENNEL:
        return kennel_closed(turn, move)
    if centre is not None and move.origin == CENTRE:
        return fault(centre.leaving, "centre_closed_out", move, Fit.WRONG_KIND, cards_for=move)
    if centre is not None and move.target == CENTRE:
        return fault(centre.entering, "centre_closed_in", move, Fit.WRONG_KIND, cards_for=move)
    return None


def kennel_closed(turn: Turn, move: Moved) -> Fault:
    """Returns the fault of a pawn that came out of its kennel without a start card (CORE-R28)."""
    own = Moved(turn.own[0], KENNEL, Place(turn.rules.starts[turn.own[0]]))
    return fault("CORE-R28", "kennel_closed", move, Fit.WRONG_KIND, cards_for=own)
