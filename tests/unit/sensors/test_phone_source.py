"""The phone's end at the table, without its program: the users of the door, and the pictures that become frames."""

import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.programs.lines import Beat, line_of
from companion.sensors.phone import source as source_module
from companion.sensors.phone.door import DoorSettings, PhoneDoor
from companion.sensors.phone.source import SILENT_S, STALE_MS, PhoneSource, now_ms
from companion.web.camera.messages import (
    Admitted,
    Hello,
    Keys,
    PhoneState,
    Standing,
    TableSeen,
    Taken,
    ToDoor,
    ToTable,
    Want,
    to_door,
)
from companion.web.messages import digest
from vision.sources.protocol import SourceError

JPEG = cv2.imencode(".jpg", np.full((48, 64, 3), 90, np.uint8))[1].tobytes()
SEEN = TableSeen(good=True, text={"en": "Good."})


class Program:
    """In place of the program that meets the phone: its messages, and whether it runs."""

    pid = 7

    def __init__(self) -> None:
        self.said: list[ToDoor] = []
        self.runs = False

    def start(self) -> None:
        self.runs = True

    def stop(self) -> None:
        self.runs = False

    def say(self, line: bytes) -> None:
        self.said.append(to_door(line))


class Door(PhoneDoor):
    """A door whose program is in the test's hands."""

    def __init__(self, linger_s: float = 0.0, fault: Exception | None = None) -> None:
        super().__init__(linger_s=linger_s)
        self.settings = DoorSettings(
            port=1, address="192.168.7.7", avoid=frozenset(), folder=Path("none"), files=lambda: {}
        )
        self.programs: list[Program] = []
        self._fault = fault

    def _opened(self) -> Program:  # type: ignore[override]
        if self._fault:
            raise self._fault
        self.programs.append(Program())
        self._port = 4711
        return self.programs[-1]

    def hear(self, *messages: ToTable) -> None:
        for message in messages:
            self._hear(line_of(message))

    @property
    def said(self) -> list[ToDoor]:
        return self.programs[-1].said

    @property
    def is_open(self) -> bool:
        return bool(self.programs) and self.programs[-1].runs


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_module, "OPEN_S", 0.01)
    monkeypatch.setattr(source_module, "WAIT_S", 0.01)


def pass_time(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    now_s = time.monotonic() + seconds
    monkeypatch.setattr(time, "monotonic", lambda: now_s)
    monkeypatch.setattr(time, "monotonic_ns", lambda: int(now_s * 1e9))


def test_the_door_is_open_while_a_source_uses_it_and_a_while_after(monkeypatch: pytest.MonkeyPatch) -> None:
    door = Door(linger_s=60.0)
    assert door.url == ""
    for _ in range(2):
        door.enter()
    assert (len(door.programs), door.is_open) == (1, True)
    assert door.url.startswith("https://192.168.7.7:4711/#")
    door.leave()
    pass_time(monkeypatch, 100.0)
    door.hear(Beat())
    assert door.is_open
    door.leave()
    door.hear(Beat())
    assert door.is_open
    pass_time(monkeypatch, 61.0)
    door.hear(Beat())
    assert not door.is_open
    assert (door.url, door.pid) == ("", None)
    door.enter()
    assert len(door.programs) == 2


def test_a_door_that_cannot_open_is_used_by_nobody() -> None:
    door = Door(fault=OSError("no port"))
    with pytest.raises(OSError, match="no port"):
        door.enter()
    door._fault = None
    door.enter()
    door.leave()
    door.hear(Beat())
    assert not door.is_open


def test_a_new_program_gets_the_keys_and_what_the_table_sees() -> None:
    door = Door()
    door.show(SEEN)
    door.enter()
    code = door.url.partition("#")[2]
    door.hear(Hello())
    assert door.said == [Keys(code=digest(code)), SEEN]
    assert not door.was_here
    door.hear(Admitted("token"))
    again = door.url.partition("#")[2]
    assert again != code
    assert door.said[2:] == [Keys(code=digest(again), token="token"), SEEN]
    assert door.was_here


def test_what_the_table_sees_is_sent_when_it_changes() -> None:
    door, other = Door(), TableSeen(good=False, text={"en": "Dark."})
    door.enter()
    for seen in (SEEN, SEEN, other, SEEN):
        door.show(seen)
    assert door.said == [SEEN, other, SEEN]


def test_a_program_that_stops_serving_has_no_phone() -> None:
    door = Door()
    door.enter()
    door.hear(Standing(PhoneState.HERE))
    door._note(True)
    assert door.wait_for_phone(0.0)
    door._note(False)
    assert door.state is PhoneState.GONE
    assert not door.wait_for_phone(0.0)


def opened() -> tuple[Door, PhoneSource]:
    """A source with a phone that is there."""
    door = Door()
    door.enter()
    door.hear(Standing(PhoneState.HERE))
    source = PhoneSource(door)
    source.open()
    return door, source


def refused(source: PhoneSource) -> str:
    with pytest.raises(SourceError) as caught:
        source.read()
    return caught.value.code


def test_each_wanted_picture_is_a_frame_at_its_own_time_and_once() -> None:
    door, source = opened()
    assert door.said == [Want()]
    assert source.read() is None
    t_ms = now_ms()
    door.hear(Taken(t_ms, JPEG))
    frame = source.read()
    assert frame is not None
    assert (frame.t_ms, frame.image.shape) == (t_ms, (48, 64, 3))
    assert door.said == [Want(), Want()]
    assert source.read() is None


def test_an_old_or_broken_picture_is_left_out() -> None:
    door, source = opened()
    before = now_ms()
    for t_ms, jpeg in ((before - STALE_MS - 1, JPEG), (before, b"no picture"), (before - 1, JPEG)):
        door.hear(Taken(t_ms, jpeg))
        assert source.read() is None


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (PhoneState.HIDDEN, "camera_phone_hidden"),
        (PhoneState.DENIED, "camera_phone_denied"),
        (PhoneState.GONE, "camera_phone_waiting"),
    ],
)
def test_a_phone_that_cannot_send_says_why(state: PhoneState, code: str) -> None:
    door, source = opened()
    door.hear(Standing(state))
    assert refused(source) == code


def test_a_phone_that_was_here_and_is_gone_or_silent_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    door, source = opened()
    door.hear(Admitted("token"), Standing(PhoneState.GONE))
    assert refused(source) == "camera_phone_lost"
    door.hear(Standing(PhoneState.HERE))
    assert source.read() is None
    pass_time(monkeypatch, SILENT_S + 0.1)
    assert refused(source) == "camera_phone_lost"


def test_a_source_holds_the_door_from_open_to_close() -> None:
    door = Door()
    source = PhoneSource(door)
    with pytest.raises(SourceError, match="not open"):
        source.read()
    with pytest.raises(SourceError) as caught:
        source.open()
    assert caught.value.code == "camera_phone_waiting"
    door.hear(Beat())
    assert door.is_open
    for _ in range(2):
        source.close()
    door.hear(Beat())
    assert not door.is_open
    assert door._users == 0


def test_a_door_without_a_port_says_so() -> None:
    with pytest.raises(SourceError) as caught:
        PhoneSource(Door(fault=OSError("no port"))).open()
    assert caught.value.code == "camera_phone_door"
