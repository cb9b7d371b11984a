"""The board over the picture, for a screen: from the reader's pose and its newest reading.

Law: it only reads; nothing here changes the reader's state.
"""

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.board.profile import BoardProfile
from companion.sensors.board_spots import BoardSpots, vision_board
from companion.views.sight import Point, SeenSpot, Sight, SpotKind
from vision.find.disc import rest_deg, turned_places
from vision.find.pose import Pose
from vision.results import BoardReading

_RIM_POINTS: Final = 48

Points = NDArray[np.float64]


def sight_of(
    profile: BoardProfile,
    sectors: tuple[int, ...],
    colours: tuple[str, ...],
    pose: Pose,
    reading: BoardReading | None,
    picture: tuple[int, int],
) -> Sight:
    """Returns the board at the pose in a picture of (width, height) pixels; `sectors` and `colours` go by seat."""
    board = vision_board(profile, BoardSpots.of(profile, sectors))
    places = turned_places(board, rest_deg(reading.disc_deg if reading else None))
    size = np.array(picture, dtype=np.float64)
    middle = pose.pixels(places) / size
    half = _half(pose, places, board.piece.width_mm / 2) / size
    kinds = _kinds(profile, sectors)
    seen = _seen(reading) if reading else [(None, 0.0)] * len(kinds)
    width, height = profile.size_mm
    square = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
    corners = _points(pose.pixels(square) / size)
    spots = tuple(
        SeenSpot(at=at, half=extent, kind=kind, seat=seat, seen=what, certainty=sure)
        for at, extent, (kind, seat), (what, sure) in zip(_points(middle), _points(half), kinds, seen, strict=True)
    )
    return Sight(
        outline=(corners[0], corners[1], corners[2], corners[3]),
        disc=_points(_rim(profile, pose) / size),
        spots=spots,
        colours=colours,
    )


def _half(pose: Pose, places: Points, radius_mm: float) -> Points:
    """Returns half the width and height (n, 2), in pixels, of the ellipses that circles round the places project to."""
    along_x = pose.pixels(places + np.array([radius_mm, 0.0])) - pose.pixels(places)
    along_y = pose.pixels(places + np.array([0.0, radius_mm])) - pose.pixels(places)
    return np.asarray(np.hypot(along_x, along_y), dtype=np.float64)


def _rim(profile: BoardProfile, pose: Pose) -> Points:
    if profile.wheel is None:
        return np.empty((0, 2))
    turns = np.linspace(0, math.tau, _RIM_POINTS, endpoint=False)
    circle = np.column_stack([np.cos(turns), np.sin(turns)]) * profile.wheel.radius_mm
    return pose.pixels(np.array(profile.wheel.centre) + circle)


def _kinds(profile: BoardProfile, sectors: tuple[int, ...]) -> list[tuple[SpotKind, int | None]]:
    """Returns kind and seat of each spot, in the order of `BoardSpots`."""
    length = len(profile.track) // len(profile.goal)
    owner = {sector * length: seat for seat, sector in enumerate(sectors)}
    kinds: list[tuple[SpotKind, int | None]] = [
        (SpotKind.START, owner[field]) if field in owner else (SpotKind.FIELD, None)
        for field in range(len(profile.track))
    ]
    kinds += [(SpotKind.LANE, seat) for seat in range(len(sectors)) for _ in profile.goal[0]]
    kinds += [(SpotKind.KENNEL, seat) for seat, sector in enumerate(sectors) for _ in profile.kennel[sector]]
    return [*kinds, (SpotKind.CENTRE, None)] if profile.centre else kinds


def _seen(reading: BoardReading) -> list[tuple[int | None, float]]:
    """Returns the likeliest class of every spot and its probability, in the order of `BoardSpots`."""
    scores = reading.counted
    return [(int(kind), float(np.exp(sure))) for kind, sure in zip(scores.argmax(1), scores.max(1), strict=True)]


def _points(places: Points) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in places)
