"""The test of the camera for this table: people lay twelve placements, which are read and graded.

The test waits in this screen and resumes after leaving it.
"""

from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.certification.progress import Phase, Progress
from companion.certification.wording import CertificationWording
from companion.settings.schema import Settings
from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.ports import TableTest
from ui.presenters.banner import Banner
from ui.presenters.certify import CertifyFace, certify_face
from ui.presenters.status import fault_line
from ui.widgets.board.board import BoardView  # noqa: F401  (the layouts name it)
from ui.widgets.photo import PhotoView

#: Pictures are fetched this often while the test runs.
_FETCH_S: Final = 1 / 8


class CertifyLine(BoxLayout):
    """The reading of one placement."""

    icon = StringProperty("")
    text = StringProperty("")


class CertifyPage(BoxLayout):
    """The page beside the board."""

    screen = ObjectProperty(None, rebind=True)

    def show(self, face: CertifyFace | None) -> None:
        """Called after every change; `face` is None before a test."""


class BeginPage(CertifyPage):
    """An explanation of the test; the result of the last one; whether its pictures are kept."""


class LayPage(CertifyPage):
    """The placement to lay, and the camera's report."""


class ResultPage(CertifyPage):
    """The grade, and how to improve it."""

    def show(self, face: CertifyFace | None) -> None:
        if face is None:
            return
        self.ids.first.text = face.cures[0] if face.cures else ""
        self.ids.more.text = "\n".join(face.cures[1:])


_PAGES: Final[dict[str, type[CertifyPage]]] = {"begin": BeginPage, "lay": LayPage, "result": ResultPage}


class CertifyScreen(Screen):
    """`face` is None before a test; `keep`: its placements are stored; `last` is the result of the last test."""

    model: AppModel = ObjectProperty(None, rebind=True)
    back = StringProperty("camera")
    face: CertifyFace | None = ObjectProperty(None, allownone=True, rebind=True)
    banner = ObjectProperty(Banner("calm", "", "", ""), rebind=True)
    keep = BooleanProperty(False)
    last = StringProperty("")
    fault = StringProperty("")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._test: TableTest | None = None
        self._settings: Settings | None = None
        self._shown: tuple[Progress, str] | None = None
        self._fetching: Any = None
        self._pages: dict[str, CertifyPage] = {name: kind(screen=self) for name, kind in _PAGES.items()}
        i18n.fbind("language", lambda *_: self.refresh())

    def on_pre_enter(self, *_: object) -> None:
        """The camera belongs to the test while this screen is open.  A test of another table is not resumed."""
        self.model.close()
        if self._settings != self.model.settings:
            self.forget()
        self.fault = ""
        if self._test is not None:
            self._test.start()
        if self._fetching is None:
            self._fetching = Clock.schedule_interval(self.look, _FETCH_S)
        self.refresh()

    def on_leave(self, *_: object) -> None:
        if self._fetching is not None:
            self._fetching.cancel()
            self._fetching = None
        if self._test is not None:
            self._test.stop()

    def forget(self) -> None:
        """Forgets the test, so that none is resumed."""
        if self._test is not None:
            self._test.stop()
        self._test = self._settings = None
        self._pages["lay"].ids.photo.forget()

    # --- what the buttons do -------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Goes back to the camera, which opens its table again; the test can be resumed later."""
        if self._test is not None:
            self._test.stop()
        self.model.open(self.model.settings)
        self.manager.show(self.back)

    def begin(self) -> None:
        """Begins a test of the table of the settings."""
        self._begin(keep=self.keep)

    def check(self) -> None:
        """Only checks whether the table is still the tested one."""
        self._begin(check=True)

    def _begin(self, **how: bool) -> None:
        self.fault = ""
        try:
            test = self.model.launcher.table_test(self.model.settings, **how)
        except Exception as error:  # noqa: BLE001  (reported in one line; the tablet stays)
            self.fault = fault_line(i18n.words, "fault.no_table", reason=str(error))
            return
        self._test, self._settings = test, self.model.settings
        test.start()
        self.refresh()

    def tap(self) -> None:
        """The one button of the page: placement laid, try again, or test again."""
        test = self._test
        if test is None:
            return
        if test.progress.phase is Phase.DONE:
            self.forget()
        elif test.progress.fault:
            test.start()
        else:
            test.laid()
        self.refresh()

    # --- within --------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Shows the progress of the test."""
        test, words = self._test, i18n.words
        self._shown = None if test is None else (test.progress, i18n.language)
        self.face = None if test is None else certify_face(test, words, i18n.wording)
        if self.face is not None:
            self.banner = self.face.banner
        self._show_last()
        self._show_board()
        page = self._pages["begin" if self.face is None else self.face.page]
        body = self.ids.body
        if page not in body.children:
            body.clear_widgets()
            body.add_widget(page)
        page.show(self.face)
        lines = self.ids.lines
        lines.clear_widgets()
        for line in self.face.lines if self.face else ():
            lines.add_widget(CertifyLine(icon=line.icon, text=line.text))

    def look(self, *_: object) -> None:
        """Takes over the newest picture and the progress of the test."""
        test = self._test
        if test is None:
            return
        photo: PhotoView = self._pages["lay"].ids.photo
        photo.take(test.picture())
        if self._shown != (test.progress, i18n.language):
            self.refresh()

    def _show_last(self) -> None:
        known = self.model.launcher.certificate(self.model.settings.board) if self._test is None else None
        self.last = "" if known is None else CertificationWording(i18n.wording, i18n.language).tested(known)

    def _show_board(self) -> None:
        board, test, face = self.ids.board, self._test, self.face
        board.board, board.colours = self.model.settings.board, self.model.settings.colours
        if test is None or face is None:
            board.position = board.placement = board.rules = None
            board.kennels = board.picks = ()
            return
        board.rules, board.position = test.rules, test.position
        board.placement, board.picks = face.asked.placement, face.picks
        board.kennels = tuple(fill.slots for fill in face.asked.kennels)
