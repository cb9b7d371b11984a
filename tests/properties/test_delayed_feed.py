"""Spectators get the whole broadcast later: all of it, in its order, and nothing before its time."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest
from commented_games import Step, board_game, card_game
from hypothesis import given, settings
from hypothesis import strategies as st
from words_for_tests import WORDING

from companion.publishers import feed as feeds
from companion.publishers.broker_url import parse_broker_url
from companion.publishers.feed import Feed
from companion.views.broadcast import topics
from companion.views.broadcast.payloads import Team

LATEST_S = 40
#: When it was sent, and how late the tree is: of these the two trees must differ.
OF_THE_TREE = ("ts", "delay_s")

#: Time, topic and message.
Said = tuple[float, str, dict[str, Any]]


class Tree:
    """A feed without a broker, and everything that it would have sent; the test sets the time."""

    def __init__(self, delay_s: int) -> None:
        self.feed = Feed(
            [parse_broker_url("mqtt://localhost")],
            "t",
            app="test",
            wording=WORDING,
            with_health=False,
            delay_s=delay_s,
            announced_delay_s=delay_s,
            program="one",
        )
        self.said: list[Said] = []
        self.now_s = 0.0

    def go_on(self, now_s: float) -> None:
        """As the feed does on an open line."""
        self.now_s = now_s
        for step in self.feed._due():
            for topic, payload in self.feed._event_messages(step):
                self.send(topic, payload)
            self.feed._show(self)  # type: ignore[arg-type]

    def listen(self, topics: str) -> None:
        """Nobody else sends anything."""

    def retain(self, topic: str, payload: bytes) -> bool:
        self.send(topic, payload)
        return True

    def send(self, topic: str, payload: bytes) -> None:
        told = {name: value for name, value in msgspec.json.decode(payload).items() if name not in OF_THE_TREE}
        self.said.append((self.now_s, topic, told))


def with_undos(steps: Iterator[Step], undone: set[int]) -> Iterator[Step]:
    """After the steps of these numbers the table goes back once; then the game is played on from before that."""
    for number, step in enumerate(steps):
        yield step
        if number in undone and number > 0:
            yield step.taken_back()
            yield step


@pytest.mark.parametrize("game", ["black_dog", "dog", "dog_cards"])
@settings(max_examples=12)
@given(
    seed=st.integers(0, 10_000),
    delay_s=st.integers(1, LATEST_S),
    pauses=st.lists(st.integers(0, 15), min_size=8, max_size=40),
    undone=st.sets(st.integers(1, 39), max_size=6),
    looked=st.lists(st.integers(0, 700), max_size=40),
)
def test_the_delayed_feed_is_the_live_feed_shifted(
    game: str, seed: int, delay_s: int, pauses: list[int], undone: set[int], looked: list[int]
) -> None:
    steps = card_game(4, seed) if game == "dog_cards" else board_game(game, seed)
    played = list(with_undos(islice(steps, len(pauses)), undone))
    put = [float(sum((pauses * 3)[: number + 1])) for number in range(len(played))]
    live, late = Tree(0), Tree(delay_s)
    moments = sorted({*put, *(at + delay_s for at in put), *map(float, looked)})
    with pytest.MonkeyPatch.context() as patch:
        for now_s in moments:
            patch.setattr(feeds.time, "monotonic", lambda now_s=now_s: now_s)
            for at, step in zip(put, played, strict=True):
                if at == now_s:
                    teams = [Team(team=0, seats=[0], chance=step.view.seq % 100 / 100, margin=0.0)]
                    for tree in (live, late):
                        tree.feed.put(step.view, step.events)
                        tree.feed.put_analysis(topics.analysis(step.view, teams, 1))
            live.go_on(now_s)
            late.go_on(now_s)
    assert late.said == [(at + delay_s, topic, told) for at, topic, told in live.said]
    assert {topic for _, topic, _ in live.said} >= {"t/event", "t/state", "t/analysis", "t/commentary"}
