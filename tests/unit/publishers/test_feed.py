"""What a feed keeps on the broker: nothing that was put before a stop is lost, and the first beat says all again."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from views_for_tests import game_view
from words_for_tests import WORDING

from companion.publishers.broker_url import parse_broker_url
from companion.publishers.feed import Feed


class TakingLink(SimpleNamespace):
    """A link that takes everything at once and keeps it; `on_look` is called whenever the feed asks for requests."""

    alive = all_confirmed = True
    has_received = False
    confirm_by_s = float("inf")

    def __init__(self, on_look: Callable[[], None]) -> None:
        super().__init__(kept={}, topics=[], on_look=on_look)

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
    """The stop comes when the feed has taken what is due and not yet asked whether it is to stop."""
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
