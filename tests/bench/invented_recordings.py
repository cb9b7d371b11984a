"""Recordings of random games at tables with invented boards and pawns (`invented_looks`), to develop the reader on.

    python tests/bench/invented_recordings.py OUT [FIRST [COUNT]]

Numbers begin at 4000; none is ever learnt from.  `score_rendered.py OUT` scores them.
"""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import msgspec
import numpy as np
from drawn_recordings import PLAYS, Story
from drawn_scenery import FIGURE, Scenery, scenery
from invented_looks import Look, drawn_so, invented_pawn, photographed
from invented_tables import INVENTED, SIZES, names_of, well_apart

from companion.simulation.camera.virtual_camera import Scene, VirtualCamera
from vision.frames import Image

#: Pictures of hands cost much and show little here.
HANDS_EACH: Final = 5


class InventedCamera:
    """The virtual camera over an invented table, in a light of its own."""

    def __init__(self, made: Scenery) -> None:
        self._camera = VirtualCamera(
            made.profile, made.colours, made.number, made.size, seats=made.seats, stand=made.stand
        )
        self._rng = np.random.default_rng([made.number, 10])
        light = self._rng.uniform((0.6, 0.85, 0.9), (1.08, 1.0, 1.0)) * self._rng.uniform(0.45, 1.05)
        self._light = light.astype(np.float32)
        self._lens = int(self._rng.integers(1 << 30))

    def picture(self, scene: Scene) -> Image:
        """(height, width, 3) BGR, with fresh noise."""
        lit = np.clip(self._camera.render(scene) * self._light, 0, 255).astype(np.uint8)
        return photographed(lit, np.random.default_rng(self._lens))


def invented_scenery(number: int) -> tuple[Scenery, Look]:
    """The table of this number: a game and a stand of the drawn recordings, everything else invented."""
    rng = np.random.default_rng([number, 9])
    made = scenery(number)
    profile = msgspec.structs.replace(made.profile, pawn=invented_pawn(rng))
    look = well_apart(rng, profile)
    stand = replace(made.stand, elevation_deg=float(rng.uniform(31, 65)))
    colours = names_of(look.paints[: len(made.seats)], dog=profile.wheel is not None)
    size, shape = SIZES[int(rng.integers(len(SIZES)))], profile.pawn.shape
    return (
        replace(
            made,
            profile=profile,
            colours=colours,
            shape=shape,
            light="invented",
            art=look.style.fields,
            size=size,
            stand=stand,
            pace_ms=330,
            bend=0.0,
            hands_each=HANDS_EACH,
        ),
        look,
    )


def record(out: Path, number: int, plays: int = PLAYS) -> Path:
    """Draws the recording of this number into a folder of its own, unless it is there, and gives the folder."""
    if number not in INVENTED:
        raise ValueError(f"recording {number}: numbers go from {INVENTED[0]} to {INVENTED[-1]}")
    made, look = invented_scenery(number)
    folder = out / f"{number}-{made.variant}"
    names = (*made.colours, *((FIGURE,) if made.profile.wheel else ()))
    if not (folder / "made.json").exists():
        with drawn_so(look, names):
            Story(folder, made, InventedCamera(made)).play(plays)
    return folder


def main() -> None:
    cv2.setNumThreads(1)
    first = int(sys.argv[2]) if len(sys.argv) > 2 else INVENTED[0]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    for number in range(first, first + count):
        print(record(Path(sys.argv[1]), number).name, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
