"""The coach's review of a finished game: the curve with its turning points, luck and play."""

from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.coach.face import AnalysisFace, PointFace, SheetRow, analysis_face
from companion.history.course import GameCourse
from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.ports import Analyst
from ui.widgets.basics import FitLabel
from ui.widgets.curve import CurveView

#: The interval of checking the progress of the analysis, in seconds.
_LOOK_S: Final = 1.0
_NO_POINT: Final = PointFace(0, "", "", "", "", "", 0.0)
_NO_ROW: Final = SheetRow("", "", ())


class PointLine(ButtonBehavior, BoxLayout):
    """A turning point; a tap shows the board of then."""

    point = ObjectProperty(_NO_POINT, rebind=True)


class NumberLine(BoxLayout):
    """A name with its numbers beside it; without a name, the headings."""

    row = ObjectProperty(_NO_ROW, rebind=True)

    def on_kv_post(self, _base: object) -> None:
        """Kivy: its parts are there now."""
        for number in self.row.numbers:
            ink = "ink" if self.row.name else "muted"
            self.add_widget(FitLabel(text=number, base=20, halign="right", ink=ink, size_hint_x=0.34))


class AnalysisScreen(Screen):
    """`back` is the screen that its way back leads to; `share` is the finished part of the analysis."""

    model: AppModel = ObjectProperty(None, rebind=True)
    back = StringProperty("review")
    title = StringProperty("")
    progress = StringProperty("")
    share = NumericProperty(0)
    running = BooleanProperty(False)
    complete = BooleanProperty(False)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._course: GameCourse | None = None
        self._analyst: Analyst | None = None
        self._looking: Any = None
        self._shown: tuple[int, str] = (-1, "")
        self._refresh_soon = Clock.create_trigger(self.refresh, -1)
        i18n.fbind("language", self._refresh_soon)

    def show_game(self, course: GameCourse, analyst: Analyst, title: str) -> None:
        """Takes a finished game; earlier results are shown at once, and the rest of the analysis starts."""
        self._course, self._analyst, self.title = course, analyst, title
        self._shown = (-1, "")
        self.toggle()
        self.refresh()

    def on_enter(self, *_: object) -> None:
        self._looking = Clock.schedule_interval(self._refresh_soon, _LOOK_S)

    def on_leave(self, *_: object) -> None:
        if self._looking:
            self._looking.cancel()

    def toggle(self) -> None:
        """Starts or stops; results are kept."""
        if self._analyst is None:
            return
        if self._analyst.running:
            self._analyst.stop()
        elif self._analyst.done() < self._analyst.total:
            self._analyst.start()
        self._refresh_soon()

    def refresh(self, *_: object) -> None:
        if self._analyst is None or self._course is None:
            return
        done, total = self._analyst.done(), self._analyst.total
        self.running, self.complete = self._analyst.running, done >= total
        self.share = done / total if total else 0
        self.progress = "" if self.complete else i18n.words.text("coach.progress", done=done, total=total)
        found = self._analyst.found() if self.complete else None
        if found is not None and self._shown != (done, i18n.language):
            self._shown = (done, i18n.language)
            self._show(analysis_face(self._course, found, i18n.words))
        elif found is None:
            self._clear()

    def look_at(self, row: int) -> None:
        """The board of a turning point, with the move list beside it."""
        review = self.manager.get_screen("review")
        review.look_at(row)
        self.manager.show("review")

    def _clear(self) -> None:
        self.ids.curve.curves = []
        for name in ("points", "teams", "players"):
            self.ids[name].clear_widgets()

    def _show(self, face: AnalysisFace) -> None:
        self._clear()
        curve: CurveView = self.ids.curve
        curve.curves, curve.points = face.curves, face.points
        for point in face.points:
            line = PointLine(point=point)
            line.bind(on_release=lambda tapped: self.look_at(tapped.point.row))
            self.ids.points.add_widget(line)
        if not face.points:
            text = i18n.words.text("coach.no_points")
            self.ids.points.add_widget(FitLabel(text=text, base=20, ink="muted"))
        for name, heads, rows in (("teams", face.team_heads, face.teams), ("players", face.player_heads, face.players)):
            for row in (SheetRow("", "", heads), *rows):
                self.ids[name].add_widget(NumberLine(row=row))
