"""The tablet on the real table: "Try it", then the simulated game is refereed on it.

In a process of its own, because Kivy has one window a process and the other tests open theirs.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import json, time
from ui_driver import prepare_environment
prepare_environment()
from companion.app.choices import Choices
from companion.bootstrap.launcher import Launcher
from ui.screens.tablet_app import PawtrackApp
from ui.sound import open_loudspeaker
from kivy.base import EventLoop

launcher = Launcher(Choices(speed=3.0, seed=3, broker="none"))
app = PawtrackApp(launcher, open_loudspeaker())
app._run_prepare()
for _ in range(5):
    EventLoop.idle()
app.root.get_screen("home").try_demo()
app.model.visitor.leave()  # nobody sits here who would play
until = time.monotonic() + 300
while time.monotonic() < until:
    EventLoop.idle()
    view = app.model.view
    # the camera says in between what a hand over the board does to it, a busy machine as well
    states = {} if view is None else {part.part: part.state for part in view.health}
    if view is not None and view.ply >= 2 and all(states.get(part) == "ok" for part in ("camera", "wheel", "record")):
        break
parts = {health.part: health.state for health in view.health}
demo = app.root.get_screen("play").face.demo
print(json.dumps({"screen": app.root.current, "demo": demo, "ply": view.ply, "phase": view.phase, "health": parts}))
app.stop()
launcher.close()
saved = Launcher(Choices())
print(json.dumps([[game.ply, game.demo] for game in saved.saved_games()]))
saved.close()
"""


@pytest.mark.long
def test_a_simulated_game_is_played_on_the_tablet_and_can_be_resumed(tmp_path: Path) -> None:
    paths = os.pathsep.join(path for path in sys.path if path)
    environment = os.environ | {"PYTHONPATH": paths, "PAWTRACK_HOME": str(tmp_path), "SDL_VIDEODRIVER": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=False, timeout=400
    )
    assert done.returncode == 0, done.stderr
    shown, saved = [json.loads(line) for line in done.stdout.splitlines() if line.startswith(("{", "["))]
    assert shown["screen"] == "play"
    assert shown["ply"] >= 2
    assert shown["health"]["camera"] == "ok"
    assert shown["health"]["wheel"] == "ok"
    assert shown["health"]["record"] == "ok"
    assert shown["demo"]
    assert saved[0][0] >= shown["ply"]
    assert saved[0][1]
