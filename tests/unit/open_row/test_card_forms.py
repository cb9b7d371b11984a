"""The JSON and the one-line form of a card position: complete, strict, and with clear refusals."""

from dataclasses import replace
from typing import Any

import pytest
from card_tables import table

from companion.model.notation import NotationError
from companion.model.position_form import PositionError
from companion.open_row.actions import format_action, parse_action, parse_turn
from companion.open_row.position import CardPosition, rules_of, seen_by
from companion.open_row.schema import hand_from_json, position_from_json, position_to_json
from companion.open_row.text import format_card_position, parse_card_position

ROWS = {0: "1/11 2 joker | 13", 1: "13 2 3"}
LINE = (
    "v1 dog_cards 2 turn=0 open=2,3,4,5,6,7,8,9,10,12,13,14,2 0:2,6*3,9,10*2:1/11,2,joker|13:0 1:?*7:13,2,3:1 "
    "draw=?*83 discard=5,8 dc.take_14=false"
)


def example() -> CardPosition:
    return table(
        "6 6 6 9 10 10 2",
        rows=ROWS,
        finished={1: 1},
        discard="5 8",
        options={"dc.take_14": False, "dc.rob_partner": True},
    )


def changed(**changes: Any) -> dict[str, Any]:
    return {**position_to_json(example()), **changes}


def test_the_json_form_says_everything() -> None:
    assert position_to_json(example()) == {
        "v": 1,
        "variant": "dog_cards",
        "options": {"dc.take_14": False},
        "turn": 0,
        "open": ["2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "13", "14", "2"],
        "rows": [[["1/11", "2", "joker"], ["13"]], [["13", "2", "3"]]],
        "finished": [0, 1],
        "hands": [["2", "6", "6", "6", "9", "10", "10"], 7],
        "draw": 83,
        "discard": ["5", "8"],
    }


def test_the_line_says_everything() -> None:
    assert format_card_position(example()) == LINE
    assert parse_card_position(LINE) == example()


@pytest.mark.parametrize(
    "position",
    [
        example(),
        table("8", seats=4, turn=1, given="7 - - -"),
        table("8", seats=3, open_row="2 3 4 5 - 7 ? 9 10 12 13 14 2"),
        table("7", draw=""),
        table("7", draw="2 3 ? ? 5"),
        seen_by(table("8", seats=4, turn=1, given="7 - - -"), None),
    ],
)
def test_both_forms_read_back_to_the_same(position: CardPosition) -> None:
    assert position_from_json(position_to_json(position)) == position
    assert parse_card_position(format_card_position(position)) == position


def test_a_hand_has_no_order_and_defaults_are_left_out() -> None:
    obj = changed(
        hands=[["10", "6", "2", "6", "10", "6", "9"], 7], options={"dc.take_14": False, "dc.joker_first": True}
    )
    assert position_from_json(obj) == example()


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"v": 2}, "v: 2 is not supported; this is version 1"),
        ({"v": True}, "v: True is not supported"),
        ({"variant": "dog"}, "variant: unknown game 'dog'; known: dog_cards"),
        ({"variant": ["dog"]}, "variant: .* is no name of a game"),
        ({"dog": 3}, "'dog': unknown key"),
        ({"turn": 2}, "turn: 2 is no seat; use 0 to 1"),
        ({"turn": "0"}, "turn: '0' is no whole number"),
        ({"turn": True}, "turn: True is no whole number"),
        ({"options": []}, "options: .* is no table of switches"),
        ({"options": {"dc.take_14": 0}}, "options: dc.take_14 must be true or false, not 0"),
        ({"options": {"bd.free_start": "may"}}, "options: 'bd.free_start' is no switch of this game"),
        ({"options": {"dc.joker_first": False}, "rows": [[["joker"]], []]}, "joker may not begin a row at this table"),
        ({"open": ["2"] * 12}, "open: 12 places; the open row has 13"),
        ({"open": ["11"] * 13}, "open: '11' is no card; known: 1/11"),
        ({"open": [7] * 13}, "open: 7 is no card"),
        ({"open": "2"}, "open: '2' is no list"),
        ({"rows": [[]]}, "rows: 1 entries for 2 seats"),
        ({"rows": [[["2"]], []]}, r"rows\[0\]: 2 does not belong at place 1 of a row"),
        ({"rows": [[["13", "2", "4"]], []]}, r"rows\[0\]: 4 does not belong at place 3 of a row"),
        ({"rows": [[["13", "?"]], []]}, r"rows\[0\]: every card must be known here"),
        ({"rows": [[[]], []]}, r"rows\[0\]: a row has 1 to 13 cards, not 0"),
        ({"rows": [[["joker"] * 14], []]}, r"rows\[0\]: a row has 1 to 13 cards, not 14"),
        ({"rows": [[], [["13"], ["13"]]]}, r"rows\[1\]: 2 rows beside 1 finished; at most 2 are allowed"),
        ({"finished": [0, 3]}, "finished: 3 rows; a player completes 2 at most"),
        ({"finished": [0, -1]}, "finished: -1 rows"),
        ({"finished": [2, 2], "rows": [[], []]}, "finished: the game ends with the first one who wins"),
        ({"hands": [7] * 5}, "seats: dog_cards is played by 2 or 3 or 4, not 5"),
        ({"hands": [6, 7]}, r"hands\[0\]: 6 cards; it must be 7"),
        ({"hands": [7, ["2", "robbers"]]}, r"hands\[1\]: 'robbers' is no card"),
        ({"hands": None}, "hands: None is no list"),
        ({"draw": -1}, "draw: -1 is no number of cards"),
        ({"draw": 10**9}, "draw: 1000000000 is no number of cards"),
        ({"draw": 82}, "cards: 119 in all; the deck has 120"),
        ({"draw": 83, "discard": ["5", "8", "?", "?"]}, "discard: every card must be known here"),
        ({"draw": 75, "discard": ["5"] * 9}, "cards: 10 of 5; the deck has 8"),
        ({"discard": [None]}, "discard: None is no card"),
        ({"discard": ["-"]}, "discard: '-' is no card"),
        ({"given": [None, None]}, "given: nobody exchanges cards with this number of players"),
        ({"given": 1}, "given: 1 is no list"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_reason(changes: dict[str, Any], fault: str) -> None:
    with pytest.raises(PositionError, match=fault):
        position_from_json(changed(**changes))


@pytest.mark.parametrize("missing", ["v", "variant", "turn", "open", "rows", "finished", "hands", "draw", "discard"])
def test_nothing_may_be_missing(missing: str) -> None:
    obj = changed()
    del obj[missing]
    with pytest.raises(PositionError, match=f"{missing}: missing"):
        position_from_json(obj)


@pytest.mark.parametrize("value", [None, [], "v1", 3])
def test_what_is_no_object_is_no_position(value: object) -> None:
    with pytest.raises(PositionError, match=r"position: .* is no JSON object"):
        position_from_json(value)


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        (["8", None, None, None], "given: seat 0 is to give and has done so already"),
        (["8", "8", "8", "8"], "given: when all have given"),
        ([None, None, None], "given: 3 entries for 4 seats"),
        ([None, "eight", None, None], "given: 'eight' is no card"),
        ([None, "8", None, None], r"hands\[1\]: 5 cards; it must be 4"),
    ],
)
def test_an_exchange_that_cannot_be_is_refused(given: list[str | None], fault: str) -> None:
    with pytest.raises(PositionError, match=fault):
        position_from_json({**position_to_json(table(seats=4)), "given": given})


def test_cards_are_not_exchanged_while_the_game_is_on() -> None:
    obj = {**position_to_json(table(seats=4, rows={1: "13"})), "given": [None] * 4}
    with pytest.raises(PositionError, match="given: cards are exchanged before the game"):
        position_from_json(obj)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("", "no card position"),
        ("v2 dog_cards 2", "no card position: the line must begin with v1"),
        (LINE.replace("dog_cards 2", "dog_cards 3"), "players: 3, but 2 seats are given"),
        (LINE.replace("dog_cards 2", "dog_cards two"), "players: 'two' is no number"),
        (LINE.replace(" turn=0", ""), "turn: missing"),
        (LINE.replace("turn=0", "turn=x"), "turn: 'x' is no number"),
        (LINE + " turn=1", "'turn=1' is neither a seat"),
        (LINE + " copied=8", "'copied=8' is neither a seat"),
        (LINE.replace(" 1:", " 2:"), "the next seat is 1"),
        (LINE + " given=-*3", "given: 3 entries for 2 seats"),
        (LINE.replace("=false", "=maybe"), "options: dc.take_14 must be true or false, not 'maybe'"),
        (LINE.replace("dc.take_14", "dc.take"), "options: 'dc.take' is no switch"),
        (LINE.replace("dog_cards", "dog_card"), "variant: unknown game 'dog_card'"),
        (LINE.replace("5,8", "5,-"), "discard: '5,-' has a place without a card"),
        (LINE.replace("?*83", "?*900,?*900"), "names more than 999 cards"),
        (LINE.replace("?*83", "?*82"), "cards: 119 in all"),
        (LINE.replace("?*83", "?*"), r"draw: '\?\*' is no card"),
    ],
)
def test_a_line_that_says_something_else_is_refused(line: str, fault: str) -> None:
    with pytest.raises((NotationError, PositionError), match=fault):
        parse_card_position(line)


@pytest.mark.parametrize(
    "text",
    [
        "lay 1/11 0.1",
        "buy joker 7",
        "look 7 3",
        "search 14 robber",
        "rob robber 1.2",
        "exchange 4 1.2@4",
        "exchange 4 open@4",
        "discard 10",
        "give 8",
        "mend 5",
        "draw",
    ],
)
def test_an_action_reads_back_as_it_was_written(text: str) -> None:
    assert format_action(parse_action(rules_of(example()), text)) == text


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "action: '' is none; write one of lay, buy"),
        ("play 8", "action: 'play' is none"),
        ("lay 8", "action: lay is followed by 2 words, not 1"),
        ("discard", "action: discard is followed by 1 words, not 0"),
        ("draw 8", "action: draw is followed by 0 words, not 1"),
        ("lay 11 0.1", "action: '11' is no card"),
        ("lay ? 0.1", r"action: '\?' is no card"),
        ("lay 8 0", "action: '0' is no row; write seat.row"),
        ("lay 8 2.1", "action: 2 is no seat; use 0 to 1"),
        ("lay 8 0.0", "action: rows and places are counted from 1"),
        ("exchange 8 0.1", "action: '0.1' is no place in a row"),
        ("buy 8 x", "action: 'x' is no place"),
        ("buy 8 0", "action: rows and places are counted from 1"),
        ("search 14 11", "action: '11' is no card"),
        ("discard 8 +", "action: '' is none"),
    ],
)
def test_what_is_no_action_is_refused(text: str, fault: str) -> None:
    with pytest.raises(NotationError, match=fault):
        parse_turn(rules_of(example()), text)


@pytest.mark.parametrize(
    ("hand", "fault"),
    [
        (["8"], "hand: seat 0 holds 7 cards"),
        (["?"] * 7, "hand: every card must be known here"),
        (["2", "6", "6", "6", "9", "10", "13"], "hand: the position says that seat 0 holds 10"),
        ("8", "hand: '8' is no list"),
    ],
)
def test_a_hand_that_does_not_fit_the_position_is_refused(hand: object, fault: str) -> None:
    with pytest.raises(PositionError, match=fault):
        hand_from_json(rules_of(example()), example(), hand)


def test_nobody_sees_what_is_hidden() -> None:
    hidden = table("2 3 4 5", seats=4, turn=2, given="7 ? - ?")
    position = replace(hidden, draw=("8", "9", "10", *hidden.draw[3:]))
    own = seen_by(position, 2, looking=2)
    assert own.hands[2] == position.hands[2]
    assert own.draw[:3] == ("8", "9", "?")
    assert len(own.draw) == len(position.draw)
    assert own.given == ("?", "?", None, "?")
    public = seen_by(position, None)
    assert {card for hand in public.hands for card in hand} == {"?"}
    assert set(public.draw) == {"?"}
    assert seen_by(position, 0).given == ("7", "?", None, "?")
