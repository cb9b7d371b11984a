"""The requests of phones, answered beside the files of their page: take a seat, get its page, give an order.

Laws: only requests with a secret from the table reach it, and each secret has a limit per second; a body is short and
has a few seconds; a phone that waits for news holds one connection.
"""

import asyncio
import itertools
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import Annotated, Any, ClassVar, Final

import msgspec

from companion.programs.lines import line_of
from companion.web.gateway.admission import TokenBucket
from companion.web.http import Answer, ReadBody, Request, json_answer
from companion.web.messages import Acting, Answered, Opening, Ordering, SeatOrder, Shown, Taking, Void, digest
from companion.web.pages.pages import Page, looks_and, part_pages

#: The path to which phones post.
PATH: Final = "/seat"
#: The longest body of a request, in bytes; an order has about 200.
BODY_BYTES: Final = 1024
#: Seconds for a body, for an answer of the table, and for a wait for news.
BODY_S: Final = 5.0
TABLE_S: Final = 5.0
NEWS_S: Final = 20.0
#: The requests of one secret: at once, and per second.
BURST: Final = 30.0
RATE: Final = 5.0

#: The parts that this page shares with the spectators' page.
_SHARED: Final = (
    "touch-icon.png",
    "board.js",
    "dom.js",
    "shape.js",
    "symbols.js",
    "words.js",
    "faces.js",
    "panels.js",
    "place.js",
    "table.css",
    "viewer.css",
)

Secret = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
#: The requests that the table answers.
Asked = Taking | Ordering | Opening | Acting


class PhoneRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An `invitation` takes a seat; a `token` gives an `order`, or waits for a page newer than that of `after`."""

    invitation: Secret | None = None
    token: Secret | None = None
    order: SeatOrder | None = None
    after: Annotated[str, msgspec.Meta(max_length=64)] = ""


class PhoneRequests:
    """`tell` sends a line to the table; `hear` takes the table's messages.  Lives in one event loop."""

    path: ClassVar[str] = PATH
    schema: ClassVar[type[Any]] = PhoneRequest
    burst: ClassVar[float] = BURST
    rate: ClassVar[float] = RATE

    def __init__(self, tell: Callable[[bytes], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._tell = tell
        self._clock = clock
        self._shown = Shown()
        self._numbers = itertools.count(1)
        self._asked: dict[int, asyncio.Future[Answered]] = {}
        #: The phones that wait for news, by the digest of their tokens.
        self._waiting: dict[str, asyncio.Future[bool]] = {}
        self._allowance: dict[str, TokenBucket] = {}

    def hear(self, said: Shown | Answered) -> None:
        if isinstance(said, Answered):
            asked = self._asked.get(said.number)
            if asked and not asked.done():
                asked.set_result(said)
            return
        self._shown = said
        known = {*said.seats, *said.invitations}
        self._allowance = {secret: bucket for secret, bucket in self._allowance.items() if secret in known}
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_result(True)

    async def answer(self, request: Request, read_body: ReadBody) -> Answer:
        """Returns the answer to a POST.  Raises the errors of a connection that ends."""
        if request.path != self.path or not 0 < (request.length or 0) <= BODY_BYTES:
            return json_answer(HTTPStatus.BAD_REQUEST, {"error": "request"})
        async with asyncio.timeout(BODY_S):
            body = await read_body()
        try:
            asked = msgspec.json.decode(body, type=self.schema)
        except (msgspec.DecodeError, RecursionError, UnicodeError):
            return json_answer(HTTPStatus.BAD_REQUEST, {"error": "request"})
        return await self._answered(asked)

    async def _answered(self, asked: Any) -> Answer:
        secret = digest(asked.token or asked.invitation or "")
        if secret not in (self._shown.seats if asked.token else self._shown.invitations):
            return self._refused(secret)
        if not self._allowance.setdefault(secret, TokenBucket(self.burst, self.rate, self._clock())).spend(
            self._clock()
        ):
            return json_answer(HTTPStatus.TOO_MANY_REQUESTS, {"error": "often"})
        question = self._question(next(self._numbers), asked, secret)
        if question is None:
            return await self._news(secret, asked.after)
        return await self._ask(question, secret if asked.token else "")

    def _question(self, number: int, asked: Any, secret: str) -> Asked | None:
        """Returns the question to the table; None for a request that waits for news."""
        if asked.token is None:
            return Taking(number, asked.invitation or "")
        return None if asked.order is None else Ordering(number, secret, asked.order)

    def _refused(self, secret: str) -> Answer:
        """Answers a secret that is not valid."""
        return self._gone(secret)

    async def _ask(self, question: Asked, token: str) -> Answer:
        self._asked[question.number] = future = asyncio.get_running_loop().create_future()
        self._tell(line_of(question))
        try:
            async with asyncio.timeout(TABLE_S):
                answered = await future
        except TimeoutError:
            return json_answer(HTTPStatus.SERVICE_UNAVAILABLE, {"error": "table"})
        finally:
            del self._asked[question.number]
        if not answered.known:
            return self._gone(token)
        return json_answer(HTTPStatus.OK, answered.body)

    async def _news(self, token: str, after: str) -> Answer:
        """Returns the page of the token's seat, as soon as it differs from `after`, or after a while the same."""
        with suppress(TimeoutError):
            async with asyncio.timeout(NEWS_S):
                while token in self._shown.seats and self._page(token)[0] == after:
                    if not await self._change(token):
                        break
        if token not in self._shown.seats:
            return self._gone(token)
        word, page = self._page(token)
        return json_answer(HTTPStatus.OK, {"after": word, "page": page})

    async def _change(self, token: str) -> bool:
        """Waits for the table's next message; returns False if another request with this token waits instead."""
        before = self._waiting.get(token)
        if before and not before.done():
            before.set_result(False)
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting[token] = future
        try:
            return await future
        finally:
            if self._waiting.get(token) is future:
                del self._waiting[token]

    def _page(self, token: str) -> tuple[str, msgspec.Raw]:
        seat = self._shown.seats[token]
        return self._shown.pages[seat] if seat < len(self._shown.pages) else ("", msgspec.Raw(b"null"))

    def _gone(self, secret: str) -> Answer:
        return json_answer(HTTPStatus.FORBIDDEN, {"error": self._shown.void.get(secret, Void.OVER)})


def phone_pages(files: Mapping[str, str]) -> dict[str, Page]:
    """Returns the served files by path."""
    own = part_pages("phones", "phone", _SHARED)
    return {"/": own["/phone/phone.html"], **own, **looks_and(files)}
