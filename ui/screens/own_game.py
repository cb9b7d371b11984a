"""The game maker: the switches of a game in words, what its cards can do on an example board, and a file of its own."""

from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.catalogue.own_games import OwnGameError, game_text, save_own_game
from companion.model.position import Switch
from companion.settings.file import data_folder
from companion.settings.schema import as_demo
from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.presenters.game_tiles import game_tiles
from ui.presenters.house_rules import ROOM
from ui.presenters.own_game.example import card_example, example_position
from ui.presenters.own_game.words import example_line, refusal_line
from ui.presenters.play.cards import card_face
from ui.presenters.setup import SetupForm
from ui.screens.setup_pages import RulesPage, preview
from ui.screens.typing import TypingScreen
from ui.widgets.look import look

#: The switches on a page beside which the example stands below, not at the side.
_UPRIGHT_ROOM: Final = 2.5


class OwnGameScreen(TypingScreen):
    """`form` has the game and its switches, `card` is the card shown on the example board."""

    model: AppModel = ObjectProperty(None, rebind=True)
    form: SetupForm = ObjectProperty(None, rebind=True)
    card = StringProperty("")
    base = StringProperty("")
    title = StringProperty("")
    line = StringProperty("")
    problem = StringProperty("")
    on_board = BooleanProperty(True)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.form = SetupForm(self.model.catalogue, self.model.settings)
        self.page = RulesPage(screen=self, offers=False, share=0.85)
        self.ids.rules.add_widget(self.page)
        self._refresh_soon = Clock.create_trigger(self.refresh, -1)
        for name in ("form", "card"):
            self.fbind(name, self._refresh_soon)
        i18n.fbind("language", self._refresh_soon)
        look.fbind("portrait", self._refresh_soon)

    def on_pre_enter(self, *_: object) -> None:
        setup = self.manager.get_screen("setup")
        self.form = setup.form
        self.title = self.problem = self.card = ""
        self.refresh()

    def lines(self) -> list[Any]:
        return [self.ids.name_line]

    def refresh(self, *_: object) -> None:
        form, words = self.form, i18n.words
        self.on_board = form.on_board
        self.base = next(tile.title for tile in game_tiles(form, words) if tile.chosen)
        self.page.room = _UPRIGHT_ROOM if look.portrait else ROOM
        self.page.show(form)
        if self.card not in form.game.cards:
            self.card = next(iter(form.game.cards))
        self.ids.cards.faces = [card_face(card, words, form.game) for card in form.game.cards]
        self._show_example()

    def _show_example(self) -> None:
        shown, view = preview(self.form), self.ids.example
        if shown is None:
            view.board = self.line = ""
            return
        rules, first = shown
        position = example_position(rules, first)
        example = card_example(rules, position, self.card)
        view.colours, view.rules, view.position = self.form.settings.colours, rules, position
        view.arrows, view.picks, view.lit = example.arrows, example.picks, example.lit
        view.board = self.form.settings.board
        self.line = example_line(self.form, self.card, example, i18n.words)

    # --- what the buttons do -------------------------------------------------------------------------------------

    def choose_rule(self, name: str, value: Switch) -> None:
        self.form = self.form.with_option(name, value)

    def as_printed(self) -> None:
        self.form = self.form.as_printed()

    def try_it(self) -> None:
        """A demo by these rules against the computer."""
        if self.model.begin_demo(as_demo(self.form.settings)):
            self.manager.show_game(self.form.settings.variant)
        else:
            self.problem = self.model.fault

    def save(self) -> None:
        """Saves the game and sets the table up for it."""
        try:
            name = save_own_game(data_folder(), self.title, game_text(self.form.variant, self.form.settings.options))
        except OwnGameError as error:
            self.problem = refusal_line(error, self.title, i18n.words)
            return
        self.model.close()
        self.model.read_games()
        made = SetupForm(self.model.catalogue, self.form.settings).with_variant(name)
        self.model.keep(made.settings)
        self.manager.show("setup")
