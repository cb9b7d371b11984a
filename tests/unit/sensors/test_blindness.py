"""The times at which a camera reports that it may have missed something."""

import pytest

from companion.sensors.unknowns import BLIND_MS, Blindness
from companion.session.decide.boards.witness import SIGHT_KEPT_MS
from vision.results import FrameResult, FrameStatus

STEP_MS = 100


def losses_ms(states: list[tuple[FrameStatus, int]]) -> list[int]:
    """Returns the times at which sight is reported lost, when each state is seen for so long."""
    blindness, t_ms, found = Blindness(), 0, []
    for state, lasts_ms in states:
        for _ in range(lasts_ms // STEP_MS):
            t_ms += STEP_MS
            if blindness.begins(FrameResult(state), t_ms):
                found.append(t_ms)
    return found


@pytest.mark.parametrize(
    "state",
    [
        FrameStatus.NO_MARKERS,
        FrameStatus.TOO_DARK,
        FrameStatus.COLOURLESS,
        FrameStatus.BLURRED,
        FrameStatus.BAD_PICTURE,
    ],
)
def test_a_board_out_of_sight_is_reported_once_each_time(state: FrameStatus) -> None:
    settled = (FrameStatus.SETTLED, 1000)
    assert losses_ms([settled, (state, BLIND_MS)]) == []
    assert len(losses_ms([settled, (state, 5 * BLIND_MS)])) == 1
    assert len(losses_ms([settled, (state, 2 * BLIND_MS), settled, (state, 2 * BLIND_MS)])) == 2


@pytest.mark.parametrize("state", [FrameStatus.HAND, FrameStatus.MOVING, FrameStatus.TURNING])
def test_a_hand_takes_its_time_and_is_no_blindness(state: FrameStatus) -> None:
    settled = (FrameStatus.SETTLED, 1000)
    assert losses_ms([settled, (state, SIGHT_KEPT_MS - STEP_MS)]) == []
    assert len(losses_ms([settled, (state, 3 * SIGHT_KEPT_MS)])) == 1


def test_a_moment_of_darkness_between_hands_is_none() -> None:
    dark = (FrameStatus.TOO_DARK, BLIND_MS - STEP_MS)
    assert losses_ms([(FrameStatus.SETTLED, 100), dark, (FrameStatus.HAND, 100), dark, (FrameStatus.HAND, 100)]) == []
