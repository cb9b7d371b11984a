"""Drives the real tablet app by synthetic touches: finds widgets by their words, taps them, and reads what is on show.

Kivy knows one window a process: `open_driver` gives every test the same one.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_driver: "Driver | None" = None


def prepare_environment() -> None:
    """Before anything imports Kivy: no screen, no files in anybody's home, no reading of pytest's arguments; the window
    as the app wants it."""
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    os.environ["KIVY_NO_ARGS"] = "1"
    os.environ["KIVY_NO_FILELOG"] = "1"
    os.environ["KIVY_NO_CONFIG"] = "1"
    os.environ["KIVY_LOG_MODE"] = "PYTHON"
    os.environ.setdefault("KIVY_HOME", tempfile.mkdtemp(prefix="kivy-home-"))
    from ui.window import prepare_window

    prepare_window()


prepare_environment()


def open_driver() -> "Driver":
    """The process's driver, with a fresh fake launcher and the home screen in view."""
    global _driver  # noqa: PLW0603  (one window a process)
    if _driver is None:
        _driver = Driver()
    _driver.reset()
    return _driver


class Driver:
    """`stepped` is the stepped app, `launcher` what it thinks opens tables."""

    def __init__(self) -> None:
        from gallery.fakes import FakeLauncher
        from stepped_app import SteppedApp

        self.launcher = FakeLauncher()
        self.stepped = SteppedApp(self.launcher)
        self._touches = 0

    @property
    def model(self) -> Any:
        return self.stepped.app.model

    @property
    def screen(self) -> Any:
        return self.stepped.screen

    @property
    def posted(self) -> list[Any]:
        """The commands that reached the table."""
        return self.launcher.table.posted if self.launcher.table else []

    def reset(self) -> None:
        from gallery.fakes import FakeLauncher

        from ui.widgets.board import closing_ring
        from ui.widgets.look import look

        # a slow machine makes no play by itself; a test that wants the ring to close sets its time
        closing_ring.CLOSES_S = 3600.0
        fresh = FakeLauncher()
        self.launcher = fresh
        self.model.close()
        self.model.launcher = fresh
        self.model.settings = fresh.settings()
        self.model.fault = ""
        look.use(self.model.settings.theme, self.model.settings.text_percent)
        self.stepped.screens.get_screen("play").deaf_until_s = 0.0
        for name in ("play", "card_table"):
            self.stepped.screens.get_screen(name).leave_mode()
            self.stepped.screens.get_screen(name).back_to_game()
        self.resize(1280, 800)
        self.use_language("en")
        self.enter("home")

    def use_language(self, language: str) -> None:
        """As the family chooses it: kept, so that whatever reads the settings anew speaks it too."""
        from ui.i18n.live import i18n

        if (i18n.language, self.model.settings.language) != (language, language):
            self.model.change(language=language)
            self.stepped.settle()

    def resize(self, width: int, height: int) -> None:
        if tuple(self.stepped.window.size) != (width, height):
            self.stepped.resize(width, height)

    def leave_full_screen(self) -> None:
        """A window again.  SDL keeps drawing into what full screen was until the window has another size."""
        self.stepped.app.full_screen.locked = self.stepped.app.full_screen.on = False
        self.stepped.resize(1024, 600)

    def enter(self, name: str) -> None:
        """Shows a screen, entering it anew if it is in view already."""
        if self.stepped.screens.current == name:
            self.screen.dispatch("on_pre_enter")
        self.stepped.screens.show(name)
        self.stepped.settle()

    def enter_games(self, games: list[Any]) -> None:
        """The list of these games, entered from the home screen."""
        self.launcher.games = games
        self.tap_text(words("home.games"))
        self.screen.clear()
        self.stepped.settle()

    def play(self, view: Any) -> None:
        """The play screen with this snapshot."""
        self.model.open(self.model.settings)
        self.show(view)
        self.enter("play")

    def show(self, view: Any) -> None:
        """The table has a new snapshot."""
        self.launcher.table.show(view)
        self.stepped.settle()

    def tap(self, widget: Any) -> None:
        """A finger on the middle of a widget."""
        self.tap_at(*widget.to_window(*widget.center))

    def tap_at(self, x: float, y: float) -> None:
        self.drag((x, y))

    def drag(self, *way: tuple[float, float]) -> None:
        """A finger put down at the first place of the window, led over the others and lifted at the last."""
        from kivy.base import EventLoop

        touch = self.put_down(*way[0])
        for place in way[1:]:
            touch.move(self._parts(place))
            EventLoop.post_dispatch_input("update", touch)
        self.lift(touch)

    def put_down(self, x: float, y: float) -> Any:
        """A finger that stays on a place of the window until `lift`."""
        from kivy.base import EventLoop
        from kivy.input.motionevent import MotionEvent

        class Touch(MotionEvent):
            """A finger of a test."""

            def depack(self, args: Any) -> None:
                self.is_touch = True
                self.sx, self.sy = args
                self.profile = ["pos"]
                super().depack(args)

        self._touches += 1
        touch = Touch("test", self._touches, self._parts((x, y)), is_touch=True, type_id="touch")
        EventLoop.post_dispatch_input("begin", touch)
        return touch

    def lift(self, touch: Any) -> None:
        from kivy.base import EventLoop

        EventLoop.post_dispatch_input("end", touch)
        self.stepped.settle()

    def _parts(self, place: tuple[float, float]) -> tuple[float, float]:
        """Kivy spreads 0..1 over the window from its first pixel to its last."""
        width, height = self.stepped.window.size
        return place[0] / (width - 1), place[1] / (height - 1)

    def tap_once_more(self, text: str) -> None:
        """The button that asks whether that is meant, tapped when one can have read it.  Raises LookupError."""
        from ui.widgets.taps import SECOND_TAP_S

        time.sleep(SECOND_TAP_S)
        self.tap_text(text)

    def tap_text(self, text: str) -> None:
        """The button with these words.  Raises LookupError."""
        self.tap(self.button(text))

    def button(self, text: str) -> Any:
        """The visible button with these words.  Raises LookupError."""
        for widget in self.visible():
            if getattr(widget, "text", None) == text and hasattr(widget, "tone"):
                return widget
        raise LookupError(f"no button {text!r}; there are {sorted(self.button_texts())}")

    def button_texts(self) -> set[str]:
        return {widget.text for widget in self.visible() if hasattr(widget, "tone") and widget.text}

    def card(self, name: str) -> Any:
        """The visible tile of a card.  Raises LookupError."""
        for widget in self.visible():
            if type(widget).__name__ == "CardTile" and widget.face.card == name:
                return widget
        raise LookupError(f"no card {name!r}")

    def texts(self) -> list[str]:
        """All words in view."""
        return [widget.text for widget in self.labels()]

    def labels(self) -> list[Any]:
        return [widget for widget in self.visible() if _is_label(widget) and widget.text]

    def visible(self) -> list[Any]:
        """Every widget of the screen in view that takes up room; below an overlay only the overlay's."""
        sheets = [child for child in self.screen.children if type(child).__name__.endswith("Sheet")]
        return list(_walk(sheets[0] if sheets else self.screen))

    def screenshot(self) -> Any:
        return self.stepped.screenshot()


def _walk(widget: Any) -> Iterator[Any]:
    if widget.opacity == 0 or widget.width <= 1 or widget.height <= 1:
        return
    yield widget
    for child in widget.children:
        yield from (below for below in _walk(child) if not hasattr(widget, "scroll_y") or _is_within(below, widget))


def _is_within(widget: Any, view: Any) -> bool:
    """Whether a widget is not cut off by the edge of the view that scrolls it."""
    (_, bottom), (_, top) = widget.to_window(widget.x, widget.y), widget.to_window(widget.x, widget.top)
    lower, upper = view.to_window(view.x, view.y)[1], view.to_window(view.x, view.top)[1]
    return bool(bottom >= lower - 1 and top <= upper + 1)


def words(message: str, **fields: object) -> str:
    """Returns the English text of the tablet."""
    from ui.i18n import load_words

    return load_words("en").text(message, **fields)


def tap_field(driver: Driver, field: int) -> None:
    """Taps a field of the track on the board of the play screen."""
    from companion.model.places import Place
    from ui.presenters.spots import Spot

    board = driver.screen.board
    driver.tap_at(*board.to_window(*board.place_of(Spot(None, Place(field)))))


def set_up_page(driver: Driver) -> Any:
    """The page of the set-up screen in view."""
    return driver.screen.ids.body.children[0]


def kv_files() -> list[Path]:
    """All layout files of the tablet."""
    import ui

    return sorted(Path(ui.__file__).parent.rglob("*.kv"))


def _is_label(widget: Any) -> bool:
    """Whether it writes a text of ours; subclasses do, too."""
    return any(kind.__name__ == "FitLabel" for kind in type(widget).__mro__)
