"""The card aid: every card of the game with its uses, in the language in force."""

from typing import Any

from kivy.clock import Clock
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.open_row.catalogue import GameFile
from companion.rules.rules import Options
from companion.rules.variant import Variant
from companion.views.table_view import TableView
from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.presenters.play.cards import CardFace, board_help, card_face, card_help
from ui.presenters.setup import game_data


class AidRow(BoxLayout):
    face = ObjectProperty(CardFace("", "", "", "card_blue"), rebind=True)
    help = StringProperty("")


class CardsScreen(Screen):
    model: AppModel = ObjectProperty(None, rebind=True)
    back = StringProperty("home")
    #: The automatic effects of the board in this game.
    note = StringProperty("")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._refresh_soon = Clock.create_trigger(self.refresh, -1)
        i18n.fbind("language", self._refresh_soon)

    def on_pre_enter(self, *_: object) -> None:
        self.refresh()

    def refresh(self, *_: object) -> None:
        grid, words = self.ids.grid, i18n.words
        view = self.model.view
        game = game_of(view) if view else None
        options = options_of(view) if view and game else tuple(self.model.settings.options.items())
        game = game or game_data(self.model.catalogue, self.model.settings.variant)
        grid.clear_widgets()
        for card in game.cards:
            said = card_help(card, words, game, options)
            grid.add_widget(AidRow(face=card_face(card, words, game), help=said))
        self.note = " ".join(board_help(game, words))


def options_of(view: TableView) -> Options:
    """The switches of the present game."""
    return view.position.options if view.position else ()


def game_of(view: TableView) -> Variant | GameFile | None:
    """The data of the present game; None if there is none."""
    if view.card_rules is not None:
        return view.card_rules.game
    return view.rules.variant if view.game_rules else None
