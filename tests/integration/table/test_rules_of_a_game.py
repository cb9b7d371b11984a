"""A game goes on by the rules it was begun with, whatever becomes of the file that they came from."""

import json
import shutil
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from companion.catalogue.house_variants import read_catalogue
from companion.commands.cli import app
from companion.rules.legal import legal_plays
from companion.session import commands as cmd
from companion.session.decide import NO_SENSES, decide
from companion.session.events import Event, GameStarted
from companion.session.evolve import evolve, replay
from companion.session.state import NoGame, Phase, State
from companion.store.event_log import EventLog
from companion.store.export import export_game, import_game
from companion.store.faults import RecordError
from companion.store.record import Record
from companion.store.rows import seal
from companion.views.kept.saved_game import SavedFault

GOLDEN = Path(__file__).parents[2] / "golden" / "records"
#: The changes a family may make to its file: the hands get other sizes, a card walks by other values, the switch goes.
OTHER_HANDS = ('hand_cycle = "5-4-3"', 'hand_cycle = "2-3"')
OTHER_WALK = ("values = [1, 2]", "values = [12]")
SWITCH = """[options."house.must_go_home"]
default = true
values = [true, false]
sets = ["walk.home_optional"]
rulings = []
"""
NO_SWITCH = (SWITCH, "")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with a game of the house."""
    shutil.copytree(GOLDEN / "variants", tmp_path / "variants")
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    return tmp_path


def edit(home: Path, *changes: tuple[str, str]) -> None:
    file = home / "variants" / "hop_dog.toml"
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


def begun(home: Path) -> tuple[State, list[Event]]:
    """A game of the house with a switch, after the first deal and exchange."""
    state, events = NoGame(), []
    start = cmd.StartGame(
        game="evening",
        variant=read_catalogue(home).variant("hop_dog"),
        names=("Anna", "Ben", "Carla", "David"),
        colours=("red", "yellow", "green", "blue"),
        board="star_4",
        sectors=4,
        seats=(0, 1, 2, 3),
        options=(("house.must_go_home", False),),
    )
    for command in (start, cmd.Deal(), *(cmd.Exchange(seat=seat) for seat in range(4))):
        for event in decide(state, NO_SENSES, command).events:
            state = evolve(state, event)
            events.append(event)
    return state, events


def recorded(home: Path) -> State:
    state, events = begun(home)
    with closing(EventLog(read_catalogue(home), home / "record.sqlite")) as log:
        log.append("evening", 1, events)
    return state


def reopened(home: Path) -> State:
    with closing(EventLog(read_catalogue(home), home / "record.sqlite")) as log:
        return replay(log.load("evening"))


@pytest.mark.parametrize("change", [OTHER_HANDS, OTHER_WALK, NO_SWITCH])
def test_a_game_goes_on_by_its_own_rules_when_its_file_was_edited(home: Path, change: tuple[str, str]) -> None:
    before = recorded(home)
    edit(home, change)
    after = reopened(home)
    assert after == before
    assert after.phase is Phase.PLAY
    assert after.cards == (5, 5, 5, 5)
    assert after.position is not None
    assert before.position is not None
    assert after.rules.variant.tables == before.rules.variant.tables
    for card in ("hop", "13", "7"):
        assert legal_plays(after.rules, after.position, card) == legal_plays(before.rules, before.position, card)


def test_a_new_game_goes_by_the_edited_file(home: Path) -> None:
    recorded(home)
    edit(home, OTHER_HANDS)
    assert begun(home)[0].cards == (2, 2, 2, 2)
    assert reopened(home).cards == (5, 5, 5, 5)


def test_a_game_goes_on_when_its_file_is_gone(home: Path) -> None:
    before = recorded(home)
    (home / "variants" / "hop_dog.toml").unlink()
    assert reopened(home) == before


@pytest.mark.parametrize("gone", [False, True])
def test_the_list_of_saved_games_has_it_whatever_became_of_the_file(home: Path, gone: bool) -> None:
    recorded(home)
    edit(home, NO_SWITCH)
    if gone:
        (home / "variants" / "hop_dog.toml").unlink()
    record = Record(read_catalogue(home), home)
    record.begin()
    try:
        assert [(game.game, game.variant) for game in record.games()] == [("evening", "hop_dog")]
    finally:
        record.close()


def test_the_rules_are_in_the_first_row(home: Path) -> None:
    recorded(home)
    with closing(EventLog(read_catalogue(home), home / "record.sqlite")) as log:
        first = log.rows("evening")[0]
    body = json.loads(first.body)
    assert body["v"] == 2
    assert body["rules"] == {"format": 1, "tables": read_catalogue(home).variant("hop_dog").tables}


def test_an_older_record_follows_the_present_file_with_early_starts(home: Path) -> None:
    shutil.copyfile(GOLDEN / "record.sqlite", home / "record.sqlite")
    with closing(EventLog(read_catalogue(home), home / "record.sqlite")) as log:
        started = log.load("evening-2")[0]
    assert isinstance(started, GameStarted)
    tables = read_catalogue(home).variant("hop_dog").tables
    assert started.rules.tables == {**tables, "setup": {**tables["setup"], "when": "at_once"}}


def test_an_older_record_whose_file_is_gone_is_listed_as_damaged(home: Path) -> None:
    shutil.copyfile(GOLDEN / "record.sqlite", home / "record.sqlite")
    (home / "variants" / "hop_dog.toml").unlink()
    with closing(EventLog(read_catalogue(home), home / "record.sqlite")) as log:
        (damaged,) = [game for game in log.games() if game.fault]
        assert damaged.game == "evening-2"
        assert damaged.fault is SavedFault.DAMAGED
        assert "unknown variant 'hop_dog'" in damaged.reason
        with pytest.raises(RecordError, match="unknown variant 'hop_dog'"):
            log.load("evening-2")
    record = Record(read_catalogue(home), home)
    record.begin()
    try:
        listed = [(game.game, game.fault is None) for game in record.games()]
        assert listed == [("evening-2", False), ("evening-1", True)]
    finally:
        record.close()
    lines = CliRunner().invoke(app, ["games"]).output.splitlines()
    assert [line for line in lines if line.startswith("evening-2  damaged") and "unknown variant 'hop_dog'" in line]


def test_an_older_record_whose_switch_is_gone_is_damaged_too(home: Path) -> None:
    with closing(EventLog(read_catalogue(home), home / "record.sqlite")) as log:
        import_game(log, GOLDEN / "hop-dog-of-the-house.jsonl")
    edit(home, NO_SWITCH)
    with closing(EventLog(read_catalogue(home), home / "record.sqlite")) as log:
        (game,) = log.games()
        assert game.fault
        assert "house.must_go_home" in game.reason


def test_what_cannot_be_read_can_be_exported_raw(home: Path) -> None:
    shutil.copyfile(GOLDEN / "record.sqlite", home / "record.sqlite")
    (home / "variants" / "hop_dog.toml").unlink()
    with closing(EventLog(read_catalogue(home), home / "record.sqlite")) as log:
        rows = log.rows("evening-2")
    refused = CliRunner().invoke(app, ["export", "evening-2", str(home / "whole.jsonl")])
    assert refused.exit_code == 2
    assert "--raw" in refused.output
    done = CliRunner().invoke(app, ["export", "evening-2", str(home / "raw.jsonl"), "--raw"])
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in (home / "raw.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(line["seq"], line["hash"]) for line in lines] == [(row.seq, row.hash) for row in rows]
    assert [line["body"] for line in lines] == [json.loads(row.body) for row in rows]
    # when the file is back, the game is too
    shutil.copy(GOLDEN / "variants" / "hop_dog.toml", home / "variants")
    with closing(EventLog(read_catalogue(home), home / "far.sqlite")) as log:
        assert import_game(log, home / "raw.jsonl") == "evening-2"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"sector_length": 10**9}, "sector_length"),
        ({"cards": {}}, "rules of the game"),
        ({"cards": {"13": {"count": 1, "uses": [{"use": "fly"}]}}}, "fly"),
        ({"boards": {"4": []}}, "rules of the game"),
        ({"options": {}}, "house.must_go_home"),
    ],
)
def test_rules_of_strangers_are_read_as_strictly_as_a_file(home: Path, change: dict[str, object], reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        taken_in(home, lambda rules: rules["tables"].update(change))


def test_rules_of_a_newer_form_need_a_newer_program(home: Path) -> None:
    with pytest.raises(RecordError, match="newer version"):
        taken_in(home, lambda rules: rules.update(format=2))


def taken_in(home: Path, tamper: object) -> None:
    """Takes in a file whose first row somebody changed, and sealed anew."""
    recorded(home)
    with closing(EventLog(read_catalogue(home), home / "record.sqlite")) as log:
        export_game(log, "evening", home / "game.jsonl")
        first = log.rows("evening")[0]
    body = json.loads(first.body)
    tamper(body["rules"])  # type: ignore[operator]
    first = first._replace(body=msgspec.json.encode(body).decode())
    row = {**first._asdict(), "body": body, "hash": seal(first)}
    (home / "game.jsonl").write_bytes(msgspec.json.encode(row) + b"\n")
    with closing(EventLog(read_catalogue(home), home / "far.sqlite")) as log:
        import_game(log, home / "game.jsonl")
