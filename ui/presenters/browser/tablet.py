"""A tablet in a browser for a game on a board."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from companion.board.files import load_board
from companion.board.layout import BoardLayout
from companion.views.table_view import TableView
from companion.views.wording.sentences import Wording
from ui.presenters.browser.board import SpotNames, arrow_faces, position_face, rim_face, spot_faces, spot_key
from ui.presenters.browser.browser import Browser, Touch
from ui.presenters.browser.offers import Do
from ui.presenters.browser.page import BoardFace, TabletPage, ZoomFace
from ui.presenters.browser.panels import Panel
from ui.presenters.play.finger import Reach
from ui.presenters.play.input import PlayInput
from ui.presenters.play.play import PlayViewModel, play_view_model
from ui.presenters.spots import Spot, Spots

#: The act that stands for a touch of the board, and the one that shows the whole board again.
TOUCH: Final = "touch"
WHOLE: Final = "whole"


class BrowserTablet(PlayInput, Browser):
    """`show` takes views of games on boards alone."""

    def __init__(self, wording: Wording, language: str, clock: Callable[[], int]) -> None:
        self.mode, self.draft, self.next_turn, self.hand, self.face = "turn", None, None, None, None
        super().__init__(wording=wording, language=language, clock=clock)
        self._zoom: ZoomFace | None = None

    def follow_view(self, _before: TableView | None, view: TableView) -> None:
        if _before is None or _before.position != view.position:
            self._zoom = None
        self.follow_question(view)

    def draw(self, view: TableView) -> TabletPage:
        face = self.face = play_view_model(view, self.local, self.words)
        panel = Panel(self, view, face, self.offers, self.words)
        parts = panel.parts() if not view.paused else ()
        board = self._board(view, face)
        return self.made(view, face, face.seats, parts, panel.foot(), note=face.turn_note, board=board)

    def find(self, view: TableView, name: str, touch: Touch | None) -> Do | None:
        if name == TOUCH:
            return self._touched(view, touch) if touch else None
        return super().find(view, name, touch)

    @property
    def all_spots(self) -> frozenset[Spot]:
        return frozenset(spot for spot, _, _ in self._spots.all()) if self._spots else frozenset()

    @property
    def fields(self) -> int:
        return self._spots.fields if self._spots else 0

    @property
    def _spots(self) -> Spots | None:
        view = self.view
        if view is None or view.position is None:
            return None
        return _spots(view.board, view.position.seats, tuple(view.rules.variant.rank_names))

    def _board(self, view: TableView, face: PlayViewModel) -> BoardFace | None:
        spots = self._spots
        if view.position is None or spots is None:
            return None
        placement = self.draft.placement if self.draft else view.position.placement
        means = frozenset() if view.paused else self.tappable(view).spots
        lit = face.marks.lit if self.mode == "turn" else frozenset()
        for spot in means:
            self.offers.name(spot_key(spot), lambda chosen=spot: self._choose_spot(chosen))  # type: ignore[misc]
        if self._zoom:
            self.offers.name(WHOLE, self._show_whole)
        arrows = face.computer.arrows if face.computer and not self.draft else ()
        return BoardFace(
            position=position_face(view, placement),
            taps=bool(means),
            spots=spot_faces(spots, means, self.picks(view), lit, SpotNames(view, placement, self.words)),
            arrows=arrow_faces(spots, arrows),
            rim=rim_face(spots) if self.rings_wheel else None,
            zoom=self._zoom if means else None,
        )

    def _touched(self, view: TableView, touch: Touch) -> Callable[[], None] | None:
        """The meaning of a finger on the board; if several spots lie under it, the board is enlarged there."""
        spots, (x, y, side) = self._spots, touch
        means = self.tappable(view)
        if spots is None or view.paused or not means.spots:
            return None
        reach = Reach(spots, means, side, 1.0)
        under = reach.under((x, y))
        spot = reach.meant(under) if under else reach.astray((x, y))
        if spot is not None:
            return lambda: self._choose_spot(spot)
        if not under:
            return self._show_whole
        glass = reach.glass((x, y))
        return lambda: self._enlarge(ZoomFace(x=x, y=y, times=max(2.0, glass.enlarges)))

    def _choose_spot(self, spot: Spot) -> None:
        self._zoom = None
        self.on_spot(spot)

    def _enlarge(self, zoom: ZoomFace) -> None:
        self._zoom = zoom

    def _show_whole(self) -> None:
        self._zoom = None


@lru_cache(maxsize=4)
def _spots(board: str, sectors: tuple[int, ...], ranks: tuple[str, ...]) -> Spots:
    return Spots(BoardLayout(load_board(board)), sectors, ranks)
