"""`export`, `import` and `replay` of records as people use them: files in, one line for every fault, exit status."""

import json
import random
from contextlib import closing
from pathlib import Path

import pytest
from command_line import fault, pawtrack
from game_text import HEAD
from session_driver import Session
from session_players import RandomPlayers
from words_for_tests import WORDING

from companion.catalogue.shipped import SHIPPED
from companion.store.event_log import EventLog
from companion.transcript.rejudge import rejudge
from companion.transcript.text import GameText, format_game, parse_game
from companion.transcript.words import RecordTextError


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path / "home"))


def game(seed: int = 1, rounds: int = 2) -> Session:
    session = Session().start(variant="black_dog")
    RandomPlayers(session, seed).play_rounds(rounds)
    return session


def recorded(home: Path, session: Session) -> None:
    with closing(EventLog(SHIPPED, home / "record.sqlite")) as log:
        log.append("test", 3, session.events)


def test_an_exported_game_is_imported_into_another_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = game()
    recorded(tmp_path / "home", session)
    assert pawtrack("export", "test", tmp_path / "a.pawtrack").exit_code == 0
    text = (tmp_path / "a.pawtrack").read_text(encoding="utf-8")
    assert pawtrack("export", "test").stdout == text
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path / "other"))
    done = pawtrack("import", tmp_path / "a.pawtrack")
    assert (done.exit_code, done.stdout) == (0, "game test is in the record\n")
    with closing(EventLog(SHIPPED, tmp_path / "other" / "record.sqlite")) as log:
        assert log.load("test") == tuple(session.events)
    assert pawtrack("export", "test").stdout == text
    assert "test  open" in pawtrack("games").stdout
    assert "is in the record already" in fault("import", tmp_path / "a.pawtrack")


def test_sealed_rows_go_out_and_in_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded(tmp_path / "home", game())
    assert pawtrack("export", "test", tmp_path / "a.jsonl").exit_code == 0
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path / "other"))
    assert pawtrack("import", tmp_path / "a.jsonl").exit_code == 0
    assert pawtrack("export", "test", tmp_path / "b.jsonl").exit_code == 0
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


def test_every_form_that_is_written_is_judged_again_alike(tmp_path: Path) -> None:
    recorded(tmp_path / "home", game())
    judged = set()
    for file in (tmp_path / "a.pawtrack", tmp_path / "a.jsonl"):
        assert pawtrack("export", "test", file).exit_code == 0
        done = pawtrack("replay", file, "--json")
        assert done.exit_code == 0
        judged.add(done.stdout)
    assert len(judged) == 1
    (tmp_path / "a.jsonl").write_text("{}\n")
    assert "a.jsonl: " in fault("replay", tmp_path / "a.jsonl")


def test_an_unknown_game_or_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert "there is no game nobody in the record" in fault("export", "nobody")
    recorded(tmp_path / "home", game())
    assert "a.pawtrack" in fault("export", "test", tmp_path / "nowhere" / "a.pawtrack")
    assert "nothing.pawtrack cannot be read" in fault("import", tmp_path / "nothing.pawtrack")


def test_every_play_is_judged_again(tmp_path: Path) -> None:
    session = game()
    file = tmp_path / "a.pawtrack"
    file.write_text(format_game(session.events, 0), encoding="utf-8")
    done = pawtrack("replay", file, "--json")
    assert done.exit_code == 0
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert {line["verdict"] for line in lines} <= {"legal", "forfeited"}
    assert session.state.position is not None
    last = [line for line in lines if line["next"]][-1]
    assert last["next"]["dog"] == session.state.position.placement.extra("dog")
    words = pawtrack("replay", file)
    assert words.exit_code == 0
    assert len(words.stdout.splitlines()) == len(lines)


@pytest.mark.parametrize(
    ("entries", "verdict", "expected"),
    [
        ("play 0 8 0:5>12", "illegal", "(CORE-R10)"),
        ("play 0 8 0:5>12 next=0:k,k,k,12/wheel=1", "illegal", "CORE-R10"),
        ("play 0 8 0:6>14", "illegal", "seat 0 has no such pawn on 6"),
        ("play 0 8 0:5>13 wheel+", "illegal", "the nearest is 8 0:5>13x1@13"),
        ("play 1 8 1:13>21", "illegal", "it was the turn of seat 0"),
        ("won 0,2", "won", "nobody has won here"),
        ("forfeit 0 hand=copy,8", "forfeited", "the card 8 could have been played"),
        ("illegal 0 8 why=A:b(0:5>13) seen=0:k,k,k,13/1:k,k,k,k t_ms=1 confidence=1", "refused", "it is legal"),
        ("play 0 copy=8 0:5>13", "illegal", "has no legal play here"),
    ],
)  # fmt: skip
def test_what_the_rules_do_not_bear_out_ends_with_one(
    entries: str, verdict: str, expected: str, tmp_path: Path
) -> None:
    """The entry is reported with its line, and the game goes on."""
    file = tmp_path / "a.pawtrack"
    result = "0,2" if entries.startswith("won") else "open"
    file.write_text(HEAD.replace("[Board", f'[Result "{result}"]\n[Board') + f"{entries}\nskip 1\n", encoding="utf-8")
    done = pawtrack("replay", file)
    assert done.exit_code == 1
    assert verdict in done.stdout
    assert expected in done.stdout
    assert "line    13" in done.stdout
    assert "Traceback" not in done.output


def test_a_play_that_the_rules_do_not_know_is_taken_in_only_with_its_end(tmp_path: Path) -> None:
    file = tmp_path / "a.pawtrack"
    file.write_text(HEAD + "play 0 8 0:5>12\n", encoding="utf-8")
    assert "a.pawtrack: line 12: '8 0:5>12' is no legal play here; the nearest is 8 0:5>13x1@13" in fault(
        "import", file
    )
    text = HEAD + "play 0 8 0:5>12 next=0:k,k,k,12 t_ms=1\n"
    file.write_text(text, encoding="utf-8")
    assert pawtrack("import", file).exit_code == 0
    assert "play 0 8 0:5>12 next=0:k,k,k,12 t_ms=1\n" in pawtrack("export", "g").stdout


def test_comments_stay_in_the_file_which_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "a.pawtrack"
    file.write_text(HEAD + "# tea\npause\n", encoding="utf-8")
    assert pawtrack("import", file).stdout == "game g is in the record (1 comments stay in the file only)\n"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "a.pawtrack: line 1, column 1: it is no Pawtrack record"),
        (b"\xff\xfe\x00", "byte 1 is no UTF-8"),
        (
            HEAD.replace('"1"]', '"7"]', 1).encode(),
            "line 1, column 1: version '7' of the record is from a newer program",
        ),
        (HEAD.encode() + b"paws\n", "line 12, column 1: 'paws' is no entry; did you mean pause?"),
        (b'{"position": 1}\n', "it is no Pawtrack record"),
    ],
)
@pytest.mark.parametrize("verb", ["replay", "import"])
def test_a_broken_file_is_one_line_with_the_place(verb: str, content: bytes, expected: str, tmp_path: Path) -> None:
    file = tmp_path / "a.pawtrack"
    file.write_bytes(content)
    assert expected in fault(verb, file)


def spoilt(lines: list[str], rng: random.Random) -> str:
    """One line lost or doubled, words swapped, a character changed or put in."""
    lines = list(lines)
    at = rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, rng.choice(lines))
        case 2:
            words = lines[at].split(" ")
            rng.shuffle(words)
            lines[at] = " ".join(words)
        case 3:
            lines[at] = lines[at].replace(rng.choice("0123456789kdp=,: "), rng.choice('0123456789kdp=,: "#é-'))
        case _:
            middle = rng.randrange(len(lines[at]) + 1)
            put = rng.choice(["", "99", '"', "none", "(", "\\"])
            lines[at] = lines[at][:middle] + put + lines[at][middle + 1 :]
    return "\n".join(lines)


def read_or_refused(text: str) -> GameText | str:
    try:
        return parse_game(SHIPPED, text)
    except RecordTextError as error:
        return str(error)


@pytest.mark.long
def test_a_spoilt_record_is_read_or_refused_but_never_breaks_the_program() -> None:
    """A readable part is judged and written again; a refused one has its line."""
    rng = random.Random(7)
    lines = format_game(game(seed=2, rounds=1).events, 0).splitlines()
    read = [read_or_refused(spoilt(lines, rng)) for _ in range(100)]
    refused = [line for line in read if isinstance(line, str)]
    assert all(line.startswith("line ") and "\n" not in line for line in refused)
    assert 20 < len(refused) < 100
    for record in [record for record in read if isinstance(record, GameText)][:40]:
        again = format_game(record.events, record.date_ms)
        assert format_game(parse_game(SHIPPED, again).events, record.date_ms) == again
        assert len(list(rejudge(record, WORDING))) > 0
