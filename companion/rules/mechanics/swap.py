"""Swapping: two pawns change places; blockers, lanes, the centre and figures are out of it (BD-R45..R50, TK-R05)."""

from collections.abc import Iterable, Iterator
from typing import Literal

from companion.model.places import Place
from companion.model.play import Step, StepKind
from companion.rules.mechanic import Use
from companion.rules.turn import Draft, Turn

_Pair = tuple[int, Place, int, Place]


class Swap(Use, frozen=True, kw_only=True, tag="swap"):
    """Nobody walks, so no paw and no special field counts (BD-R13, ROY-R21).

    `partners`: own pawns change with any "foreign" one, or with "opponents" only (ST-R10).  Without two pawns to swap
    the card is "unplayable", or "void": it may be laid without effect (DOG-R14).  `own_pair`: two own pawns may change
    too, `own_blocker`: the own blocker may be one of them (house rules).
    """

    partners: Literal["foreign", "opponents"] = "foreign"
    without_target: Literal["void", "unplayable"] = "unplayable"
    own_pair: bool = False
    own_blocker: bool = False

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        swapped = [_swapped(turn.start, *pair) for pair in self._pairs(turn)]
        if swapped or self.without_target == "unplayable":
            return swapped
        return (turn.start._replace(steps=(Step(kind=StepKind.VOID),)),)

    def _pairs(self, turn: Turn) -> Iterator[_Pair]:
        for seat in turn.own:
            own = [place for place in _on_track(turn, seat) if self.own_blocker or not _is_safe(turn, seat, place)]
            if self.own_pair:
                yield from ((seat, first, seat, second) for i, first in enumerate(own) for second in own[i + 1 :])
            for other in range(len(turn.rules.seats)):
                if other == seat or (self.partners == "opponents" and other in turn.rules.mates[seat]):
                    continue
                loose = [place for place in _on_track(turn, other) if not _is_safe(turn, other, place)]
                yield from ((seat, place, other, foreign) for place in own for foreign in loose)


def _on_track(turn: Turn, seat: int) -> Iterator[Place]:
    return (place for _, place in turn.board.movable(seat) if place >= 0)


def _is_safe(turn: Turn, seat: int, place: Place) -> bool:
    """A blocker stays where it is (BD-R46)."""
    return turn.board.is_blocker(seat, place)


def _swapped(draft: Draft, seat: int, own: Place, other: int, foreign: Place) -> Draft:
    board = draft.board
    if seat == other and foreign == board.rules.starts[seat]:
        # The pawn on the start field moves first, so that the one that comes there is known to have come round.
        own, foreign = foreign, own
    after = board.moved(seat, board.pawns[seat].index(own), foreign)
    after = after.moved(other, after.pawns[other].index(foreign), own)
    step = Step(kind=StepKind.SWAP, seat=seat, origin=own, target=foreign, other_seat=other)
    return Draft(after, (*draft.steps, step), draft.landed)
