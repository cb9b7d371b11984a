"""The tablet app: one window, its screens, one model that they share.

The modules of the screens load behind the splash.
"""

from typing import TYPE_CHECKING, Any

from ui.window import finish_picture, prepare_window

prepare_window()

from kivy.app import App  # noqa: E402  (Kivy reads its settings on import)
from kivy.base import EventLoop  # noqa: E402
from kivy.clock import Clock  # noqa: E402
from kivy.uix.widget import Widget  # noqa: E402

from companion.system.power import Backlight  # noqa: E402
from companion.system.signals import Wish  # noqa: E402
from ui.art.splash import ICON  # noqa: E402
from ui.sound import Sound  # noqa: E402
from ui.voice import Mute, Voice  # noqa: E402
from ui.window_loop import QuietLoop, WindowGarbageCollector  # noqa: E402

if TYPE_CHECKING:
    from companion.views.wording.sentences import Wording
    from ui.ports import Launcher
    from ui.widgets.dimmer import Dimmer


class PawtrackApp(App):
    """`resume` opens that recorded game at once; `wording` None: the languages that come with the program.

    `kiosk`: the machine has nothing but this program (docs/how-to/kiosk.md).  `maximized`: the window takes all the
    room that the desktop has for it.
    """

    def __init__(
        self,
        launcher: "Launcher",
        sound: Sound,
        wish: Wish | None = None,
        *,
        resume: str = "",
        wording: "Wording | None" = None,
        voice: Voice | None = None,
        kiosk: bool = False,
        maximized: bool = False,
    ) -> None:
        super().__init__()
        self._kiosk = kiosk
        self._maximized = maximized
        self._voice = voice or Mute()
        self._wish = wish or Wish()
        self._launcher = launcher
        self._sound = sound
        self._resume = resume
        self._wording = wording
        self._sleep_event: Any = None
        self._loop: QuietLoop | None = None
        self._collector = WindowGarbageCollector(lambda: self._loop is None or self._loop.rests)
        self.title = "Pawtrack"
        self.icon = str(ICON)

    def build(self) -> Widget:
        # these modules register kv classes and need the window's settings, hence not at the top
        from kivy.core.window import Window

        from companion.texts import shipped_wording
        from ui.app_model import AppModel
        from ui.full_screen import FullScreen
        from ui.i18n.live import i18n
        from ui.screens.all_screens import make_screens
        from ui.video_light import VideoLight
        from ui.widgets.keyboard import Keyboard
        from ui.widgets.look import look
        from ui.widgets.taps import OneTapPerFinger

        EventLoop.add_postproc_module(OneTapPerFinger(Window))
        Window.set_vkeyboard_class(Keyboard)
        look.fit(*Window.size)
        Window.bind(size=lambda _, size: look.fit(*size))
        self.full_screen = FullScreen(Window, locked=self._kiosk)
        i18n.wording = self._wording or shipped_wording()
        self.model = AppModel(self._launcher, self._sound, self._voice)
        self.model.fbind("view", self._keep_awake)
        screens = make_screens(self.model)
        screens.get_screen("home").full_screen = self.full_screen
        Window.bind(on_request_close=self._request_close)
        self.video_light = VideoLight(Window, screens, model=self.model)
        self.dimmer = self._dimmer(Window) if self._kiosk else None
        Window.bind(on_flip=lambda _: finish_picture())
        return screens

    def _dimmer(self, window: Any) -> "Dimmer":
        from ui.widgets.dimmer import Dimmer

        return Dimmer(window, self.model, Backlight())

    def open_settings(self, *_: object) -> bool:
        """F1 opens no settings of Kivy's own, from which a touch screen has no way back."""
        return True

    def on_start(self) -> None:
        from kivy.core.window import Window

        if self._maximized:
            # not as a setting of the window before it is made, by which Kivy crashes
            Window.maximize()
        self._collector.start()
        if self._resume:
            self.root.get_screen("home").resume(self._resume)
        else:
            self._ask_how()

    def _ask_how(self) -> None:
        from ui.presenters.start import asks_how

        if asks_how(self.model.settings, self._launcher.saved_games()):
            self.root.show("start")

    def on_stop(self) -> None:
        if self.dimmer:
            self.dimmer.close()
        self.model.close()
        self._voice.stop()
        self._collector.stop()

    def _request_close(self, *_: object, **__: object) -> bool:
        """The window's own button; True keeps the window open."""
        return self.model.viewers_behind_s() > 0 and bool(self.root.before_closing(self.stop))

    def sleep_when_quiet(self, *_: object) -> None:
        """From now on the loop sleeps while nothing moves; it also ends the tablet where that is wished."""
        from kivy.core.window import Window

        # kept here, since Kivy holds methods weakly
        self._loop = QuietLoop(EventLoop, Clock, Window, self._end_where_wished)

    def _end_where_wished(self) -> None:
        if self._wish.asked:
            self.stop()

    def _keep_awake(self, _model: object, view: Any) -> None:
        """No sleep while a game is live; after half an hour without any change the tablet may sleep."""
        from kivy.core.window import Window

        from ui.widgets.dimmer import AWAKE_S, is_live

        if self._sleep_event:
            self._sleep_event.cancel()
            self._sleep_event = None
        live = is_live(view)
        Window.allow_screensaver = not live
        if live:
            self._sleep_event = Clock.schedule_once(lambda _: setattr(Window, "allow_screensaver", True), AWAKE_S)
