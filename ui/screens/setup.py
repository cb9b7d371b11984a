"""Setting the table up, on four pages: the game, the players, the house rules, the devices."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.model.position import Switch
from companion.players.level import Level
from companion.scoring.tables import PlayerRow
from companion.settings.schema import PEOPLE, Settings, as_demo
from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.presenters.evening.players import PlayerBook, offered_players, seated
from ui.presenters.evening.seat_players import player_choices
from ui.presenters.house_rules import changes
from ui.presenters.setup import ALONE, OTHER, Option, SetupForm, problem, watcher_line
from ui.screens.evening.games import PickSheet
from ui.screens.setup_pages import DevicesPage, GamePage, Page, PlayersPage, RulesPage
from ui.screens.typing import TypingScreen

#: The time for reading games when the known players are listed, in seconds.
_READ_S: Final = 0.2
_PAGES: Final[dict[str, type[Page]]] = {
    "game": GamePage,
    "players": PlayersPage,
    "rules": RulesPage,
    "devices": DevicesPage,
}


class SetupScreen(TypingScreen):
    """`page` is the page in view, `form` the choices so far, `found` the devices of this machine."""

    model: AppModel = ObjectProperty(None, rebind=True)
    form: SetupForm = ObjectProperty(None, rebind=True)
    page = StringProperty("game")
    problem = StringProperty("")
    watcher = StringProperty("")
    has_board = BooleanProperty(True)
    rules_changed = NumericProperty(0)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.found: dict[str, dict[str, str]] = {}
        self._sheet: PickSheet | None = None
        self._refresh_soon = Clock.create_trigger(self.refresh, -1)
        self.form = SetupForm(self.model.catalogue, self.model.settings)
        self._pages = {name: kind(screen=self) for name, kind in _PAGES.items()}
        self.fbind("form", self._refresh_soon)
        self.fbind("page", self._refresh_soon)
        i18n.fbind("language", self._refresh_soon)

    def on_pre_enter(self, *_: object) -> None:
        self.found = {"camera": dict(self.model.launcher.cameras()), "wheel": dict(self.model.launcher.ports())}
        self.form = SetupForm(self.model.catalogue, self.model.settings)
        self.page = "game"
        self.problem = ""
        if self._sheet:
            self._sheet.close()
        self.refresh()

    def lines(self) -> list[Any]:
        return [line for page in self._pages.values() for line in page.lines()]

    def refresh(self, *_: object) -> None:
        body, page = self.ids.body, self._pages[self.page]
        if body.children != [page]:
            body.clear_widgets()
            body.add_widget(page)
        self.rules_changed = changes(self.form.game, self.form.settings.options)
        page.show(self.form)
        self.has_board = self.form.on_board
        self.watcher = watcher_line(self.form.settings, i18n.words)
        if self.form.rejected:
            self.problem = i18n.words.text("setup.rejected", reason=self.form.rejected)
        elif self.problem:
            self.problem = problem(self.form, i18n.words)

    # --- what the buttons do -------------------------------------------------------------------------------------

    def choose_game(self, variant: str) -> None:
        """Another game; the one that is chosen already keeps its house rules."""
        if variant != self.form.settings.variant:
            self.form = self.form.with_variant(variant)

    def choose_players(self, count: int) -> None:
        self.form = self.form.with_players(count)

    def choose_rule(self, name: str, value: Switch) -> None:
        self.form = self.form.with_option(name, value)

    def choose_board(self, board: str) -> None:
        self.form = self.form.with_board(board)

    def choose_teams(self, choice: str) -> None:
        self.form = self.form.with_alone(alone=choice == ALONE)

    def as_printed(self) -> None:
        self.form = self.form.as_printed()

    def choose(self, key: str, value: str) -> None:
        """The last position empties the value, so that an address must be typed."""
        self.form = self.form.with_value(key, "" if value == OTHER else value)

    def choose_cards(self, choice: str) -> None:
        self.form = self.form.with_cards(choice)

    def toggle_shadow(self) -> None:
        """The camera decides, or only watches."""
        self.form = self.form.with_shadow(silent=not self.form.settings.shadow)

    def choose_level(self, choice: str) -> None:
        self.form = self.form.with_level(Level(choice))

    def choose_timer(self, limit_s: str) -> None:
        self.form = self.form.with_timer(int(limit_s))

    def switch_phones(self) -> None:
        self.form = self.form.with_phones(on=not self.form.settings.phones)

    def show_deck(self) -> None:
        """The family shows its deck to the camera that was chosen."""
        self._leave_for("deck", lambda _: True, self.form.settings)

    def type_address(self, key: str, text: str) -> None:
        self.form = self.form.with_value(key, text.strip())

    def type_name(self, seat: int, text: str) -> None:
        if text != self.form.settings.names[seat]:
            self.form = self.form.with_name(seat, text)

    def offer_players(self, seat: int) -> None:
        """Offers people or the computer, and the known players, who take the seat with one tap."""
        rows = offered_players(self._players(), self.form, seat)
        sheet = self._sheet = PickSheet(choose=lambda picked: self._seat(seat, picked, rows))
        self.add_widget(sheet)
        players = player_choices(i18n.words) if self.form.on_board else ()
        known = "players.known" if rows else "players.nobody_known"
        sheet.says = i18n.words.text("setup.who_plays" if players else known)
        named = [(row.profile.name, row.profile.name) for row in rows]
        sheet.choices = [(option, option.label) for option in players] + named

    def start(self) -> None:
        self._leave_for("", self.model.begin, self.form.settings)
        if self.model.is_open and self.form.on_board and self.form.settings.phones:
            self.manager.show("phones", back="play")

    def try_demo(self) -> None:
        """Starts the game as it is set up, on the built-in table."""
        self._leave_for("", self.model.begin_demo, as_demo(self.form.settings))

    def look(self) -> None:
        """Opens the table without a game, for the camera's picture."""
        self._leave_for("camera", self.model.open, self.form.settings)

    def _players(self) -> tuple[PlayerRow, ...]:
        """The known players, as far as the record is read."""
        launcher = self.model.launcher
        return PlayerBook(launcher.all_games(_READ_S).games, launcher.profiles()).rows()

    def _seat(self, seat: int, picked: Option | str, rows: Sequence[PlayerRow]) -> None:
        """Seats people, the computer, or a known player."""
        if isinstance(picked, Option):
            self.form = self.form.with_player(seat, picked.value)
            return
        row = next(row for row in rows if row.profile.name == picked)
        self.form = seated(self.form.with_player(seat, PEOPLE), seat, row)

    def _leave_for(self, screen: str, opens: Callable[[Settings], bool], settings: Settings) -> None:
        """Saves the set-up and opens `screen`, or the game's own if it is empty, unless the table cannot be opened."""
        self.problem = problem(self.form, i18n.words)
        if self.problem:
            return
        self.model.keep(self.form.settings)
        if not opens(settings):
            self.problem = self.model.fault
        elif screen:
            self.manager.show(screen, back="setup")
        else:
            self.manager.show_game(settings.variant)
