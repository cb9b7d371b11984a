"""Holds the automatic settings of a webcam (exposure, white balance, focus) once its pictures have settled.

A camera that goes on adjusting changes the look of the same board after each hand over it.

Laws: only the switches from automatic to manual are set, so a camera keeps its values; if the picture becomes worse,
and when the camera is closed, the switches go back; a camera that a person set by hand is left alone.
"""

from collections import deque
from collections.abc import Sequence
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image

#: V4L2's own controls, each with its value for "manual" (kernel documentation, camera and user controls): automatic
#: exposure, white balance, focus.  Other systems number them differently, so cameras are left alone there.
MANUAL: Final = {cv2.CAP_PROP_AUTO_EXPOSURE: 1.0, cv2.CAP_PROP_AUTO_WB: 0.0, cv2.CAP_PROP_AUTOFOCUS: 0.0}
#: Pictures are measured this often, and have settled when this many measures in a row agree.
EVERY_MS: Final = 250
SETTLED_COUNT: Final = 8
#: Measures agree within this share; a webcam's noise and a lamp's flicker stay below.
AGREEING: Final = 0.04
#: After this many measures a held picture must look as before, within this share.
JUDGED_COUNT: Final = 4
WORSE: Final = 0.12
#: A hand or another light at that moment looks like a driver that spoils the picture, but not this many times in a row.
WORSE_COUNT: Final = 3
#: The light has changed when a held picture stays this much darker or brighter for this many measures.
OTHER_LIGHT: Final = 1.6
CHANGED_COUNT: Final = 12

Measure = NDArray[np.float64]


class Controls(Protocol):
    """The controls of a capture; `get` returns a negative value for a missing one."""

    def get(self, control: int, /) -> float: ...

    def set(self, control: int, value: float, /) -> bool: ...


class HeldAutomatics:
    """Watches the pictures of one camera and holds its settings until `give_back`."""

    def __init__(self, camera: Controls) -> None:
        self._camera = camera
        self._before: dict[int, float] = {}
        self._measures: deque[Measure] = deque(maxlen=SETTLED_COUNT)
        self._held_at: Measure | None = None
        self._since_held = 0
        self._changed = 0
        self._worse = 0
        self._next_ms: int | None = None

    @property
    def holds(self) -> bool:
        return self._held_at is not None

    def see(self, image: Image, t_ms: int) -> None:
        """Takes one more picture, (h, w, 3), in the order of their times in milliseconds."""
        if self._worse >= WORSE_COUNT or (self._next_ms is not None and t_ms < self._next_ms):
            return
        self._next_ms = t_ms + EVERY_MS
        self._measures.append(_measure(image))
        if self._held_at is None:
            if len(self._measures) == SETTLED_COUNT and _agree(self._measures):
                self._hold()
        else:
            self._check(self._held_at)

    def give_back(self) -> None:
        """Makes all automatic again that was."""
        for control, value in self._before.items():
            self._camera.set(control, value)
        self._before.clear()
        self._held_at = None
        self._measures.clear()

    def _hold(self) -> None:
        automatic = {control: self._camera.get(control) for control in MANUAL}
        self._before = {
            control: value
            for control, value in automatic.items()
            if value >= 0 and value != MANUAL[control] and self._camera.set(control, MANUAL[control])
        }
        self._held_at, self._since_held, self._changed = np.mean(self._measures, axis=0), 0, 0
        if not self._before:
            self._worse = WORSE_COUNT

    def _check(self, held_at: Measure) -> None:
        self._since_held += 1
        if self._since_held == JUDGED_COUNT:
            now = np.median(list(self._measures)[-JUDGED_COUNT:], axis=0)
            worse = bool((np.abs(now - held_at) > WORSE * held_at).any())
            self._worse = self._worse + 1 if worse else 0
            if worse:
                self.give_back()
        elif self._since_held > JUDGED_COUNT:
            light = float(self._measures[-1][:3].mean() / held_at[:3].mean())
            self._changed = self._changed + 1 if max(light, 1 / max(light, 0.01)) > OTHER_LIGHT else 0
            if self._changed >= CHANGED_COUNT:
                self.give_back()


def _measure(image: Image) -> Measure:
    """Returns the mean of each colour, and the difference of neighbouring pixels, which falls without focus; (4,)."""
    some = image[::8].astype(np.float64)
    sharp = np.abs(np.diff(some[:, :, 1], axis=1)).mean()
    return np.array([*some[:, ::8].mean(axis=(0, 1)), sharp]) + 1.0


def _agree(measures: Sequence[Measure] | deque[Measure]) -> bool:
    all_of = np.array(measures)
    return bool((np.ptp(all_of, axis=0) <= AGREEING * all_of.mean(axis=0)).all())
