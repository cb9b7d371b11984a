"""The pages of the set-up screen: the game, the players, the house rules, the devices."""

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.app.table_setup import start_command
from companion.board.files import ProfileError, load_board
from companion.model.position import Position
from companion.rules.rules import Rules, rules_of
from companion.rules.setup import starting_position
from companion.settings.schema import NONE, PEOPLE
from companion.system.addresses import shown_source
from ui.i18n.live import i18n
from ui.presenters.clock import limit_choices
from ui.presenters.deck import card_choices, cards_line, shows_deck
from ui.presenters.game_tiles import GameTile, game_tiles
from ui.presenters.house_rules import ROOM, Rule, RuleGroup, changes, pages, rule_groups
from ui.presenters.play.cards import card_face
from ui.presenters.setup import (
    ALONE,
    SEEN,
    TAPPED,
    TEAMS,
    Option,
    SetupForm,
    board_choices,
    choices,
    goal_line,
    has_camera,
    level_choices,
    second_choices,
    team_choices,
)
from ui.widgets.basics import BigButton
from ui.widgets.board.board import BoardView  # noqa: F401  (the layouts name it)

#: The devices whose address may be typed.
DEVICES = ("camera", "second_camera", "wheel", "broker")


class Page(BoxLayout):
    """One page of the form."""

    screen = ObjectProperty(None, rebind=True)

    def show(self, form: SetupForm) -> None:
        """Takes over the present form: when the page comes into view and after every change."""
        raise NotImplementedError

    def lines(self) -> list[Any]:
        """The lines to type in."""
        return []


class GameButton(ButtonBehavior, BoxLayout):
    """All games, each with a line about it."""

    tile = ObjectProperty(GameTile("", "", "", "", chosen=False), rebind=True)
    tone = StringProperty("raised")


class GamePage(Page):
    """All games, each with a line about it."""

    count = NumericProperty(1)

    def show(self, form: SetupForm) -> None:
        grid, tiles = self.ids.games, game_tiles(form, i18n.words)
        if len(grid.children) != len(tiles):
            grid.clear_widgets()
            self.count = len(tiles)
            for _tile in tiles:
                button = GameButton()
                button.bind(on_release=lambda tapped: self.screen.choose_game(tapped.tile.variant))
                grid.add_widget(button)
        for button, tile in zip(reversed(grid.children), tiles, strict=True):
            button.tile = tile


class SeatForm(BoxLayout):
    """One seat: colour, name, whether it begins; `note` is its team and the level of the computer."""

    seat = NumericProperty(0)
    screen = ObjectProperty(None, rebind=True)
    colour = StringProperty("")
    name = StringProperty("")
    note = StringProperty("")
    begins = BooleanProperty(False)
    by_computer = BooleanProperty(False)


class PlayersPage(Page):
    """The number of players, their colours and teams, and a picture of the board with their pawns on it.

    A game without a board shows its cards there instead, and its goal.
    """

    has_board = BooleanProperty(True)
    #: The board stands beside the choices if many seats leave it little height.
    beside = BooleanProperty(False)
    goal = StringProperty("")

    def show(self, form: SetupForm) -> None:
        self._show_counts(form)
        self._show_seats(form)
        boards = self.ids.board
        boards.options = list(board_choices(form, i18n.words))
        boards.value = form.settings.board
        teams = self.ids.teams
        teams.options = list(team_choices(form, i18n.words))
        teams.value = ALONE if len(set(form.teams())) == len(form.settings.names) else TEAMS
        timer, limit_s = self.ids.timer, form.settings.turn_s
        timer.options = list(limit_choices(i18n.words, limit_s))
        timer.value = str(limit_s)
        self.has_board = form.on_board
        self.goal = goal_line(form, i18n.words)
        game = form.game
        self.ids.deck.faces = [] if form.on_board else [card_face(card, i18n.words, game) for card in game.cards]
        self._show_board(form)

    def lines(self) -> list[Any]:
        return [tile.ids.name_line for tile in self.ids.seats.children]

    def _show_counts(self, form: SetupForm) -> None:
        row, counts = self.ids.counts, form.game.seat_counts
        if [button.text for button in reversed(row.children)] != [str(count) for count in counts]:
            row.clear_widgets()
            for count in counts:
                button = BigButton(text=str(count), base=28, bold=True)
                button.bind(on_release=lambda _, many=count: self.screen.choose_players(many))
                row.add_widget(button)
        for button in row.children:
            button.tone = "accent" if button.text == str(len(form.settings.names)) else "raised"

    def _show_seats(self, form: SetupForm) -> None:
        box, settings = self.ids.seats, form.settings
        if len(box.children) != len(settings.names):
            box.clear_widgets()
            for seat in range(len(settings.names)):
                box.add_widget(SeatForm(seat=seat, screen=self.screen))
        teams = form.teams()
        alone = len(set(teams)) == len(teams)
        for tile in box.children:
            tile.name = settings.names[tile.seat]
            tile.colour = settings.colours[tile.seat]
            tile.begins = settings.first == tile.seat
            tile.by_computer = form.player(tile.seat) != PEOPLE
            team = "" if alone else i18n.words.text("teams.of", team="ABC"[teams[tile.seat]])
            level = i18n.words.text(f"level.{form.player(tile.seat)}") if tile.by_computer else ""
            tile.note = "\n".join(filter(None, (team, level)))

    def _show_board(self, form: SetupForm) -> None:
        view = self.ids.picture
        view.colours = form.settings.colours
        view.rules, view.position = preview(form) or (None, None)
        view.board = form.settings.board if view.position else ""


class RuleRow(BoxLayout):
    """A house rule with its positions side by side."""

    screen = ObjectProperty(None, rebind=True)
    rule = ObjectProperty(None, allownone=True, rebind=True)
    #: The width of the positions beside the words, in parts of that of the words.
    share = NumericProperty(0.58)

    def on_rule(self, _row: object, rule: Rule) -> None:
        box = self.ids.positions
        if len(box.children) != len(rule.values):
            box.clear_widgets()
            for _value in rule.values:
                button = BigButton(base=20)
                button.bind(on_release=lambda tapped: self.screen.choose_rule(self.rule.name, tapped.value))
                box.add_widget(button)
        for button, value in zip(reversed(box.children), rule.values, strict=True):
            button.value = value.value
            button.text = value.label
            button.tone = "accent" if value.value == rule.value else "raised"
            button.bold = value.value == rule.value


class RulesPage(Page):
    """The house rules, a few at a time."""

    leaf = StringProperty("")
    number = NumericProperty(0)
    count = NumericProperty(1)
    empty = BooleanProperty(False)
    changed = BooleanProperty(False)
    #: Whether a game of one's own can be made of the rules.
    offers = BooleanProperty(True)
    #: The number of switches for which there is room.
    room = NumericProperty(ROOM)
    share = NumericProperty(0.58)

    def show(self, form: SetupForm) -> None:
        settings = form.settings
        found_pages = pages(rule_groups(form.game, settings.options, i18n.words), self.room)
        self.count = len(found_pages)
        self.number = min(self.number, self.count - 1)
        self.leaf = f"{self.number + 1} / {self.count}"
        self.empty = not found_pages[0]
        self.changed = changes(form.game, settings.options) > 0
        self._show_page(found_pages[self.number])

    def turn(self, by: int) -> None:
        self.number = (self.number + by) % self.count
        self.screen.refresh()

    def _show_page(self, groups: tuple[RuleGroup, ...]) -> None:
        box = self.ids.rules
        wanted = [(group.title, [rule.name for rule in group.rules]) for group in groups]
        if getattr(box, "shown", None) != wanted:
            box.shown = wanted
            box.clear_widgets()
            for group in groups:
                box.add_widget(RuleHeading(text=group.title))
                for _rule in group.rules:
                    box.add_widget(RuleRow(screen=self.screen, share=self.share))
        rows = [row for row in reversed(box.children) if isinstance(row, RuleRow)]
        for row, rule in zip(rows, (rule for group in groups for rule in group.rules), strict=True):
            row.rule = rule


class RuleHeading(BoxLayout):
    """The subject of the house rules below it."""

    text = StringProperty("")


class Chooser(BoxLayout):
    """A value with an arrow on each side; of devices the last position opens a line for an address."""

    key = StringProperty("")
    title = StringProperty("")
    options = ListProperty()
    value = StringProperty("")
    label = StringProperty("")
    title_width = NumericProperty(148)
    #: Whether there is something to choose.
    shown = BooleanProperty(True)

    def __init__(self, **values: Any) -> None:
        self.register_event_type("on_choice")
        super().__init__(**values)
        self.fbind("options", self._label)
        self.fbind("value", self._label)

    def on_choice(self, value: str) -> None:
        """Event: another value was chosen; `other` asks for an address."""

    @property
    def index(self) -> int:
        """The index of the value among the options; an address that is none of them counts as the last."""
        values = [option.value for option in self.options]
        return values.index(self.value) if self.value in values else len(values) - 1

    def step(self, by: int) -> None:
        if self.options:
            self.dispatch("on_choice", self.options[(self.index + by) % len(self.options)].value)

    def _label(self, *_: object) -> None:
        option: Option | None = self.options[self.index] if self.options else None
        self.label = option.label if option else ""


class DevicesPage(Page):
    """The camera, the wheel, and the permission to watch; without a board, camera and wheel are left out."""

    has_board = BooleanProperty(True)
    has_viewer = BooleanProperty(True)
    phones = BooleanProperty(False)
    cards_line = StringProperty("")
    shows_deck = BooleanProperty(False)
    #: There is a camera, deciding or silent (shadow mode).
    watches = BooleanProperty(False)
    silent = BooleanProperty(False)

    def show(self, form: SetupForm) -> None:
        self.watches = has_camera(form)
        self.silent = form.settings.shadow
        self.has_viewer = form.settings.broker != NONE
        self.phones = form.settings.phones
        self.has_board = form.on_board
        for key in DEVICES:
            chooser, value = self.ids[key], getattr(form.settings, key)
            chooser.options = self._choices(form, key, value)
            chooser.value = value
            self.show_address(chooser)
        cards = self.ids.cards
        cards.options = list(card_choices(i18n.words))
        cards.value = SEEN if form.settings.see_cards else TAPPED
        self.ids.level.options = list(level_choices(i18n.words))
        self.ids.level.value = form.settings.level
        shown = form.settings.see_cards and self.screen.model.launcher.deck_is_shown(form.settings.variant)
        self.shows_deck = form.on_board and shows_deck(form.settings)
        self.cards_line = cards_line(form.settings, i18n.words, shown=shown) if form.on_board else ""

    def _choices(self, form: SetupForm, key: str, value: str) -> list[Option]:
        found = self.screen.found
        if key == "second_camera":
            return list(second_choices(form.settings, found["camera"], i18n.words))
        return list(choices(key, found.get(key, {}), i18n.words, value))

    def lines(self) -> list[Any]:
        return [self.ids[f"{key}_address"] for key in DEVICES]

    def show_address(self, chooser: Chooser) -> None:
        """The line for an address is there only while the chooser stands on "other"; the whole address only while it is
        typed, since it may hold a password.
        """
        known = chooser.value in [option.value for option in chooser.options]
        line = self.ids[f"{chooser.key}_address"]
        line.shown = not known and chooser.shown
        whole = line.focus or chooser.key == "wheel"
        text = "" if known else chooser.value if whole else shown_source(chooser.value)
        if not (line.focus and line.text.strip() == text):
            line.text = text


def preview(form: SetupForm) -> tuple[Rules, Position] | None:
    """The rules and the first position of the game; None if the form is not yet right, or the game has no board."""
    if not form.on_board:
        return None
    try:
        begun = start_command(form.games, form.settings, "")
        load_board(begun.board)
        position = starting_position(begun.variant, begun.sectors, begun.seats, begun.options, teams=begun.teams)
        return rules_of(begun.variant, position), position
    except (ProfileError, ValueError):
        return None
