"""Phones' requests to the page's server, before the table gets them: so much a second, and of known tokens only."""

import asyncio
import json
from collections.abc import Iterable

import msgspec
import pytest
from hurried_loop import hurried

from companion.web.http import Request
from companion.web.messages import Ordering, Shown, Taking, ToTable, Void, digest, to_table
from companion.web.phones.requests import BURST, RATE, PhoneRequests

ORDER = {"id": "a", "expect": {"epoch": 3, "seq": 7}, "order": "undo"}


class Phones:
    """Phones that ask at a moment of the clock; `told` is what the table hears of it, which answers nobody."""

    def __init__(self, **shown: object) -> None:
        self.told: list[ToTable] = []
        self.now_s = 100.0
        self.requests = PhoneRequests(lambda line: self.told.append(to_table(line)), lambda: self.now_s)
        self.requests.hear(Shown(**shown))  # type: ignore[arg-type]

    def statuses(self, asked: Iterable[dict[str, object]]) -> list[int]:
        """How each is answered; 0: it waits for the table."""
        return asyncio.run(self._statuses(list(asked)))

    async def _statuses(self, asked: list[dict[str, object]]) -> list[int]:
        waiting = [asyncio.create_task(self._status(each)) for each in asked]
        await asyncio.wait(waiting, timeout=0.2)
        for each in waiting:
            each.cancel()
        return [0 if each.cancelling() and not each.done() else each.result() for each in waiting]

    async def _status(self, asked: dict[str, object]) -> int:
        body = json.dumps(asked).encode()

        async def read_body() -> bytes:
            return body

        return (await self.requests.answer(Request("POST", "/seat", length=len(body)), read_body)).status


def test_a_phone_is_heard_so_often_a_second_and_keeps_nobody_else_from_it() -> None:
    phones = Phones(seats={digest("mine"): 0, digest("other"): 1})
    mine = {"token": "mine", "order": ORDER}
    often = int(BURST) + 5
    assert phones.statuses([mine] * often) == [0] * int(BURST) + [429] * 5
    assert phones.statuses([{"token": "other", "order": ORDER}]) == [0]
    phones.now_s += 1.0
    assert phones.statuses([mine] * often) == [0] * int(RATE) + [429] * (often - int(RATE))


@pytest.mark.parametrize(
    "asked",
    [{"token": "an invitation", "order": ORDER}, {"token": "an invitation"}, {"invitation": "mine"}, {"token": "x"}],
)
def test_an_invitation_is_no_token_and_a_token_no_invitation(asked: dict[str, object]) -> None:
    phones = Phones(seats={digest("mine"): 0}, invitations=(digest("an invitation"),))
    assert phones.statuses([asked]) == [403]
    assert phones.told == []


def page(word: str) -> Shown:
    return Shown(pages=((word, msgspec.Raw(b'"page"')),), seats={digest("mine"): 0})


def news(after: str, then: Shown | None = None) -> tuple[int, object, float]:
    """Status, body and seconds of a request for news after a page, when `then` follows after a second."""

    async def heard() -> tuple[int, object, float]:
        loop = asyncio.get_running_loop()
        requests = PhoneRequests(lambda _: pytest.fail("the table is left alone"), loop.time)
        requests.hear(page("first"))
        if then:
            loop.call_later(1, requests.hear, then)
        body = json.dumps({"token": "mine", "after": after}).encode()

        async def read_body() -> bytes:
            return body

        answer = await requests.answer(Request("POST", "/seat", length=len(body)), read_body)
        return answer.status, json.loads(answer.body), loop.time()

    return hurried(heard())


def test_news_come_at_once_or_when_the_page_changes_or_after_a_while() -> None:
    first = {"after": "first", "page": "page"}
    assert news("") == (200, first, 0.0)
    assert news("first", page("second")) == (200, {"after": "second", "page": "page"}, 1.0)
    assert news("first", page("first")) == (200, first, pytest.approx(20.0))
    assert news("first") == (200, first, pytest.approx(20.0))


def test_who_waits_for_news_hears_that_the_seat_is_taken() -> None:
    taken = Shown(void={digest("mine"): Void.TAKEN})
    assert news("first", taken) == (403, {"error": "taken"}, 1.0)


def test_what_is_in_order_reaches_the_table_under_its_digest() -> None:
    phones = Phones(seats={digest("mine"): 0}, invitations=(digest("an invitation"),))
    assert phones.statuses([{"token": "mine", "order": ORDER}, {"invitation": "an invitation"}]) == [0, 0]
    asked, taking = phones.told
    assert isinstance(asked, Ordering)
    assert asked.token == digest("mine")
    assert isinstance(taking, Taking)
    assert taking.invitation == "an invitation"
