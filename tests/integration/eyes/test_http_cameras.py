"""Cameras over HTTP in all the ways that makers send pictures: read, or refused with a true word."""

import itertools
import queue
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from http_cameras import PASSWORD, USER, Answer, behind_login, http_camera, jpeg, part, streaming, whole

from companion.board.files import board_ids, load_board
from companion.sensors.board_observer import PieceRoster
from companion.sensors.camera import CameraSensor
from companion.sensors.examine import examine_camera
from companion.views.table_view import Health
from vision.sources import live
from vision.sources.live import LiveSource
from vision.sources.multipart import LONGEST_PICTURE
from vision.sources.opening import open_source
from vision.sources.protocol import SourceError

LEVELS = (40, 90, 140, 190)
PATIENCE_S = 30.0
IDLE = PieceRoster(sectors=(0, 1, 2, 3), colours=("red", "yellow", "green", "blue"), dog=False)
BIG = 4 * LONGEST_PICTURE


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "NETWORK_TIMEOUT_MS", 1500)


def greys() -> Iterator[int]:
    """Each grey for some pictures, for ever, twenty pictures a second."""
    for level in itertools.cycle(itertools.chain.from_iterable(itertools.repeat(level, 3) for level in LEVELS)):
        yield level
        time.sleep(0.02)


def parts(**form: object) -> Iterator[bytes]:
    return (part(jpeg(level), **form) for level in greys())  # type: ignore[arg-type]


def without_first_boundary() -> Iterator[bytes]:
    return (piece.removeprefix(b"--frame\r\n" if n == 0 else b"") for n, piece in enumerate(parts()))


_SHOWN = itertools.cycle(LEVELS)


def still(request: object) -> None:
    whole(jpeg(next(_SHOWN)), "image/jpeg")(request)  # type: ignore[arg-type]


def bare_lines() -> Iterator[bytes]:
    return (piece.replace(b"\r\n", b"\n", 4) for piece in parts(length=None))


def cut_by_turns() -> Iterator[bytes]:
    for number, level in enumerate(greys()):
        whole_one = jpeg(level)
        yield part(whole_one[: -1 - number % 2 * len(whole_one) // 2] if number % 2 else whole_one, length=None)


def padded() -> Iterator[bytes]:
    return (part(jpeg(level) + bytes(24)) for level in greys())


def slow_and_in_pieces() -> Iterator[bytes]:
    for piece in parts():
        for at in range(0, len(piece), 700):
            yield piece[at : at + 700]


def opened_late() -> Iterator[bytes]:
    return itertools.chain([b"\r\n\r\n"], parts())


READ = {
    "plain": streaming(parts),
    "first picture without a boundary": streaming(without_first_boundary),
    "neither boundary nor its name": streaming(without_first_boundary, "multipart/x-mixed-replace"),
    "no lengths": streaming(lambda: parts(length=None)),
    "lengths too short": streaming(lambda: parts(length=10)),
    "no type": streaming(parts, None),
    "a false type": streaming(parts, "application/octet-stream"),
    "type in capitals": streaming(parts, "Multipart/X-Mixed-Replace;Boundary=frame"),
    "quoted": streaming(parts, 'multipart/x-mixed-replace; boundary="--frame"'),
    "another boundary than named": streaming(lambda: parts(boundary=b"--other"), "multipart/mixed; boundary=frame"),
    "no dashes": streaming(lambda: parts(boundary=b"frame"), "multipart/x-mixed-replace; boundary=frame"),
    "parts of a type of their own": streaming(lambda: parts(kind=b"image/jpg")),
    "bare line ends": streaming(bare_lines),
    "filled up": streaming(padded),
    "every second one cut off": streaming(cut_by_turns),
    "in small pieces": streaming(slow_and_in_pieces),
    "empty lines first": streaming(opened_late),
    "single pictures": still,
    "behind a basic login": behind_login(streaming(parts), digest=False),
    "behind a digest login": behind_login(streaming(parts), digest=True),
    "single pictures behind a digest login": behind_login(still, digest=True),
}
LOGIN = f"{USER}:{quote(PASSWORD, safe='')}@"


def levels_read(address: str, wanted: int = 3) -> set[int]:
    """The greys of the pictures that come, until so many were seen."""
    source, ends_s = open_source(address), time.monotonic() + PATIENCE_S
    source.open()
    try:
        seen: set[int] = set()
        while len(seen) < wanted:
            assert time.monotonic() < ends_s, seen
            frame = source.read()
            if frame is not None:
                assert frame.image.shape == (48, 64, 3)
                upper, lower = frame.image[:24].mean(), frame.image[24:].mean()
                assert abs(upper - lower) < 5, "half of one picture, half of another"
                seen.add(min(LEVELS, key=lambda level: abs(level - float(frame.image.mean()))))
        return seen
    finally:
        source.close()


@pytest.mark.parametrize("way", READ)
def test_pictures_come_in_every_way_that_cameras_send_them(way: str) -> None:
    with http_camera(READ[way]) as place:
        assert len(levels_read(f"http://{LOGIN}{place}/video")) >= 3


@pytest.mark.parametrize("way", ["plain", "single pictures"])
def test_a_slow_pace_passes_over_pictures_and_ends_at_once(way: str) -> None:
    with http_camera(READ[way]) as place:
        source = LiveSource(f"http://{LOGIN}{place}/video")
        source.open()
        while source.read() is None:
            pass
        source.pace(int(1000 * PATIENCE_S))
        # the one that was on its way
        source.read()
        assert source.read() is None
        source.pace(0)
        began_s = time.monotonic()
        while source.read() is None:
            assert time.monotonic() < began_s + PATIENCE_S / 2
        source.close()


def moved(request: object) -> None:
    request.send_response(302)  # type: ignore[attr-defined]
    request.send_header("Location", request.path + "/more")  # type: ignore[attr-defined]
    request.end_headers()  # type: ignore[attr-defined]


def endless() -> Iterator[bytes]:
    yield b"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + jpeg()[:500]
    yield from (b"x" * (1 << 20) for _ in range(BIG >> 20))


def endless_still(request: object) -> None:
    streaming(lambda: itertools.chain([jpeg()[:500]], itertools.islice(endless(), 1, None)), "image/jpeg")(request)  # type: ignore[arg-type]


def cut_parts() -> Iterator[bytes]:
    return (part(jpeg(level)[:-400], length=len(jpeg(level))) for level in greys())


REFUSED: dict[str, tuple[Answer, str]] = {
    "a web page": (whole(b"<html><img src='/video'></html>", "text/html"), "camera_web_page"),
    "a page without a type": (streaming(lambda: iter([b" <!doctype html>"]), None), "camera_web_page"),
    "an answer for programs": (whole(b'{"fault": 1}', "application/json"), "camera_web_page"),
    "nothing there": (whole(b"gone", "text/html", 404), "camera_not_found"),
    "no login given": (behind_login(streaming(parts), digest=False), "camera_login"),
    "forbidden": (whole(b"no", "text/plain", 403), "camera_login"),
    "busy": (whole(b"busy", "text/plain", 503), "camera_refused"),
    "turned in circles": (moved, "camera_no_answer"),
    "cut pictures only": (streaming(cut_parts), "camera_cut_off"),
    "a cut single picture": (whole(jpeg()[:-300], "image/jpeg"), "camera_cut_off"),
    "a single picture shorter than stated": (whole(jpeg(), "image/jpeg", length=90_000), "camera_cut_off"),
    "one endless picture": (streaming(endless), "camera_no_stream"),
    "one endless single picture": (endless_still, "camera_no_stream"),
    "an endless head": (streaming(lambda: itertools.repeat(b"--frame\r\nX: " + b"y" * 9000)), "camera_no_stream"),
    "no boundary, no head": (streaming(lambda: itertools.repeat(b"z" * 5000)), "camera_no_stream"),
    "a length beyond all": (streaming(lambda: parts(length=10**11)), "camera_no_stream"),
    "no pictures in its parts": (streaming(lambda: itertools.repeat(part(b"word\xff\xd9"))), "camera_no_stream"),
}


def refusal(address: str) -> SourceError:
    source, ends_s = open_source(address), time.monotonic() + PATIENCE_S
    try:
        source.open()
        while time.monotonic() < ends_s:
            source.read()
    except SourceError as error:
        return error
    finally:
        source.close()
    raise AssertionError("it is not refused")


@pytest.mark.parametrize("way", REFUSED)
def test_a_refusal_has_its_own_word_and_costs_little_memory(way: str) -> None:
    answer, code = REFUSED[way]
    before_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with http_camera(answer) as place:
        error = refusal(f"http://{place}/user=admin_password=geheim")
        assert (error.code, "geheim" in str(error)) == (code, False)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kb < 3 * LONGEST_PICTURE >> 10


def test_a_wrong_login_is_a_wrong_login() -> None:
    for digest in (False, True):
        with http_camera(behind_login(still, digest=digest)) as place:
            assert refusal(f"http://anna:wrong@{place}/").code == "camera_login"


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("127.0.0.1:1/video", "camera_address_kind"),
        ("anna:geheim@camera.local/video", "camera_address_kind"),
        ("http://anna:12#geheim@camera.local/video", "camera_address_signs"),
        ("rtsp://anna:12/geheim@camera.local/video", "camera_address_signs"),
        ("http://127.0.0.1:1/geheim", "camera_no_answer"),
        ("http://geheim.invalid/geheim", "camera_no_answer"),
        ("rtsp://127.0.0.1:1/geheim", "camera_no_answer"),
    ],
)
def test_the_doctor_says_what_the_table_says(address: str, code: str) -> None:
    error, report = refusal(address), examine_camera(address)
    assert error.code == report.fault == code
    assert "geheim" not in str(error) + report.name


@pytest.mark.parametrize(
    ("line", "code"),
    [("401 Unauthorized", "camera_login"), ("404 Not Found", "camera_not_found"), ("500 No", "camera_no_stream")],
)
def test_a_refusal_by_rtsp_has_its_word(line: str, code: str) -> None:
    import socket

    def serve(door: socket.socket) -> None:
        while True:
            try:
                caller, _ = door.accept()
            except OSError:
                return
            with caller:
                while question := caller.recv(4096):
                    number = question.partition(b"CSeq: ")[2].split()[0].decode()
                    caller.sendall(f"RTSP/1.0 {line}\r\nCSeq: {number}\r\n\r\n".encode())

    with socket.create_server(("127.0.0.1", 0)) as door:
        thread = threading.Thread(target=serve, args=(door,), daemon=True)
        thread.start()
        assert refusal(f"rtsp://127.0.0.1:{door.getsockname()[1]}/live").code == code


def test_a_phone_turned_midway_is_reported_and_its_pictures_keep_shape() -> None:
    profile = load_board(board_ids()[0])

    def turned() -> Iterator[bytes]:
        for number, level in enumerate(greys()):
            yield part(jpeg(level, (64, 48) if number < 20 else (48, 64)))

    with http_camera(streaming(turned)) as place:
        reports: queue.Queue[Health] = queue.Queue()
        shapes: list[tuple[int, ...]] = []
        source = open_source(f"http://{place}/video")
        sensor = CameraSensor(source, "phone", profile, lambda frame: shapes.append(frame.image.shape), IDLE)
        sensor.start(lambda _: None, reports.put)
        codes = []
        while "camera_turned" not in codes:
            codes.append(reports.get(timeout=PATIENCE_S).code)
        sensor.stop()
    assert set(shapes) == {(48, 64, 3), (64, 48, 3)}
    assert shapes[0] == (48, 64, 3)


def test_a_small_picture_that_unfolds_to_a_hundred_megapixels_is_none() -> None:
    """The head of a picture may state any size; a program of ours is bounded before it loads OpenCV."""
    immense = jpeg().replace(b"\x00\x30\x00\x40\x03", b"\x27\x10\x27\x10\x03", 1)
    program = (
        "from companion.system.files import bound_pictures\nbound_pictures()\n"
        "import resource, sys\nfrom vision.pictures import decode_picture\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "print(decode_picture(sys.stdin.buffer.read()) is None)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000)\n"
    )
    said = subprocess.run([sys.executable, "-c", program], input=immense, capture_output=True, timeout=120, check=True)
    assert immense != jpeg()
    assert said.stdout.split() == [b"True", b"True"]
