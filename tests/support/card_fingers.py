"""Fingers on the card table: how an action is entered by taps on the real window."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ui_driver import Driver, words

from companion.open_row.actions import Action, ActionKind, format_action
from companion.open_row.catalogue import full_deck
from companion.open_row.players import play_turn, sensible_player
from companion.open_row.position import UNKNOWN, CardPosition, Cards, rules_of
from companion.open_row.setup import first_position
from companion.session import commands as cmd
from companion.views.wording.card_wording import action_text
from ui.i18n.live import i18n
from ui.presenters.card_table.targets import Target, TargetKind, target_of


class CardPeople:
    """The people at the table: they hold real cards, play sensibly and tap what they do, from the first deal on."""

    def __init__(self, driver: Driver, known: CardPosition, seed: int) -> None:
        self.driver = driver
        self.chance = random.Random(seed)
        self.rules = rules_of(known)
        deck = self.shuffled(full_deck(self.rules.game))
        self.table = first_position(self.rules, deck, first=known.turn)
        if self.table.given is not None:
            driver.tap_text(words("play.exchanged"))
            self.table = replace(self.table, given=None)
        name_open_row(driver, self.table.open_row)

    def shuffled(self, cards: Cards) -> Cards:
        return tuple(self.chance.sample(cards, len(cards)))

    def number(self) -> int:
        return self.chance.getrandbits(32)

    def turn(self) -> None:
        """The next action, as a finger enters it."""
        action, after = play_turn(self.rules, self.table, sensible_player, self.number, self.shuffled)
        if action.kind is ActionKind.LOOK:
            # nobody names the card
            action = replace(action, place=1)
        self.table = after
        tell(self.driver, action)
        assert self.driver.posted[-1] == cmd.DeclareAction(
            seat=self.driver.posted[-1].seat, action=format_action(action)
        )
        assert self.driver.model.view.last_play.play == format_action(action)


def tile(driver: Driver, card: str) -> Any:
    """The card in the panel.  Raises StopIteration."""
    return next(widget for widget in _parts(driver, "PickTile") if widget.face.card == card)


def place(driver: Driver, number: int) -> Any:
    """The card at a place of the open row."""
    return next(widget for widget in _parts(driver, "OpenCard") if widget.place.number == str(number)).ids.card


def lane(driver: Driver, target: Target) -> Any:
    return next(widget for widget in _parts(driver, "RowLane") if widget.row.target == target)


def tap_target(driver: Driver, target: Target, at_place: int | None = None) -> None:
    """A finger on a place of the table, in a row on one of its places."""
    match target.kind:
        case TargetKind.OPEN:
            assert target.number is not None
            driver.tap(place(driver, target.number))
        case TargetKind.ROW:
            widget = lane(driver, target)
            slots = list(reversed(widget.ids.slots.children))
            driver.tap(slots[at_place - 1] if at_place else widget)
        case TargetKind.DRAW:
            driver.tap(driver.screen.ids.draw)
        case TargetKind.SEARCH:
            driver.tap(driver.screen.ids.discard)
        case TargetKind.DISCARD:
            driver.tap_text(words("play.throw"))


def tell(driver: Driver, action: Action) -> int:
    """Taps an action; returns how many taps it took."""
    taps = 0
    if action.card is not None:
        driver.tap(tile(driver, action.card))
        taps += 1
    tap_target(driver, target_of(action))
    taps += 1
    if action.wanted is not None:
        driver.tap(tile(driver, action.wanted))
        taps += 1
    elif driver.screen.face.pane == "which":
        view = driver.model.view
        names = [seat.name for seat in view.seats]
        driver.tap_text(i18n.words.of(action_text(i18n.wording, action, view.card_table, names)))
        taps += 1
    return taps


def name_open_row(driver: Driver, cards: tuple[str, ...]) -> None:
    """Names every card of the open row that the table does not know, one after the other."""
    hidden = [number for number, card in enumerate(driver.model.view.card_table.open_row, 1) if card == UNKNOWN]
    if not hidden:
        return
    driver.tap_text(words("play.name_cards"))
    for number in hidden:
        assert driver.screen.face.banner.word == words("banner.place", place=number)
        driver.tap(tile(driver, cards[number - 1]))


def _parts(driver: Driver, name: str) -> Iterator[Any]:
    return (widget for widget in driver.visible() if type(widget).__name__ == name)
