"""Swapping: an own pawn and a foreign one change places; blockers, lanes and figures are out of it (BD-R45..R50)."""

from collections.abc import Iterable, Iterator

from companion.model.places import Place
from companion.model.play import Step, StepKind
from companion.rules.mechanic import Use
from companion.rules.turn import Draft, Turn


class Swap(Use, frozen=True, kw_only=True, tag="swap"):
    """No settings.  Nobody walks, so no paw counts (BD-R13)."""

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        for seat in turn.own:
            for own in _loose(turn, seat):
                for other in range(len(turn.rules.seats)):
                    if other != seat:
                        for foreign in _loose(turn, other):
                            yield _swapped(turn.start, seat, own, other, foreign)


def _loose(turn: Turn, seat: int) -> Iterator[Place]:
    """Places of the seat's pawns that may be swapped: on the track, not on the own start field (BD-R46)."""
    return (place for _, place in turn.board.movable(seat) if place >= 0 and place != turn.rules.starts[seat])


def _swapped(draft: Draft, seat: int, own: Place, other: int, foreign: Place) -> Draft:
    board = draft.board
    after = board.moved(seat, board.pawns[seat].index(own), foreign)
    after = after.moved(other, after.pawns[other].index(foreign), own)
    step = Step(kind=StepKind.SWAP, seat=seat, origin=own, target=foreign, other_seat=other)
    return Draft(after, (*draft.steps, step), draft.landed)
