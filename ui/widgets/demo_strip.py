"""The strip over a demo: its label, and the seat that a visitor may take in it."""

from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from ui.i18n.live import i18n
from ui.presenters.play.demo_seat import VISITORS_SEAT, DemoStripFace, demo_strip_face


class DemoStrip(BoxLayout):
    """Labels the demo.  A visitor takes and leaves the seat here, and requests wrong moves."""

    model = ObjectProperty(None, allownone=True, rebind=True)
    shown = BooleanProperty(False)
    face = ObjectProperty(DemoStripFace(""), rebind=True)

    def on_model(self, *_: object) -> None:
        for name in ("view", "demo_seat"):
            self.model.fbind(name, self._show)
        i18n.fbind("language", self._show)
        self._show()

    def on_shown(self, *_: object) -> None:
        self._show()

    def take(self) -> None:
        if self.model.visitor:
            self.model.visitor.take(VISITORS_SEAT)
            self.model.look_at_visitor()

    def leave(self) -> None:
        if self.model.visitor:
            self.model.visitor.leave()
            self.model.look_at_visitor()

    def err(self) -> None:
        if self.model.visitor:
            self.model.visitor.err()

    def put_back(self) -> None:
        if self.model.visitor:
            self.model.visitor.put_back()

    def _show(self, *_: object) -> None:
        if self.shown and self.model.view is not None:
            self.face = demo_strip_face(self.model.view, self.model.demo_seat, i18n.words)
