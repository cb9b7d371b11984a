"""What the play screens of all games have in common: pause, undo, the way home, and the sheets that lie over them."""

from typing import Any, ClassVar

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import Screen

from companion.session import commands as cmd
from companion.views.table_view import TableView
from ui.app_model import AppModel


class Sheet(FloatLayout):
    """Lies over everything and keeps taps from what is below."""

    screen = ObjectProperty(None, rebind=True)

    def on_touch_down(self, touch: Any) -> bool:
        super().on_touch_down(touch)
        return True


class PauseSheet(Sheet):
    pass


class OverSheet(Sheet):
    pass


class OverButtons(BoxLayout):
    """What can be done when a game is over."""

    screen = ObjectProperty(None, rebind=True)


class TableScreen(Screen):
    """`face` is what the presenter made of the newest snapshot; `read_notice` the warning that somebody has read."""

    #: What lies over the screen when the game is over.
    over_sheet: ClassVar[type[Sheet]] = OverSheet
    model: AppModel = ObjectProperty(None, rebind=True)
    face = ObjectProperty(None, allownone=True, rebind=True)
    read_notice = StringProperty("")

    def __init__(self, **values: Any) -> None:
        self._sheet: Sheet | None = None
        super().__init__(**values)

    @property
    def view(self) -> TableView | None:
        view: TableView | None = self.model.view
        return view

    def post(self, command: cmd.Command) -> None:
        self.model.post(command)

    def leave_mode(self) -> None:
        """Whatever is half done on this tablet is dropped."""
        raise NotImplementedError

    def pause(self) -> None:
        self.post(cmd.Pause())

    def resume(self) -> None:
        self.post(cmd.Resume())

    def undo(self) -> None:
        self.leave_mode()
        self.post(cmd.Undo())

    def read(self) -> None:
        if self.face:
            self.read_notice = self.face.notice

    def show(self, screen: str) -> None:
        self.manager.show(screen, back=self.name)

    def go_home(self) -> None:
        self.leave_mode()
        self.model.close()
        self.manager.show("home")

    def rematch(self) -> None:
        self.model.start_rematch()

    def show_sheet(self, view: TableView) -> None:
        """The sheet of a game that is paused or over; none while it goes on."""
        wanted = PauseSheet if view.paused else self.over_sheet if view.phase == "over" else None
        if self._sheet is not None and type(self._sheet) is not wanted:
            self.remove_widget(self._sheet)
            self._sheet = None
        if wanted and self._sheet is None:
            self._sheet = wanted(screen=self)
            self.add_widget(self._sheet)
