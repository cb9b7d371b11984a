"""Setting the table up, on four pages: the game, the players, the house rules, the devices."""

from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from companion.model.position import Switch
from ui.desk import Desk
from ui.i18n.live import i18n
from ui.presenters.house_rules import changes
from ui.presenters.setup import ALONE, OTHER, SetupForm, complaint
from ui.screens.setup_pages import DevicesPage, GamePage, Page, PlayersPage, RulesPage
from ui.screens.typing import TypingScreen

_PAGES: Final[dict[str, type[Page]]] = {
    "game": GamePage,
    "players": PlayersPage,
    "rules": RulesPage,
    "devices": DevicesPage,
}


class SetupScreen(TypingScreen):
    """`page` is the page in view, `form` what has been chosen so far, `found` the devices of this machine."""

    desk: Desk = ObjectProperty(None, rebind=True)
    form: SetupForm = ObjectProperty(None, rebind=True)
    page = StringProperty("game")
    complaint = StringProperty("")
    rules_changed = NumericProperty(0)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.found: dict[str, list[str]] = {}
        self._refresh_soon = Clock.create_trigger(self.refresh, -1)
        self.form = SetupForm(self.desk.settings)
        self._pages = {name: kind(screen=self) for name, kind in _PAGES.items()}
        self.fbind("form", self._refresh_soon)
        self.fbind("page", self._refresh_soon)
        i18n.fbind("language", self._refresh_soon)

    def on_pre_enter(self, *_: object) -> None:
        self.found = {"camera": list(self.desk.launcher.cameras()), "wheel": list(self.desk.launcher.ports())}
        self.form = SetupForm(self.desk.settings)
        self.page = "game"
        self.complaint = ""
        self.refresh()

    def lines(self) -> list[Any]:
        return [line for page in self._pages.values() for line in page.lines()]

    def refresh(self, *_: object) -> None:
        body, page = self.ids.body, self._pages[self.page]
        if body.children != [page]:
            body.clear_widgets()
            body.add_widget(page)
        self.rules_changed = changes(self.form.settings.options, self.form.settings.variant)
        page.show(self.form)
        if self.form.rejected:
            self.complaint = i18n.catalogue.text("setup.rejected", reason=self.form.rejected)
        elif self.complaint:
            self.complaint = complaint(self.form, i18n.catalogue)

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

    def type_address(self, key: str, text: str) -> None:
        self.form = self.form.with_value(key, text.strip())

    def type_name(self, seat: int, text: str) -> None:
        if text != self.form.settings.names[seat]:
            self.form = self.form.with_name(seat, text)

    def start(self) -> None:
        self.complaint = complaint(self.form, i18n.catalogue)
        if not self.complaint and self._open():
            self.desk.start_game()
            self.manager.show("play")

    def look(self) -> None:
        """The camera's picture before the game: opens the table without one."""
        self.complaint = complaint(self.form, i18n.catalogue)
        if not self.complaint and self._open():
            self.manager.show("camera", back="setup")

    def _open(self) -> bool:
        self.desk.keep(self.form.settings)
        opened = self.desk.open(self.form.settings)
        self.complaint = self.desk.fault if not opened else ""
        return opened
