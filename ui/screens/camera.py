"""The camera's picture with the reading drawn over it, and the health of every part of the table.

A board without markers is shown to the reader here: its four corners are tapped on a still picture.
"""

from threading import Thread
from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import AliasProperty, BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from ui.app_model import AppModel
from ui.art.pixels import to_bgr
from ui.i18n.live import i18n
from ui.ports import Picture
from ui.presenters.banner import Banner
from ui.presenters.camera import camera_banner, corners_banner, no_picture, shared_address
from ui.presenters.overlay import NOTHING, of_corners, of_sight
from ui.presenters.own_board.board import OwnBoard
from ui.presenters.own_board.words import sector_colours
from ui.presenters.status import Chip, chips
from ui.screens.phones import CodePicture  # noqa: F401  (the layouts name it)
from ui.widgets.photo import TapPhoto

#: The interval of fetching a picture and its reading, both only while the screen is open.
_FETCH_S: Final = 1 / 15
_SIGHT_S: Final = 1 / 4
#: So many parts have room for their reports beside the code for viewers.
_WITH_CODE: Final = 3


class HealthRow(BoxLayout):
    """`brief` leaves out the report of a part that is well, so that one in trouble has room."""

    brief = BooleanProperty(False)
    chip = ObjectProperty(Chip("", "", "", "", "", "raised", ""), rebind=True)


class CameraScreen(Screen):
    """`drawn` is whether the board is drawn over the picture; `tapped` the board whose corners are being tapped."""

    model: AppModel = ObjectProperty(None, rebind=True)
    back = StringProperty("home")
    viewer = StringProperty("")
    in_no_network = BooleanProperty(False)
    #: The same address as a code, if others can open it.
    code = StringProperty("")
    #: The address by which a phone becomes the camera, as a code in the place of the picture.
    phone_code = StringProperty("")
    #: The line in the place of the picture.
    no_picture = StringProperty("")
    #: A part in trouble has so long a report that the code makes room.
    trouble = BooleanProperty(False)
    #: The permission to watch is being changed.
    sharing = BooleanProperty(False)
    banner = ObjectProperty(Banner("calm", "", "", ""), rebind=True)
    drawn = BooleanProperty(True)
    #: Whether the table was only opened to view the camera's picture.
    before_game = AliasProperty(lambda screen: screen.back in ("setup", "guide"), bind=("back",))
    tapped: OwnBoard | None = ObjectProperty(None, allownone=True)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._fetching: list[Any] = []
        #: The thread that changes it.
        self.sharer: Thread | None = None
        self.model.fbind("view", self._show_health)
        self.fbind("tapped", self._show_health)
        self.fbind("tapped", self._show_corners)
        i18n.fbind("language", self._show_health)

    def on_pre_enter(self, *_: object) -> None:
        self._show_address()
        self.tapped = None
        self._show_health()
        self._stop()
        self._fetch_picture(0)
        self._fetch_sight(0)
        self._fetching = [
            Clock.schedule_interval(self._fetch_picture, _FETCH_S),
            Clock.schedule_interval(self._fetch_sight, _SIGHT_S),
        ]

    def on_leave(self, *_: object) -> None:
        self._stop()
        self.picture.forget()

    @property
    def picture(self) -> TapPhoto:
        view: TapPhoto = self.ids.picture
        return view

    # --- what the buttons do -------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Goes back to the previous screen; a table opened only for the picture is closed again."""
        if self.before_game:
            self.model.close()
        self.manager.show(self.back)

    def make_own_board(self) -> None:
        """The table stays open: its camera takes the photograph."""
        self.manager.show("own_board")

    def test_table(self) -> None:
        """Opens the test of the camera for this table; the test opens the camera itself."""
        self.manager.show("certify", back="camera")

    def tap_corners(self) -> None:
        """Holds the picture still as soon as it comes; corners that show by themselves are proposed."""
        self.model.photograph(self._hold)

    def _hold(self, photograph: Picture | None) -> None:
        if photograph is not None and self.tapped is None and self.manager.current == self.name:
            self.picture.take(photograph)
            self.tapped = OwnBoard.like(self._board).photographed(to_bgr(photograph))

    def put(self, held: Any, px: tuple[float, float]) -> None:
        if self.tapped:
            self.tapped = self.tapped.put(held, px)

    def turn(self) -> None:
        if self.tapped:
            self.tapped = self.tapped.turned()

    def cancel(self) -> None:
        self.tapped = None

    def finish(self) -> None:
        """Reports the places of the corners, unless they make no board."""
        if self.tapped is None:
            return
        checked = self.tapped.forward()
        if checked.problem.code:
            self.tapped = checked
            return
        if self.model.camera:
            self.model.camera.set_corners(checked.sheet.corner_parts())
        self.tapped = None

    def on_drawn(self, *_: object) -> None:
        self._fetch_sight(0)

    def let_watch(self, *, lan: bool, replays: bool) -> None:
        """Lets others in the house watch, or stops that; the page's server restarts beside the game."""
        self.sharing = True
        self.code = ""
        self.sharer = self.model.share(self._shared, lan=lan, replays=replays)

    def _shared(self, fault: str) -> None:
        self.sharing = False
        self._show_address()
        self.viewer = fault or self.viewer

    def _show_address(self) -> None:
        urls = self.model.viewer_urls()
        shared = shared_address(urls[0]) if urls else ""
        self.viewer = "  ".join(urls)
        self.in_no_network = bool(urls) and self.model.settings.lan and not shared
        # before a game the panel is full of the actions of the camera
        self.code = "" if self.before_game else shared

    # --- within --------------------------------------------------------------------------------------------------

    @property
    def _board(self) -> str:
        """The board on the table: the game's own, or before a game that of the set-up."""
        view = self.model.view
        return str(view.board if view and view.board else self.model.settings.board)

    def _stop(self) -> None:
        for event in self._fetching:
            event.cancel()

    def _fetch_picture(self, _elapsed: float) -> None:
        if self.tapped is None:
            self.picture.take(self.model.camera.picture() if self.model.camera else None)

    def _fetch_sight(self, _elapsed: float) -> None:
        self.phone_code = "" if self.tapped else self.model.camera_code()
        if self.tapped is None:
            sight = self.model.camera.sight() if self.drawn and self.model.camera else None
            self.picture.overlay = of_sight(sight) if sight else NOTHING

    def _show_corners(self, *_: object) -> None:
        photo, board = self.picture, self.tapped
        photo.takes_taps = board is not None and board.takes_taps
        photo.grasp = self._grasp if board else None
        photo.overlay = NOTHING if board is None else of_corners(board, self._colours(board))

    def _colours(self, board: OwnBoard) -> tuple[str, ...]:
        return sector_colours(self.model.catalogue, self.model.settings, board.sheet.sectors)

    def _grasp(self, px: tuple[float, float], reach_px: float) -> Any:
        held = self.tapped.held(px, reach_px) if self.tapped else None
        return None if held is None or self.tapped is None else (held, self.tapped.place_of(held))

    def _show_health(self, *_: object) -> None:
        view, box = self.model.view, self.ids.health
        words = i18n.words
        self.banner = corners_banner(self.tapped, words) if self.tapped else camera_banner(view, words)
        self.no_picture = no_picture(view, words)
        if view is None:
            return
        known = [chip for chip in chips(view, words) if chip.part != "camera"]
        if len(box.children) != len(known):
            box.clear_widgets()
            for _chip in known:
                box.add_widget(HealthRow())
        self.trouble = any(chip.in_trouble for chip in known)
        crowded = bool(self.code) and len(known) > _WITH_CODE
        for row, chip in zip(reversed(box.children), known, strict=True):
            row.chip, row.brief = chip, not chip.in_trouble and (self.trouble or (crowded and chip.is_well))
