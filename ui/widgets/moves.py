"""The move list beside a board: its lines, the steps from one to the next, and the jumps to lines of a kind."""

from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.recycleview import RecycleView
from kivy.uix.recycleview.views import RecycleDataViewBehavior

from ui.presenters.play.moves import LineFace

_NO_LINE: Final = LineFace("", "", "", "", "", "muted", stands=True)


class MoveLine(RecycleDataViewBehavior, ButtonBehavior, BoxLayout):
    """One line; `picked` is the one whose table is shown."""

    line = ObjectProperty(_NO_LINE, rebind=True)
    index = NumericProperty(0)
    picked = BooleanProperty(False)
    pane = ObjectProperty(None, allownone=True)

    def refresh_view_attrs(self, view: Any, index: int, data: dict[str, Any]) -> Any:
        """Kivy: this widget shows another line now."""
        self.index = index
        return super().refresh_view_attrs(view, index, data)

    def on_release(self) -> None:
        if self.pane:
            self.pane.pick(self.index)


class MoveList(RecycleView):
    """The lines from the first to the last; only those in view are widgets."""

    def show_line(self, index: int, count: int) -> None:
        """Scrolls so far that the line stands in the middle."""
        line = self.layout_manager.default_size[1] + self.layout_manager.spacing
        beyond = count * line - self.height
        if beyond > 0:
            above = min(beyond, max(0, (index + 0.5) * line - self.height / 2))
            # whole lines at the upper edge
            self.scroll_y = 1 - min(beyond, round(above / line) * line) / beyond


class MovesPane(BoxLayout):
    """`faces` are all lines, `index` is the one shown; `on_pick` gets the index of a line that was tapped.

    `jumps` are the kinds of lines present; `on_jump` gets one of them.  Without `can_jump` the lines have the room of
    those buttons.
    """

    faces = ListProperty()
    index = NumericProperty(0)
    jumps = ListProperty()
    can_jump = BooleanProperty(True)

    def __init__(self, **values: Any) -> None:
        self.register_event_type("on_pick")
        self.register_event_type("on_jump")
        super().__init__(**values)
        self._show_soon = Clock.create_trigger(self._show, -1)
        for name in ("faces", "index", "size"):
            self.fbind(name, self._show_soon)

    def on_pick(self, index: int) -> None:
        """Event: the table of this line is wanted."""

    def on_jump(self, jump: str) -> None:
        """Event: the next line of this kind is wanted."""

    def pick(self, index: int) -> None:
        """The line with this number, or the nearest one."""
        if self.faces:
            self.dispatch("on_pick", min(max(0, index), len(self.faces) - 1))

    def step(self, by: int) -> None:
        self.pick(self.index + by)

    def _show(self, *_: object) -> None:
        moves = self.ids.moves
        moves.data = [
            {"line": face, "picked": index == self.index, "pane": self} for index, face in enumerate(self.faces)
        ]
        moves.show_line(self.index, len(self.faces))
