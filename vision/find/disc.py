"""The disc of the board: its angle by its marker, and the positions of its spots and its print after a turn."""

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board import Board, Disc
from vision.find.board_mask import polygon
from vision.find.lens import on_plane
from vision.find.marker_template import drawn_marker, turn_of
from vision.find.markers import Found
from vision.find.pose import Pose
from vision.frames import Image, Points

#: The largest visible offset of a disc from its place, in millimetres on the board's plane, because of its thickness
#: and position.
FARTHEST_MM: Final = 8.0


def disc_angle(found: Found, board: Board, pose: Pose, grey: Image) -> float | None:
    """Returns the clockwise angle of the disc in degrees, 0..360; None if its marker is not in view of `grey` (h, w).

    The corners of a small marker are too inexact (up to three degrees), so the whole marker decides.
    """
    marker = board.markers.on_disc
    if marker is None or marker.id not in found:
        return None
    corners = pose.millimetres(found[marker.id])
    across = (corners[1] - corners[0]) + (corners[2] - corners[3])
    roughly = float(np.degrees(np.arctan2(across[1], across[0])))
    centre = (float(corners[:, 0].mean()), float(corners[:, 1].mean()))
    half = marker.size_mm / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) + centre
    around = rotation(centre, roughly)
    places = pose.pixels(square @ around[:2, :2].T + around[:2, 2])
    return (roughly + turn_of(drawn_marker(board.markers.dictionary, marker.id), grey, places)) % 360


def disc_offset_mm(found: Found, board: Board, pose: Pose, angle_deg: float) -> Points | None:
    """Returns the visible offset (2,) of the disc, turned clockwise by `angle_deg`, from its place on the board's
    plane; None if its marker is not in view.  A disc is a plate on the board: in an oblique view it appears further
    away, and it turns about its visible middle."""
    marker, disc = board.markers.on_disc, board.disc
    if marker is None or disc is None or marker.id not in found:
        return None
    turn = rotation(disc.centre, angle_deg)
    place = turn[:2, :2] @ marker.centre + turn[:2, 2]
    offset = pose.millimetres(found[marker.id]).mean(axis=0) - place
    return offset if float(np.linalg.norm(offset)) < FARTHEST_MM else None


def with_disc_beside(board: Board, offset_mm: Points) -> Board:
    """Returns the board with its disc and the spots on it moved by `offset_mm` (2,)."""
    if board.disc is None:
        return board
    x, y = board.disc.centre
    places = board.spots.places_mm + np.where(board.spots.on_disc[:, None], offset_mm, 0.0)
    disc = replace(board.disc, centre=(x + float(offset_mm[0]), y + float(offset_mm[1])))
    return replace(board, disc=disc, spots=replace(board.spots, places_mm=places))


def roaming_marker_mm(board: Board) -> tuple[int, Points] | None:
    """Returns the disc's marker and the square (4, 2) in millimetres that holds it at every angle."""
    disc, marker = board.disc, board.markers.on_disc
    if disc is None or marker is None:
        return None
    half = float(np.hypot(marker.centre[0] - disc.centre[0], marker.centre[1] - disc.centre[1])) + marker.size_mm / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return marker.id, np.array(disc.centre) + square


def rotation(centre: tuple[float, float], angle_deg: float) -> Points:
    """Returns a clockwise turn about `centre` as a (3, 3) transform of board millimetres."""
    turn = np.radians(angle_deg)
    cosine, sine = np.cos(turn), np.sin(turn)
    x, y = centre
    return np.array([[cosine, -sine, x - cosine * x + sine * y], [sine, cosine, y - sine * x - cosine * y], [0, 0, 1]])


def turned_places(board: Board, angle_deg: float) -> Points:
    """Returns the places (n, 2) of all spots in millimetres with the disc turned by `angle_deg` from its stop."""
    places = board.spots.places_mm.copy()
    if board.disc and angle_deg:
        turn = rotation(board.disc.centre, angle_deg)
        places[board.spots.on_disc] = places[board.spots.on_disc] @ turn[:2, :2].T + turn[:2, 2]
    return places


def disc_mask(pose: Pose, board: Board, shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Returns the pixels (height, width) that show the disc."""
    if board.disc is None:
        return np.zeros(shape, dtype=bool)
    return polygon(pose.pixels(disc_rim_mm(board.disc)), shape) > 0


def disc_rim_mm(disc: Disc) -> Points:
    """Returns places (90, 2) round the rim of the disc."""
    round_deg = np.radians(np.arange(0, 360, 4))
    return np.array(disc.centre) + disc.radius_mm * np.column_stack([np.cos(round_deg), np.sin(round_deg)])


def angle_difference_deg(angle: float, before: float) -> float:
    """Returns the smaller turn from `before` to `angle` in degrees, clockwise positive."""
    return (angle - before + 180) % 360 - 180


def rest_deg(angle: float | None) -> float:
    """Returns the distance of an angle from the nearest stop; 0 if no angle is known."""
    return 0.0 if angle is None else angle - 90 * round(angle / 90)


def carried_memory(pose: Pose, board: Board, angle_deg: float) -> Points:
    """Returns the (3, 3) pixel transform of the disc's print for a turn by `angle_deg`.  Needs a board with a disc."""
    if board.disc is None:
        raise ValueError("this board has no disc")
    rim, turn = disc_rim_mm(board.disc), rotation(board.disc.centre, angle_deg)
    return pose.carried(rim, on_plane(turn, rim), pose)
