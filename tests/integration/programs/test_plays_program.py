"""The programs `plays` and `position` as other people's programs use them: lines in, lines out, exit status."""

import io
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from example_position import EXAMPLE

from companion.catalogue.shipped import SHIPPED
from companion.commands.programs.plays import run_plays
from companion.commands.programs.position import run_position

LINE = "v1 black_dog 4 turn=0 teams=0,1,0,1 0:k,k,k,0 1:g1,k,k,17 2:k,k,33,40 3:k,k,k,48 dog=24 wheel=0"
NEXT_OF_8 = [
    {"pawns": [["kennel", "kennel", "kennel", 24], ["kennel", "kennel", 17, "goal-1"], ["kennel", "kennel", 33, 56],
               ["kennel", "kennel", "kennel", 48]], "dog": 40, "wheel": 1},
    {"pawns": [["kennel", "kennel", "kennel", 56], ["kennel", "kennel", 17, "goal-1"], ["kennel", "kennel", 24, 33],
               ["kennel", "kennel", "kennel", 48]], "dog": 8, "wheel": 3},
]  # fmt: skip


def plays(*requests: object) -> tuple[list[dict[str, Any]], int]:
    """Returns the answers of `plays` to these lines, and its exit status."""
    lines = [request if isinstance(request, str) else json.dumps(request) for request in requests]
    out = io.StringIO()
    status = run_plays(SHIPPED, io.StringIO("".join(f"{line}\n" for line in lines)), out)
    return [json.loads(line) for line in out.getvalue().splitlines()], status


def error_of(request: object) -> str:
    answers, status = plays(request)
    assert status == 1
    assert answers[0]["plays"] is None
    assert list(answers[0]) == ["plays", "error"]
    return str(answers[0]["error"])


def test_all_plays_of_a_card() -> None:
    """docs/reference/formats/programs.md: notation and next, once per next, in a stable order."""
    answers, status = plays({"position": EXAMPLE, "card": "8"})
    assert status == 0
    assert answers == [
        {
            "plays": [
                {"play": f"8 0:0>8 wheel{sign}", "next": follows} for sign, follows in zip("+-", NEXT_OF_8, strict=True)
            ],
            "error": None,
        }
    ]
    assert plays({"position": EXAMPLE, "card": "8"}) == plays({"position": EXAMPLE, "card": "8"})


def test_nothing_to_play_is_an_empty_list() -> None:
    assert plays({"position": EXAMPLE, "card": "copy"}) == ([{"plays": [], "error": None}], 0)


def test_bad_lines_are_answered_in_place() -> None:
    """The program goes on with the next line and ends with 1."""
    answers, status = plays("", "{", {"position": EXAMPLE, "card": "magnet"}, "[]", {"position": EXAMPLE})
    assert [answer["plays"] is None for answer in answers] == [True, True, False, True, True]
    assert status == 1


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        ("   ", "the line is empty"),
        ("{", "the line is no JSON"),
        ("[" * 100_000, "the line is no JSON"),
        ('{"position": NaN, "card": "8"}', "the line is no JSON"),
        ("7", "the line is no JSON object"),
        ({"position": EXAMPLE}, "card: missing"),
        ({"card": "8"}, "position: missing"),
        ({"position": EXAMPLE, "card": "8", "seat": 0}, "'seat': unknown key"),
        ({"position": EXAMPLE, "card": 8}, "card: 8 is no name"),
        ({"position": EXAMPLE, "card": "7"}, "unknown card '7' of black_dog"),
        ({"position": EXAMPLE, "card": "joker"}, "unknown card 'joker'"),
        ({"position": EXAMPLE, "card": "8", "as": "9"}, "card '8' is played as itself"),
        ({"position": EXAMPLE, "card": "copy", "as": "9"}, "card 'copy' is played as itself"),
        ({"position": EXAMPLE, "card": "8", "as": 9}, "as: 9 is no name"),
        ({"position": EXAMPLE | {"dog": 0}, "card": "8"}, "dog: field 0 is a start field"),
        ({"position": EXAMPLE | {"variant": "\ufffd" * 300}, "card": "8"}, "variant: unknown variant"),
        ({"position": [], "card": "8"}, "position: [] is no JSON object"),
    ],
)
def test_a_refusal_is_one_line_that_names_the_key(request_: object, reason: str) -> None:
    """One line which names the key, never a traceback."""
    error = error_of(request_)
    assert error.startswith(reason)
    assert "\n" not in error
    assert len(error) < 250


def test_no_face_is_no_face() -> None:
    """`"as": null` names no face."""
    assert plays({"position": EXAMPLE, "card": "2", "as": None})[1] == 0


def test_a_position_goes_both_ways() -> None:
    """Either form in, the other out, without loss."""
    out = io.StringIO()
    assert run_position(SHIPPED, io.StringIO(f"{json.dumps(EXAMPLE)}\n{LINE}\n"), out) == 0
    text, as_json = out.getvalue().splitlines()
    assert text == LINE
    back = io.StringIO()
    assert run_position(SHIPPED, io.StringIO(f"{as_json}\n"), back) == 0
    assert back.getvalue().strip() == LINE


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "the line is empty"),
        ("v1 chess 4 turn=0 teams=0 0:k", "unknown variant 'chess'"),
        (LINE.replace("dog=24", "dog=0"), "dog: field 0 is a start field"),
        (LINE.replace("dog=24", ""), "dog: missing"),
        (LINE.replace("dog=24", "cat=24"), "'cat': unknown key"),
        (LINE.replace("wheel=0", "wheel=-1"), "wheel: "),
        (LINE + " bd.nonsense=true", "options: option 'bd.nonsense'"),
        (LINE.replace(" 3:k,k,k,48", ""), "teams: "),
        (LINE.replace("teams=0,1,0,1", "teams=0,1,0"), "teams: "),
        ("{}", "variant: missing"),
    ],
)
def test_an_impossible_position_is_refused_in_either_form(line: str, reason: str) -> None:
    out = io.StringIO()
    assert run_position(SHIPPED, io.StringIO(f"{line}\n"), out) == 1
    assert json.loads(out.getvalue())["error"].startswith(reason)


@pytest.fixture
def program() -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "plays"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        yield process
        process.kill()


def test_an_answer_comes_before_the_next_line_is_read(program: subprocess.Popen[bytes]) -> None:
    """It streams; a line that is not UTF-8 is a bad line like others; the end of the input ends it."""
    assert program.stdin
    assert program.stdout
    for request, is_good in [(json.dumps({"position": EXAMPLE, "card": "2"}).encode(), True), (b"\xff\xfe{", False)]:
        program.stdin.write(request + b"\n")
        program.stdin.flush()
        answer = json.loads(program.stdout.readline())
        assert (answer["error"] is None) == is_good
    program.stdin.close()
    assert program.wait(20) == 1
    assert program.stderr
    assert program.stderr.read() == b""


def test_an_interrupt_ends_it_with_130(program: subprocess.Popen[bytes]) -> None:
    """docs/reference/formats/programs.md; no traceback."""
    assert program.stdin
    assert program.stdout
    program.stdin.write(json.dumps({"position": EXAMPLE, "card": "2"}).encode() + b"\n")
    program.stdin.flush()
    program.stdout.readline()
    program.send_signal(signal.SIGINT)
    assert program.wait(20) == 130
    assert program.stderr
    assert program.stderr.read() == b""


def test_a_closed_input_is_an_empty_one() -> None:
    out = io.StringIO()
    assert run_plays(SHIPPED, None, out) == 0
    assert out.getvalue() == ""
