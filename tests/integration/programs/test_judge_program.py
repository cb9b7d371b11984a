"""`python -m companion judge` as a program: streaming, strict, and never a traceback.

Format: docs/reference/formats/programs.md.
"""

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from example_position import EXAMPLE

from companion.catalogue.shipped import SHIPPED
from companion.commands.programs.judge import run_judge
from companion.commands.programs.plays import run_plays

POSITION: dict[str, Any] = EXAMPLE | {
    "pawns": [["kennel", "kennel", "kennel", 5], *EXAMPLE["pawns"][1:]],
    "dog": 26,
}


def request(card: str = "8", *, red: object = 13, dog: object = 26, wheel: object = 0, **more: object) -> str:
    pawns = [["kennel", "kennel", "kennel", red], *POSITION["pawns"][1:]]
    seen = {"pawns": pawns, "dog": dog, "wheel": wheel}
    return json.dumps({"position": POSITION, "card": card, "seen": seen, **more})


def answers(*lines: str) -> tuple[int, list[dict[str, Any]]]:
    out = io.StringIO()
    status = run_judge(SHIPPED, io.StringIO("\n".join(lines) + "\n"), out)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def test_judge_gives_each_of_the_three_verdicts() -> None:
    status, (legal, illegal, unfinished) = answers(request(), request(red=12), request("3", red=8, wheel=None))
    assert status == 0
    assert (legal["verdict"], legal["reasons"]) == ("legal", [])
    assert legal["play"]
    assert (illegal["verdict"], illegal["play"]) == ("illegal", None)
    reason = illegal["reasons"][0]
    assert (reason["ruling"], reason["code"], reason["seat"], reason["from"], reason["to"]) == (
        "CORE-R10",
        "exact_count",
        0,
        5,
        12,
    )
    assert reason["text"].keys() == {"de", "en", "fr", "it"}
    assert unfinished["verdict"] == "unfinished"
    assert unfinished["reasons"][0]["ruling"] == "BD-R06"


def test_what_may_be_seen_may_be_impossible() -> None:
    fewer = json.loads(request(red=13))
    fewer["seen"]["pawns"][0] = ["kennel", "kennel", 13]
    doubled = json.loads(request("12", red=17))
    _, (missing, double, off) = answers(json.dumps(fewer), json.dumps(doubled), request(dog="off"))
    assert (missing["verdict"], missing["reasons"][0]["to"]) == ("illegal", "off")
    assert (double["verdict"], double["reasons"][0]["code"]) == ("unfinished", "captured_pawn_home")
    assert off["reasons"][0]["code"] == "dog_missing"


def test_the_next_of_a_play_may_be_handed_in_as_seen() -> None:
    """In DOG Royal it also holds the cards that may be drawn, and in Brändi Dog who came round."""
    royal = {**POSITION, "variant": "dog_royal", "pawns": [[5, "kennel", "kennel", "kennel"], *[["kennel"] * 4] * 3]}
    braendi = {**royal, "variant": "braendi", "pawns": [[63, "kennel", "kennel", "kennel"], *royal["pawns"][1:]]}
    asked = []
    for position, card in ((royal, "5"), (braendi, "A")):
        table = {key: value for key, value in position.items() if key not in ("dog", "wheel")}
        out = io.StringIO()
        run_plays(SHIPPED, io.StringIO(json.dumps({"position": table, "card": card}) + "\n"), out)
        plays = json.loads(out.getvalue())["plays"]
        asked += [json.dumps({"position": table, "card": card, "seen": play["next"]}) for play in plays]
    assert "draws" in asked[0]
    assert "touched" in asked[-1]
    assert {answer["verdict"] for answer in answers(*asked)[1]} == {"legal"}


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("", "empty"),
        ("{", "JSON"),
        ("[]", "object"),
        (request(nonsense=1), "nonsense"),
        (request("7"), "7"),
        (request(red="moon"), "moon"),
        (request(red=64), "64"),
        (request(**{"as": "7"}), "as"),
        (json.dumps({"position": POSITION, "card": "8"}), "seen"),
        (json.dumps({"position": {**POSITION, "dog": 16}, "card": "8", "seen": {}}), "dog"),
    ],
)
def test_a_bad_line_is_answered_in_place(line: str, named: str) -> None:
    status, (refused, judged) = answers(line, request())
    assert status == 1
    assert refused["verdict"] is None
    assert named in refused["error"]
    assert "\n" not in refused["error"]
    assert judged["verdict"] == "legal"


def test_an_answer_is_out_before_the_next_line_is_read() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "companion", "judge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for red, verdict in ((13, "legal"), (12, "illegal")):
            program.stdin.write(request(red=red) + "\n")
            program.stdin.flush()
            assert json.loads(program.stdout.readline())["verdict"] == verdict
        program.stdin.close()
        assert program.wait(timeout=120) == 0
