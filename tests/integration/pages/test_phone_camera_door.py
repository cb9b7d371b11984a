"""The door of the phone's camera: one phone comes in by a code that opens once, and nothing hostile comes in at all."""

import hashlib
import os
import re
import signal
import socket
import stat
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from phone_cameras import OpenDoor, jpeg, open_door

from companion.sensors.phone.source import STALE_MS, PhoneSource
from companion.web.camera.__main__ import CAPACITY
from companion.web.camera.messages import LONGEST_PICTURE, PhoneState
from vision.sources.protocol import SourceError

WHOLE = jpeg()
#: Windows ends a program at once for any signal.
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenDoor]:
    with open_door(tmp_path_factory.mktemp("door")) as made:
        yield made


def sized(width: int, height: int) -> bytes:
    """A whole small picture whose head claims another size."""
    at = WHOLE.index(b"\xff\xc0") + 5
    return WHOLE[:at] + height.to_bytes(2, "big") + width.to_bytes(2, "big") + WHOLE[at + 4 :]


def nothing_came(house: OpenDoor) -> bool:
    """The table still waits for the picture that it wants."""
    return house.door.newer_than(-1, 0.0) is None


def test_a_code_opens_once_and_a_picture_comes_only_if_it_is_wanted(tmp_path: Path) -> None:
    with open_door(tmp_path) as house:
        code = house.code
        token = house.take()
        house.until(lambda: house.code != code)
        assert house.open(code) == (403, {"error": "void"})
        assert house.look(token, WHOLE)[0] == 200
        assert nothing_came(house)
        house.wanted(token)
        # taken half a second before it was sent
        status, said = house.look(token, WHOLE, "1000 1500 0")
        assert (status, 500 <= said["late_ms"] < 5000) == (200, True)
        house.until(lambda: not nothing_came(house))
        first = house.door.newer_than(-1, 0.0)
        assert first is not None
        assert first.jpeg == WHOLE
        # it was wanted once
        house.look(token, jpeg(grey=10))
        assert house.door.newer_than(first.t_ms, 0.2) is None


@pytest.mark.skipif(sys.platform == "win32", reason="a person's folder there is closed to others as a whole")
def test_the_key_is_its_owner_s_alone(tmp_path: Path) -> None:
    with open_door(tmp_path):
        assert stat.S_IMODE((tmp_path / "phone-camera.pem").stat().st_mode) == 0o600


HOSTILE_HEADS = {
    "no token": {"Authorization": ""},
    "an empty token": {"Authorization": "Bearer "},
    "another token": {"Authorization": "Bearer AAAAAAAAAAAAAAAAAAAAAA"},
    "a token of another kind": {"Authorization": "Basic YTpi"},
    "the digest of nothing": {"Authorization": f"Bearer {hashlib.sha256(b'').hexdigest()}"},
    "a long token": {"Authorization": f"Bearer {'A' * 4000}"},
}
HOSTILE_PICTURES = {
    "nothing of a picture": b"x" * 1000,
    "cut off": WHOLE[:-200],
    "the start alone": b"\xff\xd8\xff\xd9",
    "no head": b"\xff\xd8" + b"\0" * 500 + b"\xff\xd9",
    "two heads": WHOLE[:2] + WHOLE[WHOLE.index(b"\xff\xc0") : WHOLE.index(b"\xff\xc4")] + WHOLE[2:],
    "a length that leads out": b"\xff\xd8\xff\xe0\xff\xff" + b"\0" * 30 + b"\xff\xd9",
    "100 megapixels": sized(10_000, 10_000),
    "a line of pixels": sized(2048, 1),
    "no pixels": sized(0, 480),
    "65535 across": sized(65_535, 40),
    "PNG": b"\x89PNG\r\n\x1a\n" + b"\0" * 100,
    "GIF": b"GIF89a" + b"\0" * 100,
    "SVG": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "a program": b"\x7fELF" + b"\0" * 500,
}
HOSTILE_TIMES = ("", "1", "a b c", "2 1 0", "-1 5 0", "nan nan 0", "1 inf 0", "1 2 3 4", "1e400 1e400 0")
HOSTILE_CODES = (
    b"",
    b"{}",
    b"[]",
    b'{"code": ""}',
    b'{"code": 5}',
    b'{"code": null}',
    b'{"code": "AAAAAAAAAAAAAAAAAAAAAA"}',
    b'{"code": "AAAAAAAAAAAAAAAAAAAAAA", "token": "B"}',
    b"[" * 200,
    b"\xff\xfe",
    b'{"code": "' + b"A" * 300 + b'"}',
)
HOSTILE_BYTES = {
    "plain HTTP inside": b"GET / HTTP/1.1\r\n\r\n",
    "no HTTP": b"\0" * 200,
    "no length": b"POST /look HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nh\r\n0\r\n\r\n",
    "an immense length": b"POST /look HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999\r\n\r\n",
    "two lengths": b"POST /look HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
    "a WebSocket": b"GET /look HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    "a long head": b"POST /look HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 20_000 + b"\r\n\r\n",
    "a way out": b"GET /../../../phone-camera.pem HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "the key": b"GET /phone-camera.pem HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "the pictures": b"GET /look HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "another order": b"PUT /look HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
}


def test_hostile_acts_of_strangers_leave_everything_as_it_is(house: OpenDoor) -> None:
    token = house.take()
    house.wanted(token)
    for name, head in HOSTILE_HEADS.items():
        assert house.look(token, WHOLE, **head)[0] in (403, 431, 0), name
    with ThreadPoolExecutor() as strangers:
        answers = list(strangers.map(house.say, HOSTILE_BYTES.values()))
    for name, heard in zip(HOSTILE_BYTES, answers, strict=True):
        assert re.match(rb"HTTP/1.1 (4|5)\d\d ", heard) or heard == b"", name
        assert b"PRIVATE KEY" not in heard, name
    before = house.code
    for body in HOSTILE_CODES:
        assert house.ask("POST", "/open", body)[0] in (400, 403, 429, 0), body
    assert house.code == before
    assert nothing_came(house)
    # the phone that was in still is
    assert house.look(token, WHOLE)[0] == 200
    house.until(lambda: not nothing_came(house))


@pytest.mark.parametrize("picture", HOSTILE_PICTURES.values(), ids=HOSTILE_PICTURES)
def test_a_phone_gone_bad_brings_no_such_picture(house: OpenDoor, picture: bytes) -> None:
    token = house.take()
    newest = house.door.newer_than(-1, 0.0)
    house.wanted(token)
    assert house.look(token, picture)[0] == 400
    assert house.door.newer_than(newest.t_ms if newest else -1, 0.05) is None
    house.until(lambda: house.look(token)[0] == 200)


def test_a_picture_without_its_time_or_too_long_is_refused(house: OpenDoor) -> None:
    token = house.take()
    newest = house.door.newer_than(-1, 0.0)
    house.wanted(token)
    for times in HOSTILE_TIMES:
        house.until(lambda times=times: house.look(token, WHOLE, times)[0] == 400)
    assert house.look(token, WHOLE + b"\0" * LONGEST_PICTURE)[0] in (413, 0)
    assert house.door.newer_than(newest.t_ms if newest else -1, 0.05) is None


def test_of_two_phones_the_one_with_the_newer_code_is_the_camera(house: OpenDoor) -> None:
    first = house.take()
    second = house.take()
    assert house.look(first, WHOLE) == (403, {"error": "void"})
    assert house.look(second)[0] == 200


def test_codes_cannot_be_guessed_fast(house: OpenDoor) -> None:
    said = [house.open(f"guess-{number}")[0] for number in range(30)]
    assert 429 in said
    assert set(said) <= {403, 429}
    # and the phone with the code comes in all the same
    house.take()


def test_a_flood_of_connections_keeps_the_phone_s_pictures_coming(house: OpenDoor) -> None:
    token = house.take()
    # handshakes that never go on, twice as many as the door has room for, some of them with nonsense
    flood = [socket.create_connection(("127.0.0.1", house.port)) for _ in range(2 * CAPACITY)]
    for each in flood[::3]:
        each.sendall(b"\x16\x03\x01\x02\x00" + b"\0" * 100)
    try:
        newest = house.door.newer_than(-1, 0.0)
        house.wanted(token)
        house.until(lambda: house.look(token, WHOLE)[0] == 200)
        house.until(lambda: house.door.newer_than(newest.t_ms if newest else -1, 0.0) is not None)
    finally:
        for each in flood:
            each.close()


def test_nobody_without_tls_hears_anything(house: OpenDoor) -> None:
    with socket.create_connection(("127.0.0.1", house.port), timeout=30) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        heard = b""
        try:
            while piece := line.recv(4096):
                heard += piece
        except ConnectionError:
            pass
    assert b"HTTP" not in heard


class Phone:
    """A phone that answers every wish of the table with the same picture."""

    def __init__(self, house: OpenDoor) -> None:
        self._house = house
        self.token = house.take()

    def serve(self, source: PhoneSource) -> object:
        """Serves until the source has a picture."""
        for _ in range(200):
            now = time.monotonic() * 1000
            wants = self._house.look(self.token)[1].get("want")
            if wants:
                self._house.look(self.token, WHOLE, f"{now} {now + 1} 0")
                frame = source.read()
                if frame is not None:
                    return frame
        return None


def refused(source: PhoneSource) -> str:
    with pytest.raises(SourceError) as caught:
        source.open()
    return caught.value.code


def test_a_phone_is_lost_and_found_again_for_a_known_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.sensors.phone.source.OPEN_S", 0.3)
    with open_door(tmp_path) as house:
        source = PhoneSource(house.door)
        assert refused(source) == "camera_phone_waiting"
        phone = Phone(house)
        house.look(phone.token)
        source.open()
        frame = phone.serve(source)
        assert frame is not None
        assert np.allclose(frame.image, 90, atol=2)
        house.look(phone.token, Pawtrack_State="hidden")
        house.until(lambda: house.door.state is PhoneState.HIDDEN)
        with pytest.raises(SourceError) as caught:
            source.read()
        assert caught.value.code == "camera_phone_hidden"
        house.look(phone.token, Pawtrack_State="denied")
        house.until(lambda: house.door.state is PhoneState.DENIED)
        assert refused(source) == "camera_phone_denied"
        house.until(lambda: house.door.state is PhoneState.GONE)
        assert refused(source) == "camera_phone_lost"
        # the program of the door dies, and the phone needs no new code
        pid = house.door.pid
        assert pid
        os.kill(pid, KILL)
        house.until(lambda: house.door.pid not in (None, pid))
        house.until(lambda: house.look(phone.token)[0] == 200)
        source.open()
        assert phone.serve(source) is not None
        source.close()


def test_pictures_that_come_late_are_not_judged_and_count_as_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.sensors.phone.source.SILENT_S", 1.0)
    with open_door(tmp_path) as house:
        token, source = house.take(), PhoneSource(house.door)
        house.look(token)
        source.open()
        with pytest.raises(SourceError) as caught:
            sends_late_pictures(house, token, source)
        assert caught.value.code == "camera_phone_lost"
        source.close()


def sends_late_pictures(house: OpenDoor, token: str, source: PhoneSource) -> None:
    """Each was taken long before it is sent."""
    for number in range(100):
        sent = 100_000.0 + 100.0 * number
        house.look(token, WHOLE, f"{sent - STALE_MS - 1000} {sent} 0")
        assert source.read() is None


def test_the_door_stays_open_a_while_and_then_closes(tmp_path: Path) -> None:
    with open_door(tmp_path) as house:
        source = PhoneSource(house.door)
        token = house.take()
        house.look(token)
        source.open()
        house.door.leave()
        source.close()
        assert house.answers
        house.until(lambda: house.door.url == "")
        house.until(lambda: not house.answers)
        # the next source opens the same door for the same phone
        house.door.enter()
        house.until(lambda: house.answers)
        house.until(lambda: house.look(token)[0] == 200)
