"""What the camera sees, and how every part of the table is."""

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from ui.desk import Desk
from ui.i18n.live import i18n
from ui.ports import Picture
from ui.presenters.status import Chip, chips

#: Pictures are fetched this often, and only while the screen is open.
_FETCH_S = 1 / 15


class PictureView(Widget):
    """Shows the newest picture as large as it fits; one texture is kept as long as the size stays."""

    has_picture = BooleanProperty(False)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._texture: Any = None
        self.fbind("size", self._draw)
        self.fbind("pos", self._draw)

    def take(self, picture: Picture | None) -> None:
        """`picture` is rows x columns x RGBA, uint8; None keeps the last one."""
        if picture is None:
            return
        height, width = picture.shape[:2]
        if self._texture is None or self._texture.size != (width, height):
            self._texture = Texture.create(size=(width, height), colorfmt="rgba")
            self._texture.flip_vertical()
        self._texture.blit_buffer(picture.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
        self.has_picture = True
        self._draw()

    def forget(self) -> None:
        self._texture = None
        self.has_picture = False
        self.canvas.clear()

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if self._texture is None:
            return
        scale = min(self.width / self._texture.width, self.height / self._texture.height)
        size = (self._texture.width * scale, self._texture.height * scale)
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(texture=self._texture, pos=(self.center_x - size[0] / 2, self.center_y - size[1] / 2), size=size)


class HealthRow(BoxLayout):
    chip = ObjectProperty(Chip("", "", "", "", "", "raised", ""), rebind=True)


class CameraScreen(Screen):
    desk: Desk = ObjectProperty(None, rebind=True)
    back = StringProperty("home")
    viewer = StringProperty("")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._fetching: Any = None
        self.desk.fbind("view", self._show_health)
        i18n.fbind("language", self._show_health)

    def on_pre_enter(self, *_: object) -> None:
        url = self.desk.viewer_url()
        self.viewer = url or ""
        self._show_health()
        self._fetch(0)
        self._fetching = Clock.schedule_interval(self._fetch, _FETCH_S)

    def on_leave(self, *_: object) -> None:
        if self._fetching:
            self._fetching.cancel()
        self.ids.picture.forget()

    def leave(self) -> None:
        """Back to where we came from; a table opened only to look is closed again."""
        if self.back == "setup":
            self.desk.close()
        self.manager.show(self.back)

    def _fetch(self, _elapsed: float) -> None:
        self.ids.picture.take(self.desk.picture())

    def _show_health(self, *_: object) -> None:
        view, box = self.desk.view, self.ids.health
        if view is None:
            return
        known = chips(view, i18n.catalogue)
        if len(box.children) != len(known):
            box.clear_widgets()
            for _chip in known:
                box.add_widget(HealthRow())
        for row, chip in zip(reversed(box.children), known, strict=True):
            row.chip = chip
