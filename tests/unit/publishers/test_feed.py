"""The retained messages of a feed: none that was put before a stop is lost, and the first beat repeats all."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from views_for_tests import game_view
from words_for_tests import WORDING

from companion.publishers.broker_url import parse_broker_url
from companion.publishers.feed import Feed
from companion.views.broadcast import topics


class TakingLink(SimpleNamespace):
    """A link that takes everything at once and keeps it; `on_look` is called whenever the feed asks for requests."""

    alive = all_confirmed = True
    has_received = False
    confirm_by_s = float("inf")

    def __init__(self, on_look: Callable[[], None]) -> None:
        super().__init__(kept={}, topics=[], on_look=on_look)

    def listen(self, topics: str) -> None:
        """Nobody else sends anything."""

    def retain(self, topic: str, payload: bytes) -> bool:
        self.topics.append(topic.rpartition("/")[2])
        self.kept[self.topics[-1]] = msgspec.json.decode(payload)
        return True

    def send(self, topic: str, payload: bytes) -> None:
        """Events are of no interest here."""

    def received(self) -> list[Any]:
        self.on_look()
        return []


@pytest.mark.parametrize("look", [1, 2, 3])
def test_a_state_put_just_before_the_stop_is_published(look: int) -> None:
    """The stop comes when the feed has taken the due messages and not yet checked whether it is to stop."""
    feed = Feed(
        [parse_broker_url("mqtt://localhost")], "pawtrack/public", app="test", wording=WORDING, with_health=False
    )
    looks = iter(range(1, 10))

    def play_on() -> None:
        now = next(looks)
        feed.put(game_view(seq=99 if now == look else now), ())
        if now == look:
            feed._stopping = True

    feed.put(game_view(seq=0), ())
    link = TakingLink(play_on)
    feed._serve(link)  # type: ignore[arg-type]
    assert link.kept["state"]["seq"] == 99


def test_the_first_beat_repeats_the_whole_tree_later_ones_only_the_state(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.publishers.feed.HEARTBEAT_S", 0.0)
    feed = Feed(
        [parse_broker_url("mqtt://localhost")], "pawtrack/public", app="test", wording=WORDING, with_health=False
    )
    looks = iter(range(1, 10))

    def watch() -> None:
        feed._stopping = next(looks) == 4

    feed.put(game_view(seq=0), ())
    link = TakingLink(watch)
    feed._serve(link)  # type: ignore[arg-type]
    assert link.topics.count("info") == 2
    assert link.topics.count("state") > 2


def test_a_stop_waits_until_a_full_queue_has_taken_all() -> None:
    """Each topic is refused twice before the client's queue has room for it."""
    feed = Feed(
        [parse_broker_url("mqtt://localhost")], "pawtrack/public", app="test", wording=WORDING, with_health=False
    )

    class FullLink(TakingLink):
        def retain(self, topic: str, payload: bytes) -> bool:
            return super().retain(topic, payload) and self.topics.count(self.topics[-1]) > 2

    def stop() -> None:
        feed._stopping = True

    feed.put(game_view(seq=99), ())
    link = FullLink(stop)
    assert feed._serve(link) is None  # type: ignore[arg-type]
    assert {link.topics.count(topic) for topic in link.kept} == {3}


def test_a_stop_is_not_done_before_the_broker_has_confirmed() -> None:
    feed = Feed(
        [parse_broker_url("mqtt://localhost")], "pawtrack/public", app="test", wording=WORDING, with_health=False
    )
    looks = iter(range(1, 10))

    def confirm_late() -> None:
        feed._stopping = True
        link.all_confirmed = next(looks) >= 3

    feed.put(game_view(seq=99), ())
    link = TakingLink(confirm_late)
    link.all_confirmed = False
    # a look is due each time, as when the broker sends something
    link.has_received = True
    assert feed._serve(link) is None  # type: ignore[arg-type]
    assert next(looks) == 4


def test_a_link_that_is_lost_while_the_table_ends_is_replaced_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    feed = Feed(
        [parse_broker_url("mqtt://localhost")], "pawtrack/public", app="test", wording=WORDING, with_health=False
    )
    made: list[TakingLink] = []

    class PassingLink(TakingLink):
        def __init__(self, *_: Any) -> None:
            super().__init__(self.look)
            made.append(self)

        def look(self) -> None:
            feed._stopping = True
            self.alive = len(made) > 1
            self.all_confirmed = self.alive

        def open(self) -> None:
            """It is open at once."""

        def unconfirmed(self) -> list[Any]:
            return []

        def close(self, farewell: Any, by_s: float) -> None:
            self.farewell = farewell

    monkeypatch.setattr("companion.publishers.feed.Link", PassingLink)
    feed.put(game_view(seq=99), ())
    feed._run()
    assert [link.kept["state"]["seq"] for link in made] == [99, 99]
    assert made[-1].farewell


def test_stamps_never_go_back_though_the_clock_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """By them a reader decides which of two games of one epoch is the newer."""
    clock = [2000]
    monkeypatch.setattr("companion.publishers.feed.time.time_ns", lambda: clock[0] * 10**9)
    feed = Feed(
        [parse_broker_url("mqtt://localhost")], "pawtrack/public", app="test", wording=WORDING, with_health=False
    )
    stamps = []

    def next_game() -> None:
        stamps.append(link.kept["state"]["ts"])
        clock[0] = 1000
        feed._stopping = len(stamps) == 2
        feed.put(game_view(seq=1, game=f"game-{len(stamps)}"), ())

    feed.put(game_view(seq=9), ())
    link = TakingLink(next_game)
    feed._serve(link)  # type: ignore[arg-type]
    assert link.kept["state"]["game"] == "game-2"
    assert stamps[0] <= stamps[1] <= link.kept["state"]["ts"]


def test_nothing_of_a_delayed_feed_is_due_before_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chances and standings would give away a play that viewers may not know yet."""
    now_s = [1000.0]
    monkeypatch.setattr("companion.publishers.feed.time.monotonic", lambda: now_s[0])
    standings = iter([object(), None])
    feed = Feed(
        [parse_broker_url("mqtt://localhost")],
        "pawtrack/delayed",
        app="test",
        wording=WORDING,
        with_health=False,
        delay_s=30.0,
        evening=lambda: next(standings),  # type: ignore[arg-type,return-value]
    )

    def due(at_s: float) -> list[str]:
        now_s[0] = at_s
        steps = ["chances" if step.analysis else "play" for step in feed._due()]
        return steps + (["standings"] if feed._next_evening() else [])

    feed.put(game_view(seq=5), ())
    assert (due(1029.9), feed.behind_s) == ([], pytest.approx(0.1))
    assert due(1030.0) == ["play"]
    assert feed.behind_s == 0.0
    feed.put_analysis(topics.analysis(game_view(seq=5), [], 9, None))
    assert due(1059.9) == []
    for _ in range(2):
        feed._note_evening()
    assert due(1060.0) == ["chances"]
    assert due(1089.8) == []
    assert due(1089.9) == ["standings"]


@pytest.mark.parametrize("delay_s", [0.0, 30.0])
def test_only_a_delayed_feed_is_behind(delay_s: float) -> None:
    feed = Feed(
        [parse_broker_url("mqtt://localhost")],
        "pawtrack/public",
        app="test",
        wording=WORDING,
        with_health=False,
        delay_s=delay_s,
    )
    assert feed.behind_s == 0.0
    feed.put(game_view(), ())
    assert (feed.behind_s > 29.0) is bool(delay_s)
