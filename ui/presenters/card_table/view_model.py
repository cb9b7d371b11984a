"""The card table for one snapshot and the taps on this tablet: one `CardTableViewModel`."""

from dataclasses import dataclass, replace
from typing import Final

from companion.open_row.actions import Action
from companion.open_row.catalogue import Card, CardRules
from companion.open_row.position import EMPTY, UNKNOWN, CardPosition, wrong_places
from companion.views.demo_seat import DemoSeat
from companion.views.table_view import SeatView, Stage, TableView
from companion.views.wording.card_wording import action_text
from companion.views.wording.sentences import Wording
from companion.views.wording.words import card_name
from ui.i18n import Words
from ui.presenters.banner import Banner, banner, winners
from ui.presenters.card_table.targets import (
    NO_CARD,
    Target,
    TargetKind,
    Targets,
    jokers_of,
    legal_targets,
    lit_places,
    pile_target,
)
from ui.presenters.play.cards import CardFace, card_face
from ui.presenters.play.demo_seat import at_own_turn, is_played
from ui.presenters.play.play import SeatViewModel
from ui.presenters.status import Chip, chips, pause_text, warning


@dataclass(frozen=True, slots=True)
class CardTaps:
    """The unfinished input on this tablet: the `picked` card, the place of the open row whose card is being named (0:
    none), and the actions to choose from.  `put_back`: people have confirmed after an undo that everything is back in
    its place.  In a demo with a visitor also `hand` (the visitor's cards) or `others` (a simulated player is to act).
    """

    picked: Card = NO_CARD
    naming: int = 0
    choices: tuple[Action, ...] = ()
    put_back: bool = False
    hand: tuple[Card, ...] = ()
    others: bool = False


@dataclass(frozen=True, slots=True)
class OpenPlace:
    """A place of the open row: `face` is None if the card is unknown (`hidden`) or missing."""

    target: Target
    number: str
    face: CardFace | None
    hidden: bool
    lit: bool
    dimmed: bool


@dataclass(frozen=True, slots=True)
class Pile:
    """Draw pile or discard pile; `face` is the card that lies open on it."""

    target: Target
    count: str
    face: CardFace | None
    hidden: bool
    lit: bool
    dimmed: bool


@dataclass(frozen=True, slots=True)
class RowSlot:
    """One place of a row, laid or still empty; `picture` is for a card without a number."""

    value: str
    picture: str
    colour: str
    laid: bool
    lit: bool


@dataclass(frozen=True, slots=True)
class CardRow:
    """A row of a player, `done` when it is complete."""

    target: Target
    slots: tuple[RowSlot, ...]
    done: bool
    lit: bool
    dimmed: bool


@dataclass(frozen=True, slots=True)
class PlayerRows:
    seat: SeatViewModel
    rows: tuple[CardRow, ...]


@dataclass(frozen=True, slots=True)
class ActionChoice:
    """A big button: its sentence and the action it stands for."""

    text: str
    play: Action


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the result: rows that are complete, and cards laid of those that make a winner."""

    name: str
    colour: str
    rows: str
    cards: str
    share: float
    won: bool


@dataclass(frozen=True, slots=True)
class CardTableViewModel:
    """`pane` is the middle of the panel: cards, name (a card of the open row), search (the card to take),
    which (of several actions), others (a simulated player acts), or a stage of the banner.
    """

    banner: Banner
    turn_name: str
    turn_colour: str
    players: tuple[PlayerRows, ...]
    open_row: tuple[OpenPlace, ...]
    draw: Pile
    discard: Pile
    pane: str
    prompt: str
    cards: tuple[CardFace, ...]
    picked: Card
    choices: tuple[ActionChoice, ...]
    can_name: bool
    can_undo: bool
    puts_back: bool
    busy: bool
    chips: tuple[Chip, ...]
    notice: str
    demo: bool
    pause_text: str
    winners: str
    standings: tuple[Standing, ...]


#: The number of actions that fit as big buttons; the finds of a search are chosen among the cards instead.
MOST_BUTTONS: Final = 3


def card_table_view_model(view: TableView, taps: CardTaps, words: Words, wording: Wording) -> CardTableViewModel:
    """The whole screen; equal inputs give equal values.  Raises ValueError for a game on a board."""
    rules, position = view.card_rules, view.card_table
    if rules is None or position is None:
        raise ValueError("no game of cards alone")
    lit = _lit(rules, view, position, taps)
    pane = _pane(view, taps)
    seat = view.seats[view.acting]
    return CardTableViewModel(
        banner=card_banner(view, taps, words),
        turn_name=seat.name,
        turn_colour=seat.colour,
        players=tuple(_player(rules, view, position, one, lit, taps, words) for one in view.seats),
        open_row=tuple(
            _open_place(rules, place, card, lit, taps, words) for place, card in enumerate(position.open_row, 1)
        ),
        draw=_draw_pile(position, lit, taps),
        discard=_discard_pile(rules, position, lit, taps, words),
        pane=pane,
        prompt=_prompt(view, pane, words),
        cards=tuple(card_face(card, words, rules.game) for card in _offered(rules, taps, pane)),
        picked=taps.picked if pane == "cards" else NO_CARD,
        choices=_choices(view, position, taps, words, wording) if pane == "which" else (),
        can_name=pane == "cards" and UNKNOWN in position.open_row,
        can_undo=view.can_undo and not view.paused,
        puts_back=_puts_back(view, taps),
        busy=bool(taps.picked or taps.naming),
        chips=chips(view, words),
        notice=warning(view, words),
        demo=view.demo,
        pause_text=pause_text(view, words),
        winners=winners(view, words),
        standings=tuple(_standing(rules, view, position, one) for one in view.seats),
    )


def with_visitors_cards(taps: CardTaps, view: TableView, seat: DemoSeat | None) -> CardTaps:
    """The same for a game of cards alone: the own hand is tapped, and nothing while a simulated player acts."""
    if seat is None or not is_played(view, seat):
        return taps
    return replace(taps, hand=seat.hand) if at_own_turn(view, seat) else replace(taps, others=view.turn != seat.seat)


def card_banner(view: TableView, taps: CardTaps, words: Words) -> Banner:
    """The question about a tapped card; else an anomaly, a debt, or the referee's verdict."""
    name = view.seats[view.acting].name
    if view.put_back is not None and _puts_back(view, taps):
        return Banner("calm", "undo", words.text("banner.undone"), words.of(view.put_back.text))
    if view.stage is not Stage.PLAY:
        return banner(view, words)
    if taps.naming:
        sentence = words.text("banner.name_card")
        return Banner("calm", "eye", words.text("banner.place", place=taps.naming), sentence)
    if taps.choices:
        message = "banner.take" if _searches(taps) else "prompt.which"
        return Banner("calm", "question", _card_word(taps.picked, words), words.text(message, name=name))
    if taps.picked:
        return Banner("calm", "card_row", _card_word(taps.picked, words), words.text("banner.where"))
    if view.anomaly is not None:
        return Banner("unclear", "question", words.text("banner.change_card"), words.of(view.anomaly.text))
    return banner(view, words)


def _puts_back(view: TableView, taps: CardTaps) -> bool:
    busy = taps.picked or taps.naming or taps.choices
    return view.put_back is not None and not taps.put_back and not busy


def _card_word(card: Card, words: Words) -> str:
    return words.text("banner.card", card=card_name(card, words))


def _searches(taps: CardTaps) -> bool:
    return any(action.wanted is not None for action in taps.choices)


def _pane(view: TableView, taps: CardTaps) -> str:
    if view.stage is not Stage.PLAY:
        return view.stage
    if taps.others:
        return "others"
    if taps.naming:
        return "name"
    if taps.choices:
        return "search" if _searches(taps) else "which"
    return "cards"


def _prompt(view: TableView, pane: str, words: Words) -> str:
    if view.stage is not Stage.PLAY:
        return banner(view, words).sentence
    if pane == "others":
        return words.text("prompt.others", name=view.seats[view.acting].name)
    return words.text("prompt.which") if pane == "which" else ""


def _lit(rules: CardRules, view: TableView, position: CardPosition, taps: CardTaps) -> Targets:
    """The targets of the picked card; without one, the places to repair."""
    if view.stage is not Stage.PLAY or taps.naming or taps.choices:
        return {}
    return legal_targets(rules, position).get(taps.picked, {})


def _offered(rules: CardRules, taps: CardTaps, pane: str) -> tuple[Card, ...]:
    """The cards to tap: the visitor's own, else all that there are, or those that a search may take."""
    if pane == "cards" and taps.hand:
        return taps.hand
    if pane == "search":
        return tuple(action.wanted for action in taps.choices if action.wanted is not None)
    return rules.cards


def _choices(
    view: TableView, position: CardPosition, taps: CardTaps, words: Words, wording: Wording
) -> tuple[ActionChoice, ...]:
    names = tuple(seat.name for seat in view.seats)
    return tuple(
        ActionChoice(words.of(action_text(wording, action, position, names)), action)
        for action in taps.choices[:MOST_BUTTONS]
    )


def _is_dimmed(target: Target, lit: Targets, taps: CardTaps) -> bool:
    """Whether a target is drawn dimmed: while a place for a card is sought, all others are."""
    return bool(taps.picked and not taps.choices) and target not in lit


def _open_place(rules: CardRules, place: int, card: Card, lit: Targets, taps: CardTaps, words: Words) -> OpenPlace:
    target = Target(TargetKind.OPEN, number=place)
    known = card not in (UNKNOWN, EMPTY)
    return OpenPlace(
        target=target,
        number=str(place),
        face=card_face(card, words, rules.game) if known else None,
        hidden=card == UNKNOWN,
        lit=target in lit or taps.naming == place,
        dimmed=_is_dimmed(target, lit, taps) or taps.naming not in (0, place),
    )


def _draw_pile(position: CardPosition, lit: Targets, taps: CardTaps) -> Pile:
    target = Target(TargetKind.DRAW)
    return Pile(
        target=target,
        count=str(len(position.draw)),
        face=None,
        hidden=bool(position.draw),
        lit=target in lit,
        dimmed=_is_dimmed(target, lit, taps),
    )


def _discard_pile(rules: CardRules, position: CardPosition, lit: Targets, taps: CardTaps, words: Words) -> Pile:
    target = pile_target(rules, position, taps.picked) if taps.picked else Target(TargetKind.DISCARD)
    top = position.discard[-1] if position.discard else None
    return Pile(
        target=target,
        count=str(len(position.discard)),
        face=card_face(top, words, rules.game) if top else None,
        hidden=False,
        lit=target in lit,
        dimmed=_is_dimmed(target, lit, taps),
    )


def _player(
    rules: CardRules,
    view: TableView,
    position: CardPosition,
    seat: SeatView,
    lit: Targets,
    taps: CardTaps,
    words: Words,
) -> PlayerRows:
    done = position.finished[seat.seat]
    rows = (
        *(_complete_row(rules, position, seat.seat, taps) for _ in range(done)),
        *(_row(rules, position, seat.seat, number, lit, taps, words) for number in range(1, rules.rows - done + 1)),
    )
    return PlayerRows(_seat(rules, view, seat, words), rows)


def _seat(rules: CardRules, view: TableView, seat: SeatView, words: Words) -> SeatViewModel:
    note = ""
    if view.stage is Stage.EXCHANGE_PARTNER:
        note = words.text("seat.exchanged" if seat.exchanged else "seat.open")
    home = f"{seat.home}/{rules.rows}"
    active = seat.seat == view.acting and view.stage is Stage.PLAY
    return SeatViewModel(seat.seat, seat.name, seat.colour, str(seat.cards), home, note, active)


def _complete_row(rules: CardRules, position: CardPosition, seat: int, taps: CardTaps) -> CardRow:
    """A complete row, of which only the last card still lies there; a tap on it counts as a row that cannot go on."""
    end = rules.game.row_end
    slots = (
        *(RowSlot("", "", "card_blue", laid=False, lit=False) for _ in range(end - 1)),
        RowSlot(str(end), "", "card_red", laid=True, lit=False),
    )
    target = Target(TargetKind.ROW, seat, len(position.rows[seat]) + 1)
    return CardRow(target, slots, done=True, lit=False, dimmed=bool(taps.picked))


def _row(
    rules: CardRules, position: CardPosition, seat: int, number: int, lit: Targets, taps: CardTaps, words: Words
) -> CardRow:
    """A row with its empty places.  Of several rows that have not been begun, the first is the next one."""
    rows = position.rows[seat]
    laid = rows[number - 1] if number <= len(rows) else ()
    target = Target(TargetKind.ROW, seat, min(number, len(rows) + 1))
    is_lit = target in lit and number <= len(rows) + 1
    places = lit_places(position, lit[target]) if is_lit else frozenset()
    jokers = jokers_of(rules, laid)
    slots = []
    for place in range(1, rules.game.row_end + 1):
        if place > len(laid):
            slots.append(RowSlot(str(place), "", "muted", laid=False, lit=place in places))
            continue
        face = card_face(laid[place - 1], words, rules.game)
        value = "" if place in jokers else face.value
        slots.append(
            RowSlot(value, face.picture if place in jokers else "", face.colour, laid=True, lit=place in places)
        )
    return CardRow(target, tuple(slots), done=False, lit=is_lit, dimmed=_is_dimmed(target, lit, taps))


def _standing(rules: CardRules, view: TableView, position: CardPosition, seat: SeatView) -> Standing:
    done = position.finished[seat.seat]
    laid = done * rules.game.row_end + sum(len(row) for row in position.rows[seat.seat])
    whole = rules.rows * rules.game.row_end
    won = seat.seat in (view.result or ())
    return Standing(seat.name, seat.colour, f"{done}/{rules.rows}", f"{laid}/{whole}", laid / whole, won)


def needs_mending(rules: CardRules, position: CardPosition, place: int) -> bool:
    """Whether a card lies there on its own number, so that a tap puts it under the pile (DC-R03)."""
    return place in wrong_places(rules, position)
