"""A recording at the pace of a real camera: nine pictures a second of a rest instead of three.

Each new picture is the mean of two recorded ones of the same rest, shaken anew and with as much fresh noise as the mean
has lost, so it adds no information.  A rest goes on for 220 ms after its last recorded picture, nine pictures in 880
ms: the next one, with a hand, comes 600 ms after it at the least.  The number of pictures of a moving hand stays the
same, since their content is unknown.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Final

import cv2
import numpy as np
from disturbances import as_image

from vision.frames import Frame, Image

#: The recordings have a still picture each 330 ms; a camera of nine a second has two more in between.
STEP_MS: Final = 110
BETWEEN: Final = 2
#: Still pictures further apart than this belong to two rests.
ONE_REST_MS: Final = 400
#: A recorded picture has noise of 3.2 grey levels, the mean of two 2.3; with 2.3 more it is as before.
FRESH_NOISE: Final = 2.3
SHAKE_PX: Final = 0.15


def at_camera_pace(frames: Iterable[Frame], folder: Path, seed: int) -> Iterator[Frame]:
    """The frames of the recording in `folder`, its rests with nine pictures a second."""
    lines = [json.loads(line) for line in (folder / "frames_truth.jsonl").read_text(encoding="utf-8").splitlines()]
    still = {int(Path(line["frame"]).stem) for line in lines if line["what"] == "still"}
    chance = Random(f"{seed} {folder.name} pace")
    rest: list[Frame] = []
    for frame in frames:
        if rest and (frame.t_ms not in still or frame.t_ms - rest[-1].t_ms > ONE_REST_MS):
            yield from _filled(rest, chance)
            rest = []
        if frame.t_ms in still:
            rest.append(frame)
        else:
            yield frame
    yield from _filled(rest, chance)


def _filled(rest: list[Frame], chance: Random) -> Iterator[Frame]:
    """The pictures of one rest with those between them and after them."""
    for frame, beside in zip(rest, [*rest[1:], *(rest[-2:-1] or rest)], strict=True):
        yield frame
        for number in range(1, BETWEEN + 1):
            yield Frame(_between(frame.image, beside.image, chance), frame.t_ms + number * STEP_MS)


def _between(before: Image, after: Image, chance: Random) -> Image:
    mean = cv2.addWeighted(before, 0.5, after, 0.5, 0.0).astype(np.float32)
    mean += np.random.default_rng(chance.getrandbits(32)).normal(0, FRESH_NOISE, mean.shape).astype(np.float32)
    move = np.array([[1, 0, chance.gauss(0, SHAKE_PX)], [0, 1, chance.gauss(0, SHAKE_PX)]])
    size = (mean.shape[1], mean.shape[0])
    return as_image(cv2.warpAffine(mean, move, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
