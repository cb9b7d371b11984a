"""A broker may bring an old message after a newer one: readers go by epoch, row and stamp, never by arrival."""

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.director.table import Presence, Snapshot, TableSeen, with_presence, with_snapshot
from companion.web.pages.voice.heard import HeardCommentary

#: Messages of two starts of one table, in the order in which they were made: epoch, game, row, stamp.
MADE = [
    (epoch, f"game {epoch}.{game}", seq, 100 * epoch + 10 * game + seq)
    for epoch in (4, 5)
    for game in (0, 1)
    for seq in (1, 2, 3)
]
ORDERS = st.lists(st.integers(0, len(MADE) - 1), min_size=1, max_size=20)


@settings(max_examples=60)
@given(order=ORDERS)
def test_a_director_stands_where_the_newest_message_is(order: list[int]) -> None:
    seen = TableSeen()
    for number in order:
        epoch, game, seq, ts = MADE[number]
        seen, _ = with_snapshot(seen, Snapshot(epoch=epoch, seq=seq, ts=ts, game=game, phase="play"))
    assert seen.snapshot is not None
    assert seen.snapshot.ts == MADE[max(order)][3]


@settings(max_examples=60)
@given(order=ORDERS)
def test_a_director_ignores_older_messages_of_the_same_start(order: list[int]) -> None:
    seen = TableSeen()
    words = ("ready", "paused")
    for number in order:
        seen = with_presence(seen, Presence(state=words[number % 2], epoch=4, ts=number))
    assert seen.presence is not None
    assert (seen.presence.ts, seen.presence.state) == (max(order), words[max(order) % 2])


@settings(max_examples=60)
@given(order=ORDERS)
def test_the_voice_of_the_page_knows_the_newest_commentary(order: list[int]) -> None:
    heard = HeardCommentary()

    for number in order:
        epoch, game, seq, ts = MADE[number]
        lines = [{"seq": seq, "text": {"en": str(number)}}]
        said = {"epoch": epoch, "seq": seq, "ts": ts, "game": game, "lines": lines}
        heard.take("x/commentary", msgspec.json.encode(said))
    epoch, _, seq, _ = MADE[max(order)]
    assert heard._texts == {(epoch, seq): {"en": str(max(order))}}


def test_an_old_last_will_counts_and_older_messages_after_it_do_not() -> None:
    seen = with_presence(TableSeen(), Presence(state="ready", epoch=4, ts=9))
    lost = with_presence(seen, Presence(state="lost", epoch=4, ts=1))
    assert lost.presence is not None
    assert lost.presence.state == "lost"
    assert with_presence(lost, Presence(state="ready", epoch=4, ts=8)) == lost
    back = with_presence(lost, Presence(state="ready", epoch=4, ts=10)).presence
    assert back is not None
    assert back.state == "ready"
