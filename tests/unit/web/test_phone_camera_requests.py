"""The answers to a phone that is the camera, and its messages to the table, at every moment of a turned clock."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from hurried_loop import hurried

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
from companion.web.camera.requests import (
    CODE_BYTES,
    GONE_S,
    GUESSES,
    REQUESTS,
    REQUESTS_PER_S,
    SHORTEST_SIDE,
    CameraRequests,
)
from companion.web.http import Request
from companion.web.messages import digest

CODE, TOKEN = "the code", "the token"
GOOD, BAD = TableSeen(good=True, text={"en": "Good."}), TableSeen(good=False, text={"en": "Too dark."})


def jpeg(width: int = 64, height: int = 48) -> bytes:
    return cv2.imencode(".jpg", np.zeros((height, width, 3), np.uint8))[1].tobytes()


class Phone:
    """A phone at the requests of a door; by default it has the token."""

    def __init__(self, keys: Keys | None = None) -> None:
        self.told: list[ToTable] = []
        self.now_s = 100.0
        self.requests = CameraRequests(self.told.append, lambda: self.now_s)
        self.requests.take_keys(keys or Keys(code="", token=digest(TOKEN)))

    async def asks(
        self, path: str, body: bytes, under_way: Callable[[], None] = lambda: None, **headers: str
    ) -> tuple[int, Any]:
        """`under_way` is called before the body has come."""

        async def read_body() -> bytes:
            under_way()
            return body

        named = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = await self.requests.answer(Request("POST", path, named, len(body)), read_body)
        return answer.status, json.loads(answer.body)

    async def looks_on(self, body: bytes = b"", token: str = TOKEN, **headers: Any) -> tuple[int, Any]:
        """It is answered at once if `pawtrack_seen` is not the number of the newest state."""
        given = {"authorization": f"Bearer {token}", "pawtrack_seen": "?", "pawtrack_times": "1 2 0"}
        return await self.asks("/look", body, **given | headers)

    def look(self, body: bytes = b"", **headers: Any) -> tuple[int, Any]:
        return asyncio.run(self.looks_on(body, **headers))

    def open(self, body: bytes) -> tuple[int, Any]:
        return asyncio.run(self.asks("/open", body))

    @property
    def states(self) -> list[PhoneState]:
        return [each.state for each in self.told if isinstance(each, Standing)]

    @property
    def taken(self) -> list[Taken]:
        return [each for each in self.told if isinstance(each, Taken)]


def code(text: str) -> bytes:
    return json.dumps({"code": text}).encode()


def test_the_code_opens_once_and_the_token_looks_until_the_next_phone() -> None:
    phone = Phone(Keys(code=digest(CODE)))
    assert phone.look()[0] == 403
    status, said = phone.open(code(CODE))
    assert status == 200
    assert phone.told == [Admitted(digest(said["token"]))]
    assert phone.open(code(CODE)) == (403, {"error": "void"})
    assert phone.look(authorization=f"bEARER {said['token']}")[0] == 200
    phone.requests.take_keys(Keys(code="", token=digest("another phone's")))
    assert phone.look(authorization=f"Bearer {said['token']}") == (403, {"error": "void"})


def test_another_phone_has_a_clock_of_its_own() -> None:
    phone = Phone()
    phone.requests.want()
    phone.look(jpeg(), pawtrack_times="900 1000 0")
    phone.requests.take_keys(Keys(code=digest(CODE), token=digest(TOKEN)))
    token = phone.open(code(CODE))[1]["token"]
    phone.requests.want()
    assert phone.look(jpeg(), authorization=f"Bearer {token}", pawtrack_times="100 200 0")[0] == 200
    assert len(phone.taken) == 2


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{}", 400),
        (code("x" * 65), 400),
        (code("x" * 64), 403),
        (code(CODE).ljust(CODE_BYTES), 200),
        (code(CODE).ljust(CODE_BYTES + 1), 400),
    ],
)
def test_a_code_has_its_form_and_its_length(body: bytes, status: int) -> None:
    assert Phone(Keys(code=digest(CODE))).open(body)[0] == status


def test_without_a_code_of_the_table_no_code_opens() -> None:
    assert Phone(Keys(code="")).open(code(CODE))[0] == 403


def test_wrong_codes_are_counted_and_the_right_one_is_not() -> None:
    phone = Phone(Keys(code=digest(CODE)))
    assert [phone.open(code("guess"))[0] for _ in range(int(GUESSES) + 2)] == [403] * int(GUESSES) + [429] * 2
    phone.now_s += 1.0
    assert [phone.open(code("guess"))[0] for _ in range(2)] == [403, 429]
    assert phone.open(code(CODE))[0] == 200


def test_requests_are_counted_too() -> None:
    phone, often = Phone(), int(REQUESTS)
    assert [phone.look()[0] for _ in range(often + 1)] == [200] * often + [429]
    phone.now_s += 1.0
    assert [phone.look()[0] for _ in range(int(REQUESTS_PER_S) + 1)] == [200] * int(REQUESTS_PER_S) + [429]


def test_any_other_path_is_none() -> None:
    assert asyncio.run(Phone().asks("/other", b"")) == (404, {"error": "request"})


def test_what_the_table_sees_has_a_new_number_only_if_it_changes() -> None:
    phone = Phone()
    assert phone.look()[1] == {"want": False, "late_ms": 0, "seen": 0, "view": None}
    shown = []
    for seen in (GOOD, GOOD, BAD, BAD, GOOD):
        phone.requests.show(seen)
        said = phone.look()[1]
        shown.append((said["seen"], said["view"]["good"]))
    assert shown == [(1, True), (1, True), (2, False), (2, False), (3, True)]


@pytest.mark.parametrize(
    ("change", "status", "said"),
    [
        (lambda requests: requests.want(), 200, {"want": True, "seen": 0}),
        (lambda requests: requests.show(GOOD), 200, {"want": False, "seen": 1}),
        (lambda requests: requests.take_keys(Keys(code="")), 403, {"error": "void"}),
    ],
)
def test_a_phone_that_waits_is_answered_when_something_changes(change: Any, status: int, said: dict[str, Any]) -> None:
    async def waits(phone: Phone) -> tuple[int, Any]:
        waiting = asyncio.create_task(phone.looks_on(pawtrack_seen="0"))
        await asyncio.sleep(0.01)
        assert not waiting.done()
        change(phone.requests)
        return await asyncio.wait_for(waiting, 1.0)

    answered, heard = asyncio.run(waits(Phone()))
    assert (answered, heard | said) == (status, heard)


def test_the_newer_of_two_requests_ends_the_older_one() -> None:
    async def two(phone: Phone) -> list[tuple[int, Any]]:
        older = asyncio.create_task(phone.looks_on(pawtrack_seen="0"))
        await asyncio.sleep(0)
        newer = await phone.looks_on()
        return [await asyncio.wait_for(older, 1.0), newer]

    older, newer = asyncio.run(two(Phone()))
    assert older == (409, {"error": "replaced"})
    assert newer[0] == 200


@pytest.mark.parametrize(("lane", "replaced"), [("0", True), ("", True), ("nonsense", True), ("1", False)])
def test_requests_on_several_lanes_wait_beside_each_other(lane: str, replaced: bool) -> None:
    async def two(phone: Phone) -> tuple[int, Any]:
        older = asyncio.create_task(phone.looks_on(pawtrack_seen="0", pawtrack_lane="0"))
        await asyncio.sleep(0)
        await phone.looks_on(pawtrack_lane=lane)
        phone.requests.want()
        return await asyncio.wait_for(older, 1.0)

    assert (asyncio.run(two(Phone()))[0] == 409) is replaced


def test_the_table_hears_each_state_of_the_phone_once() -> None:
    phone = Phone()
    for state in ("", "hidden", "hidden", "denied", "gone", "nonsense", "here"):
        phone.look(pawtrack_state=state)
    assert phone.states == [PhoneState.HERE, PhoneState.HIDDEN, PhoneState.DENIED, PhoneState.HERE]
    phone.now_s += GONE_S
    phone.requests.look_round()
    assert phone.states[-1] is PhoneState.HERE
    phone.now_s += 0.1
    phone.requests.look_round()
    phone.requests.look_round()
    assert phone.states[-2:] == [PhoneState.HERE, PhoneState.GONE]


def test_a_phone_whose_picture_takes_long_is_not_gone() -> None:
    phone = Phone()
    phone.requests.want()

    def seconds_pass() -> None:
        phone.now_s += 2 * GONE_S
        phone.requests.look_round()

    assert phone.look(jpeg(), under_way=seconds_pass)[0] == 200
    phone.requests.look_round()
    assert phone.states == [PhoneState.HERE]
    assert len(phone.taken) == 1

    def line_breaks() -> None:
        seconds_pass()
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        phone.look(jpeg(), under_way=line_breaks)
    assert phone.states == [PhoneState.HERE]
    seconds_pass()
    assert phone.states == [PhoneState.HERE, PhoneState.GONE]


def test_only_a_phone_in_view_is_wanted_and_at_the_pace_of_the_door() -> None:
    phone = Phone()
    phone.requests.want()
    assert [phone.look(pawtrack_state=state)[1]["want"] for state in ("hidden", "here", "here")] == [False, True, False]
    phone.now_s += 1.01 / PER_S
    assert phone.look()[1]["want"]


def test_a_picture_is_passed_on_once_when_it_is_wanted_at_its_own_time() -> None:
    phone, picture = Phone(), jpeg()
    assert phone.look(picture)[0] == 200
    assert phone.taken == []
    phone.requests.want()
    # sent at once, taken 300 ms before
    status, said = phone.look(picture, pawtrack_times="700 1000 0")
    assert (status, said["late_ms"]) == (200, 300)
    phone.look(picture, pawtrack_times="800 1000 0")
    assert phone.taken == [Taken(99_700, picture)]


def test_pictures_of_several_lanes_come_in_the_order_of_their_times() -> None:
    phone = Phone()
    for taken_ms in (900, 700, 950):
        phone.requests.want()
        assert phone.look(jpeg(), pawtrack_times=f"{taken_ms} 1000 0")[0] == 200
    assert [each.t_ms for each in phone.taken] == [99_900, 99_950]


def test_times_of_pictures_rise_though_a_quicker_request_moves_the_clock() -> None:
    phone = Phone()
    for taken_ms, sent_ms in ((900, 1000), (901, 1300)):
        phone.requests.want()
        phone.look(jpeg(), pawtrack_times=f"{taken_ms} {sent_ms} 0")
    assert [each.t_ms for each in phone.taken] == [99_900, 99_901]


def test_a_picture_that_was_wanted_waits_while_the_table_is_at_another_one() -> None:
    phone, pictures = Phone(), [jpeg(64 + number) for number in range(4)]
    phone.requests.want()
    for lane in ("0", "1", "2"):
        assert phone.look(pawtrack_lane=lane)[1]["want"]
        phone.now_s += 1.01 / PER_S
    for number, lane in enumerate(("0", "1", "2", "0")):
        phone.look(pictures[number], pawtrack_lane=lane, pawtrack_times=f"{700 + 100 * number} 1000 0")
    # the newest of the wanted ones; the last one was not wanted
    phone.requests.want()
    phone.requests.want()
    assert [each.jpeg for each in phone.taken] == [pictures[0], pictures[2]]


@pytest.mark.parametrize(("wait_s", "count"), [(2.0, 1), (4.0, 0)])
def test_a_picture_that_nobody_wants_is_not_kept(wait_s: float, count: int) -> None:
    phone = Phone()
    phone.requests.want()
    for lane in ("0", "1"):
        phone.look(pawtrack_lane=lane)
        phone.now_s += 1.01 / PER_S
    phone.look(jpeg(), pawtrack_times="900 1000 0")
    phone.look(jpeg(), pawtrack_lane="1", pawtrack_times="950 1000 0")
    phone.now_s += wait_s
    phone.requests.look_round()
    phone.requests.want()
    assert len(phone.taken) == 1 + count


@pytest.mark.parametrize(("away_s", "late_ms"), [(2.9, 500), (3.1, 0)])
def test_the_clock_of_a_phone_that_slept_is_learnt_anew(away_s: float, late_ms: int) -> None:
    """While it sleeps, the clock of its page may stand."""
    phone = Phone()
    phone.look(jpeg(), pawtrack_times="1000 1000 0")
    phone.now_s += away_s
    phone.requests.want()
    said = phone.look(jpeg(), pawtrack_times=f"{1000 * away_s + 500} {1000 * away_s + 500} 0")[1]
    assert said["late_ms"] == late_ms


def test_a_page_that_is_loaded_anew_has_a_clock_of_its_own() -> None:
    phone = Phone()
    phone.look(jpeg(), pawtrack_times="9000 9000 0")
    phone.requests.want()
    assert phone.look(jpeg(), pawtrack_times="10 10 1")[1]["late_ms"] == 0


@pytest.mark.parametrize(
    ("picture", "status"),
    [
        (jpeg(SHORTEST_SIDE, 64), 200),
        (jpeg(SHORTEST_SIDE - 1, 64), 400),
        (jpeg(LONGEST_SIDE, 64), 200),
        (jpeg(64, LONGEST_SIDE + 1), 400),
        (jpeg()[:-1], 400),
        (jpeg()[:-2].ljust(LONGEST_PICTURE - 2, b"\0") + b"\xff\xd9", 200),
        (jpeg()[:-2].ljust(LONGEST_PICTURE - 1, b"\0") + b"\xff\xd9", 413),
    ],
    ids=["small", "too small", "large", "too large", "cut", "long", "too long"],
)
def test_a_picture_has_bounded_sides_and_bytes(picture: bytes, status: int) -> None:
    phone = Phone()
    phone.requests.want()
    assert phone.look(picture)[0] == status
    assert bool(phone.taken) == (status == 200)


@pytest.mark.parametrize("times", ["", "1", "1 2", "2 1 0", "-1 1 0", "0 inf 0", "nan 1 0", "1 2 3 4"])
def test_a_picture_without_its_times_is_refused(times: str) -> None:
    assert Phone().look(jpeg(), pawtrack_times=times) == (400, {"error": "picture"})


def test_a_phone_that_waits_for_nothing_is_answered_after_two_seconds() -> None:
    async def waited_s() -> float:
        loop = asyncio.get_running_loop()
        phone = Phone()
        phone.requests = CameraRequests(phone.told.append, loop.time)
        phone.requests.take_keys(Keys(code="", token=digest(TOKEN)))
        assert await phone.looks_on(pawtrack_seen="0") == (
            200,
            {"want": False, "late_ms": 0, "seen": 0, "view": None},
        )
        return loop.time()

    assert hurried(waited_s()) == pytest.approx(2.0)


@pytest.mark.parametrize("path", ["/open", "/look"])
def test_a_body_that_never_comes_whole_is_waited_for_ten_seconds(path: str) -> None:
    async def never() -> bytes:
        await asyncio.sleep(3600)
        return b""

    async def waited_s() -> float:
        with pytest.raises(TimeoutError):
            await Phone().requests.answer(Request("POST", path, {"authorization": f"Bearer {TOKEN}"}, 9), never)
        return asyncio.get_running_loop().time()

    assert hurried(waited_s()) == pytest.approx(10.0)
