"""The taps of people on the table of a game of cards alone, and the commands that they become."""

from dataclasses import replace

from companion.open_row.actions import Action, ActionKind, format_action
from companion.open_row.position import UNKNOWN
from companion.session import commands as cmd
from companion.views.table_view import Stage, TableView
from ui.presenters.card_table.targets import NO_CARD, Target, meant
from ui.presenters.card_table.view_model import CardTableViewModel, CardTaps, needs_mending
from ui.presenters.play.input import TableInput


class CardTableInput(TableInput):
    """`face` is what the tablet shows, None before a game."""

    face: CardTableViewModel | None

    def __init__(self, **values: object) -> None:
        self.taps = CardTaps()
        self._asked: tuple[object, ...] = ()
        super().__init__(**values)

    def follow_question(self, view: TableView) -> None:
        """Drops the picked card when the table has gone on: it belonged to an earlier position."""
        asked = (view.game, view.ply, view.turn, view.phase, view.paused)
        if asked != self._asked:
            self._asked = asked
            self.taps = CardTaps()

    def pick(self, card: str) -> None:
        """A card of the grid: the one that is named, the one that is taken, or the one that is played."""
        if self.taps.naming:
            self._name(card)
        elif self.taps.choices:
            self._take(card)
        else:
            self._become(CardTaps(picked=NO_CARD if card == self.taps.picked else card))

    def tap_open(self, target: Target) -> None:
        """A place of the open row: buys with the picked card; else repairs an anomaly, or names the card there."""
        view = self.view
        if view is None or view.stage is not Stage.PLAY or target.number is None:
            return
        if view.card_rules is None or view.card_table is None:
            return
        if self.face and self.face.pane == "others":
            return
        if self.taps.picked:
            self.tap(target)
        elif needs_mending(view.card_rules, view.card_table, target.number) and not self.taps.naming:
            self.act(meant(view.card_rules, view.card_table, NO_CARD, target)[0])
        else:
            self._become(CardTaps(naming=target.number))

    def tap(self, target: Target, place: int | None = None) -> None:
        """The target of the picked card; if several actions are possible, the tablet asks for one."""
        view = self.view
        if view is None or view.card_rules is None or view.card_table is None or not self.taps.picked:
            return
        actions = meant(view.card_rules, view.card_table, self.taps.picked, target, place)
        if len(actions) == 1 and actions[0].wanted is None:
            self.act(actions[0])
        else:
            self._become(replace(self.taps, choices=actions))

    def act(self, action: Action) -> None:
        """Posts the action to the table, whose referee judges it."""
        view = self.view
        self.leave_mode()
        if view:
            self.post(cmd.DeclareAction(seat=view.turn, action=format_action(action)))

    def throw(self) -> None:
        """The picked card is thrown away for another one, also a card that may search the pile."""
        if self.taps.picked:
            self.act(Action(kind=ActionKind.DISCARD, card=self.taps.picked))

    def settle_undo(self) -> None:
        """Confirms that everything is back in its place."""
        self._become(CardTaps(put_back=True))

    def begin_naming(self) -> None:
        self._name_after(0)

    def exchanged(self) -> None:
        """All have pushed their card over; they are posted in the order in which they sit (DC-R20)."""
        view = self.view
        if view is None:
            return
        count = len(view.seats)
        for seat in ((view.turn + step) % count for step in range(count)):
            if not view.seats[seat].exchanged:
                self.post(cmd.Exchange(seat=seat))

    def leave_mode(self) -> None:
        self._become(CardTaps())

    def _become(self, taps: CardTaps) -> None:
        self.taps = taps
        self.changed()

    def _name(self, card: str) -> None:
        place = self.taps.naming
        self.post(cmd.RevealCard(place=place, card=card))
        self._name_after(place)

    def _name_after(self, place: int) -> None:
        """The next place whose card nobody has named; after the last one the naming is over."""
        table = self.view.card_table if self.view else None
        hidden = [number for number, card in enumerate(table.open_row, 1) if card == UNKNOWN] if table else []
        self._become(CardTaps(naming=next((number for number in hidden if number > place), 0)))

    def _take(self, card: str) -> None:
        for action in self.taps.choices:
            if action.wanted == card:
                self.act(action)
                return
