"""What is wrong with what lies on the board, told by the rule that was broken: the words of the referee's reasons.

Law: a building block that has a rule also says how the rule was broken (`Use.faults`); the referee only asks all uses
of the card and takes the fault that is nearest to a legal play.  A fault's `code` is a message of `companion/texts`,
its ruling the one of the DOG family; a game that says it in a ruling of its own names that in its `rulings`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from companion.model.places import CENTRE, KENNEL, OFF, Place, goal_number, is_goal, is_track
from companion.rules.board import Board
from companion.rules.turn import Turn

Params = tuple[tuple[str, str | int], ...]


class Fit(IntEnum):
    """How near the moves come to a play of the use that finds fault with them."""

    #: Everything fits, but one rule stands in the way.
    ONE_RULE = 0
    #: The right kind of move, of the wrong length or to the wrong place.
    WRONG_LENGTH = 1
    #: A move of another kind, by the right player.
    WRONG_KIND = 2
    #: Nothing that this use could have to do with.
    UNLIKE = 3


@dataclass(frozen=True, slots=True)
class Moved:
    """One pawn that lies elsewhere than before; `index` is its rank where pawns are ranked."""

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


@dataclass(frozen=True, slots=True)
class Deed:
    """What was done on the board with `card`, a turn of the disc undone: who was put elsewhere or taken off."""

    card: str
    walked: tuple[Moved, ...]
    taken_off: tuple[Moved, ...] = ()
    figures: tuple[MovedFigure, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """A broken ruling, the message that tells it, and the pawn that broke it (None: no pawn in particular)."""

    ruling: str
    code: str
    move: Moved | None
    fit: Fit
    params: Params = ()


def fault(ruling: str, code: str, move: Moved | None, fit: Fit, **params: str | int) -> Fault:
    return Fault(ruling, code, move, fit, tuple(sorted(params.items())))


def fields_between(board: Board, move: Moved) -> int | None:
    """Fields from origin to target going forward; negative for backward in the lane; None where there is no way."""
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
    """Fields from origin to target going backward, into the lane too; None where there is no way."""
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
    """A pawn that the card does not move for this player (CORE-R27, CORE-R16)."""
    if move.seat == turn.actor:
        return fault("CORE-R16", "help_your_partner", move, Fit.WRONG_KIND)
    if move.seat in turn.rules.mates[turn.actor] and turn.own == (turn.actor,):
        return fault("CORE-R27", "partner_not_yet", move, Fit.WRONG_KIND)
    return fault("CORE-R27", "wrong_pawn", move, Fit.WRONG_KIND)


def not_one_pawn(turn: Turn, walked: Sequence[Moved]) -> Iterator[Fault]:
    """What is wrong with who moved, where exactly one own pawn should have (CORE-R27, CORE-R29)."""
    mine = [move for move in walked if move.seat in turn.own]
    if not mine:
        yield from (not_yours(turn, move) for move in walked)
    elif len(mine) > 1:
        yield fault("CORE-R29", "one_pawn_only", mine[-1], Fit.WRONG_KIND)


def off_the_track(turn: Turn, move: Moved) -> Fault | None:
    """A pawn in the kennel, or one that came into or out of the centre, with a card that does nothing of the kind."""
    centre = turn.rules.centre
    if move.origin == KENNEL:
        return kennel_closed(turn, move)
    if centre is not None and move.origin == CENTRE:
        return fault(centre.leaving, "centre_closed_out", move, Fit.WRONG_KIND, cards=_cards_for(turn, move))
    if centre is not None and move.target == CENTRE:
        return fault(centre.entering, "centre_closed_in", move, Fit.WRONG_KIND, cards=_cards_for(turn, move))
    return None


def kennel_closed(turn: Turn, move: Moved) -> Fault:
    """A pawn that came out of its kennel without a start card (CORE-R28)."""
    own = Moved(turn.own[0], KENNEL, move.target)
    return fault("CORE-R28", "kennel_closed", move, Fit.WRONG_KIND, cards=_cards_for(turn, own))


def _cards_for(turn: Turn, move: Moved) -> str:
    """The cards that could have moved the pawn so, as alternatives of a message."""
    uses = turn.rules.uses
    return "|".join(card for card in turn.rules.variant.cards if any(use.fits(turn, move) for use in uses[card]))
