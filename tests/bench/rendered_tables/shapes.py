"""Meshes of pawns, hands and boards as arrays, in millimetres, z upwards.

Law: numpy only, since Mitsuba's Python has nothing else.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Point = tuple[float, float, float]


class Mesh(NamedTuple):
    """`vertices` (n, 3), `faces` (m, 3) of their indices, and `uv` (n, 2) if there is a picture on it."""

    vertices: Floats
    faces: NDArray[np.int64]
    uv: Floats | None = None

    def moved(self, by: Sequence[float], turn_deg: float = 0.0) -> "Mesh":
        angle = np.radians(turn_deg)
        turn = np.array([[np.cos(angle), np.sin(angle), 0], [-np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
        return self._replace(vertices=self.vertices @ turn + np.asarray(by, dtype=np.float64))


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """Several meshes without pictures as one."""
    firsts = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    faces = [mesh.faces + first for mesh, first in zip(meshes, firsts, strict=False)]
    return Mesh(np.concatenate([mesh.vertices for mesh in meshes]), np.concatenate(faces))


def lathe(outline: Sequence[tuple[float, float]], around: int = 28) -> Mesh:
    """The body that an outline of (radius, height), from foot to top, makes when it is turned."""
    angles = np.linspace(0, 2 * np.pi, around, endpoint=False)
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    vertices = np.concatenate([np.column_stack([radius * ring, np.full(around, height)]) for radius, height in outline])
    faces = []
    for row in range(len(outline) - 1):
        here, above = row * around, (row + 1) * around
        for step in range(around):
            after = (step + 1) % around
            faces += [(here + step, here + after, above + after), (here + step, above + after, above + step)]
    return Mesh(vertices, np.array(faces))


def ball(radius: float, middle: float = 0.0, rows: int = 14) -> list[tuple[float, float]]:
    """The outline of a ball from its lowest point to its highest."""
    angles = np.linspace(-np.pi / 2, np.pi / 2, rows)
    return [(max(0.01, radius * float(np.cos(angle))), middle + radius * float(np.sin(angle))) for angle in angles]


def sphere(middle: Point, radius: float) -> Mesh:
    return lathe(ball(radius), 20).moved(middle)


def limb(start: Point, end: Point, start_radius: float, end_radius: float) -> Mesh:
    """A rounded limb between two points, as a finger or a forearm."""
    first, last = np.array(start), np.array(end)
    along = (last - first) / max(1e-6, float(np.linalg.norm(last - first)))
    side = np.cross(along, (0.0, 0.0, 1.0) if abs(along[2]) < 0.9 else (1.0, 0.0, 0.0))
    side /= np.linalg.norm(side)
    length = float(np.linalg.norm(last - first))
    low = [(radius, height) for radius, height in ball(start_radius) if height <= 0]
    high = [(radius, height + length) for radius, height in ball(end_radius) if height >= 0]
    upright = lathe([*low, *high], 18)
    axes = np.stack([side, np.cross(along, side), along])
    return upright._replace(vertices=upright.vertices @ axes + first)


def box(low: Point, high: Point) -> Mesh:
    """A box with flat sides: no two of them share a corner."""
    corners = np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
    sides = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    vertices = np.concatenate([corners[list(side)] for side in sides])
    faces = np.concatenate([np.array([[0, 1, 2], [0, 2, 3]]) + 4 * number for number in range(6)])
    return Mesh(vertices, faces)


def sheet(width: float, height: float, z: float) -> Mesh:
    """A level rectangle round the origin with a picture on it, upright as seen from above."""
    x, y = width / 2, height / 2
    vertices = np.array([[-x, -y, z], [x, -y, z], [x, y, z], [-x, y, z]])
    return Mesh(vertices, np.array([[0, 1, 2], [0, 2, 3]]), np.array([[0, 1], [1, 1], [1, 0], [0, 0]], dtype=float))


def disc(radius: float, z: float, around: int = 96) -> Mesh:
    """A level round sheet with a picture on it."""
    angles = np.linspace(0, 2 * np.pi, around, endpoint=False)
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    flat = np.concatenate([[[0.0, 0.0]], ring])
    vertices = np.column_stack([radius * flat, np.full(len(flat), z)])
    faces = [(0, 1 + step, 1 + (step + 1) % around) for step in range(around)]
    return Mesh(vertices, np.array(faces), 0.5 + flat * (0.5, -0.5))


def pillar(outline: Sequence[tuple[float, float]], depth: float) -> Mesh:
    """A standing silhouette of (x, z) points, star-shaped from its middle, cut out of a plank of this depth."""
    flat = np.array(outline, dtype=float)
    middle, count = flat.mean(axis=0), len(flat)
    meshes = []
    for side in (-depth / 2, depth / 2):
        face = np.concatenate([[middle], flat])
        vertices = np.column_stack([face[:, 0], np.full(count + 1, side), face[:, 1]])
        faces = [(0, 1 + step, 1 + (step + 1) % count) for step in range(count)]
        meshes.append(Mesh(vertices, np.array(faces)))
    for step in range(count):
        (x0, z0), (x1, z1) = flat[step], flat[(step + 1) % count]
        rim = np.array([[x0, -depth / 2, z0], [x1, -depth / 2, z1], [x1, depth / 2, z1], [x0, depth / 2, z0]])
        meshes.append(Mesh(rim, np.array([[0, 1, 2], [0, 2, 3]])))
    return joined(meshes)


#: Half of the silhouette of a little wooden man one millimetre wide and tall, from his crotch to the top of his head.
_MAN: Final = ((0.08, 0.0), (0.5, 0.0), (0.36, 0.36), (0.5, 0.5), (0.46, 0.64), (0.2, 0.68), (0.22, 0.88), (0.1, 1.0))


def pawn(kind: str, foot: float, tall: float) -> list[Mesh]:
    """Returns the parts of a pawn of this kind that stands on the origin; two if it has two colours."""
    wide = foot / 2
    if kind == "marble":
        return [lathe(ball(wide, wide, 18))]
    if kind == "cylinder":
        return [lathe([(0.01, 0), (wide, 0), (wide, 0.94 * tall), (0.9 * wide, tall), (0.01, tall)])]
    if kind == "chip":
        return [
            lathe(
                [
                    (0.01, 0),
                    (wide, 0),
                    (wide, tall),
                    (0.8 * wide, tall),
                    (0.76 * wide, 0.85 * tall),
                    (0.01, 0.85 * tall),
                ]
            )
        ]
    if kind == "cone":
        return [lathe([(0.01, 0), (wide, 0), (wide, 0.08 * tall), *ball(0.22 * wide, tall - 0.22 * wide)[7:]])]
    if kind == "man":
        half = [(foot * x, tall * z) for x, z in _MAN]
        return [pillar([*half, *[(-x, z) for x, z in reversed(half)]], 0.8 * foot)]
    head = 0.62 * wide
    body = [(0.01, 0), (wide, 0), (wide, 0.1 * tall), (0.7 * wide, 0.2 * tall), (0.4 * wide, 0.55 * tall)]
    neck = [(0.34 * wide, tall - 2 * head), (0.5 * wide, tall - 1.9 * head)]
    if kind == "two_tone":
        return [lathe([*body, *neck]), lathe(ball(head, tall - head))]
    return [lathe([*body, *neck, *ball(head, tall - head)[3:]])]


def thing(line: dict[str, Any]) -> list[tuple[Mesh, dict[str, Any]]]:
    """Returns the parts, each with its paint, of an arm or of a body with an outline."""
    if line["kind"] == "arm":
        skin, sleeve = hand(tuple(line["at"]), tuple(line["towards"]), line["sleeve_from_mm"])
        return [(skin, line["skin"]), (sleeve, line["sleeve"])]
    return [(lathe(line["outline"], 40).moved(line["at"]), line["paint"])]


def hand(tip: Point, towards: tuple[float, float], sleeve_from: float) -> tuple[Mesh, Mesh]:
    """Skin and sleeve of a right arm whose thumb and first finger hold something at `tip`.

    `towards` is the level direction to the shoulder; the sleeve begins `sleeve_from` millimetres from the tip.
    """
    back = np.array([*towards, 0.0]) / np.hypot(*towards)
    across, up, grip = np.array([-back[1], back[0], 0.0]), np.array([0.0, 0.0, 1.0]), np.array(tip)

    def at(behind: float, aside: float, above: float) -> Point:
        x, y, z = grip + behind * back + aside * across + above * up
        return float(x), float(y), float(z)

    parts = [limb(at(62, 0, 46), at(96, 2, 52), 27, 30), limb(at(70, 14, 44), at(100, 8, 50), 20, 24)]
    parts += [limb(at(3, 6, 0), at(24, 14, 26), 7, 8), limb(at(24, 14, 26), at(66, 20, 42), 8.5, 12)]
    for number in range(4):
        aside, curl = -4.0 - 13 * number, 7.0 * number
        knuckle, joint = at(58, aside + 12, 52), at(22 + curl, aside + 4, 38 - 2 * number)
        parts += [limb(knuckle, joint, 10, 8.5), limb(joint, at(2 + 2.2 * curl, min(-5, aside), 3 + curl), 8, 6.5)]
    parts.append(limb(at(96, 2, 52), at(260, 6, 90), 28, 37))
    cloth = limb(at(sleeve_from, 4, 58 + 0.23 * (sleeve_from - 100)), at(620, 10, 210), 40, 62)
    return joined(parts), cloth
