"""Invented tables in traced light, to learn from: Mitsuba 3 follows the rays, so shadows, glass and metal look right.

Law: everything follows from the random numbers given; nothing is shared with `rendered_tables`, which measures what
these teach.  It runs in a Python that has mitsuba too (`pip install -e .[training]`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import mitsuba as mi
import numpy as np
from invented_looks import Look
from numpy.typing import NDArray
from traced_cameras import Camera, Lamp, Light, some_camera, some_lamps, some_room

from companion.board.files import BoardProfile
from companion.simulation.camera.board_art import TABLE_MM, Bgr, draw_table_top
from companion.simulation.camera.virtual_camera import Figure, Thing
from vision.frames import Image, Points

mi.set_variant("llvm_ad_rgb")

Rng = np.random.Generator
Floats = NDArray[np.float64]
Outline = Sequence[tuple[float, float]]

SAMPLES: Final = 20
#: The table round the board is traced once, coarsely: pixels of its own a side.
COARSE: Final = 4
#: How often light is followed on, and how often if it passes through glass.
DEPTH, GLASS_DEPTH = 4, 8
AROUND: Final = 36
#: The halma cone where no other body was invented: radii and heights as parts of the foot's radius and the height.
CONE: Final = (
    (0.0, 1.0),
    (0.08, 1.0),
    (0.25, 0.66),
    (0.55, 0.42),
    (0.66, 0.38),
    (0.74, 0.52),
    (0.86, 0.56),
    (1.0, 0.02),
)
#: No sample is brighter: a ray that meets a lamp in a mirror would leave a white dot.
BRIGHTEST: Final = 8.0


@dataclass(frozen=True, slots=True)
class Material:
    """The material of all pawns of a table."""

    roughness: float
    metal: bool
    glass: bool
    core: bool
    split: float
    second: Bgr


def some_material(rng: Rng, marble: bool) -> Material:
    """Paint, wood, plastic, metal or glass."""
    glass = bool(rng.random() < (0.5 if marble else 0.06))
    return Material(
        roughness=float(rng.uniform(0.08, 0.8)),
        metal=bool(not glass and rng.random() < 0.22),
        glass=glass,
        core=bool(glass and rng.random() < 0.5),
        split=float(rng.uniform(0.35, 0.8)) if rng.random() < 0.15 else 2.0,
        second=tuple(int(part) for part in rng.uniform(20, 240, 3)),  # type: ignore[arg-type]
    )


class TracedTable:
    """One table under one light before one camera."""

    def __init__(self, profile: BoardProfile, look: Look, prints: tuple[Image, Image | None], rng: Rng) -> None:
        """`prints` are the board's flat print and its disc's, BGR, the disc's on its bounding square."""
        self._profile, self._look = profile, look
        self._middle = np.array(profile.size_mm) / 2
        self._camera = some_camera(profile.size_mm, rng)
        self._material = some_material(rng, profile.pawn.shape == "marble")
        self._gloss = float(rng.choice([rng.uniform(0.05, 0.3), rng.uniform(0.3, 0.95)]))
        self._paints: dict[str, Any] = {}
        self._still: dict[str, Any] = {"room": _room(rng)}
        lamps = some_lamps(self._camera, rng)
        self._still |= {f"lamp{number}": _lamp(lamp) for number, lamp in enumerate(lamps)}
        self._lay_prints(prints, rng)
        self._disc_mm = float(rng.uniform(0.5, 4.0))
        self._frame = self._board_frame()
        self._near, self._far = self._sensors(rng)
        self._around: Light | None = None
        path = {"type": "path", "max_depth": GLASS_DEPTH if self._material.glass else DEPTH}
        self._integrator = mi.load_dict({"type": "aov", "aovs": "white:albedo", "path": path})
        self._seed = int(rng.integers(1 << 30))

    @property
    def size(self) -> tuple[int, int]:
        """The picture's width and height."""
        return self._camera.size

    def seen(self, places_mm: Points) -> Points:
        """Returns the pixels of places (n, 2) of the board, in its millimetres right and down."""
        flat = [(*self._placed((float(x), float(y))), 0.0) for x, y in places_mm]
        return self._camera.project(np.array(flat))

    def light(self, figures: Iterable[Figure], things: Iterable[Thing], disc_deg: float) -> Light:
        """The linear picture (height, width, 3) RGB."""
        bodies: dict[str, Any] = {}
        for number, figure in enumerate(figures):
            bodies |= {f"pawn{number}{part}": body for part, body in enumerate(self._pawn(figure, disc_deg))}
        for number, thing in enumerate(things):
            bodies[f"thing{number}"] = self._thing(thing)
        if self._disc is not None:
            bodies |= self._turned_disc(disc_deg)
        world = mi.load_dict({"type": "scene", **self._still, **bodies})
        self._seed += 1
        if self._around is None:
            coarse = _smoothed(self._traced(world, self._far))
            self._around = np.asarray(cv2.resize(coarse, self._camera.size), dtype=np.float32)
        light = self._around.copy()
        left, top, right, bottom = self._frame
        light[top:bottom, left:right] = _smoothed(self._traced(world, self._near))
        return light

    def _board_frame(self) -> tuple[int, int, int, int]:
        """The part of the picture that the board and its pawns fill: left, top, right, bottom."""
        wide, high = 0.53 * np.array(self._profile.size_mm)
        tall = self._profile.pawn.tall_mm + 8.0
        seen = self._camera.project(
            np.array([[x, y, z] for x in (-wide, wide) for y in (-high, high) for z in (-3.0, tall)])
        )
        left, top = np.maximum(np.floor(seen.min(axis=0)).astype(int) - 3, 0)
        right, bottom = np.minimum(np.ceil(seen.max(axis=0)).astype(int) + 3, self._camera.size)
        return int(left), int(top), int(right), int(bottom)

    def _sensors(self, rng: Rng) -> tuple[Any, Any]:
        """The camera with a film for the board's part of the picture, and with one for the whole of it, coarsely."""
        (width, height), (left, top, right, bottom) = self._camera.size, self._frame
        film = {"type": "hdrfilm", "rfilter": {"type": "box"}, "pixel_format": "rgb"}
        crop = {"crop_offset_x": left, "crop_offset_y": top, "crop_width": right - left, "crop_height": bottom - top}
        described = _sensor(self._camera, rng)
        near = {**film, **crop, "width": width, "height": height}
        far = {**film, "width": width // COARSE, "height": height // COARSE}
        return mi.load_dict({**described, "film": near}), mi.load_dict({**described, "film": far})

    def _traced(self, world: Any, sensor: Any) -> Light:
        made = mi.render(world, sensor=sensor, integrator=self._integrator, spp=SAMPLES, seed=self._seed)
        return np.nan_to_num(np.array(made, dtype=np.float32))

    def _lay_prints(self, prints: tuple[Image, Image | None], rng: Rng) -> None:
        wide, high = self._profile.size_mm
        table = draw_table_top(rng) if rng.random() < 0.6 else _cloth(rng)
        self._still["table"] = _sheet((TABLE_MM / 2, TABLE_MM / 2), -3.0, _printed(table, float(rng.uniform(0.2, 0.9))))
        self._still["board"] = _sheet((wide, high), 0.0, _printed(prints[0], self._gloss))
        self._disc = None if prints[1] is None else _printed(prints[1], self._gloss)

    def _turned_disc(self, disc_deg: float) -> dict[str, Any]:
        wheel = self._profile.wheel
        assert wheel is not None
        x, y = self._placed(wheel.centre)
        angles = np.linspace(0, 2 * np.pi, 97)[:-1]
        flat = np.vstack([[0.0, 0.0], np.column_stack([np.cos(angles), np.sin(angles)])])
        turn = np.radians(-disc_deg)
        turned = flat @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        vertices = np.column_stack([wheel.radius_mm * turned + (x, y), np.full(len(flat), self._disc_mm)])
        here = np.arange(96)
        faces = np.column_stack([np.zeros(96, dtype=np.int64), 1 + here, 1 + (here + 1) % 96])
        top = _mesh(vertices, faces, self._disc, uv=0.5 + flat / 2)
        rim = [(wheel.radius_mm, 0.0), (wheel.radius_mm, self._disc_mm)]
        return {"disc": top, "rim": _mesh(*_lathe(rim, (x, y, 0.0), 96), self._paint((70, 80, 90), 0.7))}

    def _placed(self, spot: tuple[float, float]) -> tuple[float, float]:
        """A place on the board, millimetres right and down, as the tracer has it: right and up from the middle."""
        return float(spot[0] - self._middle[0]), float(self._middle[1] - spot[1])

    def _pawn(self, figure: Figure, disc_deg: float) -> Iterable[Any]:
        wheel, pawn, made = self._profile.wheel, self._profile.pawn, self._material
        on_disc = (
            wheel is not None
            and np.hypot(figure.x_mm - wheel.centre[0], figure.y_mm - wheel.centre[1]) < wheel.radius_mm
        )
        at = (*self._placed((figure.x_mm, figure.y_mm)), self._disc_mm if on_disc else 0.02)
        foot, colour = pawn.width_mm / 2, self._look.paints[int(figure.colour)]
        if pawn.shape == "marble":
            outline = [(foot * float(np.cos(a)), foot + foot * float(np.sin(a))) for a in np.linspace(-1.57, 1.57, 18)]
        else:
            outline = [(foot * wide, pawn.tall_mm * high) for high, wide in self._look.body or CONE]
        if made.glass:
            yield _mesh(*_lathe(outline, at), self._glass(colour))
            if made.core:
                core = [
                    (0.45 * radius + 0.01, 0.5 * pawn.tall_mm + 0.45 * (high - 0.5 * pawn.tall_mm))
                    for radius, high in outline
                ]
                yield _mesh(*_lathe(core, at), self._paint(colour, 0.5))
            return
        cut = made.split * pawn.tall_mm
        yield _mesh(*_lathe(_below(outline, cut), at), self._paint(colour, made.roughness, metal=made.metal))
        if cut < pawn.tall_mm:
            yield _mesh(*_lathe(_above(outline, cut), at), self._paint(made.second, made.roughness))

    def _thing(self, thing: Any) -> Any:
        outline = np.array([self._placed(point) for point in thing.outline])[::-1]
        count = len(outline)
        vertices = [
            np.column_stack([outline, np.full(count, high)])
            for high in (0.02, thing.tall_mm + 0.05, thing.tall_mm + 0.05)
        ]
        after = (np.arange(count) + 1) % count
        here = np.arange(count)
        sides = np.concatenate(
            [np.column_stack([here, after, count + after]), np.column_stack([here, count + after, count + here])]
        )
        top = np.column_stack([np.full(count - 2, 2 * count), 2 * count + here[1:-1], 2 * count + here[2:]])
        return _mesh(
            np.concatenate(vertices),
            np.concatenate([sides, top]),
            self._paint(thing.bgr, 0.3, metal=thing.tall_mm > 1.2),
            smooth=False,
        )

    def _paint(self, colour: Bgr, roughness: float, *, metal: bool = False) -> Any:
        return self._kept(
            {
                "type": "twosided",
                "bsdf": {
                    "type": "principled",
                    "base_color": {"type": "rgb", "value": _linear(colour)},
                    "roughness": max(0.15, 0.7 * roughness) if metal else roughness,
                    "metallic": float(metal),
                    "specular": 0.5,
                },
            }
        )

    def _glass(self, colour: Bgr) -> Any:
        clear = self._material.core
        tint = [1.0] * 3 if clear else [min(1.0, 0.25 + 0.9 * part) for part in _linear(colour)]
        return self._kept(
            {"type": "dielectric", "int_ior": 1.5, "specular_transmittance": {"type": "rgb", "value": tint}}
        )

    def _kept(self, described: dict[str, Any]) -> Any:
        key = repr(described)
        if key not in self._paints:
            self._paints[key] = mi.load_dict(described)
        return self._paints[key]


def _sensor(camera: Camera, rng: Rng) -> dict[str, Any]:
    """The camera without its film, nearly in focus."""
    target = (camera.eye + camera.axes[2]).tolist()
    return {
        "type": "thinlens",
        "fov": camera.wide_deg,
        "fov_axis": "x",
        "to_world": mi.ScalarTransform4f().look_at(camera.eye.tolist(), target, (-camera.axes[1]).tolist()),
        "aperture_radius": float(rng.uniform(0.3, 3.5)),
        "focus_distance": float(np.linalg.norm(camera.eye) * rng.normal(1, 0.03)),
        "near_clip": 10.0,
        "far_clip": 20000.0,
        "sampler": {"type": "independent"},
    }


def _room(rng: Rng) -> dict[str, Any]:
    upright = mi.ScalarTransform4f().rotate([1, 0, 0], 90)
    bright = float(rng.uniform(0.05, 0.9))
    return {"type": "envmap", "bitmap": mi.Bitmap(some_room(rng)), "scale": bright, "to_world": upright}


def _lamp(lamp: Lamp) -> dict[str, Any]:
    up = [0, 0, 1] if lamp.at[2] < 0.99 * np.linalg.norm(lamp.at) else [0, 1, 0]
    turn = mi.ScalarTransform4f().look_at(lamp.at.tolist(), lamp.target.tolist(), up)
    radiance = {"type": "rgb", "value": lamp.radiance.tolist()}
    return {
        "type": "rectangle",
        "to_world": turn.scale([*lamp.half.tolist(), 1]),
        "emitter": {"type": "area", "radiance": radiance},
    }


def _smoothed(made: Light) -> Light:
    """Returns the light of a picture with less of the grain of few samples.

    It is (height, width, 6), with its surfaces' whiteness beside it.  The incident light is smoothed, the print of the
    surfaces stays as sharp as it is.
    """
    white = np.maximum(made[..., 3:6], 0.03)
    falling = np.log(np.clip(made[..., :3], 1e-4, BRIGHTEST) / white).astype(np.float32)
    smooth = cv2.bilateralFilter(cv2.medianBlur(falling, 3), 5, 0.4, 1.8)
    return np.asarray(np.exp(smooth) * white, dtype=np.float32)


def _printed(picture: Image, roughness: float) -> Any:
    # Mitsuba's pictures begin below
    rgb = np.ascontiguousarray(picture[::-1, :, ::-1])
    colour = {"type": "bitmap", "bitmap": mi.Bitmap(rgb), "raw": False, "wrap_mode": "mirror"}
    return mi.load_dict(
        {
            "type": "twosided",
            "bsdf": {"type": "principled", "base_color": colour, "roughness": roughness, "specular": 0.5},
        }
    )


def _cloth(rng: Rng) -> Image:
    weave = rng.uniform(30, 230, 3) + rng.normal(0, 12, (96, 96, 1)) + rng.normal(0, 4, (96, 96, 3))
    return np.asarray(cv2.resize(np.clip(weave, 5, 250).astype(np.uint8), (768, 768)), dtype=np.uint8)


def _sheet(size_mm: tuple[float, float], z: float, paint: Any) -> dict[str, Any]:
    place = mi.ScalarTransform4f().translate([0, 0, z]).scale([size_mm[0] / 2, size_mm[1] / 2, 1])
    return {"type": "rectangle", "to_world": place, "bsdf": paint}


def _lathe(outline: Outline, at: tuple[float, float, float], around: int = AROUND) -> tuple[Floats, NDArray[np.int64]]:
    """Vertices (n, 3) and faces (m, 3) of the body that an outline of (radius, height) makes when it is turned."""
    angles = np.linspace(0, 2 * np.pi, around, endpoint=False)
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    rows = [np.column_stack([max(radius, 0.01) * ring, np.full(around, high)]) for radius, high in outline]
    here = np.arange(around)
    after = (here + 1) % around
    faces = [
        np.concatenate(
            [
                np.column_stack([row * around + here, row * around + after, (row + 1) * around + after]),
                np.column_stack([row * around + here, (row + 1) * around + after, (row + 1) * around + here]),
            ]
        )
        for row in range(len(outline) - 1)
    ]
    return np.concatenate(rows) + np.array(at), np.concatenate(faces)


def _below(outline: Outline, cut: float) -> Outline:
    radii, heights = zip(*outline, strict=True)
    return (
        outline
        if cut > heights[-1]
        else [*(p for p in outline if p[1] < cut), (float(np.interp(cut, heights, radii)), cut)]
    )


def _above(outline: Outline, cut: float) -> Outline:
    radii, heights = zip(*outline, strict=True)
    return [(float(np.interp(cut, heights, radii)), cut), *(p for p in outline if p[1] > cut)]


def _mesh(
    vertices: Floats, faces: NDArray[np.int64], paint: Any, *, smooth: bool = True, uv: Floats | None = None
) -> Any:
    properties = mi.Properties()
    properties["mesh_bsdf"] = paint
    flat = not smooth or uv is not None
    made = mi.Mesh(
        "body",
        len(vertices),
        len(faces),
        has_vertex_normals=not flat,
        has_vertex_texcoords=uv is not None,
        props=properties,
    )
    values = mi.traverse(made)
    if uv is not None:
        values["vertex_texcoords"] = mi.Float(uv.astype(np.float32).ravel())
    values["vertex_positions"] = mi.Float(vertices.astype(np.float32).ravel())
    values["faces"] = mi.UInt32(faces.astype(np.uint32).ravel())
    values.update()
    return made


def _linear(colour: Bgr) -> list[float]:
    return [min(0.95, (part / 255) ** 2.2) for part in reversed(colour)]
