"""Making a profile of a board one owns: a photograph of it, taps and drags on that, and a name.

The draft stays until it is saved or discarded, through other screens and switching off.
"""

from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.board.files import own_folder
from ui import draft_file
from ui.app_model import AppModel
from ui.art.pixels import to_bgr, to_rgba
from ui.background import in_background
from ui.i18n.live import i18n
from ui.ports import Picture
from ui.presenters.overlay import NOTHING, WHOLE, frame_of, of_draft
from ui.presenters.own_board.board import STEPS, OwnBoard, Step
from ui.presenters.own_board.words import help_line, outlines, problem_line, sector_colours
from ui.presenters.setup import SetupForm
from ui.screens.setup_pages import Chooser  # noqa: F401  (the layouts name it)
from ui.screens.typing import TypingScreen
from ui.widgets.board.board import BoardView  # noqa: F401  (the layouts name it)
from ui.widgets.photo import TapPhoto
from ui.widgets.taps import SecondTap

_FETCH_S: Final = 1 / 15


class Stepper(BoxLayout):
    """A measure with a key to make it smaller and one to make it larger; `on_step` has -1 or 1."""

    title = StringProperty("")
    value = StringProperty("")

    def __init__(self, **values: Any) -> None:
        self.register_event_type("on_step")
        super().__init__(**values)

    def on_step(self, by: int) -> None:
        """Event: smaller or larger."""


class StepPage(BoxLayout):
    """The part of a step beside the picture."""

    screen = ObjectProperty(None, rebind=True)


class OutlinePage(StepPage):
    """The known board that it is like."""

    def show(self, board: OwnBoard) -> None:
        chooser, form = self.ids.outline, SetupForm(self.screen.model.catalogue, self.screen.model.settings)
        chooser.options = list(outlines(form, i18n.words, board.sheet.template))
        chooser.value = board.sheet.template
        self.ids.preview.colours = tuple(self.screen.colours)
        self.ids.preview.board = board.sheet.template


class SizePage(StepPage):
    """The size of the board, from corner to corner."""

    def show(self, board: OwnBoard) -> None:
        words = i18n.words
        for side, key in enumerate(("wide", "high")):
            value = f"{board.sheet.size_mm[side] / 10:g}"
            self.ids[key].value = words.text("own.cm", value=value.replace(".", words.text("own.point")))


class AskPage(StepPage):
    """The colour whose start field is to be tapped next; empty if there is none."""

    colour = StringProperty("")

    def show(self, board: OwnBoard) -> None:
        asked = board.asked if board.step is Step.STARTS else None
        self.colour = "" if asked is None else self.screen.colours[asked]


class KeepPage(StepPage):
    """The name of the board and the pawns that are played with."""

    shape = StringProperty("")
    marble = BooleanProperty(False)

    def show(self, board: OwnBoard) -> None:
        words, pawn = i18n.words, board.pawn
        self.shape, self.marble = pawn.shape, pawn.shape == "marble"
        self.ids.foot.value = words.text("own.mm", value=f"{pawn.width_mm:g}")
        self.ids.tall.value = words.text("own.mm", value=f"{pawn.tall_mm:g}")
        if not self.ids.name_line.focus and self.ids.name_line.text != board.name:
            self.ids.name_line.text = board.name


_PAGES: Final[dict[Step, type[StepPage]]] = {
    Step.PHOTOGRAPH: OutlinePage,
    Step.CORNERS: SizePage,
    Step.STARTS: AskPage,
    Step.BENDS: AskPage,
    Step.SPOTS: AskPage,
    Step.KEEP: KeepPage,
}


class OwnBoardScreen(SecondTap, TypingScreen):
    """`board` is the draft; `busy` during the search for its fields, in a thread of its own."""

    model: AppModel = ObjectProperty(None, rebind=True)
    back = StringProperty("camera")
    board: OwnBoard = ObjectProperty(None)
    busy = BooleanProperty(False)
    live = BooleanProperty(False)
    number = NumericProperty(1)
    count = NumericProperty(len(STEPS))
    step = StringProperty("")
    advice = StringProperty("")
    problem = StringProperty("")
    begun = BooleanProperty(False)
    ready = BooleanProperty(False)
    can_undo = BooleanProperty(False)
    colours = ObjectProperty(())

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.board = self._fresh()
        self._fetching: Any = None
        self._shown: Any = None
        self._pages: dict[type[StepPage], StepPage] = {kind: kind(screen=self) for kind in set(_PAGES.values())}
        self._refresh_soon = Clock.create_trigger(self.refresh, -1)
        for name in ("board", "busy"):
            self.fbind(name, self._refresh_soon)
        i18n.fbind("language", self._refresh_soon)
        self.photo.grasp = self._grasp

    @property
    def photo(self) -> TapPhoto:
        view: TapPhoto = self.ids.photo
        return view

    def lines(self) -> list[Any]:
        return [self._pages[KeepPage].ids.name_line]

    def on_pre_enter(self, *_: object) -> None:
        if not self.board.begun:
            self._take(draft_file.load() or self._fresh())
        self.sure = False
        self.photo.hide_glass()
        if self._fetching is None:
            self._fetching = Clock.schedule_interval(self._fetch, _FETCH_S)
        self.refresh()

    def on_leave(self, *_: object) -> None:
        super().on_leave()
        if self._fetching is not None:
            self._fetching.cancel()
            self._fetching = None
        self._shown = None
        self.photo.forget()

    # --- what the buttons do -------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Leaves and keeps the draft."""
        self.manager.show(self.back)

    def discard(self) -> None:
        """Asks once more on the same button, then begins anew."""
        if self.is_second_tap():
            draft_file.delete()
            self._take(self._fresh())

    def choose(self, template: str) -> None:
        self._take(self.board.with_template(template))

    def photograph(self) -> None:
        board = self.board
        self.model.photograph(lambda picture: self._photographed(board, picture))

    def _photographed(self, board: OwnBoard, picture: Picture | None) -> None:
        if board is not self.board:
            return
        if picture is None:
            self.problem = i18n.words.text("own.error.no_picture")
            return
        self._take(board.photographed(to_bgr(picture)))

    def put(self, held: Any, px: tuple[float, float]) -> None:
        self._take(self.board.put(held, px))

    def undo(self) -> None:
        self._take(self.board.undone())

    def begin_again(self) -> None:
        self._take(self.board.restarted())

    def go_back(self) -> None:
        self._take(self.board.back())

    def go_on(self) -> None:
        if self.board.step is Step.KEEP:
            self._save()
        else:
            self._take(self.board.forward())

    def change(self, changed: OwnBoard) -> None:
        """A measure, a shape or a name."""
        self._take(changed)

    # --- within --------------------------------------------------------------------------------------------------

    def _fresh(self) -> OwnBoard:
        """An empty draft, like the board that is set up."""
        return OwnBoard.like(outlines(SetupForm(self.model.catalogue, self.model.settings), i18n.words)[0].value)

    def _save(self) -> None:
        board, name = self.board.kept(own_folder())
        self._take(board)
        if not name:
            return
        draft_file.delete()
        self.board = self._fresh()
        self.model.keep(SetupForm(self.model.catalogue, self.model.settings).with_board(name).settings)
        self.model.close()
        self.manager.show("setup")
        setup = self.manager.current_screen
        setup.page = "players"
        setup.choose_board(name)

    def _take(self, board: OwnBoard) -> None:
        """Takes the board over; slow work runs in a thread of its own."""
        self.sure = False
        draft_file.save(board, photograph=board.sheet.photograph is not self.board.sheet.photograph)
        self.board = board
        self.busy = board.sheet.takes_a_while
        if self.busy:
            in_background(
                "own board", board.look_for_fields, lambda _: self._found(board), lambda _: self._found_none(board)
            )

    def _found(self, board: OwnBoard) -> None:
        if board is self.board:
            self.busy = False

    def _found_none(self, board: OwnBoard) -> None:
        if board is self.board:
            self._take(board.without_fields())

    def _grasp(self, px: tuple[float, float], reach_px: float) -> Any:
        if self.busy or self.live:
            return None
        held = self.board.held(px, reach_px)
        return None if held is None else (held, self.board.place_of(held))

    def _fetch(self, _elapsed: float) -> None:
        if self.live:
            self.photo.take(self.model.camera.picture() if self.model.camera else None)

    def refresh(self, *_: object) -> None:
        board = self.board
        words = i18n.words
        self.colours = sector_colours(self.model.catalogue, self.model.settings, board.sheet.sectors)
        self.step, self.number = board.step.value, 1 + STEPS.index(board.step)
        self.live = board.step is Step.PHOTOGRAPH
        self.begun = board.begun
        self.ready = board.ready and not self.busy
        self.can_undo = bool(board.past) and not self.busy
        self.advice = words.text("own.wait") if self.busy else help_line(board, self.colours, words)
        self.problem = problem_line(board.problem, words)
        self._show_page(board)
        self._show_photo(board)

    def _show_page(self, board: OwnBoard) -> None:
        body, page = self.ids.body, self._pages[_PAGES[board.step]]
        if body.children != [page]:
            body.clear_widgets()
            body.add_widget(page)
        page.show(board)

    def _show_photo(self, board: OwnBoard) -> None:
        photo = self.photo
        wanted = None if self.live else board.sheet.photograph
        if wanted is None:
            self._shown = None
            photo.overlay, photo.frame = NOTHING, WHOLE
            photo.takes_taps = False
            self._fetch(0)
            return
        if wanted is not self._shown:
            self._shown = wanted
            photo.take(to_rgba(wanted))
        photo.takes_taps = board.takes_taps and not self.busy
        if not self.busy:
            photo.overlay, photo.frame = of_draft(board, self.colours), frame_of(board)
