"""`pawtrack run` on a desktop where no window can be opened: one line with the reason and the cure, no traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

#: Changes of the environment, and a word of the reason that follows from each.
CAUSES = {
    "the screen is gone": ({"SDL_VIDEODRIVER": "x11", "DISPLAY": ":77"}, "x11"),
    "SDL knows no such screen": ({"SDL_VIDEODRIVER": "moonlight"}, "moonlight"),
    # as on Windows without the libraries of SDL
    "Kivy has no provider": ({"KIVY_WINDOW": "none"}, "no way to open one"),
}


def run_tablet(home: Path, *paths: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    own = {"PAWTRACK_HOME": str(home), "PYTHONPATH": os.pathsep.join(map(str, (*paths, *filter(None, sys.path))))}
    return subprocess.run(
        [sys.executable, "-m", "companion", "run", "--broker", "none"],
        env=os.environ | own | environ, cwd=home, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


def one_line(done: subprocess.CompletedProcess[str], reason: str) -> bool:
    last = done.stderr.splitlines()[-1]
    assert 'File "' not in done.stderr
    assert done.returncode == 2
    return last.startswith("pawtrack: no window can be opened (") and reason in last and "PT-SCR-02" in last


@pytest.mark.parametrize("cause", CAUSES)
def test_a_desktop_without_a_window_is_one_line(cause: str, tmp_path: Path) -> None:
    environ, reason = CAUSES[cause]
    done = run_tablet(tmp_path, **environ)
    assert one_line(done, reason), done.stderr


def test_a_kivy_that_cannot_be_loaded_is_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken" / "kivy"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text('raise ImportError("DLL load failed while importing _clock")\n')
    done = run_tablet(tmp_path, broken.parent, SDL_VIDEODRIVER="offscreen")
    assert one_line(done, "DLL load failed while importing _clock"), done.stderr
