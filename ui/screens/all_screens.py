"""All screens of the tablet, by name; each is loaded and made, with its layouts, when it is shown first.

Its imports open the window: prepare the window's settings before importing this.
"""

from collections.abc import Callable
from importlib import import_module, resources
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kivy.lang import Builder
from kivy.uix.screenmanager import NoTransition, Screen, ScreenManager

from ui.app_model import AppModel

if TYPE_CHECKING:
    from ui.screens.play.viewers_sheet import ViewersSheet


class ScreenKind(NamedTuple):
    """The class of a screen, its module under `ui.screens`, and the layouts that it needs, its own last."""

    screen: str
    module: str
    layouts: tuple[str, ...]


_PREFERENCES: Final = "widgets/preferences.kv"
_TABLE: Final = ("widgets/moves.kv", _PREFERENCES, "screens/play/table_screen.kv")
_CAMERA: Final = "screens/camera.kv"
_SETUP: Final = "screens/setup.kv"
_GAMES: Final = "screens/evening/games.kv"
_RESULT: Final = "screens/evening/result.kv"
_CARD_TABLE: Final = "screens/card_table/card_table.kv"
_TONIGHT: Final = ("screens/evening/other_tables.kv", "screens/evening/tonight.kv")
_CHARTS: Final = "widgets/charts.kv"
#: The first is shown first.
KINDS: Final = {
    "home": ScreenKind("HomeScreen", "home", (_PREFERENCES, "screens/home.kv")),
    "start": ScreenKind("StartScreen", "start", (_PREFERENCES, "screens/start.kv")),
    "guide": ScreenKind("GuideScreen", "guide", ("screens/guide.kv",)),
    "setup": ScreenKind("SetupScreen", "setup", (*_TABLE, _GAMES, _SETUP)),
    "play": ScreenKind("PlayScreen", "play.play", (*_TABLE, "screens/play/computer.kv", "screens/play/play.kv")),
    "card_table": ScreenKind("CardTableScreen", "card_table.screen", (*_TABLE, _CARD_TABLE)),
    "camera": ScreenKind("CameraScreen", "camera", (_CAMERA,)),
    "certify": ScreenKind("CertifyScreen", "certify", (_CAMERA, "screens/certify.kv")),
    "deck": ScreenKind("DeckScreen", "deck", (_CAMERA, "screens/deck.kv")),
    "own_board": ScreenKind("OwnBoardScreen", "own_board", (_SETUP, "screens/own_board.kv")),
    "own_game": ScreenKind("OwnGameScreen", "own_game", (*_TABLE, _SETUP, "screens/own_game.kv")),
    "cards": ScreenKind("CardsScreen", "cards", ("screens/cards.kv",)),
    "games": ScreenKind("GamesScreen", "evening.games", (*_TABLE, _SETUP, _GAMES)),
    "result": ScreenKind(
        "ResultScreen", "evening.result", (*_TABLE, _SETUP, _GAMES, "screens/evening/plays.kv", _RESULT)
    ),
    "tonight": ScreenKind("TonightScreen", "evening.tonight", (*_TABLE, _SETUP, _GAMES, *_TONIGHT)),
    "review": ScreenKind("ReviewScreen", "evening.review", (*_TABLE, _CARD_TABLE, "screens/evening/review.kv")),
    "analysis": ScreenKind("AnalysisScreen", "evening.analysis", ("screens/evening/analysis.kv",)),
    "players": ScreenKind("PlayersScreen", "evening.players", (*_TABLE, _SETUP, _GAMES, "screens/evening/players.kv")),
    "player": ScreenKind(
        "PlayerScreen", "evening.player", (*_TABLE, _SETUP, _GAMES, _CHARTS, "screens/evening/player.kv")
    ),
    "statistics": ScreenKind("StatisticsScreen", "evening.statistics", (_CHARTS, "screens/evening/statistics.kv")),
    "handover": ScreenKind("HandoverScreen", "evening.handover", ("screens/evening/handover.kv",)),
    "phones": ScreenKind("PhonesScreen", "phones", ("screens/phones.kv",)),
    "backup": ScreenKind("BackupScreen", "evening.backups", ("screens/evening/backups.kv",)),
}
#: The layouts of the widgets that every screen has.
_EVERYWHERE: Final = "widgets/widgets.kv"


class Screens(ScreenManager):
    """Changes screens by name; `back` names the screen to which the way back leads."""

    model: AppModel
    _sheet: "ViewersSheet | None" = None

    def get_screen(self, name: str) -> Any:
        """The screen of this name, made now if nobody has seen it yet."""
        if name in KINDS and not self.has_screen(name):
            self.add_widget(_make_screen(name, self.model))
        return super().get_screen(name)

    def show(self, name: str, back: str = "") -> None:
        if self._sheet:
            self._sheet.stay()
        screen = self.get_screen(name)
        if back:
            screen.back = back
        self.current = name

    def show_game(self, variant: str) -> None:
        """The play screen of a game."""
        from companion.app.card_setup import has_board

        self.show("play" if has_board(variant) else "card_table")

    def show_player(self, name: str, back: str) -> None:
        """The page of a player."""
        self.get_screen("player").show_player(name)
        self.show("player", back=back)

    def before_closing(self, close: Callable[[], None]) -> bool:
        """Returns whether viewers are behind: a sheet then calls `close` later; else it runs at once."""
        if self.model.viewers_behind_s() <= 0:
            close()
            return False
        from ui.screens.play.viewers_sheet import ViewersSheet

        load_layouts((*_TABLE, "screens/play/viewers_sheet.kv"))
        if self._sheet:
            self._sheet.stay()
        self._sheet = ViewersSheet(self.current_screen, self.model.viewers_behind_s, close)
        self.current_screen.add_widget(self._sheet)
        return True


def make_screens(model: AppModel) -> Screens:
    """The screens on the model that they share; the home screen is shown."""
    screens = Screens(transition=NoTransition())
    screens.model = model
    screens.current = next(iter(KINDS))
    return screens


def _make_screen(name: str, model: AppModel) -> Screen:
    kind = KINDS[name]
    made = getattr(import_module(f"ui.screens.{kind.module}"), kind.screen)
    load_layouts(kind.layouts)
    screen: Screen = made(name=name, model=model)
    return screen


def load_layouts(names: tuple[str, ...]) -> None:
    """Loads each layout once; loading twice would double every rule."""
    for name in (_EVERYWHERE, *names):
        source = resources.files("ui") / name
        if str(source) not in Builder.files:
            Builder.load_string(source.read_text(encoding="utf-8"), filename=str(source))
