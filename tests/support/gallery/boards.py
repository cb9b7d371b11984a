"""Boards as the simulated camera shows them, for the gallery's pictures and for the tests: one that is known, and one
that a family owns, without markers, whose fields lie a little elsewhere than on any known board.

Law: everything here is drawn; nothing senses.
"""

import math
from functools import cache
from typing import Final

import cv2
import msgspec
import numpy as np

from companion.board.files import BoardProfile, load_board
from companion.model.places import KENNEL, goal, is_track
from companion.model.position import Position
from companion.preparation.deck_showing import outlined
from companion.sensors.cards.pile_sensor import pile_beside
from companion.settings.schema import Settings
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Scene, VirtualCamera
from companion.views.sight import Point, SeenSpot, Sight, SpotKind
from ui.art.pixels import to_rgba
from ui.ports import Picture

#: The known board that the family's own is like.
LIKE: Final = "star_4"
#: The place of a marker that is not in the picture.
_AWAY: Final = (5000.0, 5000.0)
_SIZE: Final = (1280, 720)
_SEED: Final = 7
#: The card on the place of the pile, which shows its bare face.
_CARD_MM: Final = (58.0, 89.0)
_CARD_BGR: Final = (215, 235, 240)


@cache
def own_board() -> BoardProfile:
    """The family's board: larger, its star bulging, its homes moved."""
    known = load_board(LIKE)
    size = (480.0, 470.0)

    def moved(spot: Point, by: Point = (0.0, 0.0)) -> Point:
        x, y = spot[0] / known.size_mm[0] - 0.5, spot[1] / known.size_mm[1] - 0.5
        bulge = 0.98 - 0.12 * (x * x + y * y)
        return ((x * bulge + 0.5) * size[0] + by[0], (y * bulge + 0.5) * size[1] + by[1])

    shifts = ((5.0, -3.0), (-4.0, 4.0), (-5.0, -5.0), (4.0, -4.0))
    return msgspec.structs.replace(
        known,
        id="own",
        size_mm=size,
        track=tuple(map(moved, known.track)),
        goal=tuple(tuple(map(moved, lane)) for lane in known.goal),
        kennel=tuple(tuple(moved(spot, by) for spot in row) for row, by in zip(known.kennel, shifts, strict=True)),
        markers=msgspec.structs.replace(known.markers, centres=(_AWAY,) * 4),
    )


@cache
def own_camera(colours: tuple[str, ...], stand: Stand | None = None) -> VirtualCamera:
    """A camera over the family's board."""
    return VirtualCamera(own_board(), colours, _SEED, _SIZE, stand=stand)


@cache
def empty_photograph(colours: tuple[str, ...]) -> Picture:
    return to_rgba(own_camera(colours).render(Scene()))


@cache
def board_in_play(position: Position, colours: tuple[str, ...]) -> tuple[Picture, Sight]:
    """Returns the usual board with its pawns, and a good reader's reading: of one field it is not sure."""
    profile = load_board(Settings().board)
    camera = VirtualCamera(profile, colours, _SEED, _SIZE)
    standing = _standing(profile, position)
    figures = tuple(Figure(colour=colours[seat], x_mm=x, y_mm=y) for (x, y), seat in standing.items())
    return to_rgba(camera.render(Scene(figures=figures))), _sight(profile, camera, standing, colours)


def board_with_pile(position: Position, colours: tuple[str, ...]) -> Picture:
    """The usual board and beside it the place of the pile, drawn as while a deck is shown, with a card on it."""
    profile = load_board(Settings().board)
    camera = VirtualCamera(profile, colours, _SEED, _SIZE)
    figures = tuple(
        Figure(colour=colours[seat], x_mm=x, y_mm=y) for (x, y), seat in _standing(profile, position).items()
    )
    image = camera.render(Scene(figures=figures))
    place = pile_beside(profile.size_mm, "left").corners_mm
    middle, half = place.mean(axis=0), np.array(_CARD_MM) / 2
    card = np.array([camera.project(*(middle + half * way)) for way in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    cv2.fillConvexPoly(image, np.rint(card).astype(np.int32), _CARD_BGR, cv2.LINE_AA)
    return to_rgba(outlined(image, np.array([camera.project(x, y) for x, y in place])))


def _standing(profile: BoardProfile, position: Position) -> dict[Point, int]:
    """The seat of every pawn by its place in millimetres."""
    standing: dict[Point, int] = {}
    for seat, row in enumerate(position.placement.pawns):
        waiting = iter(profile.kennel[position.seats[seat]])
        for place in row:
            if place == KENNEL:
                standing[next(waiting)] = seat
            elif is_track(place):
                standing[profile.track[place]] = seat
        for number, spot in enumerate(profile.goal[position.seats[seat]], start=1):
            if goal(number) in row:
                standing[spot] = seat
    return standing


def _sight(profile: BoardProfile, camera: VirtualCamera, standing: dict[Point, int], colours: tuple[str, ...]) -> Sight:
    length = len(profile.track) // len(profile.goal)
    spots = [
        (spot, SpotKind.FIELD if field % length else SpotKind.START, None if field % length else field // length)
        for field, spot in enumerate(profile.track)
    ]
    spots += [(spot, SpotKind.LANE, seat) for seat, lane in enumerate(profile.goal) for spot in lane]
    spots += [(spot, SpotKind.KENNEL, seat) for seat, row in enumerate(profile.kennel) for spot in row]
    width, height = profile.size_mm
    corners = [_part(camera, corner) for corner in ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))]
    return Sight(
        outline=(corners[0], corners[1], corners[2], corners[3]),
        disc=_rim(profile, camera),
        spots=tuple(
            _seen(camera, spot, kind, seat, standing.get(spot, -1), profile.pawn.width_mm / 2)
            for spot, kind, seat in spots
        ),
        colours=colours,
    )


def _seen(
    camera: VirtualCamera, spot: Point, kind: SpotKind, owner: int | None, stands: int, radius_mm: float
) -> SeenSpot:
    x, y = spot
    at, right, down = (_part(camera, place) for place in (spot, (x + radius_mm, y), (x, y + radius_mm)))
    half = (math.hypot(right[0] - at[0], down[0] - at[0]), math.hypot(right[1] - at[1], down[1] - at[1]))
    certainty = 0.7 if stands == 2 and kind is SpotKind.FIELD else 0.995
    return SeenSpot(at=at, half=half, kind=kind, seat=owner, seen=1 + stands, certainty=certainty)


def _rim(profile: BoardProfile, camera: VirtualCamera) -> tuple[Point, ...]:
    if profile.wheel is None:
        return ()
    x, y = profile.wheel.centre
    reach = profile.wheel.radius_mm
    turns = [math.tau * step / 48 for step in range(48)]
    return tuple(_part(camera, (x + reach * math.cos(turn), y + reach * math.sin(turn))) for turn in turns)


def _part(camera: VirtualCamera, place: Point) -> Point:
    u, v = camera.project(*place)
    return u / _SIZE[0], v / _SIZE[1]
