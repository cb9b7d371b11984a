"""The light that shows on every screen that viewers see the camera's picture, or that clips of it are kept: a strip at
the top, above all screens.
"""

from typing import Any, Final

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from ui.app_model import AppModel
from ui.presenters.status import video_light
from ui.widgets.look import look

#: The strip's height on the reference screen.
_HEIGHT: Final = 30


class VideoLight(BoxLayout):
    """The screens are made lower by its height, so that it hides nothing."""

    model: AppModel = ObjectProperty(None, rebind=True)
    #: The id of its text.
    said = StringProperty()

    def __init__(self, window: Any, screens: Any, **values: Any) -> None:
        super().__init__(size_hint=(None, None), **values)
        self._window = window
        self._screens = screens
        self.model.fbind("view", self._arrange)
        look.fbind("scale", self._arrange)
        window.bind(size=self._arrange)

    def _arrange(self, *_: object) -> None:
        width, height = self._window.size
        self.said = video_light(self.model.view)
        on = bool(self.said)
        if on and self.parent is None:
            self._window.add_widget(self)
        elif not on and self.parent is not None:
            self._window.remove_widget(self)
        lit = round(_HEIGHT * look.scale) if on else 0
        self.size, self.pos = (width, lit), (0, height - lit)
        self._screens.size_hint = (1, None if on else 1)
        self._screens.height = height - lit
