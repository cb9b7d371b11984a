"""The tablet app: one window, six screens, one desk that they share.  `run_app` is its door."""

from importlib import resources
from typing import Any, Final

from ui.window import prepare_window

prepare_window()

from kivy.app import App  # noqa: E402  (Kivy reads its settings on import)
from kivy.clock import Clock  # noqa: E402
from kivy.lang import Builder  # noqa: E402
from kivy.uix.screenmanager import NoTransition, ScreenManager  # noqa: E402

from ui.garbage import WindowCollector  # noqa: E402
from ui.ports import Launcher  # noqa: E402
from ui.sound import Sound, open_loudspeaker  # noqa: E402

#: A live game keeps the tablet awake; one that nobody has touched for this long no longer does.
AWAKE_S: Final = 30 * 60
KV_FILES: Final = (
    "widgets/widgets.kv",
    "screens/home.kv",
    "screens/setup.kv",
    "screens/play.kv",
    "screens/camera.kv",
    "screens/own_board.kv",
    "screens/cards.kv",
)


class Screens(ScreenManager):
    """Changes screens by name; `back` tells a screen where its way back leads."""

    def show(self, name: str, back: str = "") -> None:
        screen = self.get_screen(name)
        if back:
            screen.back = back
        self.current = name


class PawtrackApp(App):
    """`resume` opens that recorded game at once."""

    def __init__(self, launcher: Launcher, sound: Sound, *, resume: str = "") -> None:
        super().__init__()
        self._launcher = launcher
        self._sound = sound
        self._resume = resume
        self._sleep_event: Any = None
        self._collector = WindowCollector()
        self.title = "Pawtrack"
        self.icon = str(resources.files("ui") / "assets" / "icon.png")

    def build(self) -> Screens:
        # these modules register kv classes and need the window's settings, hence not at the top
        from kivy.core.window import Window

        from ui.desk import Desk
        from ui.screens.camera import CameraScreen
        from ui.screens.cards import CardsScreen
        from ui.screens.home import HomeScreen
        from ui.screens.own_board import OwnBoardScreen
        from ui.screens.play import PlayScreen
        from ui.screens.setup import SetupScreen
        from ui.widgets.look import look

        look.fit(*Window.size)
        Window.bind(size=lambda _, size: look.fit(*size))
        load_layouts()
        self.desk = Desk(self._launcher, self._sound)
        self.desk.fbind("view", self._keep_awake)
        screens = Screens(transition=NoTransition())
        for kind, name in (
            (HomeScreen, "home"),
            (SetupScreen, "setup"),
            (PlayScreen, "play"),
            (CameraScreen, "camera"),
            (OwnBoardScreen, "own_board"),
            (CardsScreen, "cards"),
        ):
            screens.add_widget(kind(name=name, desk=self.desk))
        return screens

    def on_start(self) -> None:
        self._collector.start()
        if self._resume:
            self.root.get_screen("home").resume(self._resume)

    def on_stop(self) -> None:
        self.desk.close()
        self._collector.stop()

    def _keep_awake(self, _desk: object, view: Any) -> None:
        """No sleep while a game is live; after half an hour without any change the tablet may sleep."""
        from kivy.core.window import Window

        if self._sleep_event:
            self._sleep_event.cancel()
            self._sleep_event = None
        live = view is not None and view.phase not in ("idle", "over") and not view.paused
        Window.allow_screensaver = not live
        if live:
            self._sleep_event = Clock.schedule_once(lambda _: setattr(Window, "allow_screensaver", True), AWAKE_S)


def load_layouts() -> None:
    """Loads each layout once; loading twice would double every rule."""
    for name in KV_FILES:
        source = resources.files("ui") / name
        if str(source) not in Builder.files:
            Builder.load_string(source.read_text(encoding="utf-8"), filename=str(source))


def run_app(launcher: Launcher, *, resume: str = "", fullscreen: bool = False) -> None:
    """Shows the tablet until its window is closed.  The loudspeaker is opened first: after the window SDL may hang."""
    prepare_window(fullscreen=fullscreen)
    PawtrackApp(launcher, open_loudspeaker(), resume=resume).run()
