"""The first screen of a new tablet: with a camera, by tapping, or the demo?  Shown once; home opens it again."""

from typing import Any

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.settings.schema import NONE, as_demo
from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.presenters.start import Beginning, BeginningFace, beginnings


class BeginningTile(ButtonBehavior, BoxLayout):
    """One way to begin, as large as the screen allows."""

    face = ObjectProperty(BeginningFace(Beginning.TAP, "", "", ""), rebind=True)
    text = StringProperty("")
    tone = StringProperty("surface")


class StartScreen(Screen):
    """Any tap settles the choice: the screen does not appear by itself again."""

    model: AppModel = ObjectProperty(None, rebind=True)
    back = StringProperty("home")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        for face in beginnings(i18n.words):
            tile = BeginningTile(face=face, text=face.title)
            tile.bind(on_release=lambda tapped: self.begin(tapped.face.beginning))
            self.ids.tiles.add_widget(tile)
        i18n.fbind("language", self._show)

    def on_pre_enter(self, *_: object) -> None:
        self._show()

    def begin(self, beginning: Beginning) -> None:
        if beginning is Beginning.DEMO:
            self._answer()
            settings = as_demo(self.model.settings)
            if self.model.begin_demo(settings):
                self.manager.show_game(settings.variant)
            else:
                self.manager.show("home")
            return
        if beginning is Beginning.CAMERA:
            self._answer()
            self.manager.get_screen("guide").begin_anew()
            self.manager.show("guide", back="home")
            return
        self._answer(camera=NONE)
        self.manager.show("setup")

    def skip(self) -> None:
        self._answer()
        self.manager.show("home")

    def _answer(self, **changes: object) -> None:
        self.model.change(welcomed=True, **changes)

    def _show(self, *_: object) -> None:
        for tile, face in zip(reversed(self.ids.tiles.children), beginnings(i18n.words), strict=True):
            tile.face, tile.text = face, face.title
