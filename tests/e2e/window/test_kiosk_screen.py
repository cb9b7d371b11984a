"""The kiosk as its service starts it, in cage, on screens of other sizes than the window begins with.

cage stands in a window of a virtual screen, whose picture is what a person sees.  (A picture that cage itself is asked
for may be an old one, since cage hands a window that fills the screen straight on.)
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from virtual_screens import VirtualScreen

from ui.theme import COLOURS

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        any(shutil.which(name) is None for name in ("cage", "Xwayland", "Xvfb")), reason="needs cage, Xwayland and Xvfb"
    ),
]

ROOT = Path(__file__).resolve().parents[3]
PATIENCE_S = 180.0
#: What cage makes of a screen that is a window; it is lower and narrower than the 1280x800 our window begins with.
CAGE_WIDTH, CAGE_HEIGHT = 1024, 768
#: cage refuses to be root; these may read what root may, but not become it.
NOBODY = (
    *("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"),
    *("--inh-caps=+dac_override", "--ambient-caps=+dac_override"),
)


def begin(screen: VirtualScreen, home: Path) -> subprocess.Popen[bytes]:
    """The command of deploy/kiosk/pawtrack-kiosk.service, with the checkout's Pawtrack."""
    runtime = home / "runtime"
    runtime.mkdir(mode=0o700)
    if os.getuid() == 0:
        os.chown(runtime, 65534, 65534)
    environment = {
        **{name: value for name, value in os.environ.items() if name not in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")},
        **{"DISPLAY": screen.name, "XDG_RUNTIME_DIR": str(runtime), "HOME": str(home), "KIVY_HOME": str(home / "kivy")},
        **{"WLR_BACKENDS": "x11", "WLR_RENDERER": "pixman", "LIBGL_ALWAYS_SOFTWARE": "1"},
        "PAWTRACK_HOME": str(home / "data"),
    }
    command = ["cage", "-d", "-s", "--", sys.executable, "-m", "companion", "run", "--kiosk"]
    return subprocess.Popen(
        [*(NOBODY if os.getuid() == 0 else ()), *command],
        **{"cwd": ROOT, "env": environment, "stdin": subprocess.DEVNULL},
        **{"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL},
    )


def is_whole(picture: np.ndarray) -> bool:
    """Something is shown, and round it the ground alone: nothing is cut, nothing left empty at any edge."""
    ground = [int(COLOURS["ground"][place : place + 2], 16) for place in (5, 3, 1)]
    other = np.abs(picture.astype(int) - ground).max(axis=2) > 3
    edges = np.concatenate([other[0], other[-1], other[:, 0], other[:, -1]])
    return bool(other.any() and not edges.any())


def test_the_first_screen_fills_a_screen_smaller_than_the_window_begins_with(tmp_path: Path) -> None:
    with VirtualScreen(tmp_path / "screen", 1600, 1000) as screen:
        kiosk = begin(screen, tmp_path)
        try:
            until_s = time.monotonic() + PATIENCE_S
            while not is_whole(screen.picture()[:CAGE_HEIGHT, :CAGE_WIDTH]):
                assert kiosk.poll() is None, "the kiosk ended"
                assert time.monotonic() < until_s, "the picture does not fill the screen"
                time.sleep(0.5)
        finally:
            kiosk.terminate()
            kiosk.wait(60)
