"""Cameras over drawn tables, drawn once for many tests; each test sees their noise from its beginning."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy, deepcopy
from functools import lru_cache

import msgspec
import pytest

from companion.board.profile import BoardProfile
from companion.simulation.camera.board_art import Print
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import SIZE_PX, VirtualCamera

#: Profile, colours, seed, size of the pictures, seats, and whether the markers are printed.
Printed = tuple[bytes, tuple[str, ...], int, tuple[int, int], tuple[int, ...] | None, bool]


@lru_cache(maxsize=4)
def _printed(printed: Printed) -> VirtualCamera:
    """Returns a camera with its prints and its noise, which are the same in every place of the camera."""
    camera = _standing(printed, Stand())
    with _printing(printed):
        assert camera._sheets.noise
    return camera


def _standing(printed: Printed, stand: Stand | None) -> VirtualCamera:
    profile, colours, seed, size, seats, _ = printed
    return VirtualCamera(msgspec.json.decode(profile, type=BoardProfile), colours, seed, size, seats=seats, stand=stand)


@lru_cache(maxsize=6)
def _drawn(printed: Printed, stand: Stand | None) -> VirtualCamera:
    camera = _standing(printed, stand)
    if stand is not None:
        camera.__dict__["_sheets"] = _printed(printed)._sheets
        camera._rng = deepcopy(_printed(printed)._rng)
    with _printing(printed):
        camera._drawn_ground()
    return camera


@contextmanager
def _printing(printed: Printed) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        if not printed[-1]:
            patch.setattr(Print, "marker", lambda *_: None)
        yield


def drawn_camera(
    profile: BoardProfile,
    colours: tuple[str, ...],
    seed: int,
    size: tuple[int, int] = SIZE_PX,
    *,
    seats: tuple[int, ...] | None = None,
    stand: Stand | None = None,
) -> VirtualCamera:
    """As a new `VirtualCamera`, without drawing its prints again."""
    return as_new(_drawn((msgspec.json.encode(profile), colours, seed, size, seats, True), stand))


def unmarked_camera(
    profile: BoardProfile,
    colours: tuple[str, ...],
    seed: int,
    size: tuple[int, int] = SIZE_PX,
    *,
    stand: Stand | None = None,
) -> VirtualCamera:
    """A camera over a board that is printed without markers."""
    return as_new(_drawn((msgspec.json.encode(profile), colours, seed, size, None, False), stand))


def as_new(drawn: VirtualCamera) -> VirtualCamera:
    """The same table with its noise from the beginning; `drawn` itself must never have rendered anything."""
    drawn._drawn_ground()
    table = copy(drawn)
    table._rng = deepcopy(drawn._rng)
    return table
