"""The program `actions`: a line in, a line out, whatever the line is."""

import io
import json
from typing import Any

from card_tables import table

from companion.commands.programs.actions import run_actions
from companion.open_row.position import CardPosition, seen_by
from companion.open_row.schema import position_from_json, position_to_json
from companion.open_row.text import format_card_position

HAND = ["3", "8", "12", "12", "12", "12", "12"]


def position() -> CardPosition:
    return table(" ".join(HAND), rows={0: "13 2", 1: "1/11 2 joker"})


def answers(*requests: object) -> tuple[int, list[dict[str, Any]]]:
    lines = "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in requests)
    out = io.StringIO()
    status = run_actions(io.StringIO(lines), out)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def test_all_actions_come_with_the_position_after() -> None:
    status, (answer,) = answers({"position": position_to_json(position())})
    assert status == 0
    assert answer["error"] is None
    offered = [entry["action"] for entry in answer["actions"]]
    assert offered == [
        "lay 3 0.1",
        "exchange 3 1.1@3",
        "buy 3 3",
        "discard 3",
        "buy 8 8",
        "discard 8",
        "buy 12 12",
        "discard 12",
    ]
    laid = position_from_json(answer["actions"][0]["next"])
    assert laid.rows[0] == (("13", "2", "3"),)
    assert laid.turn == 1


def test_a_hidden_hand_is_filled_in_or_left_open() -> None:
    hidden = position_to_json(seen_by(position(), None))
    _, (shown, filled) = answers({"position": position_to_json(position())}, {"position": hidden, "hand": HAND})
    assert filled == shown
    _, (any_card,) = answers({"position": hidden})
    assert {"discard robber", "lay joker 0.1"} <= {entry["action"] for entry in any_card["actions"]}


def test_the_position_may_be_a_line_of_text() -> None:
    _, (from_text, from_json) = answers(
        {"position": format_card_position(position())}, {"position": position_to_json(position())}
    )
    assert from_text == from_json


def test_an_action_is_judged() -> None:
    status, (legal, illegal) = answers(
        {"position": position_to_json(position()), "action": "lay 3 0.1"},
        {"position": position_to_json(position()), "action": "lay 8 0.1"},
    )
    assert status == 0
    assert (legal["verdict"], legal["action"], legal["reasons"]) == ("legal", "lay 3 0.1", [])
    assert legal["next"]["rows"][0] == [["13", "2", "3"]]
    assert illegal["verdict"] == "illegal"
    assert illegal["action"] is None
    assert illegal["next"] is None
    (reason,) = illegal["reasons"]
    assert (reason["ruling"], reason["code"], reason["seat"]) == ("DC-R04", "wrong_number", 0)
    assert set(reason["text"]) == {"de", "en", "fr", "it"}
    assert illegal["instead"]["action"] == "lay 3 0.1"
    assert illegal["instead"]["text"]["en"] == "Lay the card “3” on row 1 of player 1."


def test_an_action_too_many_is_judged_too() -> None:
    _, (answer,) = answers({"position": position_to_json(position()), "action": "lay 3 0.1 + discard 8"})
    assert answer["reasons"][0]["ruling"] == "DC-R22"


def test_what_cannot_be_answered_is_refused_in_place() -> None:
    as_json = position_to_json(position())
    status, lines = answers(
        "",
        "{",
        "[]",
        {"position": as_json, "card": "8"},
        {"hand": HAND},
        {"position": {**as_json, "draw": 3}},
        {"position": "v1 dog_cards 2"},
        {"position": as_json, "hand": HAND[:3]},
        {"position": as_json, "action": "play 8"},
        {"position": as_json, "action": 8},
        {"position": as_json, "action": "discard 3"},
    )
    assert status == 1
    assert [line["error"] for line in lines[:-1]] == [
        "the line is empty; write one JSON object a line",
        lines[1]["error"],
        "the line is no JSON object",
        "'card': unknown key; known: position, hand, action",
        "position: missing",
        "cards: 35 in all; the deck has 120, so count the piles",
        "players: 2, but 0 seats are given",
        "hand: seat 0 holds 7 cards",
        "action: 'play' is none; write one of lay, buy, look, search, rob, exchange, discard, give, mend, draw",
        "action: 8 is no action; see docs/reference/formats/dog-cards.md; write one like lay 8 0.1",
    ]
    assert lines[1]["error"].startswith("the line is no JSON (")
    assert all(line["actions"] is None and line["verdict"] is None for line in lines[:-1])
    assert lines[-1]["verdict"] == "legal"


def test_an_answer_is_out_before_the_next_line_is_read() -> None:
    out = io.StringIO()
    seen: list[int] = []

    class Lines(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:
            seen.append(out.getvalue().count("\n"))
            return super().readline(size)

    request = json.dumps({"position": position_to_json(position())})
    run_actions(Lines(f"{request}\n{request}\n"), out)
    assert seen == [0, 1, 2]


def test_no_input_is_no_fault() -> None:
    assert run_actions(None, io.StringIO()) == 0


def test_each_next_is_given_once() -> None:
    """Viewing the top card leads where a discard leads, if the draw pile is not known (dog-cards.md)."""
    places = (table("7 7 8 joker 14", rows={0: "13 2", 1: "13"}), table("3 13 14 robber", rows={0: "13 2"}), position())
    for place in places:
        _, (answer,) = answers({"position": position_to_json(place)})
        following = [json.dumps(entry["next"]) for entry in answer["actions"]]
        assert following
        assert len(set(following)) == len(following)
