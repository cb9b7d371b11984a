"""The marks on the board: figures that may go, targets, letters, the places of a problem; and the ways of figures."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Final

from companion.model.places import CENTRE, KENNEL, Place, is_goal, is_track
from companion.model.position import Placement, Position
from companion.model.verdict import VerdictKind
from companion.rules.rules import Rules
from companion.views.put_back import moved_pawns
from companion.views.table_view import AnomalyView, CandidateView, TableView, VerdictView
from ui.presenters.play.choices import arrivals, lit_spots, movable, narrow, tappable_arrivals, unturned
from ui.presenters.spots import WHEEL, Spot, spot_of

#: The way of a figure: from where, and to where.
Arrow = tuple[Spot, Spot]
#: The mark of a play on the board.
Letter = tuple[Spot, str]
#: The word in the codes of messages about the neutral figure.
_DOG: Final = "dog"


@dataclass(frozen=True, slots=True)
class BoardMarks:
    """`movable` are the figures that may go, before the first tap; `lit` the targets of the tapped ones.

    `settled` is the play that the taps name for good; `letters` mark the offered plays.
    """

    movable: frozenset[Spot] = frozenset()
    lit: frozenset[Spot] = frozenset()
    settled: CandidateView | None = None
    letters: tuple[Letter, ...] = ()

    @property
    def letter_of(self) -> dict[int, str]:
        """The letters by the number of the offered play; empty if no spot sets any of them apart."""
        return dict(enumerate(ascii_uppercase)) if self.letters else {}


#: Nothing is marked.
NO_MARKS = BoardMarks()


def board_marks(view: TableView, taps: Sequence[Spot], buttons: Sequence[CandidateView]) -> BoardMarks:
    """The marks while a play is tapped; `buttons` are the plays that are offered as big buttons."""
    rules, position = view.rules, view.position
    if position is None:
        return NO_MARKS
    return BoardMarks(
        movable=frozenset() if taps else movable(rules, position, view.plays),
        lit=lit_spots(rules, position, view.plays, taps),
        settled=settled(rules, position, view.plays, taps),
        letters=lettered(rules, position, buttons),
    )


def settled(
    rules: Rules, position: Position, choices: Iterable[CandidateView], taps: Sequence[Spot]
) -> CandidateView | None:
    """The play that a figure and its new field name; None as long as a further tap can name another one."""
    left = narrow(rules, position, choices, taps)
    if len(left) != 1 or len(taps) < 2:
        return None
    return left[0] if any(spot in tappable_arrivals(rules, position, left[0].result) for spot in taps) else None


def lettered(rules: Rules, position: Position, choices: Sequence[CandidateView]) -> tuple[Letter, ...]:
    """A letter for each of several plays, at a spot where no other one of them brings a figure.

    Empty if no spot sets any of them apart.
    """
    came = [arrivals(rules, position, choice.result) for choice in choices]
    marked = []
    for index, spots in enumerate(came):
        others = frozenset().union(*came[:index], *came[index + 1 :])
        marked += [(spot, ascii_uppercase[index]) for spot in sorted(spots - others, key=repr)[:1]]
    return tuple(marked) if len(choices) > 1 else ()


def paths(rules: Rules, position: Position, placement: Placement) -> tuple[Arrow, ...]:
    """From where to where each figure went in a play, before the wheel was turned."""
    after = unturned(rules, position, placement)
    found = list(ways(position.placement, after, ranked=bool(rules.ranks)))
    for figure in rules.variant.figures:
        origin, target = position.placement.extra(figure), after.extra(figure)
        if origin is not None and target is not None and origin != target:
            found.append((Spot(None, Place(origin)), Spot(None, Place(target))))
    return tuple(found)


def ways(before: Placement, after: Placement, *, ranked: bool) -> Iterator[Arrow]:
    """Yields from where to where each pawn goes; of pawns alike it is the last one of a kennel that leaves or enters
    it, since the first spots of a kennel are drawn full."""
    rows = zip(before.pawns, after.pawns, strict=True)
    waiting = [min(there.count(KENNEL), then.count(KENNEL)) for there, then in rows]
    for moved in moved_pawns(before, after, ranked=ranked):
        pawn = moved.pawn
        if not ranked and KENNEL in (moved.origin, moved.target):
            pawn = waiting[moved.seat]
            waiting[moved.seat] += 1
        yield spot_of(moved.seat, Place(moved.origin), pawn), spot_of(moved.seat, Place(moved.target), pawn)


def pointed_at(view: TableView) -> tuple[Spot, ...]:
    """The places of anomalies, of a verdict but "legal", or of figures that belong back, kennels among them."""
    if view.put_back is not None:
        pairs = ((pawn.seat, place, pawn.pawn) for pawn in view.put_back.pawns for place in (pawn.origin, pawn.target))
        pawns = (spot_of(seat, Place(place), pawn) for seat, place, pawn in pairs)
        return (*pawns, *(Spot(None, Place(field)) for field in view.put_back.figures))
    reason = _objection(view)
    if reason is None:
        return ()
    places = [Place(place) for place in (reason.origin, reason.target) if place is not None]
    shown = [place for place in places if is_track(place) or is_goal(place) or place == CENTRE]
    pawn = (spot_of(reason.seat or 0, place) for place in shown)
    return (*pawn, *(_figures(view) if _DOG in reason.code.split("_") else ()))


def _figures(view: TableView) -> Iterator[Spot]:
    """The fields of the neutral figures, as the play found them."""
    position = view.position
    for figure in view.rules.variant.figures if position else ():
        field = position.placement.extra(figure) if position else None
        if field is not None:
            yield Spot(None, Place(field))


def _objection(view: TableView) -> VerdictView | AnomalyView | None:
    """The anomaly, or the verdict that is not "legal"."""
    verdict = view.verdict
    return view.anomaly or (None if verdict is None or verdict.kind is VerdictKind.LEGAL else verdict)


def points_at_wheel(view: TableView) -> bool:
    """Whether the disc has to be turned, or turned back."""
    if view.put_back is not None:
        return view.put_back.wheel
    reason = _objection(view)
    return reason is not None and WHEEL in reason.code.split("_")
