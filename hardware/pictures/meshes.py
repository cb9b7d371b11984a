"""Solids as triangles: binary STL, volume, extent, and whether the surface is closed."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_HEADER: Final = 80
_TRIANGLE: Final = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


@dataclass(frozen=True, slots=True)
class Mesh:
    """`triangles` (n, 3, 3): n triangles of three corners in millimetres, counter-clockwise seen from outside."""

    triangles: Floats

    @property
    def extent(self) -> Floats:
        """(2, 3): the least and the greatest coordinates."""
        corners = self.triangles.reshape(-1, 3)
        return np.array([corners.min(axis=0), corners.max(axis=0)])

    @property
    def volume(self) -> float:
        """Cubic millimetres; negative for a surface that is inside out."""
        first, second, third = self.triangles.transpose(1, 0, 2)
        return float(np.einsum("ij,ij->", first, np.cross(second, third)) / 6)

    def open_edges(self) -> int:
        """How many edges do not belong to exactly two triangles, once in each direction; 0 for a closed surface."""
        _, names = np.unique(self.triangles.reshape(-1, 3), axis=0, return_inverse=True)
        corners = names.reshape(-1, 3)
        edges = Counter((int(a), int(b)) for tri in corners for a, b in zip(tri, np.roll(tri, -1), strict=True))
        return sum(1 for (a, b), n in edges.items() if n != edges.get((b, a), 0) or n != 1)


def read_mesh(file: Path) -> Mesh:
    """Reads a binary STL.  Raises ValueError when it is none, OSError."""
    data = file.read_bytes()
    count = int.from_bytes(data[_HEADER : _HEADER + 4], "little")
    if len(data) != _HEADER + 4 + count * _TRIANGLE.itemsize:
        raise ValueError(f"{file.name} is no binary STL")
    triangles = np.frombuffer(data, dtype=_TRIANGLE, offset=_HEADER + 4)
    return Mesh(triangles["corners"].astype(np.float64))


def write_mesh(mesh: Mesh, file: Path) -> None:
    """Writes a binary STL whose bytes do not depend on the order in which the triangles come."""
    corners = np.sort(_least_first(mesh.triangles.astype("<f4")).view([("", "<f4")] * 9), axis=0).view("<f4")
    triangles = np.zeros(len(corners), dtype=_TRIANGLE)
    triangles["corners"] = corners.reshape(-1, 3, 3)
    first, second, third = triangles["corners"].transpose(1, 0, 2).astype(np.float64)
    across = np.cross(second - first, third - first)
    triangles["normal"] = across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12)
    file.write_bytes(bytes(_HEADER) + len(triangles).to_bytes(4, "little") + triangles.tobytes())


def _least_first(triangles: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, 9): every triangle begins with its least corner and goes round as before."""
    turned = [
        min((tri[turn:] + tri[:turn] for turn in range(3)), key=lambda corners: corners[0])
        for tri in triangles.tolist()
    ]
    return np.array(turned, dtype="<f4").reshape(-1, 9)
