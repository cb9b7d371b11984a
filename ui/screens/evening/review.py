"""A game step by step: the table of each line, and the move list beside it.  Keys step too."""

from dataclasses import replace
from typing import Any, Final

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.coach.analysis import GameAnalysis
from companion.history.course import GameCourse
from companion.views.table_view import TableView
from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.ports import Analyst
from ui.presenters.card_table.view_model import CardTaps, card_table_view_model
from ui.presenters.evening.analysis import advice_at
from ui.presenters.play.looking_back import LookingBack
from ui.screens.card_table.parts import OpenRow, PileCard, PlayerTables  # noqa: F401  (the layouts name them)
from ui.widgets.board.board import BoardView
from ui.widgets.moves import MovesPane

#: The slowest speed in lines a second, and its multiples, one a tap.
SPEEDS: Final = (1, 2, 4, 8, 16)
_KEYS: Final = {"left": -1, "up": -1, "right": 1, "down": 1, "pageup": -10, "pagedown": 10}
_JUMPS: Final = {"d": "disputes", "c": "captures", "u": "undos"}
#: The key codes of Kivy for the keys that no letter stands for.
_CODES: Final = {
    27: "escape", 32: "space", 273: "up", 274: "down", 275: "right", 276: "left", 278: "home", 279: "end",
    280: "pageup", 281: "pagedown",
}  # fmt: skip


class TablePicture(BoxLayout):
    """The table of a line: a board, or the rows of a game of cards alone.  Nothing on it can be tapped."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._kind: type | None = None

    def show(self, view: TableView, *, slides: bool) -> None:
        """Shows a table; `view` may be an old one."""
        kind = BoardView if view.card_table is None else LaidTable
        if self._kind is not kind:
            self._kind = kind
            self.clear_widgets()
            self.add_widget(kind())
        shown = self.children[0]
        if isinstance(shown, LaidTable):
            shown.show(view)
        else:
            show_board(shown, view, slides=slides)

    def on_touch_down(self, touch: Any) -> bool:
        """A picture: taps end here."""
        return bool(self.collide_point(*touch.pos))


class LaidTable(BoxLayout):
    """The cards on the table of a game of cards alone."""

    def show(self, view: TableView) -> None:
        face = card_table_view_model(view, CardTaps(), i18n.words, i18n.wording)
        self.ids.open_row.places = face.open_row
        self.ids.draw.pile, self.ids.discard.pile = face.draw, face.discard
        self.ids.players.players = face.players


def show_board(board: BoardView, view: TableView, *, slides: bool) -> None:
    """A board as a snapshot has it, with nothing picked."""
    board.slides = slides
    board.board = view.board
    board.colours = tuple(seat.colour for seat in view.seats)
    board.rules = view.game_rules
    board.position = view.position


class ReviewScreen(Screen):
    """`back` is the screen that its way back leads to; `speed` is the speed of playing by itself, 0 at rest."""

    model: AppModel = ObjectProperty(None, rebind=True)
    back = StringProperty("games")
    title = StringProperty("")
    speed = NumericProperty(0)
    speed_text = StringProperty("×1")
    #: A game of cards alone, whose rows need more room than a board.
    of_cards = BooleanProperty(False)
    can_analyse = BooleanProperty(False)
    #: The best play in the line shown.
    advice = StringProperty("")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._looking: LookingBack | None = None
        self._analyst: Analyst | None = None
        self._found: GameAnalysis | None = None
        self._playing: Any = None
        self._next_speed = 0
        self._refresh_soon = Clock.create_trigger(self.refresh, -1)
        i18n.fbind("language", self._refresh_soon)

    def show_game(self, course: GameCourse, title: str) -> None:
        """Takes a game to view, from its beginning."""
        self.rest()
        self.title = title
        self._analyst = self.model.analyst(course)
        self.can_analyse = self._analyst is not None
        self._ask_coach()
        self._looking = LookingBack(course).at(0)
        self._refresh_soon()

    def on_pre_enter(self, *_: object) -> None:
        """The game may have been analysed meanwhile."""
        self._ask_coach()
        self._refresh_soon()

    def on_enter(self, *_: object) -> None:
        Window.bind(on_key_down=self._on_key)

    def on_leave(self, *_: object) -> None:
        Window.unbind(on_key_down=self._on_key)
        self.rest()

    def refresh(self, *_: object) -> None:
        looking = self._looking
        if looking is None:
            return
        view = looking.view(i18n.wording)
        self.of_cards = view.card_table is not None
        self.ids.banner.banner = looking.banner(view, i18n.words, i18n.wording)
        self.ids.table.show(view, slides=self.model.settings.motion)
        pane: MovesPane = self.ids.moves
        pane.faces, pane.index = looking.faces(i18n.words), looking.index
        pane.jumps = sorted(looking.jumps)
        self._show_advice(looking)

    def _show_advice(self, looking: LookingBack) -> None:
        """The best play in the line shown, once the game is analysed."""
        row = looking.lines[looking.index].row
        self.advice = advice_at(looking.course, self._found, row, i18n.wording, i18n.words)

    def _ask_coach(self) -> None:
        whole = self._analyst is not None and self._analyst.done() >= self._analyst.total
        self._found = self._analyst.found() if self._analyst and whole else None

    # --- what the buttons and keys do ----------------------------------------------------------------------------

    def pick(self, index: int) -> None:
        if self._looking:
            self._looking = self._looking.at(index)
            self._refresh_soon()

    def jump(self, jump: str) -> None:
        if self._looking:
            self._looking = self._looking.after_jump(jump)
            self._refresh_soon()

    def toggle(self) -> None:
        """Plays by itself, or stops."""
        if self.speed:
            self.rest()
        else:
            self._play(SPEEDS[self._next_speed])

    def faster(self) -> None:
        """The next speed; after the fastest the slowest again."""
        self._next_speed = (self._next_speed + 1) % len(SPEEDS)
        self.speed_text = f"×{SPEEDS[self._next_speed]}"
        if self.speed:
            self._play(SPEEDS[self._next_speed])

    def rest(self) -> None:
        if self._playing:
            self._playing.cancel()
            self._playing = None
        self.speed = 0

    def look_at(self, row: int) -> None:
        """The table after a row."""
        if self._looking:
            self.rest()
            self._looking = replace(self._looking, row=row)
            self._refresh_soon()

    def analyse(self) -> None:
        """Shows the coach's review of the finished game."""
        if self._looking and self._analyst:
            self.manager.get_screen("analysis").show_game(self._looking.course, self._analyst, self.title)
            self.manager.show("analysis", back=self.name)

    def show_saved(self, screen: str) -> None:
        """The game on a screen that shows it as a whole."""
        saved = self.model.saved_game(self._looking.course.game) if self._looking else None
        if saved is not None:
            self.manager.get_screen(screen).show_game(saved)
            self.manager.show(screen, back=self.name)

    def leave(self) -> None:
        self.manager.show(self.back)

    def _play(self, speed: int) -> None:
        self.rest()
        looking = self._looking
        if looking and looking.is_now:
            self.pick(0)
        self.speed = speed
        self._playing = Clock.schedule_interval(self._go_on, 1 / speed)

    def _go_on(self, _: float) -> None:
        looking = self._looking
        if looking is None or looking.is_now:
            self.rest()
        else:
            self.pick(looking.index + 1)

    def _on_key(self, _window: object, code: int, _scancode: int, letter: str | None, _modifiers: object) -> bool:
        key = _CODES.get(code, letter or "")
        pane = self.ids.moves
        if key in _KEYS:
            pane.step(_KEYS[key])
        elif key in _JUMPS:
            self.jump(_JUMPS[key])
        elif key in ("home", "end"):
            pane.pick(0 if key == "home" else len(pane.faces) - 1)
        elif key == "space":
            self.toggle()
        elif key == "escape":
            self.leave()
        else:
            return False
        return True
