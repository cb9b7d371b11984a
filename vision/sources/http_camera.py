"""Reads cameras over HTTP: a stream of JPEG pictures, or single pictures, fetched again and again.

Law: all data from a camera is bounded in bytes and in time; each picture is decoded by itself, so one that arrives cut
off does not count; every refusal has its own code.
"""

import logging
import time
from email.message import Message
from enum import Enum
from http.client import HTTPException
from typing import Final

import requests
import urllib3
from requests.auth import AuthBase, HTTPBasicAuth, HTTPDigestAuth

from companion.system.addresses import Address
from vision.frames import Image
from vision.pictures import decode_picture
from vision.sources.multipart import LONGEST_PICTURE, NoPartsError, Parts, StreamEndedError, is_whole
from vision.sources.protocol import SourceError

#: The interval at which a camera of single pictures is read.
STILL_EVERY_S: Final = 0.15
_CHUNK: Final = 64 * 1024
_MOST_REDIRECTS: Final = 5
_REFUSALS: Final = {401: "camera_login", 403: "camera_login", 404: "camera_not_found", 410: "camera_not_found"}
_FAILURES: Final = (requests.RequestException, urllib3.exceptions.HTTPError, HTTPException, OSError, ValueError)
_JPEG: Final = b"\xff\xd8\xff"

# the library writes addresses into its warnings, and cameras have self-made certificates
logging.getLogger("urllib3").setLevel(logging.CRITICAL)
urllib3.disable_warnings(urllib3.exceptions.InsecureRequestWarning)


class Sends(Enum):
    """The content at an address."""

    STREAM = "stream"
    STILL = "still"
    FILM = "film"
    WEB_PAGE = "web page"


class _LateError(Exception):
    """Raised if no picture came in time."""


class HttpCapture:
    """An open camera with the interface of OpenCV's captures.  `sends` is the kind of its content: a film is left to
    OpenCV."""

    def __init__(self, address: Address, shown: str, timeout_s: float) -> None:
        """`shown` is the printable form of the address.  Raises SourceError, with the code of the refusal."""
        self._address, self._shown, self._timeout_s = address, shown, timeout_s
        self._auth: AuthBase | None = None
        self._next_s = 0.0
        self._session = requests.Session()
        # neither proxies nor passwords from elsewhere
        self._session.trust_env = False
        self._session.verify = False
        self._session.max_redirects = _MOST_REDIRECTS
        # a compressed picture could expand to any size
        self._session.headers["Accept-Encoding"] = "identity"
        self._give_up_s = time.monotonic() + timeout_s
        self._answer: requests.Response | None = None
        try:
            self._answer = self._asked()
            self._begun = self._from_line(self._answer)
            self.sends = _sent(self._answer.headers.get("Content-Type", ""), self._begun)
            if self.sends is Sends.WEB_PAGE:
                raise self._refusal("camera_web_page", "shows a web page, not pictures")
        except SourceError:
            self.release()
            raise
        self._parts = Parts(self._more, _boundary(self._answer))

    def read(self) -> tuple[bool, Image | None]:
        """Waits for the next whole picture, (h, w, 3) BGR; False if none came in time.

        Raises SourceError if the camera sends no usable one.
        """
        self._give_up_s = time.monotonic() + self._timeout_s
        image = self._next_in_stream() if self.sends is Sends.STREAM else self._next_still()
        return image is not None, image

    def grab(self) -> bool:
        """Passes over the next picture of a stream, undecoded; a camera of single pictures rests.  False if none came
        in time."""
        if self.sends is not Sends.STREAM:
            time.sleep(STILL_EVERY_S)
            return True
        self._give_up_s = time.monotonic() + self._timeout_s
        try:
            self._parts.next()
        except (StreamEndedError, _LateError, NoPartsError):
            return False
        return True

    def release(self) -> None:
        # the session closes only idle lines
        if self._answer is not None:
            self._answer.close()
        self._session.close()

    def _next_in_stream(self) -> Image | None:
        cut = unreadable = 0
        try:
            while time.monotonic() < self._give_up_s:
                content = self._parts.next()
                image = decode_picture(content) if content else None
                if image is not None:
                    return image
                cut, unreadable = cut + (content is None), unreadable + (content is not None)
        except (StreamEndedError, _LateError):
            pass
        except NoPartsError:
            unreadable += 1
        self._refuse(cut, unreadable)
        return None

    def _next_still(self) -> Image | None:
        time.sleep(max(0.0, min(STILL_EVERY_S, self._next_s - time.monotonic())))
        self._next_s = time.monotonic() + STILL_EVERY_S
        answer = self._answer = self._answer or self._asked()
        content = bytearray()
        try:
            while len(content) <= LONGEST_PICTURE and (more := self._more()):
                content += more
        except _LateError:
            return None
        finally:
            answer.close()
            self._answer = None
        is_short = len(content) < _length(answer)
        is_cut = is_short or (content.startswith(_JPEG) and not is_whole(content))
        too_long = len(content) > LONGEST_PICTURE
        image = None if is_cut or too_long else decode_picture(bytes(content))
        if image is None:
            self._refuse(int(is_cut and not too_long), 1)
        return image

    def _refuse(self, cut: int, unreadable: int) -> None:
        """After a time without a picture: raises SourceError if other data came."""
        if cut:
            raise self._refusal("camera_cut_off", "sends pictures that arrive cut off")
        if unreadable:
            raise self._refusal("camera_no_stream", "sends no stream of pictures, or pictures that are too large")

    def _asked(self) -> requests.Response:
        """Returns the camera's answer, its body unread.  Raises SourceError."""
        answer = self._get()
        user, password = self._address.user, self._address.password
        if answer.status_code == 401 and user is not None and self._auth is None:
            digest = "digest" in answer.headers.get("WWW-Authenticate", "").lower()
            login = user, password or ""
            # both in UTF-8; the library writes text of the first kind in Latin-1
            self._auth = HTTPDigestAuth(*login) if digest else HTTPBasicAuth(*(part.encode() for part in login))
            answer.close()
            answer = self._get()
        if answer.status_code >= 400:
            answer.close()
            code = _REFUSALS.get(answer.status_code, "camera_refused")
            raise self._refusal(code, f"answers with the fault {answer.status_code}")
        return answer

    def _get(self) -> requests.Response:
        try:
            url = self._address.without_login
            return self._session.get(url, stream=True, timeout=self._timeout_s, auth=self._auth)
        except _FAILURES:
            # the library's message contains the address
            raise self._refusal("camera_no_answer", "does not answer") from None

    def _from_line(self, answer: requests.Response) -> bytes:
        """Returns some bytes as they come; none at the end, or if the line broke."""
        try:
            return answer.raw.read1(_CHUNK, decode_content=False) or b""
        except _FAILURES:
            return b""

    def _more(self) -> bytes:
        """Returns the next bytes of the answer, first those read to detect its kind.  Raises _LateError."""
        if self._begun:
            begun, self._begun = self._begun, b""
            return begun
        if time.monotonic() > self._give_up_s:
            raise _LateError
        return self._from_line(self._answer) if self._answer else b""

    def _refusal(self, code: str, what: str) -> SourceError:
        return SourceError(f"camera {self._shown} {what}: check the address and the network", code)


def _sent(content_type: str, begun: bytes) -> Sends:
    """Returns the kind of an answer, by its type and its first bytes: cameras omit the type, or send a wrong one."""
    kind, start = content_type.strip().lower(), begun.lstrip()
    if kind.startswith("multipart/") or start.startswith(b"--"):
        return Sends.STREAM
    if kind.startswith("image/") or begun.startswith(_JPEG):
        return Sends.STILL
    if kind.startswith("text/") or start[:1] in (b"<", b"{"):
        return Sends.WEB_PAGE
    return Sends.FILM


def _boundary(answer: requests.Response) -> str:
    header = Message()
    header["Content-Type"] = answer.headers.get("Content-Type", "")
    return str(header.get_param("boundary", ""))


def _length(answer: requests.Response) -> int:
    """Returns the length in the head; 0 if it is missing or no number."""
    stated = answer.headers.get("Content-Length", "")
    return int(stated) if stated.isdecimal() and len(stated) < 12 else 0
