"""The effects of a camera on rendered light: exposure, white balance, grain, shake, flicker, sharpening."""

import json
import os
import subprocess
from pathlib import Path
from typing import Final, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.simulation.camera.virtual_camera import Scene
from rendered_tables import scenes
from rendered_tables.looks import Look
from rendered_tables.obstacles import Obstacle

Light = NDArray[np.float32]
Image = NDArray[np.uint8]

BENCH: Final = Path(__file__).resolve().parents[1]
#: The value that automatic exposure gives the middle of the picture, and how much light it can make up for.
MIDDLE_GREY: Final = 0.20
MOST_GAIN: Final = 5.0
#: How far a lens darkens the corners; how much of the light's colour white balance takes away.
VIGNETTE: Final = 0.14
#: A surface that throws back less is taken for one that mirrors only.
LEAST_REFLECTANCE: Final = 0.04
SHAKE_PX: Final = 0.12
FLICKER: Final = 0.006


class Renderer:
    """The program that renders, in the Python that has Mitsuba."""

    def __init__(self, python: Path, threads: int = 1) -> None:
        self._process = subprocess.Popen(
            [str(python), "-m", "rendered_tables.renderer", "llvm_ad_rgb", str(threads)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(BENCH)},
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.stdin.close()
        self._process.wait()

    def light(self, line: scenes.Line) -> Light:
        """The linear picture of a scene, (height, width, 3) RGB.  Raises RuntimeError where the program has ended."""
        self._process.stdin.write(json.dumps(line) + "\n")
        self._process.stdin.flush()
        if not self._process.stdout.readline():
            raise RuntimeError(f"the renderer ended with {self._process.wait()}")
        return smoothed(np.load(line["out"]).astype(np.float32), 5 if line["hand"] else 3)


class RenderedCamera:
    """Stands at one table for a whole recording; exposure and white balance settle on the first picture."""

    def __init__(self, look: Look, renderer: Renderer, folder: Path, obstacle: Obstacle = lambda _: []) -> None:
        """`obstacle` gives the things that hide a part of a scene."""
        self._look = look
        self._obstacle = obstacle
        self._renderer = renderer
        self._out = folder / "light.npy"
        self._setting = scenes.setting(look, folder)
        self._rng = np.random.default_rng([look.number, 22])
        self._last: tuple[Scene, Light] | None = None
        self._gain: Light | None = None

    def picture(self, scene: Scene) -> Image:
        """(height, width, 3) BGR, with fresh noise."""
        if self._last is None or self._last[0] != scene:
            line = scenes.scene(self._look, self._setting, scene, self._out, self._obstacle(scene))
            light = self._renderer.light(line)
            self._last = (scene, light)
        if self._gain is None:
            self._gain = settled(self._last[1], self._rng)
        return developed(self._last[1], self._gain, self._rng)


def smoothed(rendered: Light, reach: int = 3) -> Light:
    """The light (height, width, 3) of a rendered picture (height, width, 6) with less of the grain of few samples.

    The incident light is smoothed where it has no edges, single stray samples by the median of `reach` pixels (3 or 5);
    the surfaces' own print stays as sharp as it is.
    """
    surface = np.maximum(rendered[:, :, 3:], LEAST_REFLECTANCE)
    falling = np.log(np.maximum(rendered[:, :, :3] / surface, 1e-3))
    falling = cv2.bilateralFilter(cv2.medianBlur(falling.astype(np.float32), reach), 5, 0.45, 2.0)
    return np.asarray(np.exp(falling) * surface, dtype=np.float32)


def settled(light: Light, rng: np.random.Generator) -> Light:
    """The gains of red, green and blue that automatic exposure and white balance end with."""
    height, width = light.shape[:2]
    middle = light[height // 5 : -height // 5, width // 5 : -width // 5].reshape(-1, 3)
    exposure = min(MOST_GAIN, MIDDLE_GREY / max(1e-4, float(np.median(middle.mean(axis=1)))))
    exposure = min(exposure, 0.92 / max(1e-4, float(np.quantile(middle.max(axis=1), 0.985))))
    cast = np.median(middle, axis=0) / max(1e-4, float(np.median(middle)))
    balance = np.clip(cast, 0.25, 4.0) ** -float(rng.uniform(0.2, 0.55))
    return np.asarray(exposure * 2 ** float(rng.uniform(-0.35, 0.35)) * balance / balance[1], dtype=np.float32)


def developed(light: Light, gain: Light, rng: np.random.Generator) -> Image:
    """A picture as it leaves the camera, (height, width, 3) BGR."""
    height, width = light.shape[:2]
    shift = np.float32([[1, 0, rng.normal(0, SHAKE_PX)], [0, 1, rng.normal(0, SHAKE_PX)]])
    shaken = cv2.warpAffine(light, shift, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    across, down = (np.linspace(-1, 1, count, dtype=np.float32) ** 2 for count in (width, height))
    fall = (1 - VIGNETTE * (across[None, :] + down[:, None])) * (1 + float(rng.normal(0, FLICKER)))
    lit = np.maximum(shaken * gain * fall[:, :, None].astype(np.float32), 0)
    # shot noise grows with the gain; the blur is what demosaicing and in-camera denoising leave of it
    iso = float(np.clip(gain.mean(), 0.3, MOST_GAIN))
    spread = np.sqrt(lit * (0.0006 * iso) + (0.0022 * iso) ** 2)
    cv2.setRNGSeed(int(rng.integers(1 << 31)))
    grain = cv2.randn(np.empty_like(lit), (0, 0, 0), (1.6, 1.6, 1.6))
    noisy = lit + spread * cv2.GaussianBlur(grain, (3, 3), 0.6)
    # a table of the tone curve: gamma with a soft shoulder
    steps = np.clip(np.arange(4096) / 2048, 0, None)
    curve = np.where(steps > 0.8, 0.8 + 0.2 * np.tanh((steps - 0.8) / 0.35), steps) ** (1 / 2.2)
    screen = np.round(255 * curve).astype(np.uint8)[np.clip(noisy * 2048, 0, 4095).astype(np.uint16)]
    sharp = cv2.addWeighted(screen, 1.35, cv2.GaussianBlur(screen, (5, 5), 1.2), -0.35, 0)
    return np.ascontiguousarray(sharp[:, :, ::-1])
