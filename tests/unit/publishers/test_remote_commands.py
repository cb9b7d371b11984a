"""Commands from afar are obeyed once, in the state they were meant for, and answered."""

import json
from typing import Any

import pytest
from live_tables import TableSession
from views_for_tests import game_view

from companion.publishers.remote_commands import RemoteCommands
from companion.session.commands import Command, Pause, Resume, Undo
from companion.session.events import EventsUndone


@pytest.fixture
def posted() -> list[Command]:
    return []


@pytest.fixture
def remote(posted: list[Command]) -> RemoteCommands:
    return RemoteCommands(lambda _, command: posted.append(command))


def order(id: str = "a-1", epoch: int = 3, seq: int = 7, **args: Any) -> bytes:
    return json.dumps({"id": id, "expect": {"epoch": epoch, "seq": seq}, "args": args}).encode()


@pytest.mark.parametrize(("name", "command"), [("undo", Undo()), ("pause", Pause()), ("resume", Resume())])
def test_an_order_for_the_present_state_goes_to_the_table(
    remote: RemoteCommands, posted: list[Command], name: str, command: Command
) -> None:
    answered = remote.take(name, order(client="desk"), game_view())
    assert answered is not None
    client, answer = answered
    assert (client, answer.ok, answer.error, answer.id) == ("desk", True, None, "a-1")
    assert posted == [command]


@pytest.mark.parametrize(("epoch", "seq"), [(3, 6), (3, 8), (2, 7)])
def test_an_order_for_another_state_is_refused(
    remote: RemoteCommands, posted: list[Command], epoch: int, seq: int
) -> None:
    answered = remote.take("undo", order(epoch=epoch, seq=seq), game_view())
    assert answered is not None
    assert not answered[1].ok
    assert answered[0] == "a-1"
    assert posted == []


def test_an_order_before_the_table_has_shown_anything_is_refused(remote: RemoteCommands, posted: list[Command]) -> None:
    answered = remote.take("undo", order(), None)
    assert answered is not None
    assert not answered[1].ok
    assert posted == []


def test_an_order_that_comes_twice_is_obeyed_once_and_answered_twice(
    remote: RemoteCommands, posted: list[Command]
) -> None:
    first = remote.take("undo", order(), game_view())
    again = remote.take("undo", order(), game_view(seq=8))
    assert first == again
    assert len(posted) == 1


def test_two_operators_with_one_thought_undo_once(remote: RemoteCommands, posted: list[Command]) -> None:
    remote.take("undo", order("one"), game_view())
    second = remote.take("undo", order("two"), game_view())
    assert second is not None
    assert not second[1].ok
    remote.take("undo", order("three", seq=8), game_view(seq=8))
    assert posted == [Undo(), Undo()]


def test_two_doors_to_one_table_undo_one_thing() -> None:
    """Neither door sees what the other let in, and the table has handled neither yet."""
    played = TableSession().start(variant="dog").to_play()
    table, view = played.table, played.table.view
    for name in ("desk", "sofa"):
        answered = RemoteCommands(table.post_on).take("undo", order(name, view.epoch, view.seq), view)
        assert answered is not None
        assert answered[1].ok
    table.start()
    table.stop()
    undone = [event for event in table.course().events if isinstance(event, EventsUndone)]
    assert len(undone) == 1


def test_an_unknown_order_is_refused_with_the_known_ones(remote: RemoteCommands, posted: list[Command]) -> None:
    answered = remote.take("explode", order(), game_view())
    assert answered is not None
    assert "undo, pause, resume" in (answered[1].error or "")
    assert posted == []


@pytest.mark.parametrize(
    "payload",
    [b"", b"{}", b"[]", b"\xff", order(id=""), order(id="../x"), order(client="a/b"), order(client="#"), order(loud=1)],
)
def test_what_cannot_be_read_is_dropped(remote: RemoteCommands, posted: list[Command], payload: bytes) -> None:
    assert remote.take("undo", payload, game_view()) is None
    assert posted == []
