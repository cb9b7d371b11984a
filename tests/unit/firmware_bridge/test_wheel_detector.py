"""The quarter-turn detector: its reports on a wheel that turns, bounces, sticks, and on a sensor that errs."""

import random

import pytest

from firmware_bridge.detector import FULL_CIRCLE, EventKind, QuarterTurnDetector, WheelEvent

STEP_MS = 2.0


class Wheel:
    """A detector with a clock and an angle; every method gives the events that it caused."""

    def __init__(self, deg: float = 0.0, zero: int = 0, noise: float = 2.0) -> None:
        self.detector = QuarterTurnDetector(zero)
        self._rng = random.Random(5)
        self._zero = zero
        self._noise = noise
        self._t_ms = 0.0
        self._deg = deg
        self.started = self.rest()

    def raw(self, deg: float) -> int:
        return round(deg / 360.0 * FULL_CIRCLE + self._zero + self._rng.gauss(0.0, self._noise)) % FULL_CIRCLE

    def feed(self, raws: list[int]) -> list[WheelEvent]:
        events = []
        for raw in raws:
            self._t_ms += STEP_MS
            event = self.detector.sample(raw, self._t_ms)
            events += [event] if event else []
        return events

    def to(self, deg: float, ms: float = 200.0) -> list[WheelEvent]:
        steps = round(ms / STEP_MS)
        way = [self._deg + (deg - self._deg) * step / steps for step in range(1, steps + 1)]
        self._deg = deg
        return self.feed([self.raw(angle) for angle in way])

    def rest(self, ms: float = 100.0) -> list[WheelEvent]:
        return self.feed([self.raw(self._deg) for _ in range(round(ms / STEP_MS))])

    def jump(self, deg: float) -> None:
        self._deg = deg


def kinds(events: list[WheelEvent]) -> list[EventKind]:
    return [event.kind for event in events]


def turns(events: list[WheelEvent]) -> list[int]:
    return [event.quarters for event in events if event.kind is EventKind.TURN]


@pytest.mark.parametrize("zero", [0, 1000, 4095])
@pytest.mark.parametrize("start", [0, 90, 180, 270])
@pytest.mark.parametrize("quarters", [1, -1, 2, -2, 3, -3, 5])
def test_a_turn_from_any_stop_is_reported_once_with_its_direction(zero: int, start: int, quarters: int) -> None:
    wheel = Wheel(start, zero)
    before = wheel.detector.net
    assert before % 4 == start // 90
    events = wheel.to(start + 90 * quarters, ms=400) + wheel.rest()
    assert kinds(events) == [EventKind.MOVE, EventKind.TURN]
    assert turns(events) == [quarters]
    assert wheel.detector.net == before + quarters


def test_starting_on_another_stop_is_no_turn() -> None:
    assert Wheel(270).started == []


def test_found_between_two_stops_the_way_is_unknown() -> None:
    wheel = Wheel(40)
    assert EventKind.MOVE in kinds(wheel.started)
    assert kinds(wheel.to(90) + wheel.rest()) == [EventKind.RESYNC]
    assert wheel.detector.net == 1


def test_a_move_is_reported_at_once_and_the_turn_only_at_rest() -> None:
    wheel = Wheel()
    assert kinds(wheel.to(30, ms=60)) == [EventKind.MOVE]
    assert wheel.to(90) == []
    assert turns(wheel.rest()) == [1]


def test_overshoot_and_ringing_give_one_turn() -> None:
    wheel = Wheel()
    events = wheel.to(104, 150) + wheel.to(84, 30) + wheel.to(93, 20) + wheel.to(90, 20) + wheel.rest()
    assert turns(events) == [1]


def test_sweeping_over_a_stop_without_resting_gives_no_turn_there() -> None:
    wheel = Wheel()
    events = wheel.to(180, ms=600) + wheel.rest()
    assert turns(events) == [2]


def test_slowly_over_the_stop_does_not_count_before_it_rests() -> None:
    wheel = Wheel()
    assert turns(wheel.to(80) + wheel.to(108, ms=120) + wheel.to(60)) == []


def test_a_part_of_a_turn_and_back_is_a_return_with_its_peak() -> None:
    wheel = Wheel()
    events = wheel.to(-60) + wheel.to(0) + wheel.rest()
    assert kinds(events) == [EventKind.MOVE, EventKind.RETURN]
    assert events[-1].peak_deg == pytest.approx(60, abs=2)
    assert wheel.detector.net == 0


def test_a_full_turn_comes_to_rest_four_quarters_on() -> None:
    wheel = Wheel()
    assert turns(wheel.to(360, 800) + wheel.rest()) == [4]


def test_between_two_stops_it_is_stuck_once_and_then_freed() -> None:
    wheel = Wheel()
    events = wheel.to(45) + wheel.rest(4000)
    assert kinds(events) == [EventKind.MOVE, EventKind.STUCK]
    assert wheel.detector.is_stuck
    assert turns(wheel.to(90) + wheel.rest()) == [1]
    assert not wheel.detector.is_away


def test_a_wheel_that_is_fingered_near_its_stop_says_nothing() -> None:
    wheel = Wheel()
    assert [event for deg in (8, -11, 15, -18, 4, 0) for event in wheel.to(deg) + wheel.rest()] == []


def test_single_wild_samples_are_ignored() -> None:
    rng = random.Random(1)
    wheel = Wheel()
    assert [event for _ in range(500) for event in wheel.feed([rng.randrange(FULL_CIRCLE)]) + wheel.rest(20)] == []


@pytest.mark.parametrize("run", [2, 3])
def test_two_or_three_wild_samples_never_make_a_turn(run: int) -> None:
    rng = random.Random(run)
    wheel = Wheel()
    events = []
    for _ in range(500):
        events += wheel.feed([rng.randrange(FULL_CIRCLE)] * run) + wheel.rest(20)
    assert EventKind.TURN not in kinds(events)
    assert wheel.detector.net == 0


def test_single_wild_samples_on_the_way_change_nothing() -> None:
    wheel = Wheel()
    events = []
    for deg in range(3, 91, 3):
        events += wheel.to(deg, 10) + wheel.feed([2048 + deg])
    assert turns(events + wheel.rest()) == [1]


@pytest.mark.parametrize("deg", [90, 180, 270])
def test_elsewhere_without_a_way_there_is_a_resync(deg: int) -> None:
    wheel = Wheel()
    wheel.jump(deg)
    events = wheel.rest()
    assert kinds(events) == [EventKind.MOVE, EventKind.RESYNC]
    assert wheel.detector.net % 4 == deg // 90


def test_after_a_resync_turns_are_certain_again() -> None:
    wheel = Wheel()
    wheel.jump(90)
    wheel.rest()
    assert turns(wheel.to(180) + wheel.rest()) == [1]


def test_too_fast_to_follow_is_never_a_wrong_direction() -> None:
    wheel = Wheel()
    events = wheel.to(3600, ms=100) + wheel.rest()
    assert turns(events) in ([], [40])


def test_noise_at_rest_turns_nothing() -> None:
    assert Wheel(noise=20).rest(20_000) == []
