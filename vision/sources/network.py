"""Chooses the reader for a network camera's address, and finds the reason of missing pictures."""

import socket
from typing import Any, Final, Protocol

import cv2

from companion.system.addresses import Address, AddressError, parse_address, shown_address
from companion.system.files import PICTURE_PIXELS
from vision.sources.protocol import SourceError

_RTSP_PORT: Final = 554
_HTTP: Final = ("http", "https")
_LONGEST_LINE: Final = 200


class Capture(Protocol):
    """Delivers pictures one after the other, (h, w, 3) BGR; `read` waits for the next one, `grab` passes it over."""

    def read(self) -> tuple[bool, Any]: ...

    def grab(self) -> bool: ...

    def release(self) -> None: ...


def open_network(spec: str, timeout_ms: int) -> Capture:
    """Opens the camera at an address; one that does not answer, or falls silent, is closed after `timeout_ms`.

    Raises SourceError, with the code of the refusal.
    """
    shown = shown_address(spec)
    try:
        address = parse_address(spec)
    except AddressError as error:
        code = "camera_address_kind" if error.without_scheme else "camera_address_signs"
        raise SourceError(f"camera {shown} cannot be opened: {error}", code) from None
    if address.scheme in _HTTP:
        # its library takes a tenth of a second to load, and most tables have no such camera
        from vision.sources.http_camera import HttpCapture, Sends

        capture = HttpCapture(address, shown, timeout_ms / 1000)
        if capture.sends is not Sends.FILM:
            return capture
        capture.release()
    return _by_opencv(address, spec, shown, timeout_ms)


def _by_opencv(address: Address, spec: str, shown: str, timeout_ms: int) -> cv2.VideoCapture:
    """Opens a film; each read ends within the time-out, too.

    A new size in mid-film is scaled whole into the first size, and OpenCV reports no other: it is as if the camera was
    moved.
    """
    times = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, cv2.CAP_PROP_READ_TIMEOUT_MSEC)
    limits = [value for time_out in times for value in (time_out, timeout_ms)]
    capture = cv2.VideoCapture(spec.strip(), cv2.CAP_FFMPEG, limits)
    if not capture.isOpened():
        capture.release()
        code = _rtsp_refusal(address, timeout_ms / 1000) if address.scheme == "rtsp" else "camera_no_stream"
        raise SourceError(f"camera {shown} cannot be opened: check the address and the network", code)
    if capture.get(cv2.CAP_PROP_FRAME_WIDTH) * capture.get(cv2.CAP_PROP_FRAME_HEIGHT) > PICTURE_PIXELS:
        capture.release()
        raise SourceError(f"camera {shown} sends pictures that are too large", "camera_no_stream")
    return capture


def _rtsp_refusal(address: Address, timeout_s: float) -> str:
    """Returns the reason why OpenCV, which gives none, got no pictures: the first line of the camera's own answer (RFC
    2326)."""
    question = f"DESCRIBE {address.without_login} RTSP/1.0\r\nCSeq: 1\r\nAccept: application/sdp\r\n\r\n"
    try:
        with socket.create_connection((address.host, address.port or _RTSP_PORT), timeout_s) as line:
            line.settimeout(timeout_s)
            line.sendall(question.encode())
            answer = line.recv(_LONGEST_LINE).split()
    except (OSError, UnicodeError):
        return "camera_no_answer"
    status = answer[1] if len(answer) > 1 and answer[0].startswith(b"RTSP/") else b""
    return {b"401": "camera_login", b"403": "camera_login", b"404": "camera_not_found"}.get(status, "camera_no_stream")
