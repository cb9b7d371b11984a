"""The common part of all panels beside the board."""

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout


class Mode(BoxLayout):
    """Part of the play screen; `show` takes over the screen's present values."""

    screen = ObjectProperty(None, rebind=True)

    def show(self) -> None:
        """Called after every change; layout that follows `screen.face` by itself needs nothing here."""
