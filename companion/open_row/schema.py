"""The JSON form of a card position, read strictly: an impossible table is refused with the key and the reason.

Plain Python values in and out (docs/reference/formats/dog-cards.md).  Pile or hand, a number stands for so many unknown
cards.
"""

from collections import Counter
from dataclasses import replace
from typing import Any, Final

import msgspec

from companion.model.position_form import VERSION, PositionError, check_keys, check_version, read_form, table
from companion.open_row.catalogue import Card, CardRules, GameError, compile_rules, load_game
from companion.open_row.position import (
    EMPTY,
    UNKNOWN,
    CardPosition,
    Cards,
    Row,
    all_cards,
    sorted_hand,
)
from companion.system.quoting import short

_REQUIRED: Final = ("v", "variant", "turn", "open", "rows", "finished", "hands", "draw", "discard")
_OPTIONAL: Final = ("options", "given")


class _Form(msgspec.Struct, frozen=True):
    """A list of cards where they are known, else their number; None for an empty place, or a card not given yet."""

    variant: str
    turn: int
    open: tuple[str | None, ...]
    rows: tuple[tuple[tuple[str, ...], ...], ...]
    finished: tuple[int, ...]
    hands: tuple[tuple[str, ...] | int, ...]
    draw: tuple[str, ...] | int
    discard: tuple[str, ...]
    options: dict[str, Any] = {}
    given: tuple[str | None, ...] | msgspec.UnsetType = msgspec.UNSET


class _Hand(msgspec.Struct, frozen=True):
    hand: tuple[str, ...]


def position_from_json(obj: object) -> CardPosition:
    """Reads a position.  Raises PositionError."""
    data = table(obj, "position")
    check_keys(data, _REQUIRED, _OPTIONAL)
    check_version(data)
    form = read_form(data, _Form)
    try:
        rules = compile_rules(form.variant, load_game(form.variant), len(form.hands), form.options)
    except GameError as error:
        raise PositionError(str(error)) from error
    given = None if form.given is msgspec.UNSET else form.given
    for key, entries in (("rows", form.rows), ("finished", form.finished), ("given", given)):
        if entries is not None and len(entries) != rules.seat_count:
            raise PositionError(f"{key}: {len(entries)} entries for {rules.seat_count} seats")
    return checked_position(
        rules,
        CardPosition(
            variant=rules.variant,
            options=rules.options,
            turn=form.turn,
            open_row=tuple(EMPTY if card is None else _card(card, "open") for card in form.open),
            rows=tuple(tuple(_cards(row, f"rows[{seat}]") for row in rows) for seat, rows in enumerate(form.rows)),
            finished=form.finished,
            hands=tuple(_pile(hand, f"hands[{seat}]") for seat, hand in enumerate(form.hands)),
            draw=_pile(form.draw, "draw"),
            discard=_cards(form.discard, "discard"),
            given=given and tuple(card and _card(card, "given") for card in given),
        ),
    )


def position_to_json(position: CardPosition) -> dict[str, Any]:
    """The position in the form that `position_from_json` reads."""
    given = {} if position.given is None else {"given": list(position.given)}
    return {
        "v": VERSION,
        "variant": position.variant,
        "options": dict(position.options),
        "turn": position.turn,
        "open": [None if card == EMPTY else card for card in position.open_row],
        "rows": [[list(row) for row in rows] for rows in position.rows],
        "finished": list(position.finished),
        "hands": [_pile_to_json(hand) for hand in position.hands],
        "draw": _pile_to_json(position.draw),
        "discard": list(position.discard),
        **given,
    }


def hand_from_json(rules: CardRules, position: CardPosition, obj: object) -> Cards:
    """The hand of the seat to move, each card known.  Raises PositionError."""
    hand = _cards(read_form({"hand": obj}, _Hand).hand, "hand")
    for card in hand:
        _check_card(rules, card, "hand", unknown=False)
    if len(hand) != len(position.hands[position.turn]):
        raise PositionError(f"hand: seat {position.turn} holds {len(position.hands[position.turn])} cards")
    known = Counter(card for card in position.hands[position.turn] if card != UNKNOWN)
    if missing := known - Counter(hand):
        raise PositionError(f"hand: the position says that seat {position.turn} holds {min(missing)}")
    return hand


def checked_position(rules: CardRules, position: CardPosition) -> CardPosition:
    """A position from outside in its normal form.  Raises PositionError."""
    if not 0 <= position.turn < rules.seat_count:
        raise PositionError(f"turn: {position.turn} is no seat; use 0 to {rules.seat_count - 1}")
    if len(position.open_row) != rules.game.open_row:
        raise PositionError(f"open: {len(position.open_row)} places; the open row has {rules.game.open_row}")
    _check_faces(rules, position)
    for seat, rows in enumerate(position.rows):
        _check_rows(rules, rows, position.finished[seat], f"rows[{seat}]")
    _check_result(rules, position)
    _check_hands(rules, position)
    _check_deck(rules, position)
    return replace(position, hands=tuple(sorted_hand(rules, hand) for hand in position.hands))


def _check_faces(rules: CardRules, position: CardPosition) -> None:
    for card in position.open_row:
        if card != EMPTY:
            _check_card(rules, card, "open")
    for seat, (rows, hand) in enumerate(zip(position.rows, position.hands, strict=True)):
        for card in (card for row in rows for card in row):
            _check_card(rules, card, f"rows[{seat}]", unknown=False)
        for card in hand:
            _check_card(rules, card, f"hands[{seat}]")
    for card in position.draw:
        _check_card(rules, card, "draw")
    for card in position.discard:
        _check_card(rules, card, "discard", unknown=False)
    for given in position.given or ():
        if given is not None:
            _check_card(rules, given, "given")


def _check_card(rules: CardRules, card: Card, key: str, *, unknown: bool = True) -> None:
    if card == UNKNOWN and not unknown:
        raise PositionError(f"{key}: every card must be known here, not {UNKNOWN!r}")
    if card not in rules.game.cards and card != UNKNOWN:
        raise PositionError(f"{key}: {short(card)} is no card; known: {', '.join(rules.game.cards)}")


def _check_rows(rules: CardRules, rows: tuple[Row, ...], finished: int, key: str) -> None:
    """No row with a gap or a wrong card, none empty or complete (those count as finished), not too many (DC-R18)."""
    if not 0 <= finished <= rules.rows:
        raise PositionError(f"finished: {finished} rows; a player completes {rules.rows} at most")
    if len(rows) + finished > rules.rows:
        raise PositionError(f"{key}: {len(rows)} rows beside {finished} finished; at most {rules.rows} are allowed")
    for row in rows:
        if not 1 <= len(row) < rules.game.row_end:
            raise PositionError(f"{key}: a row has 1 to {rules.game.row_end - 1} cards, not {len(row)}")
        for place, card in enumerate(row, 1):
            if not (rules.fills(card, place) or rules.face(card).wild):
                raise PositionError(f"{key}: {card} does not belong at place {place} of a row")
        if rules.face(row[0]).wild and not rules.joker_first:
            raise PositionError(f"{key}: {row[0]} may not begin a row at this table")


def _check_result(rules: CardRules, position: CardPosition) -> None:
    done = [
        seat
        for seat in range(rules.seat_count)
        if all(position.finished[member] >= rules.rows for member in rules.team(seat))
    ]
    if done and len(done) != len(rules.team(done[0])):
        raise PositionError("finished: the game ends with the first one who wins")


def _check_hands(rules: CardRules, position: CardPosition) -> None:
    given = position.given or (None,) * rules.seat_count
    if position.given is not None and not rules.partners:
        raise PositionError("given: nobody exchanges cards with this number of players")
    if None not in given:
        raise PositionError("given: when all have given, the cards are taken up and the exchange is over")
    if given[position.turn] is not None:
        raise PositionError(f"given: seat {position.turn} is to give and has done so already")
    if position.given is not None and (any(position.rows) or any(position.finished) or position.discard):
        raise PositionError("given: cards are exchanged before the game, not while it is on")
    for seat, hand in enumerate(position.hands):
        wanted = rules.hand_size - (given[seat] is not None)
        if len(hand) != wanted:
            raise PositionError(f"hands[{seat}]: {len(hand)} cards; it must be {wanted}")


def _check_deck(rules: CardRules, position: CardPosition) -> None:
    counts = Counter(all_cards(rules, position))
    for card, face in rules.game.cards.items():
        if counts[card] > face.count:
            raise PositionError(f"cards: {counts[card]} of {card}; the deck has {face.count}")
    deck = sum(face.count for face in rules.game.cards.values())
    if counts.total() != deck:
        raise PositionError(f"cards: {counts.total()} in all; the deck has {deck}, so count the piles")


def _pile(cards: tuple[str, ...] | int, key: str) -> Cards:
    if not isinstance(cards, int):
        return _cards(cards, key)
    if not 0 <= cards <= 999:
        raise PositionError(f"{key}: {cards} is no number of cards")
    return (UNKNOWN,) * cards


def _pile_to_json(cards: Cards) -> list[Card] | int:
    hidden = all(card == UNKNOWN for card in cards)
    return len(cards) if hidden else list(cards)


def _cards(cards: tuple[str, ...], key: str) -> Cards:
    return tuple(_card(card, key) for card in cards)


def _card(card: str, key: str) -> Card:
    if card == EMPTY:
        raise PositionError(f"{key}: {short(card)} is no card")
    return card
