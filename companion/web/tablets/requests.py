"""The requests of a browser that is a tablet: open it by the code, get its page, do an act.

Laws: as for phones; a code is short enough to be typed, so wrong ones have a limit, which costs the right one nothing.
"""

import time
from collections.abc import Callable
from http import HTTPStatus
from importlib import resources
from typing import Annotated, Any, ClassVar, Final

import msgspec

from companion.looks.colours import INTERFACE
from companion.web.gateway.admission import TokenBucket
from companion.web.http import Answer, json_answer
from companion.web.messages import Acting, Opening, TabletAct
from companion.web.pages.pages import Page, json_page, static_pages
from companion.web.phones.requests import Asked, PhoneRequests, Secret

#: The page, and the path to which it posts.
PAGE: Final = "/tablet"
PATH: Final = "/table"
MANIFEST: Final = "/tablet.webmanifest"
#: The requests of one tablet: at once, and per second; each tap is one, and each page that follows.
BURST: Final = 60.0
RATE: Final = 20.0
#: Wrong codes: at once, and per second.
GUESSES: Final = 10.0
GUESSES_PER_S: Final = 0.2


class TabletRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An `invitation` opens a tablet in a language; a `token` does an `act`, or waits for a page newer than `after`."""

    invitation: Secret | None = None
    token: Secret | None = None
    act: TabletAct | None = None
    language: Annotated[str, msgspec.Meta(max_length=16)] = ""
    after: Annotated[str, msgspec.Meta(max_length=64)] = ""


class TabletRequests(PhoneRequests):
    """The seats of `Shown` are tablets."""

    path: ClassVar[str] = PATH
    schema: ClassVar[type[Any]] = TabletRequest
    burst: ClassVar[float] = BURST
    rate: ClassVar[float] = RATE

    def __init__(self, tell: Callable[[bytes], None], clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(tell, clock)
        self._guesses = TokenBucket(GUESSES, GUESSES_PER_S, clock())

    def _question(self, number: int, asked: Any, secret: str) -> Asked | None:
        if asked.token is None:
            return Opening(number, asked.invitation or "", asked.language)
        return None if asked.act is None else Acting(number, secret, asked.act)

    def _refused(self, secret: str) -> Answer:
        if self._guesses.spend(self._clock()):
            return self._gone(secret)
        return json_answer(HTTPStatus.TOO_MANY_REQUESTS, {"error": "often"})


def tablet_pages() -> dict[str, Page]:
    """Returns the files of the page by path; those of the table and of all pages come with the phones'."""
    own = dict(static_pages(resources.files("companion.web.tablets") / "static", "/tablet/"))
    return {PAGE: own["/tablet/tablet.html"], MANIFEST: json_page(_manifest()), **own}


def _manifest() -> dict[str, Any]:
    """Returns what a browser needs to put the page on the home screen."""
    icons = (
        {"src": "favicon.svg", "sizes": "any", "type": "image/svg+xml"},
        {"src": "touch-icon.png", "sizes": "180x180", "type": "image/png"},
    )
    ground = INTERFACE["ground"]
    return {
        "name": "Pawtrack",
        "short_name": "Pawtrack",
        "start_url": PAGE,
        "scope": PAGE,
        "display": "standalone",
        "background_color": ground,
        "theme_color": ground,
        "icons": icons,
    }
