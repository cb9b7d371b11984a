"""All screens of the tablet, by name, with their layouts.

Its imports register Kivy classes and open the window: prepare the window's settings before importing this.
"""

from collections.abc import Callable
from importlib import resources
from typing import Final

from kivy.lang import Builder
from kivy.uix.screenmanager import NoTransition, ScreenManager

from companion.app.card_setup import has_board
from ui.app_model import AppModel
from ui.screens.camera import CameraScreen
from ui.screens.card_table.screen import CardTableScreen
from ui.screens.cards import CardsScreen
from ui.screens.certify import CertifyScreen
from ui.screens.deck import DeckScreen
from ui.screens.evening.analysis import AnalysisScreen
from ui.screens.evening.backups import BackupScreen
from ui.screens.evening.games import GamesScreen
from ui.screens.evening.handover import HandoverScreen
from ui.screens.evening.players import PlayersScreen
from ui.screens.evening.result import ResultScreen
from ui.screens.evening.review import ReviewScreen
from ui.screens.evening.statistics import StatisticsScreen
from ui.screens.guide import GuideScreen
from ui.screens.home import HomeScreen
from ui.screens.own_board import OwnBoardScreen
from ui.screens.phones import PhonesScreen
from ui.screens.play.play import PlayScreen
from ui.screens.play.viewers_sheet import ViewersSheet
from ui.screens.setup import SetupScreen
from ui.screens.start import StartScreen

KV_FILES: Final = (
    "widgets/widgets.kv",
    "widgets/moves.kv",
    "widgets/charts.kv",
    "widgets/preferences.kv",
    "screens/home.kv",
    "screens/start.kv",
    "screens/guide.kv",
    "screens/setup.kv",
    "screens/play/table_screen.kv",
    "screens/play/viewers_sheet.kv",
    "screens/play/play.kv",
    "screens/play/computer.kv",
    "screens/card_table/card_table.kv",
    "screens/camera.kv",
    "screens/certify.kv",
    "screens/deck.kv",
    "screens/own_board.kv",
    "screens/cards.kv",
    "screens/evening/games.kv",
    "screens/evening/result.kv",
    "screens/evening/review.kv",
    "screens/evening/analysis.kv",
    "screens/evening/players.kv",
    "screens/evening/statistics.kv",
    "screens/evening/handover.kv",
    "screens/phones.kv",
    "screens/evening/backups.kv",
)
#: The first is shown first.
_KINDS: Final = {
    "home": HomeScreen,
    "start": StartScreen,
    "guide": GuideScreen,
    "setup": SetupScreen,
    "play": PlayScreen,
    "card_table": CardTableScreen,
    "camera": CameraScreen,
    "certify": CertifyScreen,
    "deck": DeckScreen,
    "own_board": OwnBoardScreen,
    "cards": CardsScreen,
    "games": GamesScreen,
    "result": ResultScreen,
    "review": ReviewScreen,
    "analysis": AnalysisScreen,
    "players": PlayersScreen,
    "statistics": StatisticsScreen,
    "handover": HandoverScreen,
    "phones": PhonesScreen,
    "backup": BackupScreen,
}


class Screens(ScreenManager):
    """Changes screens by name; `back` names the screen to which the way back leads."""

    model: AppModel
    _sheet: ViewersSheet | None = None

    def show(self, name: str, back: str = "") -> None:
        if self._sheet:
            self._sheet.stay()
        screen = self.get_screen(name)
        if back:
            screen.back = back
        self.current = name

    def show_game(self, variant: str) -> None:
        """The play screen of a game."""
        self.show("play" if has_board(variant) else "card_table")

    def before_closing(self, close: Callable[[], None]) -> bool:
        """Returns whether viewers are behind: a sheet then calls `close` later; else it runs at once."""
        if self.model.viewers_behind_s() <= 0:
            close()
            return False
        if self._sheet:
            self._sheet.stay()
        self._sheet = ViewersSheet(self.current_screen, self.model.viewers_behind_s, close)
        self.current_screen.add_widget(self._sheet)
        return True


def make_screens(model: AppModel) -> Screens:
    """Every screen, on the model that they share; the home screen is shown."""
    screens = Screens(transition=NoTransition())
    screens.model = model
    for name, kind in _KINDS.items():
        screens.add_widget(kind(name=name, model=model))
    return screens


def load_layouts() -> None:
    """Loads each layout once; loading twice would double every rule."""
    for name in KV_FILES:
        source = resources.files("ui") / name
        if str(source) not in Builder.files:
            Builder.load_string(source.read_text(encoding="utf-8"), filename=str(source))
