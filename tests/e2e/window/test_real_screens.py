"""The tablet's window on screens smaller than it begins with: a kiosk's, as its service starts it, and a laptop's.

The screens are virtual, and their pictures are those that a person sees.  cage stands in a window of one.  (A picture
from cage itself may be an old one, since cage hands a window that fills the screen straight on.)
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from virtual_screens import VirtualScreen

from ui.theme import COLOURS

PROGRAMS = ("Xvfb", "cage", "Xwayland", "openbox")
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not all(map(shutil.which, PROGRAMS)), reason=f"needs {', '.join(PROGRAMS)}"),
]

ROOT = Path(__file__).resolve().parents[3]
PATIENCE_S = 180.0
#: The size that cage gives a screen that is a window; lower and narrower than the 1280x800 of our window.
CAGE_WIDTH, CAGE_HEIGHT = 1024, 768
#: cage refuses to be root; these may read what root may, but not become it.
NOBODY = (
    *("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"),
    *("--inh-caps=+dac_override", "--ambient-caps=+dac_override"),
)
TABLET = (sys.executable, "-m", "companion", "run")


@contextmanager
def running(
    command: Sequence[str], screen: VirtualScreen, home: Path, **more: str
) -> Iterator[subprocess.Popen[bytes]]:
    """The program on the screen, with a home of its own and a driver that draws in software."""
    environment = {
        **{name: value for name, value in os.environ.items() if name not in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")},
        **{"DISPLAY": screen.name, "HOME": str(home), "KIVY_HOME": str(home / "kivy"), "LIBGL_ALWAYS_SOFTWARE": "1"},
        "PAWTRACK_HOME": str(home / "data"),
        **more,
    }
    quiet: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    program = subprocess.Popen(command, cwd=ROOT, env=environment, **quiet)
    try:
        yield program
    finally:
        program.terminate()
        program.wait(60)


def wait_for(
    program: subprocess.Popen[bytes], screen: VirtualScreen, height: int, width: int, *, title_bar: bool
) -> None:
    """Waits until that part of the screen is whole: something is shown, and at the left, right and lower edge the
    ground alone, so that nothing is cut and nothing left empty; at the upper edge a title bar or the ground."""
    ground = [int(COLOURS["ground"][place : place + 2], 16) for place in (5, 3, 1)]
    until_s = time.monotonic() + PATIENCE_S
    while True:
        picture = screen.picture()[:height, :width]
        other = np.abs(picture.astype(int) - ground).max(axis=2) > 3
        middle = other[height // 2]
        upper = other[0].all() if title_bar else not other[0].any()
        if middle.any() and upper and not other[-1].any() and not other[40:, 0].any() and not other[40:, -1].any():
            return
        assert program.poll() is None, "it ended"
        assert time.monotonic() < until_s, "the picture does not fill the screen"
        time.sleep(0.5)


def test_a_kiosk_fills_its_screen(tmp_path: Path) -> None:
    """The command of deploy/kiosk/pawtrack-kiosk.service, with the checkout's Pawtrack."""
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    cage = ["cage", "-d", "-s", "--", *TABLET, "--kiosk"]
    if os.getuid() == 0:
        os.chown(runtime, 65534, 65534)
        cage = [*NOBODY, *cage]
    ways = {"XDG_RUNTIME_DIR": str(runtime), "WLR_BACKENDS": "x11", "WLR_RENDERER": "pixman"}
    with VirtualScreen(tmp_path / "screen", 1600, 1000) as screen, running(cage, screen, tmp_path, **ways) as kiosk:
        wait_for(kiosk, screen, CAGE_HEIGHT, CAGE_WIDTH, title_bar=False)


def test_a_small_laptop_shows_the_title_bar_and_the_lower_buttons(tmp_path: Path) -> None:
    with (
        VirtualScreen(tmp_path / "screen", 1366, 768) as screen,
        running(["openbox"], screen, tmp_path),
        running(TABLET, screen, tmp_path) as tablet,
    ):
        wait_for(tablet, screen, 768, 1366, title_bar=True)
