"""Renders scenes with Mitsuba 3: a line of JSON in, a file with the linear picture out.

    python -m rendered_tables.renderer [VARIANT [THREADS]]

It runs in a Python with mitsuba and numpy.  Each line of the standard input is a scene as `rendered_tables.scenes`
writes it; the answer is a line with its `out` and the seconds of processor time that it took.  A fixed camera sees most
of a table unchanged: only the differences from the last picture without a hand are rendered anew, with their shadows
and mirror images, and the rest is kept.
"""

import json
import math
import sys
import time
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rendered_tables import shapes
from rendered_tables.shapes import Mesh

Line = dict[str, Any]
Mask = NDArray[np.bool_]

#: As many rays at a time: some 300 MB.
RAYS: Final = 1 << 20
#: How often light is followed on, and how often if it has to pass through glass.
DEPTH, GLASS_DEPTH = 3, 7
#: How far round a thing its soft shadow and its colour reach, in millimetres.
REACH_MM: Final = 9.0
#: Only what is lower throws a shadow that is followed: that of a whole arm under a low lamp has no end.
SHADOW_MM: Final = 60.0
#: No sample is brighter: one ray that meets the lamp in a mirror would else leave a white spot.
BRIGHTEST: Final = 6.0


class Studio:
    """One table under one light before one camera: everything that stays, and the last picture of it without a hand."""

    def __init__(self, mi: Any, dr: Any, setting: Line) -> None:
        self._mi, self._dr = mi, dr
        self.setting = setting
        self._paints: dict[str, Any] = {}
        self._still: dict[str, Any] = {}
        self._lights = [_light(mi, line) for line in setting["lights"]]
        self._still.update({f"light{number}": line for number, line in enumerate(self._lights)})
        for number, line in enumerate(setting["sheets"]):
            mesh = shapes.sheet(*line["size_mm"], line["z"])
            self._still[f"sheet{number}"] = self._body(mesh, line["paint"])
        self._integrator = mi.load_dict({"type": "path", "max_depth": GLASS_DEPTH if setting["glass"] else DEPTH})
        #: The last picture without a hand and its bodies, for each set of things in the room.
        self._kept: dict[str, tuple[NDArray[np.float32], dict[str, Mesh]]] = {}
        self._seed = int(setting["seed"])
        self._sampler = mi.load_dict({"type": "independent"})
        camera = setting["camera"]
        numbers = [
            *camera_axes(camera),
            (1 / camera["focal_px"], camera["aperture_mm"], camera["focus_mm"]),
            camera["eye"],
        ]
        # values that the compiled program reads, so that it need not be compiled anew for each camera
        self._opaque = [mi.Vector3f(*(dr.opaque(mi.Float, float(part)) for part in row)) for row in numbers]

    def picture(self, scene: Line) -> NDArray[np.float32]:
        """Returns (height, width, 6): linear light, and the share of white light that the visible surface returns."""
        bodies = dict(_bodies(self.setting, scene))
        now = {key: mesh for key, (mesh, _) in bodies.items()}
        loaded = {f"body{number}": self._body(*body) for number, body in enumerate(bodies.values())}
        world = self._mi.load_dict({"type": "scene", **self._still, **loaded})
        things = json.dumps(scene["things"])
        if things not in self._kept:
            base = self._first(world, int(scene["first_samples"]))
        else:
            picture, seen = self._kept[things]
            gone, come = seen.keys() - now, now.keys() - seen
            mask = self._touched([seen[key] for key in gone] + [now[key] for key in come])
            base = picture.copy()
            self._render_again(base, mask, world, int(scene["samples"]), coarse=bool(scene["hand"]))
        if not scene["hand"]:
            self._kept[things] = base, now
        return base

    def _render_again(self, base: NDArray[np.float32], mask: Mask, world: Any, samples: int, *, coarse: bool) -> None:
        """Renders the masked pixels; `coarse` ones in blocks of four, as blurred as a hand at work is."""
        if not coarse:
            base[mask] = self._light_of(world, np.argwhere(mask), samples)
            return
        light = np.zeros_like(base[::2, ::2])
        light[mask[::2, ::2]] = self._light_of(world, 2 * np.argwhere(mask[::2, ::2]), samples)
        height, width = mask.shape
        blocks = light.repeat(2, axis=0).repeat(2, axis=1)[:height, :width]
        met = mask[::2, ::2].repeat(2, axis=0).repeat(2, axis=1)[:height, :width]
        base[met] = blocks[met]

    def _first(self, world: Any, samples: int) -> NDArray[np.float32]:
        """The whole picture; a third of the samples does for the table round the board."""
        width, height = self.setting["camera"]["size"]
        inside = self._touched([shapes.sheet(*self.setting["sheets"][-1]["size_mm"], 0.0)])
        base = np.zeros((height, width, 6), dtype=np.float32)
        for mask, count in ((inside, samples), (~inside, max(2, samples // 3))):
            base[mask] = self._light_of(world, np.argwhere(mask), count)
        return base

    def _body(self, mesh: Mesh, paint: Line) -> Any:
        mi, key = self._mi, json.dumps(paint)
        if key not in self._paints:
            self._paints[key] = mi.load_dict(_paint(mi, paint))
        properties = mi.Properties()
        properties["mesh_bsdf"] = self._paints[key]
        count = len(mesh.vertices), len(mesh.faces)
        made = mi.Mesh(
            "body",
            *count,
            has_vertex_normals=mesh.uv is None,
            has_vertex_texcoords=mesh.uv is not None,
            props=properties,
        )
        values = mi.traverse(made)
        values["vertex_positions"] = mesh.vertices.astype(np.float32).ravel()
        values["faces"] = mesh.faces.astype(np.uint32).ravel()
        if mesh.uv is not None:
            values["vertex_texcoords"] = mesh.uv.astype(np.float32).ravel()
        values.update()
        return made

    def _light_of(self, world: Any, pixels: NDArray[np.int64], samples: int) -> NDArray[np.float32]:
        """Light and reflectance (n, 6) of these pixels (row, column)."""
        rows = max(1, RAYS // samples)
        parts = [self._light_on(world, pixels[first : first + rows], samples) for first in range(0, len(pixels), rows)]
        return np.concatenate(parts) if parts else np.zeros((0, 6), dtype=np.float32)

    def _light_on(self, world: Any, pixels: NDArray[np.int64], samples: int) -> NDArray[np.float32]:
        mi, dr, camera = self._mi, self._dr, self.setting["camera"]
        self._seed += 1
        self._sampler.seed(self._seed, len(pixels) * samples)
        pixel = dr.arange(mi.UInt32, len(pixels) * samples) // dr.opaque(mi.UInt32, samples)
        flat = straightened(camera, pixels[:, ::-1] + 0.5).astype(np.float32)
        aside, lens = self._sampler.next_2d(), self._sampler.next_2d()
        x = dr.gather(mi.Float, mi.Float(flat[:, 0]), pixel) + (aside.x - 0.5) * self._opaque[3].x
        y = dr.gather(mi.Float, mi.Float(flat[:, 1]), pixel) + (aside.y - 0.5) * self._opaque[3].x
        angle, radius = 2 * dr.pi * lens.x, dr.sqrt(lens.y) * self._opaque[3].y
        u, v, far = radius * dr.cos(angle), radius * dr.sin(angle), self._opaque[3].z
        right, down, forward, _, eye = self._opaque
        way = right * (x * far - u) + down * (y * far - v) + forward * far
        ray = mi.RayDifferential3f(eye + right * u + down * v, dr.normalize(way))
        light = self._integrator.sample(world, self._sampler, ray)[0]
        met = world.ray_intersect(ray)
        bare = dr.select(met.is_valid(), met.bsdf(ray).eval_diffuse_reflectance(met), 1.0)
        parts = (light.x, light.y, light.z, bare.x, bare.y, bare.z)
        summed = [dr.block_sum(dr.minimum(part, BRIGHTEST), samples) for part in parts]
        dr.eval(*summed)
        return np.column_stack([np.array(part) for part in summed]).astype(np.float32) / samples

    def _touched(self, changed: list[Mesh]) -> Mask:
        """The pixels that these bodies, their shadows and their mirror images may have changed."""
        width, height = self.setting["camera"]["size"]
        mask = np.zeros((height, width), dtype=bool)
        for mesh in changed:
            points = mesh.vertices[:: max(1, len(mesh.vertices) // 400)]
            around = np.array([[x, y, 0.0] for x in (-REACH_MM, REACH_MM) for y in (-REACH_MM, REACH_MM)])
            flat = np.concatenate([points * (1, 1, flip) for flip in (1, -1)])
            low = points[points[:, 2] < SHADOW_MM]
            for light in self.setting["lights"]:
                shadow = _shadow(low, light)
                if shadow is not None:
                    _fill(mask, project(self.setting["camera"], np.concatenate([points, shadow])))
            grown = (flat[:, None] + around[None]).reshape(-1, 3)
            _fill(mask, project(self.setting["camera"], grown))
        return mask


def camera_axes(camera: Line) -> NDArray[np.float64]:
    """Right, down and forward of the camera as rows."""
    forward = np.subtract(camera["target"], camera["eye"], dtype=np.float64)
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, (0.0, 0.0, 1.0))
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    roll = math.radians(camera["roll_deg"])
    turned = np.stack([math.cos(roll) * right + math.sin(roll) * down, math.cos(roll) * down - math.sin(roll) * right])
    return np.concatenate([turned, forward[None]])


def project(camera: Line, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the pixels (n, 2) of points (n, 3) in the picture."""
    seen = (points - np.array(camera["eye"])) @ camera_axes(camera).T
    flat = seen[:, :2] / np.maximum(seen[:, 2:], 1.0)
    bent = 1 + camera["k1"] * np.minimum((flat**2).sum(axis=1, keepdims=True), 1.5)
    return np.asarray(camera["focal_px"] * flat * bent + np.array(camera["size"]) / 2)


def straightened(camera: Line, where: NDArray[np.float64]) -> NDArray[np.float64]:
    """The directions (n, 2), as slopes to the right and down, that places (n, 2) of the picture look in."""
    bent = (where - np.array(camera["size"]) / 2) / camera["focal_px"]
    flat = bent
    for _ in range(6):
        flat = bent / (1 + camera["k1"] * (flat**2).sum(axis=1, keepdims=True))
    return np.asarray(flat)


def _shadow(points: NDArray[np.float64], light: Line) -> NDArray[np.float64] | None:
    """Returns the shadows of points on the board, from every corner of a light; None if it throws none."""
    if light["kind"] == "sky":
        return None
    if light["kind"] == "sun":
        away = np.array(light["direction"])
        return np.asarray(points - away * (points[:, 2:] / away[2]))
    across, up = _light_axes(light)
    fallen = []
    for x, y in ((0, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)):
        lamp = np.array(light["at"]) + x * across + y * up
        high = np.minimum(points[:, 2:], 0.6 * lamp[2])
        fallen.append(points + (points - lamp) * (high / (lamp[2] - high)))
    return np.concatenate(fallen)


def _light_axes(light: Line) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    forward = np.subtract(light["towards"], light["at"], dtype=np.float64)
    forward /= np.linalg.norm(forward)
    across = np.cross(forward, (0.0, 0.0, 1.0) if abs(forward[2]) < 0.99 else (0.0, 1.0, 0.0))
    across /= np.linalg.norm(across)
    return across * light["size_mm"][0] / 2, np.cross(across, forward) * light["size_mm"][1] / 2


def _fill(mask: Mask, points: NDArray[np.float64]) -> None:
    """Marks the convex hull of these places of the picture."""
    height, width = mask.shape
    inside = points[np.isfinite(points).all(axis=1)]
    hull = _hull(np.clip(inside, -4000, 8000))
    if len(hull) < 3:
        return
    low, high = np.floor(hull.min(axis=0)).astype(int) - 1, np.ceil(hull.max(axis=0)).astype(int) + 2
    x0, y0 = max(0, low[0]), max(0, low[1])
    x1, y1 = min(width, high[0]), min(height, high[1])
    if x0 >= x1 or y0 >= y1:
        return
    ys, xs = np.mgrid[y0:y1, x0:x1]
    within = np.ones(xs.shape, dtype=bool)
    for here, after in zip(hull, np.roll(hull, -1, axis=0), strict=True):
        edge = after - here
        within &= edge[0] * (ys - here[1]) - edge[1] * (xs - here[0]) >= -1.5 * np.linalg.norm(edge)
    mask[y0:y1, x0:x1] |= within


def _hull(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The convex hull, counter-clockwise where y grows upwards (Andrew's monotone chain)."""
    ordered = np.unique(np.round(points, 2), axis=0)
    chains: list[NDArray[np.float64]] = []
    for row in (ordered, ordered[::-1]):
        chain: list[NDArray[np.float64]] = []
        for point in row:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        chains += chain[:-1]
    return np.array(chains)


def _turn(first: NDArray[np.float64], second: NDArray[np.float64], third: NDArray[np.float64]) -> float:
    (ax, ay), (bx, by) = second - first, third - first
    return float(ax * by - ay * bx)


def _bodies(setting: Line, scene: Line) -> "list[tuple[str, tuple[Mesh, Line]]]":
    """Returns the bodies on the board, each under a name that determines everything about it."""
    found: list[tuple[str, tuple[Mesh, Line]]] = []
    if "disc" in setting:
        low, high = 0.0, setting["disc"]["high_mm"]
        radius, deg = setting["disc"]["radius_mm"], scene["disc_deg"]
        top = shapes.disc(radius, high).moved(setting["disc"]["at"], deg)
        rim = shapes.lathe([(radius, low), (radius, high)], 96).moved(setting["disc"]["at"])
        found += [(f"disc {deg}", (top, setting["disc"]["paint"])), ("rim", (rim, setting["disc"]["rim"]))]
    for line in scene["pieces"]:
        parts = shapes.pawn(line["kind"], line["foot_mm"], line["tall_mm"])
        for number, (part, paint) in enumerate(zip(parts, line["paints"], strict=False)):
            found.append((f"{number} {json.dumps(line)}", (part.moved(line["at"], line["turn_deg"]), paint)))
        if line["kind"] == "marble" and len(line["paints"]) > 1:
            core = shapes.sphere((0.0, 0.0, line["foot_mm"] / 2), 0.3 * line["foot_mm"]).moved(line["at"])
            found.append((f"core {json.dumps(line)}", (core, line["paints"][1])))
    for line in [*scene["things"], *([scene["hand"]] if scene["hand"] else [])]:
        found += [(f"{number} {json.dumps(line)}", body) for number, body in enumerate(shapes.thing(line))]
    return found


def _paint(mi: Any, paint: Line) -> Line:
    if paint.get("glass"):
        return {"type": "dielectric", "int_ior": 1.5}
    if "picture" in paint:
        picture = mi.Bitmap(paint["picture"]).convert(mi.Bitmap.PixelFormat.RGB, mi.Struct.Type.UInt8, True)
        colour: Line = {"type": "bitmap", "bitmap": picture, "raw": False, "wrap_mode": "mirror"}
        if "repeat" in paint:
            colour["to_uv"] = mi.ScalarTransform4f().scale([paint["repeat"], paint["repeat"], 1])
    else:
        colour = {"type": "rgb", "value": [min(0.95, part) for part in paint["rgb"]]}
    rest = {
        key: float(paint.get(key, usual)) for key, usual in (("roughness", 0.5), ("metallic", 0.0), ("specular", 0.5))
    }
    return {"type": "twosided", "bsdf": {"type": "principled", "base_color": colour, **rest}}


def _light(mi: Any, light: Line) -> Any:
    strength = {"type": "rgb", "value": light["rgb"]}
    if light["kind"] == "sky":
        return mi.load_dict({"type": "constant", "radiance": strength})
    if light["kind"] == "sun":
        return mi.load_dict(
            {"type": "directional", "direction": [-part for part in light["direction"]], "irradiance": strength}
        )
    forward = np.subtract(light["towards"], light["at"]).tolist()
    up = [0, 0, 1] if abs(forward[2]) < 0.99 * math.hypot(*forward) else [0, 1, 0]
    place = mi.ScalarTransform4f().look_at(light["at"], light["towards"], up)
    size = [light["size_mm"][0] / 2, light["size_mm"][1] / 2, 1]
    shape = {"type": "rectangle", "to_world": place @ mi.ScalarTransform4f().scale(size)}
    return mi.load_dict({**shape, "emitter": {"type": "area", "radiance": strength}})


def main() -> int:
    import drjit as dr
    import mitsuba as mi

    mi.set_variant(sys.argv[1] if len(sys.argv) > 1 else "llvm_ad_rgb")
    dr.set_thread_count(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    studio: Studio | None = None
    for row in sys.stdin:
        began, scene = time.process_time(), json.loads(row)
        if studio is None or studio.setting != scene["setting"]:
            studio = Studio(mi, dr, scene["setting"])
        np.save(scene["out"], studio.picture(scene).astype(np.float16))
        print(json.dumps({"out": scene["out"], "seconds": round(time.process_time() - began, 2)}), flush=True)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
