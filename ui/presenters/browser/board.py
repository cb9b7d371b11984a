"""The board of a browser's tablet: where its figures stand, and what a touch, a key or a screen reader finds there."""

from collections.abc import Iterable, Sequence

import msgspec

from companion.model.places import CENTRE, KENNEL, goal_number, is_goal, is_track
from companion.model.position import Placement
from companion.rules.schema import position_to_json
from companion.views.table_view import TableView
from ui.i18n import Words
from ui.presenters.browser.page import ArrowFace, RimFace, Ring, SpotFace
from ui.presenters.play.board_marks import Arrow
from ui.presenters.play.choices import occupants
from ui.presenters.spots import Spot, Spots


def position_face(view: TableView, placement: Placement) -> dict[str, object]:
    """The position of the view with another placement, as in the public formats.  Raises ValueError without a board."""
    if view.position is None:
        raise ValueError("no board")
    return position_to_json(view.rules, msgspec.structs.replace(view.position, placement=placement))


def spot_key(spot: Spot) -> str:
    """The name of a spot among the acts."""
    return f"spot.{'' if spot.seat is None else spot.seat}.{spot.place}.{spot.pawn}"


def spot_faces(
    spots: Spots, tappable: Iterable[Spot], picks: Iterable[Spot], lit: Iterable[Spot], names: "SpotNames"
) -> tuple[SpotFace, ...]:
    """The spots that mean something or are marked, each once, as they are read."""
    means, ringed, targets = frozenset(tappable), frozenset(picks), frozenset(lit)
    found: dict[Spot, SpotFace] = {}
    for spot, x, y in spots.all():
        if spot in found or spot not in means | ringed | targets:
            continue
        mark: Ring = "pick" if spot in ringed else "lit" if spot in targets else ""
        act = spot_key(spot) if spot in means else ""
        found[spot] = SpotFace(act=act, name=names.name(spot), x=x, y=y, mark=mark)
    return tuple(found.values())


def rim_face(spots: Spots) -> RimFace | None:
    """The ring round the disc; None on a board without one."""
    rim = spots.rim
    return RimFace(x=rim.x, y=rim.y, radius=rim.radius) if rim else None


def arrow_faces(spots: Spots, arrows: Sequence[Arrow]) -> tuple[ArrowFace, ...]:
    """The arrows between spots that the board shows."""
    ends = ((spots.at(origin), spots.at(target)) for origin, target in arrows)
    return tuple(ArrowFace(x=here[0], y=here[1], to_x=to[0], to_y=to[1]) for here, to in ends if here and to)


class SpotNames:
    """The names of spots with the owners of the figures on them, for people who do not see the board."""

    def __init__(self, view: TableView, placement: Placement, words: Words) -> None:
        self._view = view
        self._words = words
        self._standing = occupants(view.rules, placement)

    def name(self, spot: Spot) -> str:
        standing = self._standing.get(spot, ())
        names = ", ".join(
            self._words.text("spot.pawn", name=self._view.seats[figure.seat].name)
            if figure.seat is not None
            else self._words.text("spot.figure")
            for figure in standing
        )
        place = self._place(spot)
        return self._words.text("spot.with", place=place, names=names) if names else place

    def _place(self, spot: Spot) -> str:
        if spot.seat is None:
            centre = spot.place == CENTRE or not is_track(spot.place)
            return self._words.text("spot.centre") if centre else self._words.text("spot.field", number=spot.place + 1)
        owner = self._view.seats[spot.seat].name
        if is_goal(spot.place):
            return self._words.text("spot.goal", number=goal_number(spot.place), name=owner)
        return self._words.text("spot.kennel", name=owner) if spot.place == KENNEL else ""
