"""The board with its pawns as one SVG picture, as the viewers' page draws it."""

from collections.abc import Iterator
from typing import Final

from companion.board.board_svg import position_svg
from companion.board.drawing import GameMarks
from companion.board.files import BoardProfile
from companion.board.layout import BoardLayout
from companion.board.profile import Point
from companion.looks.pieces import FIGURE_RADII, PAWN_RADII, RANKED_RADII, dog, pawn
from companion.looks.shapes import Shape, moved
from companion.model.places import CENTRE, KENNEL, Place, goal_number, is_goal, is_track
from companion.views.table_view import TableView

_WHEEL: Final = "wheel"


class BoardPicture:
    """Draws the positions of one printed board."""

    def __init__(self, profile: BoardProfile) -> None:
        self._layout = BoardLayout(profile)

    def draw(self, view: TableView) -> str:
        """The position of the view.  Raises ValueError if there is none."""
        position = view.position
        if position is None:
            raise ValueError("there is no position")
        colours = [""] * len(self._layout.profile.goal)
        for seat, sector in zip(view.seats, position.seats, strict=True):
            colours[sector] = seat.colour
        rules, placement = view.rules, position.placement
        marks = GameMarks.at_table(rules)
        kennels = max(map(len, placement.pawns))
        quarters = placement.extra(_WHEEL) or 0
        return position_svg(self._layout, marks, colours, kennels, quarters, self._pieces(view))

    def _pieces(self, view: TableView) -> Iterator[Shape]:
        """All figures on the board; those beside it, or without a spot on this board, are left out."""
        position = view.position
        assert position is not None
        radius, ranks = self._layout.field_radius_mm, view.rules.variant.rank_names
        for seat, row in enumerate(position.placement.pawns):
            waiting = 0
            for index, place in enumerate(row):
                slot = index if ranks else waiting
                waiting += place == KENNEL
                spot = self._spot(place, position.seats[seat], slot)
                if spot is not None:
                    rank, width = (ranks[index], RANKED_RADII) if ranks else ("", PAWN_RADII)
                    yield from moved(pawn(view.seats[seat].colour, rank), spot, width * radius)
        for figure in view.rules.figures:
            field = position.placement.extra(figure)
            if field is not None:
                yield from moved(dog(), self._layout.profile.track[field], FIGURE_RADII * radius)

    def _spot(self, place: Place, sector: int, slot: int) -> Point | None:
        profile = self._layout.profile
        if is_track(place):
            return profile.track[place]
        if is_goal(place):
            return profile.goal[sector][goal_number(place) - 1]
        if place == KENNEL:
            return profile.kennel[sector][slot] if slot < len(profile.kennel[sector]) else None
        return profile.centre if place == CENTRE else None
