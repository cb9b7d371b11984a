"""What every panel beside the board has in common."""

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout


class Mode(BoxLayout):
    """Part of the play screen; `show` takes over what the screen knows now."""

    screen = ObjectProperty(None, rebind=True)

    def show(self) -> None:
        """Called after every change; layout that follows `screen.face` by itself needs nothing here."""
