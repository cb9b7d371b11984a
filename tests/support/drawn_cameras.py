"""Cameras over drawn tables, drawn once for many tests; each test sees their noise from its beginning."""

from copy import copy, deepcopy
from functools import lru_cache

import msgspec
import pytest

from companion.board.profile import BoardProfile
from companion.simulation.camera.board_art import Print
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import SIZE_PX, VirtualCamera


@lru_cache(maxsize=6)
def _drawn(
    profile: bytes,
    colours: tuple[str, ...],
    seed: int,
    size: tuple[int, int],
    seats: tuple[int, ...] | None,
    stand: Stand | None,
) -> VirtualCamera:
    return VirtualCamera(msgspec.json.decode(profile, type=BoardProfile), colours, seed, size, seats=seats, stand=stand)


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
    return as_new(_drawn(msgspec.json.encode(profile), colours, seed, size, seats, stand))


def unmarked_camera(
    profile: BoardProfile,
    colours: tuple[str, ...],
    seed: int,
    size: tuple[int, int] = SIZE_PX,
    *,
    stand: Stand | None = None,
) -> VirtualCamera:
    """A camera over a board that is printed without markers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Print, "marker", lambda *_: None)
        camera = VirtualCamera(profile, colours, seed, size, stand=stand)
        camera._drawn_ground()
    return camera


def as_new(drawn: VirtualCamera) -> VirtualCamera:
    """The same table with its noise from the beginning; `drawn` itself must never have rendered anything."""
    drawn._drawn_ground()
    table = copy(drawn)
    table._rng = deepcopy(drawn._rng)
    return table
