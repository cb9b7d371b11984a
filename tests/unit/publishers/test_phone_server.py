"""The table's end of the phones' page: the table itself checks every token, for any claim of the server."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from views_for_tests import game_view

from companion.publishers.phones.seats import PhoneSeats
from companion.session import commands as cmd
from companion.session.state import Phase
from companion.views.table_view import TableView
from companion.web.messages import Expectation, Ordering, SeatOrder, Taking, digest


class Line:
    """Replaces the server of the page: its messages, decoded."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []

    def say(self, line: bytes) -> None:
        self.told.append(msgspec.json.decode(line))

    def say_newest(self, make: object) -> None: ...


def test_an_order_of_a_token_that_is_void_or_never_was_is_not_carried_out(tmp_path: Path) -> None:
    posted: list[tuple[TableView, cmd.Command]] = []
    line = Line()
    server = PhoneSeats(lambda view, command: posted.append((view, command)), line)  # type: ignore[arg-type]
    server.port = 1
    view = game_view(declared=None, verdict=None)
    server.publish(view, ())

    def hear(said: Taking | Ordering) -> dict[str, Any]:
        server.hear(said)
        return line.told[-1]

    def order(number: int, token: str) -> dict[str, Any]:
        expect = Expectation(epoch=view.epoch, seq=view.seq)
        return hear(
            Ordering(number, digest(token), SeatOrder(id=f"a{number}", expect=expect, order="declare", card="8"))
        )

    def take(number: int) -> str:
        invitation = server.invitations()[view.turn].url.partition("#")[2]
        return str(hear(Taking(number, invitation))["body"]["token"])

    first = take(1)
    second = take(2)
    assert not order(3, first)["known"]
    assert not order(4, "a guess")["known"]
    assert not hear(Taking(5, "a guess"))["known"]
    assert posted == []
    assert order(6, second)["body"]["ok"]
    assert posted == [(view, cmd.DeclarePlay(seat=view.turn, card="8"))]
    server.dismiss(view.turn)
    assert not order(7, second)["known"]
    assert len(posted) == 1


@pytest.mark.parametrize("changes", [{"position": None}, {"demo": True}, {"phase": Phase.OVER}])
def test_only_a_game_of_people_on_a_board_has_seats_by_phone(changes: dict[str, Any], tmp_path: Path) -> None:
    server = PhoneSeats(lambda *_: None, Line())  # type: ignore[arg-type]
    server.port = 1
    server.publish(game_view(), ())
    assert len(server.invitations()) == 4
    server.publish(replace(game_view(), **changes), ())
    assert server.invitations() == ()
