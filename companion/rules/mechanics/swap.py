"""Swapping: two pawns change places; blockers, lanes, the centre and figures are out of it (BD-R45..R50, TK-R05).

Beside it, taking a place: one pawn goes where another stands and sends it home (PJ-R01, PJ-R02).
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import ClassVar, Literal

from msgspec.structs import replace

from companion.model.places import CENTRE, KENNEL, Place, is_track
from companion.model.play import Step, StepKind
from companion.rules.faults.fault import (
    ONE_PAWN_CODES,
    BoardChange,
    Fault,
    Fit,
    Moved,
    fault,
    kennel_closed,
    not_one_pawn,
    off_the_track,
)
from companion.rules.faults.walk_faults import OTHER_CODE, WALK_CODES
from companion.rules.flat.codes import Opcode, UseCode, flags_of
from companion.rules.mechanic import Use
from companion.rules.moves.path import may_not_take
from companion.rules.moves.turn import Draft, Turn, jump

_Pair = tuple[int, Place, int, Place]


class Swap(Use, frozen=True, kw_only=True, tag="swap"):
    """Nobody walks, so no paw and no special field counts (BD-R13, ROY-R21).

    `partners`: own pawns change with any "foreign" one, or with "opponents" only (ST-R10).  Without two pawns to swap
    the card is "unplayable", or "void": it may be laid without effect (DOG-R14).  `own_pair`: two own pawns may change
    too, `own_blocker`: the own blocker may be one of them (house rules).  `any_pair`: two pawns of two other players
    may change as well (PA-R07).
    """

    partners: Literal["foreign", "opponents"] = "foreign"
    without_target: Literal["void", "unplayable"] = "unplayable"
    own_pair: bool = False
    own_blocker: bool = False
    any_pair: bool = False

    opcode: ClassVar[Opcode] = Opcode.SWAP
    refutes: ClassVar[frozenset[str]] = ONE_PAWN_CODES

    def code(self) -> UseCode:
        opponents, void = self.partners == "opponents", self.without_target == "void"
        return UseCode(self.opcode, flags=flags_of(opponents, void, self.own_pair, self.own_blocker, self.any_pair))

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        pair = None
        for pair in self._pairs(turn):
            yield _swapped(turn.start, *pair)
        if pair is None and self.without_target == "void":
            yield replace(turn.start, steps=(Step(kind=StepKind.VOID),))

    def faults(self, turn: Turn, change: BoardChange) -> Iterable[Fault]:
        exchanged = _exchange(turn, change)
        if (change.walked or change.taken_off) and self in change.uses and self._void(turn):
            first = next(
                (move for move in change.walked if move.seat in turn.own), (*change.walked, *change.taken_off)[0]
            )
            return [fault("DOG-R14", "swap_void", first, Fit.UNLIKE)]
        return self._no_exchange(turn, change) if exchanged is None else self._exchange_faults(turn, *exchanged)

    def fits(self, turn: Turn, move: Moved) -> bool:
        holder = turn.board.occupied.get(move.target)
        return move.origin >= 0 and holder is not None and holder != move.seat

    def another_pawn(self, turn: Turn, move: Moved, more: Sequence[Moved]) -> Fault | None:
        del turn, more
        return fault("CORE-R31", "pawn_not_meant", move, Fit.WRONG_KIND)

    def _exchange_faults(self, turn: Turn, first: Moved, second: Moved) -> Iterator[Fault]:
        mine = next((move for move in (first, second) if move.seat in turn.own), first if self.any_pair else None)
        if mine is None:
            yield fault("CORE-R27", "swap_needs_own_pawn", first, Fit.ONE_RULE)
            return
        other = second if mine is first else first
        for move in (mine, other):
            if move.origin == KENNEL:
                yield kennel_closed(turn, move)
            elif move.origin == CENTRE:
                yield fault("TK-R05", "swap_in_centre", move, Fit.ONE_RULE)
            elif not is_track(move.origin):
                yield fault("BD-R46", "swap_out_of_lane", move, Fit.ONE_RULE)
            elif _is_safe(turn, move.seat, move.origin) and not (move is mine and self.own_blocker):
                yield fault(
                    "BD-R46", "swap_own_blocker" if move.seat in turn.own else "swap_protected", move, Fit.ONE_RULE
                )
        if mine.seat == other.seat and not self.own_pair:
            yield fault("BD-R47", "swap_own_two", other, Fit.ONE_RULE)
        elif self.partners == "opponents" and other.seat in turn.rules.mates[mine.seat]:
            yield fault("ST-R10", "swap_opponents_only", other, Fit.ONE_RULE)

    def _no_exchange(self, turn: Turn, change: BoardChange) -> Iterator[Fault]:
        for figure in change.figures:
            for move in change.walked:
                if figure.target == move.origin and figure.origin == move.target:
                    yield fault("BD-R47", "swap_with_dog", move, Fit.ONE_RULE)
        half = _half_exchange(turn, change)
        if half is not None:
            yield half
            return
        moves = (*change.walked, *change.taken_off)
        if not moves:
            return
        mine = [move for move in change.walked if move.seat in turn.own]
        odd = off_the_track(turn, mine[0]) if mine else None
        if odd is not None:
            yield odd
            return
        if self._void(turn):
            yield fault("DOG-R14", "swap_void", (*mine, *moves)[0], Fit.UNLIKE)
        elif change.walked and not mine and not self.any_pair:
            yield fault("CORE-R27", "swap_needs_own_pawn", change.walked[0], Fit.UNLIKE)
        else:
            onto = bool(mine) and self.fits(turn, mine[0])
            fit = Fit.WRONG_KIND if onto else Fit.UNLIKE
            which = (*mine, *moves)[0]
            yield fault("BD-R47", "swap_needs_any_two" if self.any_pair else "swap_needs_two", which, fit)

    def _void(self, turn: Turn) -> bool:
        """Returns whether the card could only be laid without effect."""
        return self.without_target == "void" and not any(True for _ in self._pairs(turn))

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
        if self.any_pair:
            yield from self._pairs_of_others(turn)

    def _pairs_of_others(self, turn: Turn) -> Iterator[_Pair]:
        others = [seat for seat in range(len(turn.rules.seats)) if seat not in turn.own]
        loose = {seat: [place for place in _on_track(turn, seat) if not _is_safe(turn, seat, place)] for seat in others}
        for first, second in combinations(others, 2):
            yield from ((first, place, second, other) for place in loose[first] for other in loose[second])


class TakePlace(Use, frozen=True, kw_only=True, tag="take_place"):
    """An own pawn of the track goes onto the field of another player's pawn on the track, and sends it home.

    `partners`: the place of any "foreign" pawn, or of "opponents" only; never that of a blocker.  `from_kennel`: a pawn
    out of the kennel may do so too.
    """

    partners: Literal["foreign", "opponents"] = "foreign"
    from_kennel: bool = True

    opcode: ClassVar[Opcode] = Opcode.PLACE

    def code(self) -> UseCode:
        return UseCode(self.opcode, flags=flags_of(self.partners == "opponents", self.from_kennel))

    def outcomes(self, turn: Turn) -> Iterator[Draft]:
        for seat in turn.own:
            waiting = turn.board.waiting(seat) if self.from_kennel else ()
            walking = [index for index, place in turn.board.movable(seat) if place >= 0]
            for index in (*waiting, *walking):
                for other in range(len(turn.rules.seats)):
                    for place in _on_track(turn, other) if self._takes(turn, seat, other) else ():
                        if not _is_safe(turn, other, place) and may_not_take(turn.board, seat, place) is None:
                            yield jump(turn.start, seat, index, place)

    def faults(self, turn: Turn, change: BoardChange) -> Iterable[Fault]:
        yield from not_one_pawn(turn, change.walked)
        for move in change.walked:
            holder = turn.board.occupied.get(move.target)
            if move.seat not in turn.own:
                continue
            if move.origin == KENNEL and not self.from_kennel:
                yield kennel_closed(turn, move)
            elif holder is not None and _is_safe(turn, holder, move.target):
                code = WALK_CODES["CORE-R07"]
                yield fault("CORE-R07", code, move, Fit.ONE_RULE, blocker=holder, blocker_at=int(move.target))
            else:
                yield fault("CORE-R31", OTHER_CODE, move, Fit.UNLIKE)

    def fits(self, turn: Turn, move: Moved) -> bool:
        holder = turn.board.occupied.get(move.target)
        there = move.origin >= 0 or (move.origin == KENNEL and self.from_kennel)
        return move.seat in turn.own and there and holder is not None and self._takes(turn, move.seat, holder)

    def _takes(self, turn: Turn, seat: int, other: int) -> bool:
        return other != seat and not (self.partners == "opponents" and other in turn.rules.mates[seat])


def _on_track(turn: Turn, seat: int) -> Iterator[Place]:
    return (place for _, place in turn.board.movable(seat) if place >= 0)


def _is_safe(turn: Turn, seat: int, place: Place) -> bool:
    """Returns whether a pawn is exempt from swaps, as a blocker is (BD-R46)."""
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


def _exchange(turn: Turn, change: BoardChange) -> tuple[Moved, Moved] | None:
    """Returns two pawns that stand where the other one stood; with an own pawn if there is a choice."""
    pairs = [
        (first, second)
        for index, first in enumerate(change.walked)
        for second in change.walked[index + 1 :]
        if _took_places(first, second)
    ]
    return min(pairs, key=lambda pair: all(move.seat not in turn.own for move in pair), default=None)


def _half_exchange(turn: Turn, change: BoardChange) -> Fault | None:
    """Returns the fault of a foreign pawn on the former place of an own one that went on.

    The own one went on by walking or jumping (TK-R07, ROY-R21).
    """
    special = turn.rules.draw_fields
    for mine in change.walked:
        for other in change.walked:
            exchanged = mine.seat in turn.own and other.seat != mine.seat and other.target == mine.origin
            if not exchanged or not is_track(mine.origin) or not is_track(other.origin):
                continue
            if other.origin in special and mine.target in special:
                return fault("ROY-R21", "swap_no_jump", mine, Fit.ONE_RULE)
            return fault("CORE-R31", "swap_and_walk", mine, Fit.ONE_RULE)
    return None


def _took_places(first: Moved, second: Moved) -> bool:
    """Returns whether two pawns changed places.

    Lanes are private, so a pawn that came out of a lane is only known by the other one having gone in.
    """
    if first.target == second.origin and second.target == first.origin:
        return True
    lane, track = (first, second) if not is_track(first.origin) else (second, first)
    return lane.origin < 0 and lane.target == track.origin and is_track(track.origin) and not is_track(track.target)
