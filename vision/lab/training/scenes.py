"""Writes scenes for a physically based renderer: small tables of random light, print, pawns and stray objects.

Law: board, light and camera stay the same within a set, and its first picture has an almost empty track, so that the
reader can be taught as at a live table.

With the renderer's Python, `python -m vision.lab.training.scenes MAKER ASSETS OUT FIRST COUNT KIND...` writes sets
FIRST to FIRST + COUNT - 1 below OUT: MAKER is the folder of the renderer's scripts, ASSETS that of its table tops, and
each KIND a board that its `boards.py` can make.  Its `render_board.py` then draws the scenes.
"""

import json
import math
import runpy
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.system.toml import load_toml

Rng = np.random.Generator
Scene = dict[str, Any]
Spot = tuple[float, float]

PICTURES: Final = 5
SIZES: Final = ((640, 480), (640, 480), (960, 540))
LIGHTS: Final = ("window", "ceiling", "lamp", "sun", "overcast", "spot_bulb")
TABLES: Final = ("oak", "walnut", "cloth", "white")
#: White on white, black on black and bare wood are hard, so they are frequent.
PAINTS: Final = ("#ece8de", "#f4f4f2", "#141416", "#2a2523", "#c79a63", "#8a5a30")
METALS: Final = ("#c9922e", "#b87333", "#a8a9ad", "#d4af37", "#8c8c88")
HFOV_DEG: Final = 66.0
BOARD_MM: Final = 450.0


@dataclass(slots=True)
class Table:
    """The constants of a set: `spots` are (place, the colour that waits there or None)."""

    rng: Rng
    folder: Path
    colours: list[str]
    pawn: Scene
    spots: list[tuple[Spot, str | None]] = field(default_factory=list)
    standing: dict[int, Scene] = field(default_factory=dict)


def write_set(maker: Path, assets: Path, folder: Path, number: int, kinds: list[str]) -> None:
    """Makes the board and the scenes of one set."""
    rng = np.random.default_rng([number, 77])
    _make_board(maker, folder / "board", kinds[int(rng.integers(len(kinds)))], rng)
    table = _lay_table(rng, folder)
    still = _surroundings(rng, table, assets)
    for picture in range(PICTURES):
        _move_pawns(table, share_out=0.02 if picture == 0 else float(rng.uniform(0.1, 0.45)))
        things, cards = ([], []) if picture == 0 or rng.random() < 0.35 else _stray_things(table)
        scene = {**still, "seed": number * 100 + picture, "pieces": [*table.standing.values(), *things], "cards": cards}
        if "disc" in still and rng.random() < 0.6:
            angle = 90.0 * float(rng.integers(4)) + float(rng.normal(0, 1.2))
            still["disc"] = scene["disc"] = {**still["disc"], "angle_deg": angle}
        (folder / f"{picture}.json").write_text(json.dumps(scene), encoding="utf-8")


def _make_board(maker: Path, out: Path, kind: str, rng: Rng) -> None:
    """Makes a board of this kind in colours that no shipped or recorded board has."""
    boards = runpy.run_path(str(maker / "boards.py"))
    paper, pale = rng.uniform(40, 235, 3), float(rng.uniform(0.3, 1.0))
    paper = paper.mean() + (paper - paper.mean()) * pale
    ink = np.clip(paper * (0.25 if paper.mean() > 110 else 2.2), 8, 235)
    fill = rng.uniform(200, 250, 3) if rng.random() < 0.6 else rng.uniform(30, 250, 3)
    shades = (paper, paper * rng.uniform(0.6, 0.95), ink, fill, ink)
    boards["SCHEMES"]["random"] = tuple(tuple(int(part) for part in shade) for shade in shades)
    for name in boards["COL"]:
        boards["COL"][name] = tuple(int(part) for part in rng.uniform(10, 245, 3))
    boards["make"](str(out), kind, "random", seed=int(rng.integers(1 << 20)))


def _lay_table(rng: Rng, folder: Path) -> Table:
    geometry = json.loads((folder / "board" / "geometry.json").read_text(encoding="utf-8"))
    colours = [
        str(rng.choice(PAINTS)) if rng.random() < 0.55 else "#" + bytes(rng.integers(10, 245, 3).tolist()).hex()
        for _ in range(5)
    ]
    profile = load_toml(folder / "board" / "board.toml")
    if profile["pawn"]["shape"] == "marble":
        radius = round(float(rng.uniform(6.5, 8.5)), 1)
        finish = str(rng.choice(["glass", "opaque", "plastic"]))
        pawn = {"type": "marble", "r_mm": radius, "finish": finish}
    else:
        radius = round(float(rng.uniform(5.0, 7.5)), 1)
        tall = round(radius * float(rng.uniform(2.6, 4.0)), 1)
        pawn = {"type": "pawn", "r_mm": radius, "h_mm": tall, "finish": str(rng.choice(["paint", "matt", "plastic"]))}
    table = Table(rng, folder, colours, pawn)
    table.spots += [(tuple(place), None) for place in geometry["track"]]
    for seat in range(4):
        table.spots += [(tuple(place), None) for place in geometry["goal"][seat]]
        table.spots += [(tuple(place), colours[seat]) for place in geometry["kennel"][seat]]
    return table


def _surroundings(rng: Rng, table: Table, assets: Path) -> Scene:
    board, size = table.folder / "board", SIZES[int(rng.integers(len(SIZES)))]
    geometry = json.loads((board / "geometry.json").read_text(encoding="utf-8"))
    rough, coat = float(rng.uniform(0.12, 0.6)), float(rng.choice([0.0, 0.0, 0.5]))
    scene: Scene = {
        "board": {"texture": str(board / "top.png"), "size_mm": BOARD_MM, "roughness": rough, "coat": coat},
        "markers": {"size_mm": 24, "inset_mm": 18},
        "camera": _camera(rng, size),
        "light": _light(rng),
        "table": {"texture": str(assets / f"table_{rng.choice(TABLES)}.png")},
        "post": {
            "noise": float(rng.uniform(0.006, 0.022)),
            "exposure_ev": float(rng.uniform(-1.6, 0.5)),
            "wb_adapt": float(rng.uniform(0.3, 0.95)),
            "jpeg": int(rng.integers(80, 96)),
            "sharpen": float(rng.uniform(0.0, 0.8)),
        },
    }
    if geometry["disc_d"]:
        wheel = [{"id": 4, "x": 0, "y": 0, "size_mm": 24}]
        disc = {"texture": str(board / "disc.png"), "diameter_mm": geometry["disc_d"], "height_mm": 1.6}
        scene["disc"] = {**disc, "angle_deg": float(rng.normal(0, 1.5)), "markers": wheel}
    return scene


def _camera(rng: Rng, size: tuple[int, int]) -> Scene:
    """Returns a camera near enough that the board fills the picture, and far enough that all its markers are in
    view."""
    elevation = float(rng.uniform(34, 89))
    slant, across = math.sin(math.radians(elevation)), 2 * math.tan(math.radians(HFOV_DEG) / 2)
    towards = BOARD_MM / 2 * math.cos(math.radians(elevation))
    tall = (1.12 * BOARD_MM * slant + 30) / (across * size[1] / size[0]) + 0.5 * towards
    wide = 1.12 * BOARD_MM / across + towards
    return {
        "azimuth_deg": -90 + float(rng.uniform(-14, 14)),
        "elevation_deg": elevation,
        "roll_deg": float(rng.uniform(-3, 3)),
        "distance_mm": max(tall, wide) * float(rng.uniform(1.02, 1.15)),
        "hfov_deg": HFOV_DEG,
        "fstop": 2.4,
        "res": list(size),
    }


def _light(rng: Rng) -> Scene:
    return {
        "kind": str(rng.choice(LIGHTS)),
        "kelvin": float(rng.uniform(2700, 6500)),
        "azimuth_deg": float(rng.uniform(0, 360)),
        "elevation_deg": float(rng.uniform(30, 80)),
        "fill": float(rng.uniform(0.2, 0.7)),
    }


def _move_pawns(table: Table, share_out: float) -> None:
    """Moves about half of the pawns; the others stay exactly in place."""
    rng = table.rng
    for place, (spot, waiting) in enumerate(table.spots):
        if place in table.standing and rng.random() < 0.5:
            continue
        table.standing.pop(place, None)
        if rng.random() < (0.75 if waiting else share_out):
            colour = waiting or table.colours[int(rng.integers(len(table.colours)))]
            off = np.clip(rng.normal(0, 1.2, 2), -3.5, 3.5)
            x, y = round(spot[0] + float(off[0]), 2), round(spot[1] + float(off[1]), 2)
            table.standing[place] = {**table.pawn, "color": colour, "x": x, "y": y}


def _stray_things(table: Table) -> tuple[list[Scene], list[Scene]]:
    """Returns coins, fallen pawns and scraps of card on empty fields."""
    rng = table.rng
    free = [spot for place, (spot, _) in enumerate(table.spots) if place not in table.standing]
    pieces: list[Scene] = []
    cards: list[Scene] = []
    for _ in range(int(rng.integers(1, 7))):
        spot = free[int(rng.integers(len(free)))]
        x, y = spot[0] + float(rng.normal(0, 2.5)), spot[1] + float(rng.normal(0, 2.5))
        what = rng.random()
        if what < 0.55:
            # a "pawn" this low is a coin
            coin = {"type": "pawn", "r_mm": float(rng.uniform(7.5, 12.5)), "h_mm": float(rng.uniform(1.4, 2.2))}
            paint = str(rng.choice(METALS)) if rng.random() < 0.7 else str(rng.choice(table.colours))
            pieces.append({**coin, "finish": "plastic", "color": paint, "x": x, "y": y, "stray": True})
        elif what < 0.85 and table.pawn["type"] == "pawn":
            fallen = {"fallen": True, "fall_dir_deg": float(rng.uniform(0, 360)), "stray": True}
            pieces.append({**table.pawn, **fallen, "color": str(rng.choice(table.colours)), "x": x, "y": y})
        else:
            turn = float(rng.uniform(0, 90))
            cards.append({"x": x, "y": y, "w_mm": float(rng.uniform(14, 40)), "h_mm": 24, "rot_deg": turn, "z_mm": 0.4})
    return pieces, cards


def main() -> None:
    maker, assets, out = (Path(name) for name in sys.argv[1:4])
    first, count = int(sys.argv[4]), int(sys.argv[5])
    for number in range(first, first + count):
        write_set(maker, assets, out / f"{number:04d}", number, sys.argv[6:])


if __name__ == "__main__":
    main()
