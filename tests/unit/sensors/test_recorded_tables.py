"""A recording is written and read again: its beginning, its pictures and inputs, and the place of every fault."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.app.table_setup import start_command
from companion.catalogue.shipped import SHIPPED
from companion.sensors.recorder import PICTURE_INTERVAL_MS, Recorder
from companion.sensors.recording import InputLine, Recording, RecordingError, command_of, load_recording
from companion.session import commands as cmd
from companion.session.state import Phase
from companion.settings.schema import Settings
from vision.frames import Frame

BEGAN_MS = 5000


class Recorded:
    """A table that is recorded; its pictures are grey, and the camera's clock goes on by hand."""

    def __init__(self, folder: Path, *, shown: bool = True) -> None:
        self.folder = folder
        self.recorder = Recorder(folder, "black_dog")
        self.recorder.prepare()
        self.table = Table(MemoryStore(), epoch=1)
        self.table.witness(self.recorder.on_command)
        if shown:
            self.show(BEGAN_MS)

    def show(self, t_ms: int) -> None:
        self.recorder.on_frame(Frame(np.full((9, 16, 3), 120, np.uint8), t_ms))

    def begin(self) -> None:
        """The first round is settled, at the newest picture."""
        self.table.handle(start_command(SHIPPED, Settings(), "g"))
        self.table.handle(cmd.Deal())
        self.table.handle(cmd.PlaceDog(field=24))
        for seat in range(4):
            self.table.handle(cmd.Exchange(seat=seat))
        assert self.table.view.phase is Phase.PLAY

    @property
    def pictures(self) -> list[str]:
        return sorted(path.name for path in (self.folder / "frames").iterdir())

    @property
    def inputs(self) -> list[dict[str, Any]]:
        path = self.folder / "inputs.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def read(self) -> Recording:
        return load_recording(SHIPPED, self.folder)


@pytest.fixture
def recorded(tmp_path: Path) -> Recorded:
    return Recorded(tmp_path)


def test_it_begins_with_the_first_settled_round(recorded: Recorded) -> None:
    recorded.recorder.on_bytes(b"before")
    recorded.show(BEGAN_MS + 500)
    assert not (recorded.folder / "session.toml").exists()
    recorded.begin()
    recorded.show(BEGAN_MS + 1500)
    assert (recorded.pictures, recorded.inputs) == (["000001000.jpg"], [])
    read = recorded.read()
    assert read.position == recorded.table.view.position
    assert (read.colours, read.profile.id) == (Settings().colours, "black_dog")


def test_without_a_first_picture_the_times_are_those_of_the_clock(tmp_path: Path) -> None:
    recorded = Recorded(tmp_path, shown=False)
    recorded.begin()
    recorded.recorder.on_bytes(b"early")
    recorded.show(BEGAN_MS)
    assert (recorded.pictures, recorded.inputs[0]["t_ms"]) == ([f"{BEGAN_MS:09d}.jpg"], 0)


def test_pictures_are_kept_at_their_pace_and_none_in_a_pause(recorded: Recorded) -> None:
    recorded.begin()
    for t_ms in (0, 1, PICTURE_INTERVAL_MS - 1, PICTURE_INTERVAL_MS, 2 * PICTURE_INTERVAL_MS):
        recorded.show(BEGAN_MS + t_ms)
    assert recorded.pictures == [f"{t_ms:09d}.jpg" for t_ms in (0, 60, 120)]
    recorded.table.handle(cmd.Pause())
    recorded.show(BEGAN_MS + 1000)
    recorded.table.handle(cmd.Resume())
    recorded.show(BEGAN_MS + 2000)
    assert recorded.pictures[3:] == ["000002000.jpg"]
    shown = cv2.imread(str(recorded.folder / "frames" / "000002000.jpg"))
    assert shown is not None
    assert np.abs(shown.astype(int) - 120).max() <= 2


def test_inputs_have_the_time_of_the_newest_picture_and_are_read_again(recorded: Recorded) -> None:
    recorded.begin()
    turn = recorded.table.view.turn
    recorded.show(BEGAN_MS + 100)
    recorded.table.handle(cmd.DeclarePlay(seat=turn, card="8"))
    recorded.show(BEGAN_MS + 250)
    recorded.recorder.on_bytes(b"\x01\xfe")
    recorded.table.handle(cmd.WithdrawDeclaration())
    recorded.table.handle(cmd.SkipTurn(seat=turn))
    recorded.table.handle(cmd.Undo())
    declared, wheel, skipped, undone = recorded.inputs
    assert declared == {"t_ms": 100, "kind": "declare", "seat": turn, "card": "8"}
    assert wheel == {"t_ms": 250, "kind": "wheel", "hex": "01fe"}
    assert skipped == {"t_ms": 250, "kind": "skip", "seat": turn}
    assert (undone["t_ms"], undone["kind"]) == (250, "correct")
    read = recorded.read()
    commands = [command_of(SHIPPED, line) for line in read.inputs if line.kind != "wheel"]
    assert commands[:2] == [cmd.DeclarePlay(seat=turn, card="8"), cmd.SkipTurn(seat=turn)]
    assert isinstance(commands[2], cmd.Correct)
    assert (commands[2].placement, commands[2].next_turn) == (read.position.placement, turn)


def test_a_folder_holds_one_recording(recorded: Recorded) -> None:
    recorded.recorder.prepare()
    recorded.begin()
    with pytest.raises(FileExistsError):
        Recorder(recorded.folder, "black_dog").prepare()


def test_a_table_without_inputs_has_none_and_one_without_pictures_is_none(recorded: Recorded) -> None:
    recorded.begin()
    assert recorded.read().inputs == ()
    (recorded.folder / "frames").rmdir()
    with pytest.raises(RecordingError, match="no frames folder"):
        recorded.read()


@pytest.mark.parametrize("line", ["no json", "[]", '{"t_ms": 1}', '{"t_ms": 1, "kind": "wheel", "hex": "0"}'])
def test_a_line_that_is_no_input_is_named_by_its_number(recorded: Recorded, line: str) -> None:
    recorded.begin()
    good = '{"t_ms": 1, "kind": "round"}'
    for before in range(2):
        (recorded.folder / "inputs.jsonl").write_text("\n".join([good] * before + [line, good]))
        with pytest.raises(RecordingError, match=f"^inputs.jsonl line {before + 1}: "):
            recorded.read()


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('variant = "black_dog"', 'variant = "dog"', "does not agree"),
        ("seats = [0, 1, 2, 3]", "seats = [0, 1, 2]", "does not agree"),
        ("sectors = 4", "sectors = 6", "does not agree"),
        ('colours = ["red", ', "colours = [", "one colour a seat"),
        ("position = ", "position = ''\nother = ", "session.toml: "),
        ("board/board.toml", "board/none.toml", "none.toml"),
    ],
)
def test_a_session_that_contradicts_itself_is_refused(recorded: Recorded, old: str, new: str, fault: str) -> None:
    recorded.begin()
    session = recorded.folder / "session.toml"
    text = session.read_text()
    assert old in text
    session.write_text(text.replace(old, new))
    with pytest.raises(RecordingError, match=fault):
        recorded.read()


@pytest.mark.parametrize(
    ("line", "command"),
    [
        (InputLine(t_ms=1, kind="start"), None),
        (InputLine(t_ms=1, kind="declare", seat=2, card="joker", acting_as="4"), ("DeclarePlay", 2)),
        (InputLine(t_ms=1, kind="round"), ("NewRound", None)),
        (InputLine(t_ms=1, kind="deal"), ("Deal", None)),
        (InputLine(t_ms=1, kind="undo"), ("Undo", None)),
        (InputLine(t_ms=1, kind="exchange", seat=3), ("Exchange", 3)),
        (InputLine(t_ms=1, kind="skip", seat=0), ("SkipTurn", 0)),
        (InputLine(t_ms=1, kind="forfeit", seat=1, hand=("8",)), ("Forfeit", 1)),
        (InputLine(t_ms=1, kind="dog", field=0), ("PlaceDog", None)),
    ],
)
def test_every_kind_of_line_is_its_command(line: InputLine, command: tuple[str, int | None] | None) -> None:
    made = command_of(SHIPPED, line)
    assert (None if made is None else (type(made).__name__, getattr(made, "seat", None))) == command


@pytest.mark.parametrize("kind", ["declare", "skip", "exchange", "dog", "forfeit", "correct", "sneeze"])
def test_a_line_without_what_its_kind_needs_is_refused_at_its_time(kind: str) -> None:
    with pytest.raises(RecordingError, match="7 ms"):
        command_of(SHIPPED, InputLine(t_ms=7, kind=kind))
