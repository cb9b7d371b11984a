"""A kiosk's screen gets dark while nobody plays; the touch that makes it bright again does nothing else."""

from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty
from kivy.uix.widget import Widget

from companion.session.state import Phase
from companion.system.power import Backlight
from companion.views.table_view import TableView
from companion.views.video import shows_video

#: A live game keeps the screen bright until nobody has touched it for this long.
AWAKE_S: Final = 30 * 60
#: Without a live game it gets dark sooner.
IDLE_S: Final = 10 * 60
#: The cover, through which the picture stays faintly visible: enough to see that the tablet is on.
_COVER: Final = (0.0, 0.0, 0.0, 0.92)


def is_live(view: TableView | None) -> bool:
    """Whether a game is on and not paused."""
    return view is not None and view.phase not in (None, Phase.OVER) and not view.paused


class Dimmer(Widget):
    """`dark` while the screen is.  A table that viewers can see stays bright: its light must be seen.

    `model` is the app's (`ui.app_model.AppModel`), of which only the newest view is read.
    """

    dark = BooleanProperty(False)

    def __init__(self, window: Any, model: Any, backlight: Backlight, **values: Any) -> None:
        super().__init__(size_hint=(None, None), size=window.size, **values)
        self._window = window
        self._model = model
        self._backlight = backlight
        self._waking: object = None
        self._timer = Clock.schedule_once(self._dim, IDLE_S)
        with self.canvas:
            Color(*_COVER)
            self._cover = Rectangle(size=window.size)
        window.bind(size=self._fill, on_touch_down=self._touched, on_touch_up=self._lifted, on_key_down=self._key)
        model.fbind("view", self._changed)

    def wake(self) -> None:
        """Makes the screen bright at once, and for as long as a game is live or the screen is touched."""
        self._timer.cancel()
        self._timer = Clock.schedule_once(self._dim, AWAKE_S if is_live(self._model.view) else IDLE_S)
        if self.dark:
            self.dark = False
            self._window.remove_widget(self)
            self._backlight.restore()

    def close(self) -> None:
        """Leaves the screen as bright as it was."""
        self._timer.cancel()
        self._backlight.restore()

    def _dim(self, _: float) -> None:
        if shows_video(self._model.view):
            self.wake()
            return
        self.dark = True
        self._window.add_widget(self)
        self._backlight.dim()

    def _fill(self, _window: object, size: tuple[int, int]) -> None:
        self.size = self._cover.size = size

    def _changed(self, _model: object, view: TableView | None) -> None:
        # while there is no live game only the health of parts changes, which does not wake the screen
        if is_live(view) or (self.dark and shows_video(view)):
            self.wake()

    def _touched(self, _window: object, touch: Any) -> bool:
        self._waking = touch.uid if self.dark else None
        self.wake()
        return self._waking is not None

    def _lifted(self, _window: object, touch: Any) -> bool:
        return bool(touch.uid == self._waking)

    def _key(self, *_: object) -> bool:
        was_dark = bool(self.dark)
        self.wake()
        return was_dark
