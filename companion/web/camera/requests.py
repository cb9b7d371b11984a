"""The requests of the phone, answered beside the files of its page: open the door with the code, look, bring a picture.

Laws: a code opens once; one phone holds the token, and the newest request of each of its lanes counts; a picture is
taken only if the table wanted one, and only if it is newer than the last one; it has bounded bytes, pixels and time.  A
body is read only for a valid token.
"""

import asyncio
import math
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import Annotated, Final

import msgspec

from companion.web.camera.clock import PhoneClock
from companion.web.camera.jpeg import jpeg_size
from companion.web.camera.messages import (
    LONGEST_PICTURE,
    LONGEST_SIDE,
    PER_S,
    Admitted,
    Keys,
    PhoneState,
    Standing,
    TableSeen,
    Taken,
    ToTable,
)
from companion.web.gateway.admission import TokenBucket
from companion.web.http import Answer, ReadBody, Request, json_answer
from companion.web.messages import digest
from companion.web.pages.pages import Page, looks_and, part_pages

#: The paths to which the phone posts.
OPEN: Final = "/open"
LOOK: Final = "/look"
#: The longest body with a code, in bytes, and the seconds for any body.
CODE_BYTES: Final = 256
BODY_S: Final = 10.0
#: Seconds after which a phone that waits is answered in any case, and without a request or a picture on its way after
#: which it is gone.
LOOK_S: Final = 2.0
GONE_S: Final = 5.0
#: Seconds without a request after which the clock of the phone is learnt anew.
SLEPT_S: Final = 3.0
#: Wrong codes: at once, and per second; requests with the token likewise.
GUESSES: Final = 10.0
GUESSES_PER_S: Final = 1.0
REQUESTS: Final = 40.0
REQUESTS_PER_S: Final = 2.0 * PER_S
#: The fewest pixels across or down.
SHORTEST_SIDE: Final = 32
TOKEN_BYTES: Final = 16
#: The lanes on which a phone may send a picture each at a time; the first is also that of a request that names none.
LANES: Final = ("0", "1", "2", "3")
#: Milliseconds for which a picture waits for a table that is at another one.
SPARE_MS: Final = 3000.0

#: The parts that this page shares with the spectators' page.
_SHARED: Final = ("dom.js", "shape.js", "words.js", "table.css", "touch-icon.png", "viewer.css")
_BEARER: Final = "bearer "
_SAID: Final = {str(state): state for state in PhoneState if state is not PhoneState.GONE}


class _Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class CameraRequests:
    """`tell` sends a message to the table; the other messages come by its methods.  Lives in one event loop."""

    def __init__(self, tell: Callable[[ToTable], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._keys = Keys(code="")
        self._tell = tell
        self._clock = clock
        self._phone_clock = PhoneClock()
        self._guesses = TokenBucket(GUESSES, GUESSES_PER_S, clock())
        self._allowance = TokenBucket(REQUESTS, REQUESTS_PER_S, clock())
        self._state = PhoneState.GONE
        self._heard_s = -math.inf
        #: The pictures whose bytes are on their way.
        self._arriving = 0
        self._wanted = False
        self._next_s = 0.0
        self._origin_ms = -1.0
        self._last_ms = -1
        #: When the newest picture was taken, by the clock of the page.
        self._taken_ms = -1.0
        #: The pictures that the phone may still send, and the newest that came while the table was at another one.
        self._granted = 0
        self._spare: Taken | None = None
        self._seen: TableSeen | None = None
        self._seen_number = 0
        self._number = 0
        #: The number of the newest request of each lane; an older one that still waits is answered.
        self._newest: dict[str, int] = {}
        self._changed = asyncio.Event()

    def take_keys(self, keys: Keys) -> None:
        self._keys = keys
        self._change()

    def want(self) -> None:
        self._wanted = True
        self._pass_on()
        self._change()

    def show(self, seen: TableSeen) -> None:
        if seen != self._seen:
            self._seen = seen
            self._seen_number += 1
            self._change()

    def look_round(self) -> None:
        """Notices a phone that is gone, and a picture that nobody wants; called every second."""
        if self._spare and self._now_ms() - self._spare.t_ms > SPARE_MS:
            self._spare = None
        if not self._arriving and self._clock() - self._heard_s > GONE_S:
            self._become(PhoneState.GONE)

    async def answer(self, request: Request, read_body: ReadBody) -> Answer:
        """Returns the answer to a POST.  Raises the errors of a connection that ends."""
        if request.path == OPEN:
            return await self._opened(request, read_body)
        if request.path != LOOK:
            return _refused(HTTPStatus.NOT_FOUND, "request")
        came_ms = self._now_ms()
        if not self._is_valid(request):
            return _refused(HTTPStatus.FORBIDDEN, "void")
        if request.length is None or request.length > LONGEST_PICTURE:
            return _refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "picture")
        if not self._allowance.spend(self._clock()):
            return _refused(HTTPStatus.TOO_MANY_REQUESTS, "often")
        self._number = number = self._number + 1
        self._newest[_lane_of(request)] = number
        self._hear(request)
        late_ms: int | None = 0
        if request.length:
            content = await self._arrived(read_body)
            if not self._is_valid(request):
                return _refused(HTTPStatus.FORBIDDEN, "void")
            late_ms = self._take(content, _times_of(request), came_ms)
        if late_ms is None:
            return _refused(HTTPStatus.BAD_REQUEST, "picture")
        return await self._looked(request, number, late_ms)

    async def _opened(self, request: Request, read_body: ReadBody) -> Answer:
        """Exchanges the code for a token; the phone that held the earlier one is out."""
        if not 0 < (request.length or 0) <= CODE_BYTES:
            return _refused(HTTPStatus.BAD_REQUEST, "request")
        async with asyncio.timeout(BODY_S):
            body = await read_body()
        try:
            code = msgspec.json.decode(body, type=_Code).code
        except (msgspec.DecodeError, RecursionError, UnicodeError):
            return _refused(HTTPStatus.BAD_REQUEST, "request")
        if not self._keys.code or digest(code) != self._keys.code:
            # guesses of others cost the right phone nothing
            if self._guesses.spend(self._clock()):
                return _refused(HTTPStatus.FORBIDDEN, "void")
            return _refused(HTTPStatus.TOO_MANY_REQUESTS, "often")
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self.take_keys(Keys(code="", token=digest(token)))
        self._granted, self._spare = 0, None
        self._begin_clock(-1.0)
        self._allowance = TokenBucket(REQUESTS, REQUESTS_PER_S, self._clock())
        self._tell(Admitted(self._keys.token))
        return json_answer(HTTPStatus.OK, {"token": token}, last=False)

    async def _arrived(self, read_body: ReadBody) -> bytes:
        """Returns the bytes of a picture; a phone whose picture takes seconds on a slow network is not gone."""
        self._arriving += 1
        try:
            async with asyncio.timeout(BODY_S):
                content = await read_body()
        finally:
            self._arriving -= 1
        self._heard_s = self._clock()
        return content

    def _is_valid(self, request: Request) -> bool:
        said = request.headers.get("authorization", "")
        token = said[len(_BEARER) :] if said[: len(_BEARER)].lower() == _BEARER else ""
        return bool(token and self._keys.token) and digest(token) == self._keys.token

    def _hear(self, request: Request) -> None:
        if self._clock() - self._heard_s > SLEPT_S:
            # the clock of a page may stop while the phone sleeps
            self._phone_clock = PhoneClock()
        self._heard_s = self._clock()
        self._become(_SAID.get(request.headers.get("pawtrack-state", ""), PhoneState.HERE))
        self._change()

    def _take(self, content: bytes, times: tuple[float, float, float] | None, came_ms: float) -> int | None:
        """Passes a wanted picture on, or keeps it for the next want; an older one than the last is dropped.

        Returns the milliseconds from its taking to its last byte; None if it is none that is accepted.
        """
        size = jpeg_size(content)
        if size is None or min(size) < SHORTEST_SIDE or max(size) > LONGEST_SIDE or times is None:
            return None
        taken_ms, sent_ms, origin_ms = times
        if origin_ms != self._origin_ms:
            # a page that was loaded anew counts from its own beginning
            self._begin_clock(origin_ms)
        self._phone_clock.hear(sent_ms, came_ms)
        t_ms = int(self._phone_clock.ours(taken_ms, came_ms))
        if (self._wanted or self._granted) and taken_ms > self._taken_ms:
            self._taken_ms, self._last_ms = taken_ms, max(t_ms, self._last_ms + 1)
            self._spare = Taken(self._last_ms, content)
            self._pass_on()
        self._granted = max(0, self._granted - 1)
        return max(0, int(self._now_ms()) - t_ms)

    def _begin_clock(self, origin_ms: float) -> None:
        self._origin_ms, self._phone_clock, self._taken_ms = origin_ms, PhoneClock(), -1.0

    def _pass_on(self) -> None:
        if self._wanted and self._spare:
            self._tell(self._spare)
            self._wanted, self._spare = False, None

    async def _looked(self, request: Request, number: int, late_ms: int) -> Answer:
        """Waits until the table wants a picture or sees something else; answers after a while in any case."""
        known = request.headers.get("pawtrack-seen", "")
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_S):
                while self._is_current(request, number) and str(self._seen_number) == known and not self._is_due():
                    await self._change_or_pace()
        self._heard_s = self._clock()
        if not self._is_valid(request):
            return _refused(HTTPStatus.FORBIDDEN, "void")
        if number != self._newest[_lane_of(request)]:
            return _refused(HTTPStatus.CONFLICT, "replaced")
        wants = self._is_due()
        if wants:
            self._next_s = self._clock() + 1 / PER_S
            self._granted += 1
        shown = {"want": wants, "late_ms": late_ms, "seen": self._seen_number, "view": self._seen}
        return json_answer(HTTPStatus.OK, shown, last=False)

    def _is_current(self, request: Request, number: int) -> bool:
        return number == self._newest[_lane_of(request)] and self._is_valid(request)

    def _is_due(self) -> bool:
        return self._wanted and self._state is PhoneState.HERE and self._clock() >= self._next_s

    async def _change_or_pace(self) -> None:
        changed = self._changed
        pace_s = self._next_s - self._clock() if self._wanted and self._state is PhoneState.HERE else LOOK_S
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.001, pace_s)):
                await changed.wait()

    def _become(self, state: PhoneState) -> None:
        if state is not self._state:
            self._state = state
            self._tell(Standing(state))

    def _change(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _now_ms(self) -> float:
        return self._clock() * 1000


def camera_pages(files: Mapping[str, str]) -> dict[str, Page]:
    """Returns the served files by path."""
    own = part_pages("camera", "camera", _SHARED)
    return {"/": own["/camera/camera.html"], **own, **looks_and(files)}


def _lane_of(request: Request) -> str:
    said = request.headers.get("pawtrack-lane", "")
    return said if said in LANES else LANES[0]


def _times_of(request: Request) -> tuple[float, float, float] | None:
    """Returns when the picture was taken, when it was sent, and when the clock of the page began; None for nonsense.

    The first two are in ms of that clock.
    """
    try:
        taken_ms, sent_ms, origin_ms = map(float, request.headers.get("pawtrack-times", "").split())
    except ValueError:
        return None
    return (taken_ms, sent_ms, origin_ms) if 0 <= taken_ms <= sent_ms < math.inf else None


def _refused(status: HTTPStatus, error: str) -> Answer:
    return json_answer(status, {"error": error})
