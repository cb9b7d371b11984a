"""The table's end of the tablets in browsers: codes, pages and acts; a page here is the number of the row."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from views_for_tests import game_view

from companion.publishers.tablets.tablets import CODE_LETTERS, LETTERS, MOST, Tablets
from companion.session.commands import Command, Undo
from companion.views.table_view import TableView
from companion.web.messages import Acting, Answered, Door, Opening, Shown, TabletAct, Touch, digest, to_web


class Page(msgspec.Struct):
    language: str
    seq: int


@dataclass
class Done:
    error: str = ""
    view: TableView | None = None
    commands: tuple[Command, ...] = ()


@dataclass
class Tablet:
    """Its acts are "undo", "look" (no command), "stale" and "fault"."""

    language: str
    view: TableView | None = None
    touches: list[Any] = field(default_factory=list)

    def show(self, view: TableView) -> None:
        self.view = view

    def page(self) -> Page:
        if self.view and self.view.seq == 99:
            raise ValueError("no page of this row")
        return Page(self.language, self.view.seq if self.view else -1)

    def do(self, seen: str, name: str, touch: tuple[float, float, float] | None = None) -> Done:
        self.touches.append(touch)
        if name == "fault":
            raise ValueError("a fault of a page")
        if name == "stale":
            return Done(error="stale", view=self.view)
        return Done(view=self.view, commands=(Undo(),) if name == "undo" else ())


class House:
    """Tablets without a web program: the lines for it, and the commands for the table."""

    def __init__(self) -> None:
        self.posted: list[tuple[TableView, tuple[Command, ...]]] = []
        self.made: list[Tablet] = []
        self.answers: list[Answered] = []
        self._newest: Callable[[], bytes] | None = None
        self.tablets = Tablets(
            lambda view, *commands: self.posted.append((view, commands)),
            self,  # type: ignore[arg-type]
            self._make,
            "192.168.7.7",
        )
        self.tablets.port = 8788

    def _make(self, language: str) -> Tablet:
        self.made.append(Tablet(language))
        return self.made[-1]

    def say(self, line: bytes) -> None:
        said = to_web(line)
        assert isinstance(said, Answered)
        self.answers.append(said)

    def say_newest(self, make: Callable[[], bytes], kind: str) -> None:
        assert kind == "tablets"
        self._newest = make

    @property
    def shown(self) -> Shown:
        assert self._newest
        said = to_web(self._newest())
        assert isinstance(said, Shown)
        return said

    @property
    def pages(self) -> list[Any]:
        return [msgspec.json.decode(page) for _, page in self.shown.pages]

    @property
    def code(self) -> str:
        invitation = self.tablets.invitation()
        assert invitation
        return invitation.code

    def hear(self, said: Opening | Acting) -> Any:
        """The answer's body; None if the secret is void."""
        self.tablets.hear(said)
        answer = self.answers[-1]
        assert (answer.number, answer.door) == (said.number, Door.TABLETS)
        body = msgspec.json.decode(answer.body)
        assert answer.known is (body is not None)
        return body

    def open(self, language: str = "en") -> str:
        """A browser's token, as digest."""
        return digest(self.hear(Opening(len(self.answers), self.code, language))["token"])

    def act(self, token: str, name: str, touch: Touch | None = None) -> Any:
        return self.hear(Acting(len(self.answers), token, TabletAct("seen", name, touch)))


@pytest.fixture
def house() -> House:
    made = House()
    made.tablets.publish(game_view(seq=7))
    return made


def test_a_code_opens_one_tablet_in_its_language(house: House) -> None:
    code = house.code
    assert (len(code), set(code) <= set(LETTERS)) == (CODE_LETTERS, True)
    assert house.hear(Opening(1, "a guess", "en")) is None
    token = house.open("fr")
    assert house.hear(Opening(2, code, "en")) is None
    assert house.pages == [{"language": "fr", "seq": 7}]
    assert house.shown.seats == {token: 0}
    assert house.shown.invitations == (digest(house.code),)
    assert house.shown.door is Door.TABLETS


def test_the_invitation_has_the_address_and_counts_the_tablets(house: House) -> None:
    invitation = house.tablets.invitation()
    assert invitation
    assert invitation.address == "192.168.7.7:8788/tablet"
    assert invitation.url == f"http://192.168.7.7:8788/tablet#{house.code}"
    assert invitation.count == 0
    house.open()
    again = house.tablets.invitation()
    assert again
    assert again.count == 1
    house.tablets.port = 0
    assert house.tablets.invitation() is None


def test_a_page_keeps_its_word_until_it_changes(house: House) -> None:
    house.open()
    ((word, _),) = house.shown.pages
    house.tablets.publish(game_view(seq=7, round=3))
    assert [each for each, _ in house.shown.pages] == [word]
    house.tablets.publish(game_view(seq=8))
    ((other, _),) = house.shown.pages
    assert other != word
    assert house.pages == [{"language": "en", "seq": 8}]


def test_a_page_that_cannot_be_made_leaves_the_last_one(house: House) -> None:
    house.open()
    assert house.pages == [{"language": "en", "seq": 7}]
    house.tablets.publish(game_view(seq=99))
    assert house.pages == [{"language": "en", "seq": 7}]


def test_an_act_reaches_the_table_in_the_state_of_its_page(house: House) -> None:
    token, view = house.open(), game_view(seq=8)
    house.tablets.publish(view)
    assert house.act(token, "undo") == {"ok": True, "error": ""}
    assert house.posted == [(view, (Undo(),))]
    assert house.act(token, "look")["ok"]
    assert house.act(token, "stale") == {"ok": False, "error": "stale"}
    assert len(house.posted) == 1


def test_a_touch_comes_with_its_place(house: House) -> None:
    token = house.open()
    house.act(token, "touch", Touch(0.25, 0.5, 600.0))
    house.act(token, "look")
    assert house.made[0].touches == [(0.25, 0.5, 600.0), None]


def test_a_token_that_is_none_does_nothing(house: House) -> None:
    house.open()
    assert house.act("0" * 64, "undo") is None
    assert house.posted == []


def test_before_the_table_has_shown_anything_nothing_is_done() -> None:
    house = House()
    token = house.open()
    assert house.act(token, "undo") is None
    assert house.pages == [None]


def test_a_fault_closes_the_tablet_that_met_it_and_no_other(house: House) -> None:
    first, second = house.open(), house.open("de")
    assert house.act(first, "fault") is None
    assert house.act(first, "undo") is None
    assert house.act(second, "undo")["ok"]
    assert house.shown.seats == {second: 0}


def test_one_tablet_too_many_closes_the_oldest(house: House) -> None:
    tokens = [house.open() for _ in range(MOST + 1)]
    assert list(house.shown.seats) == tokens[1:]
    assert house.act(tokens[0], "undo") is None
    assert house.act(tokens[1], "undo")["ok"]


def test_closing_all_voids_the_shown_code_too(house: House) -> None:
    token, code = house.open(), house.code
    house.tablets.close_all()
    assert house.shown.seats == {}
    assert house.act(token, "undo") is None
    assert house.hear(Opening(9, code, "en")) is None
