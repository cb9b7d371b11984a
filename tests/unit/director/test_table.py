"""The director's knowledge of a table: its phase, and each moment once."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.director.settings import Moment
from companion.director.table import (
    Happened,
    Presence,
    Snapshot,
    TableSeen,
    out_of_hearing,
    with_presence,
    with_snapshot,
)

KINDS: dict[str, Happened] = {
    "capture": Happened(seq=0, kind="play", detail={"play": "8 0:5>13x1@13"}),
    "wrong": Happened(seq=0, kind="illegal", detail={"ruling": "CORE-R31"}),
    "win": Happened(seq=0, kind="result", detail={"winners": [0, 2]}),
    "plain": Happened(seq=0, kind="play", detail={"play": "8 0:5>13"}),
    "broken off": Happened(seq=0, kind="result", detail={"winners": []}),
    "cards": Happened(seq=0, kind="play", detail={"play": "lay 5 at 3"}),
    "strange": Happened(seq=0, kind="play", detail={"play": 7}),
    "new": Happened(seq=0, kind="something of tomorrow"),
}


def snapshot(seq: int, *kinds: str, game: str = "g", epoch: int = 1, ts: int = 0, phase: str = "play") -> Snapshot:
    """Its newest events are `kinds`, the last of them row `seq`."""
    recent = [
        msgspec.structs.replace(KINDS[kind], seq=seq - len(kinds) + index + 1) for index, kind in enumerate(kinds)
    ]
    return Snapshot(epoch=epoch, seq=seq, ts=ts, game=game, phase=phase, recent=tuple(recent))


def test_the_phase_is_known_when_state_and_status_are() -> None:
    seen, _ = with_snapshot(TableSeen(), snapshot(5))
    assert seen.phase is None
    assert with_presence(seen, Presence(state="ready", epoch=1)).phase == "play"
    assert with_presence(seen, Presence(state="paused", epoch=1)).phase == "paused"
    assert with_presence(seen, Presence(state="lost", epoch=1)).phase == "away"
    over, _ = with_snapshot(seen, snapshot(6, phase="over"))
    assert with_presence(over, Presence(state="disconnected", epoch=1)).phase == "over"
    figure, _ = with_snapshot(seen, snapshot(6, phase="dog"))
    assert with_presence(figure, Presence(state="ready", epoch=1)).phase == "figure"


def test_the_last_will_of_an_earlier_start_is_old_news() -> None:
    seen, _ = with_snapshot(TableSeen(), snapshot(5, epoch=4))
    seen = with_presence(seen, Presence(state="ready", epoch=4))
    assert with_presence(seen, Presence(state="lost", epoch=3)) == seen


@pytest.mark.parametrize(
    ("kind", "moment"), [("capture", Moment.CAPTURE), ("wrong", Moment.WRONG), ("win", Moment.WIN)]
)
def test_each_kind_of_moment_is_noticed(kind: str, moment: Moment) -> None:
    seen, _ = with_snapshot(TableSeen(), snapshot(5))
    assert with_snapshot(seen, snapshot(6, kind))[1] == (moment,)


@pytest.mark.parametrize("kind", ["plain", "broken off", "cards", "strange", "new"])
def test_nothing_else_is_a_moment(kind: str) -> None:
    seen, _ = with_snapshot(TableSeen(), snapshot(5))
    assert with_snapshot(seen, snapshot(6, kind))[1] == ()


def test_what_happened_while_nobody_listened_is_no_moment() -> None:
    seen, moments = with_snapshot(TableSeen(), snapshot(5, "wrong"))
    assert moments == ()
    seen, moments = with_snapshot(out_of_hearing(seen), snapshot(8, "wrong", "capture"))
    assert moments == ()
    assert with_snapshot(seen, snapshot(9, "wrong"))[1] == (Moment.WRONG,)


def test_a_game_that_is_taken_up_again_repeats_nothing() -> None:
    seen, _ = with_snapshot(TableSeen(), snapshot(5, game="other"))
    seen, moments = with_snapshot(seen, snapshot(40, "wrong", "capture", ts=1))
    assert moments == ()


def test_an_older_state_changes_nothing() -> None:
    seen, _ = with_snapshot(TableSeen(), snapshot(9, ts=7, epoch=2))
    for old in (snapshot(8, "win", ts=9, epoch=2), snapshot(30, "win", ts=6), snapshot(99, "win", game="h", ts=3)):
        assert with_snapshot(seen, old) == (seen, ())


@given(st.lists(st.tuples(st.sampled_from(sorted(KINDS)), st.booleans()), max_size=30))
def test_of_states_that_are_missed_no_moment_is_lost_or_twice(course: list[tuple[str, bool]]) -> None:
    """As long as not more than the newest twelve events came meanwhile."""
    seen, _ = with_snapshot(TableSeen(), snapshot(0))
    kinds = [kind for kind, _ in course]
    found: list[Moment] = []
    for row, (_, missed) in enumerate(course, start=1):
        if not missed or row % 12 == 0 or row == len(course):
            seen, moments = with_snapshot(seen, snapshot(row, *kinds[:row][-12:]))
            found += moments
    assert found == [Moment(kind) for kind in kinds if kind in list(Moment)]
