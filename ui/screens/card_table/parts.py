"""The things on the card table: the open row, the piles, and the rows of the players.  All of them can be tapped."""

from typing import Any, Final

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from ui.presenters.card_table.targets import Target, TargetKind
from ui.presenters.card_table.view_model import CardRow, OpenPlace, Pile, PlayerRows, RowSlot, Standing
from ui.presenters.play.cards import CardFace
from ui.presenters.play.play import SeatViewModel
from ui.widgets.tiles import CardTile, SeatLine, SeatTile

_NOWHERE: Final = Target(TargetKind.OPEN)
_NO_FACE: Final = CardFace("", "", "", "card_blue")
#: After these places of the open row a gap is left, as the rules have it.
_GAPS: Final = (5, 10)
#: With more rows than this the names stand beside them.
_ROWS_BELOW_NAMES: Final = 4


class PickTile(CardTile):
    """A card of the game to pick; `picked` is it."""

    picked = BooleanProperty(False)


class TableCard(ButtonBehavior, FloatLayout):
    """A card on the table as large as a finger: face up, its back (`hidden`), or an empty place."""

    face = ObjectProperty(_NO_FACE, rebind=True)
    there = BooleanProperty(False)
    hidden = BooleanProperty(False)
    #: The icon on its back.
    back = StringProperty("question")
    lit = BooleanProperty(False)
    dimmed = BooleanProperty(False)


class OpenCard(BoxLayout):
    """A place of the open row with its number."""

    place = ObjectProperty(OpenPlace(_NOWHERE, "", None, hidden=False, lit=False, dimmed=False), rebind=True)
    face = ObjectProperty(_NO_FACE, rebind=True)

    def on_place(self, _card: object, place: OpenPlace) -> None:
        self.face = place.face or _NO_FACE


class PileCard(BoxLayout):
    """A pile with its number of cards; `on_tap` when it is tapped."""

    icon = StringProperty("")
    pile = ObjectProperty(Pile(_NOWHERE, "", None, hidden=False, lit=False, dimmed=False), rebind=True)
    face = ObjectProperty(_NO_FACE, rebind=True)

    def __init__(self, **values: Any) -> None:
        self.register_event_type("on_tap")
        super().__init__(**values)

    def on_tap(self) -> None:
        """Event: the pile was tapped."""

    def on_pile(self, _card: object, pile: Pile) -> None:
        self.face = pile.face or _NO_FACE


class OpenRow(BoxLayout):
    """The places in order with their gaps; `on_place` gets the one that was tapped."""

    places = ListProperty()
    #: The number of lines, one below the other.
    lines = NumericProperty(1)

    def __init__(self, **values: Any) -> None:
        self.register_event_type("on_place")
        self._cards: list[OpenCard] = []
        super().__init__(**values)
        self.fbind("places", self._fill)
        self.fbind("lines", self._fill)

    def on_place(self, place: OpenPlace) -> None:
        """Event: this place was tapped."""

    def _fill(self, *_: object) -> None:
        if (len(self._cards), len(self.children)) != (len(self.places), self.lines):
            self._cards = [self._card() for _ in self.places]
            self._lay(-(-len(self.places) // self.lines))
        for card, place in zip(self._cards, self.places, strict=True):
            card.place = place

    def _lay(self, length: int) -> None:
        """Lays the cards in lines of that length; the last one is filled up, so that all cards are equally wide."""
        self.clear_widgets()
        for first in range(0, len(self._cards), max(1, length)):
            line = BoxLayout(spacing=self.spacing)
            cards = self._cards[first : first + length]
            for number, card in enumerate(cards, first + 1):
                line.add_widget(card)
                if number in _GAPS:
                    line.add_widget(RowGap())
            for _ in range(length - len(cards)):
                line.add_widget(Widget())
            self.add_widget(line)

    def _card(self) -> OpenCard:
        card = OpenCard()
        card.ids.card.bind(on_release=lambda _: self.dispatch("on_place", card.place))
        return card


class RowGap(FloatLayout):
    """The gap in the open row by which people find their way."""


class SlotTile(FloatLayout):
    """One place of a row."""

    slot = ObjectProperty(RowSlot("", "", "muted", laid=False, lit=False), rebind=True)


class RowLane(ButtonBehavior, BoxLayout):
    """A row from its first place to its last; `tapped_place` is the place under the finger."""

    row = ObjectProperty(CardRow(_NOWHERE, (), done=False, lit=False, dimmed=False), rebind=True)
    tapped_place = NumericProperty(0)

    def on_row(self, _lane: object, row: CardRow) -> None:
        box = self.ids.slots
        if len(box.children) != len(row.slots):
            box.clear_widgets()
            for _slot in row.slots:
                box.add_widget(SlotTile())
        for tile, slot in zip(reversed(box.children), row.slots, strict=True):
            tile.slot = slot

    def on_touch_up(self, touch: Any) -> Any:
        """Sets the place before `on_release` is called."""
        if touch.grab_current is self:
            share = (touch.x - self.x) / max(1, self.width)
            self.tapped_place = 1 + min(len(self.row.slots) - 1, max(0, int(share * len(self.row.slots))))
        return super().on_touch_up(touch)


class PlayerTable(BoxLayout):
    """A player's name and rows; `on_row` gets the row and the place in it that was tapped."""

    player = ObjectProperty(PlayerRows(SeatViewModel(0, "", "", "", "", "", active=False), ()), rebind=True)

    def __init__(self, *, beside: bool, **values: Any) -> None:
        self.register_event_type("on_row")
        super().__init__(orientation="horizontal" if beside else "vertical", **values)
        self._head = SeatTile() if beside else SeatLine()
        self._head.size_hint = (0.24, 1) if beside else (1, 0.32)
        self._lanes = BoxLayout(orientation="vertical", spacing=self.spacing)
        self.add_widget(self._head)
        self.add_widget(self._lanes)

    def on_row(self, row: CardRow, place: int) -> None:
        """Event: this row was tapped."""

    def on_player(self, _table: object, player: PlayerRows) -> None:
        if len(self._lanes.children) != len(player.rows):
            self._lanes.clear_widgets()
            for _row in player.rows:
                lane = RowLane()
                lane.bind(on_release=lambda tapped: self.dispatch("on_row", tapped.row, tapped.tapped_place))
                self._lanes.add_widget(lane)
        self._head.face = player.seat
        for lane, row in zip(reversed(self._lanes.children), player.rows, strict=True):
            lane.row = row


class PlayerTables(BoxLayout):
    """One table for each player; `on_row` as theirs."""

    players = ListProperty()

    def __init__(self, **values: Any) -> None:
        self.register_event_type("on_row")
        super().__init__(**values)

    def on_row(self, row: CardRow, place: int) -> None:
        """Event: this row was tapped."""

    def on_players(self, *_: object) -> None:
        shape = [len(player.rows) for player in self.players]
        if getattr(self, "shown", None) != shape:
            self.shown = shape
            self.clear_widgets()
            for _player in self.players:
                table = PlayerTable(beside=sum(shape) > _ROWS_BELOW_NAMES)
                table.bind(on_row=lambda _, row, place: self.dispatch("on_row", row, place))
                self.add_widget(table)
        for table, player in zip(reversed(self.children), self.players, strict=True):
            table.player = player


class StandingLine(BoxLayout):
    """One player in the result."""

    standing = ObjectProperty(Standing("", "red", "", "", 0.0, won=False), rebind=True)
