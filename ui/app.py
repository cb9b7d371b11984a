"""The tablet app: one window, its screens, one model that they share.  `run_app` is its door."""

from importlib import resources
from typing import Any, Final

from ui.window import prepare_window

prepare_window()

from kivy.app import App  # noqa: E402  (Kivy reads its settings on import)
from kivy.clock import Clock  # noqa: E402
from kivy.lang import Builder  # noqa: E402
from kivy.uix.screenmanager import NoTransition, ScreenManager  # noqa: E402

from companion.app.card_setup import has_board  # noqa: E402
from companion.settings.file import data_folder  # noqa: E402
from companion.system.power import Backlight  # noqa: E402
from companion.system.signals import Wish  # noqa: E402
from companion.texts import shipped_wording  # noqa: E402
from companion.views.wording import Wording  # noqa: E402
from ui.gc_tuning import WindowGarbageCollector  # noqa: E402
from ui.ports import Launcher  # noqa: E402
from ui.presenters.start import asks_how  # noqa: E402
from ui.sound import Sound, open_loudspeaker  # noqa: E402
from ui.voice import Mute, Voice, open_voice  # noqa: E402

#: So often the tablet looks whether it should end.
LOOK_EVERY_S: Final = 0.2
KV_FILES: Final = (
    "widgets/widgets.kv",
    "widgets/moves.kv",
    "widgets/charts.kv",
    "widgets/preferences.kv",
    "screens/home.kv",
    "screens/start.kv",
    "screens/guide.kv",
    "screens/setup.kv",
    "screens/table_screen.kv",
    "screens/play.kv",
    "screens/computer.kv",
    "screens/card_table/card_table.kv",
    "screens/camera.kv",
    "screens/certify.kv",
    "screens/deck.kv",
    "screens/own_board.kv",
    "screens/cards.kv",
    "screens/games.kv",
    "screens/review.kv",
    "screens/analysis.kv",
    "screens/players.kv",
    "screens/statistics.kv",
    "screens/handover.kv",
    "screens/phones.kv",
    "screens/backups.kv",
)


class Screens(ScreenManager):
    """Changes screens by name; `back` tells a screen where its way back leads."""

    def show(self, name: str, back: str = "") -> None:
        screen = self.get_screen(name)
        if back:
            screen.back = back
        self.current = name

    def show_game(self, variant: str) -> None:
        """The play screen of a game."""
        self.show("play" if has_board(variant) else "card_table")


class PawtrackApp(App):
    """`resume` opens that recorded game at once; `wording` None: the languages that come with the program.

    `kiosk`: the machine has nothing but this program (docs/kiosk.md).
    """

    def __init__(
        self,
        launcher: Launcher,
        sound: Sound,
        wish: Wish | None = None,
        *,
        resume: str = "",
        wording: Wording | None = None,
        voice: Voice | None = None,
        kiosk: bool = False,
    ) -> None:
        super().__init__()
        self._kiosk = kiosk
        self._voice = voice or Mute()
        self._wish = wish or Wish()
        self._launcher = launcher
        self._sound = sound
        self._resume = resume
        self._wording = wording or shipped_wording()
        self._sleep_event: Any = None
        self._collector = WindowGarbageCollector()
        self.title = "Pawtrack"
        self.icon = str(resources.files("ui") / "assets" / "icon.png")

    def build(self) -> Screens:
        # these modules register kv classes and need the window's settings, hence not at the top
        from kivy.core.window import Window

        from ui.app_model import AppModel
        from ui.full_screen import FullScreen
        from ui.i18n.live import i18n
        from ui.screens.analysis import AnalysisScreen
        from ui.screens.backups import BackupScreen
        from ui.screens.camera import CameraScreen
        from ui.screens.card_table.screen import CardTableScreen
        from ui.screens.cards import CardsScreen
        from ui.screens.certify import CertifyScreen
        from ui.screens.deck import DeckScreen
        from ui.screens.games import GamesScreen
        from ui.screens.guide import GuideScreen
        from ui.screens.handover import HandoverScreen
        from ui.screens.home import HomeScreen
        from ui.screens.own_board import OwnBoardScreen
        from ui.screens.phones import PhonesScreen
        from ui.screens.play import PlayScreen
        from ui.screens.players import PlayersScreen
        from ui.screens.review import ReviewScreen
        from ui.screens.setup import SetupScreen
        from ui.screens.start import StartScreen
        from ui.screens.statistics import StatisticsScreen
        from ui.video_light import VideoLight
        from ui.widgets.dimmer import Dimmer
        from ui.widgets.keyboard import Keyboard
        from ui.widgets.look import look

        Window.set_vkeyboard_class(Keyboard)
        look.fit(*Window.size)
        Window.bind(size=lambda _, size: look.fit(*size))
        self.full_screen = FullScreen(Window, locked=self._kiosk)
        load_layouts()
        i18n.wording = self._wording
        self.model = AppModel(self._launcher, self._sound, self._voice)
        self.model.fbind("view", self._keep_awake)
        screens = Screens(transition=NoTransition())
        for kind, name in (
            (HomeScreen, "home"),
            (StartScreen, "start"),
            (GuideScreen, "guide"),
            (SetupScreen, "setup"),
            (PlayScreen, "play"),
            (CardTableScreen, "card_table"),
            (CameraScreen, "camera"),
            (CertifyScreen, "certify"),
            (DeckScreen, "deck"),
            (OwnBoardScreen, "own_board"),
            (CardsScreen, "cards"),
            (GamesScreen, "games"),
            (ReviewScreen, "review"),
            (AnalysisScreen, "analysis"),
            (PlayersScreen, "players"),
            (StatisticsScreen, "statistics"),
            (HandoverScreen, "handover"),
            (PhonesScreen, "phones"),
            (BackupScreen, "backup"),
        ):
            screens.add_widget(kind(name=name, model=self.model))
        screens.get_screen("home").full_screen = self.full_screen
        self.video_light = VideoLight(Window, screens, model=self.model)
        self.dimmer = Dimmer(Window, self.model, Backlight()) if self._kiosk else None
        return screens

    def on_start(self) -> None:
        self._collector.start()
        Clock.schedule_interval(self._end_where_wished, LOOK_EVERY_S)
        if self._resume:
            self.root.get_screen("home").resume(self._resume)
        elif asks_how(self.model.settings, self._launcher.saved_games()):
            self.root.show("start")

    def on_stop(self) -> None:
        if self.dimmer:
            self.dimmer.close()
        self.model.close()
        self._voice.stop()
        self._collector.stop()

    def _end_where_wished(self, _: float) -> None:
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


def load_layouts() -> None:
    """Loads each layout once; loading twice would double every rule."""
    for name in KV_FILES:
        source = resources.files("ui") / name
        if str(source) not in Builder.files:
            Builder.load_string(source.read_text(encoding="utf-8"), filename=str(source))


def run_app(
    launcher: Launcher,
    wish: Wish,
    *,
    resume: str = "",
    fullscreen: bool = False,
    kiosk: bool = False,
    wording: Wording | None = None,
) -> None:
    """Shows the tablet until its window is closed, or somebody wishes it to end.

    The loudspeaker is opened first: after the window SDL may hang.
    """
    prepare_window(fullscreen=fullscreen or kiosk)
    PawtrackApp(
        launcher,
        open_loudspeaker(data_folder() / "sounds"),
        wish,
        resume=resume,
        wording=wording,
        voice=open_voice(),
        kiosk=kiosk,
    ).run()
