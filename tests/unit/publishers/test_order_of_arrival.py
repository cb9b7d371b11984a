"""The message that was made last stands, in any order of arrival."""

from itertools import pairwise, permutations
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.director.spoken import Commentary, Spoken, with_lines
from companion.director.table import Presence, Snapshot, TableSeen, with_presence, with_snapshot
from companion.views.broadcast.order import Stamp, is_news
from companion.web.arrivals import Arrivals
from companion.web.gateway.broadcast import Broadcast
from companion.web.gateway.tree import Tree
from companion.web.pages.voice.heard import HeardCommentary

ROOT = "pawtrack/1/home/table-1/public"
Payload = dict[str, Any]


@st.composite
def courses(draw: st.DrawFn) -> list[Payload]:
    """The messages of one table on one topic, in their order: starts, games, rows, signs of life.

    Each start has a higher epoch, or, with a new data folder, a lower one; the clock goes on.
    """
    said: list[Payload] = []
    epoch, game, seq, ts = draw(st.integers(5, 9)), 0, 0, 1000
    for step in draw(st.lists(st.sampled_from(("row", "sign", "game", "start", "new folder")), min_size=1, max_size=7)):
        ts += draw(st.integers(1, 50))
        match step:
            case "row":
                seq += 1
            case "game":
                game, seq = game + 1, 0
            case "start":
                epoch += 1
            case "new folder":
                epoch, game, seq = max(1, epoch - draw(st.integers(1, 9))), game + 1, 0
        said.append({"v": 1, "epoch": epoch, "seq": seq, "ts": ts, "game": f"g{game}"})
    return said


def late_orders(said: list[Payload], draw: st.DataObject) -> list[Payload]:
    """The same in any order, some of them twice."""
    again = draw.draw(st.lists(st.sampled_from(said), max_size=3))
    return draw.draw(st.permutations([*said, *again]))


def kept(tree: Tree, name: str) -> Payload:
    [(_, payload)] = tree.kept([f"{ROOT}/{name}"])
    decoded: Payload = msgspec.json.decode(payload)
    return decoded


def linear(said: list[Payload]) -> bool:
    """Whether no data folder is new: a start before it has the higher epoch, which only what is live can overrule."""
    epochs = [each["epoch"] for each in said]
    return all(earlier <= later for earlier, later in pairwise(epochs))


@given(courses())
def test_the_last_made_is_news_to_all_others_and_none_of_them_to_it(said: list[Payload]) -> None:
    stamps = [msgspec.convert(each, Stamp) for each in said]
    for number, earlier in enumerate(stamps):
        for later in stamps[number + 1 :]:
            assert is_news(earlier, later)
            assert earlier.epoch > later.epoch or not is_news(later, earlier)


@pytest.mark.parametrize("name", ["state", "info", "commentary", "analysis", "health/camera"])
@given(said=courses().filter(linear), data=st.data())
def test_a_tree_keeps_what_was_made_last(name: str, said: list[Payload], data: st.DataObject) -> None:
    tree = Tree("public")
    for each in late_orders(said, data):
        tree.keep(f"{ROOT}/{name}", msgspec.json.encode(each), retained=True)
    assert kept(tree, name) == said[-1]


@given(courses().filter(linear), st.data())
def test_the_director_and_the_voice_keep_the_newest_message(said: list[Payload], data: st.DataObject) -> None:
    seen, spoken, heard = TableSeen(), Spoken(), HeardCommentary()
    for each in late_orders(said, data):
        seen, _ = with_snapshot(seen, msgspec.convert({**each, "phase": "play"}, Snapshot))
        seen = with_presence(seen, msgspec.convert({**each, "state": "ready"}, Presence))
        spoken, _ = with_lines(spoken, seen.snapshot, msgspec.convert({**each, "lines": []}, Commentary), "en")
        line = {"seq": each["seq"], "text": {"en": str(each["ts"])}}
        heard.take("x/commentary", msgspec.json.encode({**each, "lines": [line]}))
    last = said[-1]
    assert seen.snapshot == msgspec.convert({**last, "phase": "play"}, Snapshot)
    assert seen.presence == Presence(state="ready", epoch=last["epoch"], ts=last["ts"])
    assert spoken.commentary is not None
    assert spoken.commentary.ts == last["ts"]
    assert heard._texts == {(last["epoch"], last["seq"]): {"en": str(last["ts"])}}


@given(courses(), st.data())
def test_a_late_retained_message_changes_nothing(said: list[Payload], data: st.DataObject) -> None:
    """Not even a retained message of the data folder before."""
    tree, arrivals, topic = Tree("public"), Arrivals(), f"{ROOT}/state"

    def hear(each: Payload, *, retained: bool) -> None:
        if not arrivals.is_overtaken(topic, retained=retained):
            tree.keep(topic, msgspec.json.encode(each), retained=retained)

    for number, each in enumerate(said):
        hear(each, retained=False)
        if data.draw(st.booleans()):
            hear(data.draw(st.sampled_from(said[: number + 1])), retained=True)
    assert kept(tree, "state") == said[-1]


@given(courses())
def test_a_live_message_is_news_even_from_a_new_data_folder(said: list[Payload]) -> None:
    """Also where the clock was wrong before."""
    tree = Tree("public")
    for number, each in enumerate(said):
        assert tree.keep(f"{ROOT}/state", msgspec.json.encode({**each, "ts": 1000 - number}))
    assert kept(tree, "state")["ts"] == 1001 - len(said)


def status(state: str, epoch: int, ts: int) -> bytes:
    return msgspec.json.encode({"v": 1, "state": state, "epoch": epoch, "ts": ts, "program": f"p{epoch}"})


@pytest.mark.parametrize("farewell", ["lost", "disconnected"])
def test_a_farewell_of_an_earlier_start_says_nothing_of_this_one(farewell: str) -> None:
    tree, topic = Tree("public"), f"{ROOT}/status"
    assert tree.keep(topic, status("ready", 4, 2000))
    assert not tree.keep(topic, status(farewell, 3, 1000))
    assert kept(tree, "status")["state"] == "ready"


def test_a_table_that_is_lost_is_lost_however_old_its_last_will_is() -> None:
    tree, topic = Tree("public"), f"{ROOT}/status"
    assert tree.keep(topic, status("ready", 4, 2000))
    assert tree.keep(topic, status("lost", 4, 1000))
    assert kept(tree, "status")["state"] == "lost"


@pytest.mark.parametrize("payload", [b"", b"no json", b"[1]", b'{"v": 1}', b"\xff"])
def test_a_payload_without_a_time_is_never_compared(payload: bytes) -> None:
    tree, topic = Tree("public"), f"{ROOT}/state"
    assert tree.keep(topic, status("x", 4, 2000))
    assert tree.keep(topic, payload, retained=True)
    assert [each for _, each in tree.kept([topic])] == ([payload] if payload else [])
    assert tree.keep(topic, status("x", 4, 3000), retained=True)


def test_old_news_is_not_brought_to_viewers() -> None:
    broadcast, topic = Broadcast(Tree("public")), f"{ROOT}/state"
    for ts, retained in ((2000, False), (1000, True)):
        broadcast.publish(topic, status("x", 4, ts), 0.0, retained=retained)
    assert len(broadcast._news) == 1


@pytest.mark.parametrize("order", list(permutations([("state", True), ("state", False), ("status", True)])))
def test_a_retained_message_never_replaces_a_live_one(order: tuple[tuple[str, bool], ...]) -> None:
    arrivals = Arrivals()
    overtaken = [(topic, retained) for topic, retained in order if arrivals.is_overtaken(topic, retained=retained)]
    late = order.index(("state", False)) < order.index(("state", True))
    assert overtaken == ([("state", True)] if late else [])
