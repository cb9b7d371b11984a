"""The front end: the tablet as a window, and as a page in browsers.  `run_app` is its door.

Only a window loads Kivy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.system.signals import Wish
    from companion.views.wording.sentences import Wording
    from ui.art.splash import Splash
    from ui.ports import Launcher
    from ui.presenters.browser.browser import Browser
    from ui.sound import Sound


class Tablet:
    """`splash` shows a first picture before there is a launcher, a call shows the tablet as a window.

    The loudspeaker is opened before the window: after it SDL may hang.
    """

    def __init__(self) -> None:
        self._sound: Sound | None = None
        self._splash: Splash | None = None

    def splash(self, *, fullscreen: bool = False, kiosk: bool = False) -> None:
        """Opens the window and shows the splash until the first screen is ready.  Raises WindowError."""
        from ui.window import prepare_window

        prepare_window(fullscreen=fullscreen or kiosk)
        from companion.settings.file import data_folder
        from ui.art.splash import Splash
        from ui.sound import open_loudspeaker

        self._sound = open_loudspeaker(data_folder() / "sounds")
        self._splash = Splash()

    def __call__(
        self,
        launcher: Launcher,
        wish: Wish,
        *,
        resume: str = "",
        fullscreen: bool = False,
        kiosk: bool = False,
        wording: Wording | None = None,
    ) -> None:
        """Shows the tablet until its window is closed, or `wish` ends it.  Raises WindowError."""
        from ui.screens.tablet_app import PawtrackApp
        from ui.sound import Silence
        from ui.voice import open_voice

        if self._splash is None:
            self.splash(fullscreen=fullscreen, kiosk=kiosk)
        app = PawtrackApp(
            launcher,
            self._sound or Silence(),
            wish,
            resume=resume,
            wording=wording,
            voice=open_voice(),
            kiosk=kiosk,
            # of its own size it is higher than the screen of many a laptop, with its lower buttons under the task bar
            maximized=not (fullscreen or kiosk),
        )
        if self._splash:
            app.bind(on_start=self._splash.end)
        app.bind(on_start=app.sleep_when_quiet)
        app.run()

    def in_browser(self, wording: Wording, language: str, clock: Callable[[], int], *, on_board: bool) -> Browser:
        """Returns a tablet for one browser; `clock` gives the milliseconds of the sensors.

        `on_board`: the table plays a game on a board, not one of cards alone.
        """
        from ui.presenters.browser.card_tablet import BrowserCardTablet
        from ui.presenters.browser.tablet import BrowserTablet

        return (BrowserTablet if on_board else BrowserCardTablet)(wording, language, clock)


run_app: Final = Tablet()
