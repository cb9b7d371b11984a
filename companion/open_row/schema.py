"""The JSON form of a card position, read strictly: an impossible table is refused with the key and the reason.

Plain Python values in and out (docs/reference/formats/dog-cards.md).  Pile or hand, a number stands for so many unknown
cards.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

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

VERSION: Final = 1
_REQUIRED: Final = ("v", "variant", "turn", "open", "rows", "finished", "hands", "draw", "discard")
_OPTIONAL: Final = ("options", "given")


class CardPositionError(ValueError):
    """A card position that no rule allows or that cannot be read; one line with the key and the reason."""


def position_from_json(obj: object) -> CardPosition:
    """Reads a position.  Raises CardPositionError."""
    if not isinstance(obj, dict):
        raise CardPositionError(f"position: {short(obj)} is no JSON object")
    _check_keys(obj)
    if type(obj["v"]) is not int or obj["v"] != VERSION:
        raise CardPositionError(f"v: {short(obj['v'])} is not supported; this is version {VERSION}")
    rules = _rules(obj)
    seats = rules.seat_count
    return checked_position(
        CardPosition(
            rules=rules,
            turn=_number(obj["turn"], "turn"),
            open_row=tuple(_known_card(card, "open", EMPTY) for card in _list(obj["open"], "open")),
            rows=tuple(
                tuple(_cards(row, f"rows[{seat}]") for row in _list(rows, f"rows[{seat}]"))
                for seat, rows in enumerate(_list(obj["rows"], "rows", seats))
            ),
            finished=tuple(_number(count, "finished") for count in _list(obj["finished"], "finished", seats)),
            hands=tuple(_pile(hand, f"hands[{seat}]") for seat, hand in enumerate(obj["hands"])),
            draw=_pile(obj["draw"], "draw"),
            discard=_cards(obj["discard"], "discard"),
            given=_given(obj, seats),
        )
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


def hand_from_json(obj: object, position: CardPosition) -> Cards:
    """The hand of the seat to move, each card known.  Raises CardPositionError."""
    hand = _cards(obj, "hand")
    for card in hand:
        _check_card(card, "hand", position.rules, unknown=False)
    if len(hand) != len(position.hands[position.turn]):
        raise CardPositionError(f"hand: seat {position.turn} holds {len(position.hands[position.turn])} cards")
    known = Counter(card for card in position.hands[position.turn] if card != UNKNOWN)
    if missing := known - Counter(hand):
        raise CardPositionError(f"hand: the position says that seat {position.turn} holds {min(missing)}")
    return hand


def checked_position(position: CardPosition) -> CardPosition:
    """A position from outside in its normal form.  Raises CardPositionError."""
    rules = position.rules
    if not 0 <= position.turn < rules.seat_count:
        raise CardPositionError(f"turn: {position.turn} is no seat; use 0 to {rules.seat_count - 1}")
    if len(position.open_row) != rules.game.open_row:
        raise CardPositionError(f"open: {len(position.open_row)} places; the open row has {rules.game.open_row}")
    _check_faces(position, rules)
    for seat, rows in enumerate(position.rows):
        _check_rows(rows, position.finished[seat], f"rows[{seat}]", rules)
    _check_result(position, rules)
    _check_hands(position, rules)
    _check_deck(position, rules)
    return replace(position, hands=tuple(sorted_hand(hand, rules) for hand in position.hands))


def _check_keys(data: Mapping[str, Any]) -> None:
    for key in data:
        if key not in _REQUIRED and key not in _OPTIONAL:
            raise CardPositionError(f"{short(key)}: unknown key; known: {', '.join((*_REQUIRED, *_OPTIONAL))}")
    for key in _REQUIRED:
        if key not in data:
            raise CardPositionError(f"{key}: missing")


def _rules(data: Mapping[str, Any]) -> CardRules:
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise CardPositionError(f"options: {short(options)} is no table of switches")
    if not isinstance(data["variant"], str):
        raise CardPositionError(f"variant: {short(data['variant'])} is no name of a game")
    try:
        variant = data["variant"]
        return compile_rules(variant, load_game(variant), len(_list(data["hands"], "hands")), options)
    except GameError as error:
        raise CardPositionError(str(error)) from error


def _check_faces(position: CardPosition, rules: CardRules) -> None:
    for card in position.open_row:
        if card != EMPTY:
            _check_card(card, "open", rules)
    for seat, (rows, hand) in enumerate(zip(position.rows, position.hands, strict=True)):
        for card in (card for row in rows for card in row):
            _check_card(card, f"rows[{seat}]", rules, unknown=False)
        for card in hand:
            _check_card(card, f"hands[{seat}]", rules)
    for card in position.draw:
        _check_card(card, "draw", rules)
    for card in position.discard:
        _check_card(card, "discard", rules, unknown=False)
    for given in position.given or ():
        if given is not None:
            _check_card(given, "given", rules)


def _check_card(card: Card, key: str, rules: CardRules, *, unknown: bool = True) -> None:
    if card == UNKNOWN and not unknown:
        raise CardPositionError(f"{key}: every card must be known here, not {UNKNOWN!r}")
    if card not in rules.game.cards and card != UNKNOWN:
        raise CardPositionError(f"{key}: {short(card)} is no card; known: {', '.join(rules.game.cards)}")


def _check_rows(rows: tuple[Row, ...], finished: int, key: str, rules: CardRules) -> None:
    """No row with a gap or a wrong card, none empty or complete (those count as finished), not too many (DC-R18)."""
    if not 0 <= finished <= rules.rows:
        raise CardPositionError(f"finished: {finished} rows; a player completes {rules.rows} at most")
    if len(rows) + finished > rules.rows:
        raise CardPositionError(f"{key}: {len(rows)} rows beside {finished} finished; at most {rules.rows} are allowed")
    for row in rows:
        if not 1 <= len(row) < rules.game.row_end:
            raise CardPositionError(f"{key}: a row has 1 to {rules.game.row_end - 1} cards, not {len(row)}")
        for place, card in enumerate(row, 1):
            if not (rules.fills(card, place) or rules.face(card).wild):
                raise CardPositionError(f"{key}: {card} does not belong at place {place} of a row")
        if rules.face(row[0]).wild and not rules.joker_first:
            raise CardPositionError(f"{key}: {row[0]} may not begin a row at this table")


def _check_result(position: CardPosition, rules: CardRules) -> None:
    done = [
        seat
        for seat in range(rules.seat_count)
        if all(position.finished[member] >= rules.rows for member in rules.team(seat))
    ]
    if done and len(done) != len(rules.team(done[0])):
        raise CardPositionError("finished: the game ends with the first one who wins")


def _check_hands(position: CardPosition, rules: CardRules) -> None:
    given = position.given or (None,) * rules.seat_count
    if position.given is not None and not rules.partners:
        raise CardPositionError("given: nobody exchanges cards with this number of players")
    if None not in given:
        raise CardPositionError("given: when all have given, the cards are taken up and the exchange is over")
    if given[position.turn] is not None:
        raise CardPositionError(f"given: seat {position.turn} is to give and has done so already")
    if position.given is not None and (any(position.rows) or any(position.finished) or position.discard):
        raise CardPositionError("given: cards are exchanged before the game, not while it is on")
    for seat, hand in enumerate(position.hands):
        wanted = rules.hand_size - (given[seat] is not None)
        if len(hand) != wanted:
            raise CardPositionError(f"hands[{seat}]: {len(hand)} cards; it must be {wanted}")


def _check_deck(position: CardPosition, rules: CardRules) -> None:
    counts = Counter(all_cards(position))
    for card, face in rules.game.cards.items():
        if counts[card] > face.count:
            raise CardPositionError(f"cards: {counts[card]} of {card}; the deck has {face.count}")
    deck = sum(face.count for face in rules.game.cards.values())
    if counts.total() != deck:
        raise CardPositionError(f"cards: {counts.total()} in all; the deck has {deck}, so count the piles")


def _given(data: Mapping[str, Any], seats: int) -> tuple[Card | None, ...] | None:
    if "given" not in data:
        return None
    return tuple(None if card is None else _known_card(card, "given") for card in _list(data["given"], "given", seats))


def _pile(value: object, key: str) -> Cards:
    """A list of cards, or the number of unknown cards."""
    if isinstance(value, list):
        return _cards(value, key)
    count = _number(value, key)
    if not 0 <= count <= 999:
        raise CardPositionError(f"{key}: {count} is no number of cards")
    return (UNKNOWN,) * count


def _pile_to_json(cards: Cards) -> list[Card] | int:
    hidden = all(card == UNKNOWN for card in cards)
    return len(cards) if hidden else list(cards)


def _cards(value: object, key: str) -> Cards:
    return tuple(_known_card(card, key) for card in _list(value, key))


def _known_card(value: object, key: str, empty: Card | None = None) -> Card:
    if value is None and empty is not None:
        return empty
    if not isinstance(value, str) or value == EMPTY:
        raise CardPositionError(f"{key}: {short(value)} is no card")
    return value


def _list(value: object, key: str, length: int | None = None) -> list[Any]:
    if not isinstance(value, list):
        raise CardPositionError(f"{key}: {short(value)} is no list")
    if length is not None and len(value) != length:
        raise CardPositionError(f"{key}: {len(value)} entries for {length} seats")
    return value


def _number(value: object, key: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise CardPositionError(f"{key}: {short(value)} is no whole number")
    return value
