"""Turns of every speed are reported once, at rest: by the firmware's core, and by the firmware on the board."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wheel_boards import resting_board
from wheel_core import CoreDetector
from wheel_sweep import END_DEG, SPEEDS, WAYS, judged, play, played_way, sweep

from firmware_bridge.protocol import messages as msg


def test_turns_of_every_speed_are_reported_once_the_wheel_rests() -> None:
    swept = sweep(CoreDetector, turns=1)
    assert swept.wrong == ()
    assert swept.right > 130


def test_a_hand_that_turns_round_near_the_stop_is_still_turning() -> None:
    """There a movement takes longest for its few degrees, and one measure of its pace may be too short."""
    rng = random.Random(12)
    wrong = []
    for _ in range(400):
        deg_s, quarters = rng.choice((60, 80, 100, 130, 150, 170, 200, 250, 300, 400)), rng.choice((-1, 1))
        # each time round by more than the 4 degrees within which it would rest
        off = [rng.uniform(-14.0, 14.0)]
        while len(off) < 6:
            off += [each for each in (rng.uniform(-14.0, 14.0),) if abs(each - off[-1]) > 5.0]
        way = played_way([(90.0 * quarters + each, 0.0) for each in (*off, 0.0)], deg_s)
        verdict = judged(play(CoreDetector(), way, rng.randrange(4096), rng), way, quarters, sure=True)
        if verdict != "right":
            wrong.append((deg_s, off, verdict))
    assert wrong == []


def test_a_way_too_fast_to_follow_is_never_one_of_the_wrong_direction() -> None:
    """The wheel passes between samples unseen, and back: every such reading leads to a question."""
    rng = random.Random(4)
    wrong = []
    for seed in (7589, *(rng.randrange(2**32) for _ in range(200))):
        deg_s, quarters, start = rng.choice((12_000, 20_000, 30_000, 40_000)), rng.choice((-3, -1, 1, 3)), seed % 4096
        noise = random.Random(seed)
        way = played_way(WAYS["to and fro"](quarters, noise), deg_s)
        verdict = judged(play(CoreDetector(), way, start, noise), way, quarters, sure=False)
        if verdict not in {"right", "unsure"}:
            wrong.append((deg_s, quarters, seed, verdict))
    assert wrong == []


@pytest.mark.parametrize("name", WAYS)
@given(st.sampled_from([speed for speed in SPEEDS if speed >= 40]), st.sampled_from([-3, -2, -1, 1, 2, 3]), st.data())
@settings(deadline=None, max_examples=15)
def test_any_start_any_way(name: str, deg_s: int, quarters: int, data: st.DataObject) -> None:
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    way = played_way(WAYS[name](quarters, rng), deg_s)
    reported = play(CoreDetector(), way, data.draw(st.integers(0, 4095)), rng)
    assert judged(reported, way, quarters, sure=deg_s <= 4000) in ("right", "unsure")


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("deg_s", [20, 60, 140, 400, 4000])
def test_on_the_board_a_turn_of_any_speed_is_one_message(name: str, deg_s: int) -> None:
    rng = random.Random(deg_s)
    quarters = rng.choice((-2, -1, 1, 2))
    early = 0
    with resting_board() as board:
        said: list[msg.Message] = []
        for place, pause_ms in WAYS[name](quarters, rng):
            said += board.go(place, max(2.0, abs(place - board.deg) / deg_s * 1000.0), rest_ms=pause_ms)
            if abs(place - 90 * quarters) > END_DEG:
                early = len(rests(said))
        reported = rests(said + board.run(2200))
    assert [message.quarters for message in reported if isinstance(message, msg.Turn)] == [quarters]
    assert len(reported) == 1
    assert early == 0, "reported while it turned"


def rests(said: list[msg.Message]) -> list[msg.Message]:
    return [message for message in said if isinstance(message, msg.Turn | msg.Return | msg.Resync)]


def test_on_the_board_the_slowest_hand_of_all_is_one_turn() -> None:
    with resting_board() as board:
        said = board.go(180, 36_000, rest_ms=2200)
    assert [message.quarters for message in said if isinstance(message, msg.Turn)] == [2]


@given(st.lists(st.integers(600, 3496), min_size=1, max_size=4), st.integers(600, 3496), st.integers(1, 9))
@settings(deadline=None, max_examples=200)
def test_wild_samples_at_rest_say_nothing(wild: list[int], constant: int, times: int) -> None:
    """Up to four of any value (8 ms), or one wrong value for up to 18 ms."""
    for burst in (wild, [constant] * times):
        detector = CoreDetector()
        reported = [detector.sample(raw, 2 * number) for number, raw in enumerate([0] * 60 + burst + [0] * 200)]
        assert [event for event in reported if event] == []
        assert detector.net == 0


def test_a_wheel_that_creeps_by_a_degree_a_second_rests() -> None:
    """A sensor that drifts, or a board that warms up, must not keep a turn back for ever."""
    with resting_board() as board:
        board.go(70, 200)
        said = board.go(88, 18_000)
    assert [message.quarters for message in said if isinstance(message, msg.Turn)] == [1]
    (reported_ms,) = [at_ms for at_ms, message in board.received if isinstance(message, msg.Turn)]
    assert reported_ms < board.received[-1][0] - 3000
