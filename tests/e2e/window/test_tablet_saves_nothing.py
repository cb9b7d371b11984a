"""The real tablet when no game can be saved: it comes up, is played on, and promises nothing that it cannot keep.

In a process of its own, because Kivy knows one window a process and the other tests open theirs.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from words_for_tests import say

from companion.store.folder_lock import FolderLock
from companion.texts import LANGUAGES
from ui.i18n import load_words

#: Texts that a screen may show only if they are true.
PROMISES = ("pause.text", "home.none_saved")
#: The part before its first blank identifies a sentence.
CUT = "<blank>"
BLANKS = (("since", CUT), ("pid", CUT))
REASONS = ("record_full", "record_read_only", "record_failed", "record_corrupt", "folder_held")

PROGRAM = """
import json, resource, signal, sys, time
import ui.app
from companion.app.choices import Choices
from companion.bootstrap.launcher import Launcher
from companion.session.commands import Pause
from kivy.base import EventLoop
from ui_driver import _walk
from stepped_app import SteppedApp

launcher = Launcher(Choices(broker="none", camera="none", wheel="none"))
stepped = SteppedApp(launcher)
if sys.argv[1] == "full":
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))

def texts():
    stepped.settle()
    return [widget.text for widget in _walk(stepped.screen) if getattr(widget, "text", "")]

def until(there):
    ends = time.monotonic() + 120
    while not there():
        assert time.monotonic() < ends, stepped.app.model.view
        stepped.pump(1)

seen = {}
for language in sys.argv[2:]:
    stepped.app.model.change(language=language)
    stepped.app.model.fault = ""
    stepped.screens.show("home")
    seen[language] = {"home before": texts()}
    stepped.screens.get_screen("setup").on_pre_enter()
    stepped.screens.show("setup")
    stepped.screens.get_screen("setup").start()
    if stepped.screens.current == "play":
        until(lambda: stepped.app.model.view is not None and stepped.app.model.view.game)
        seen[language]["play"] = texts()
        stepped.app.model.post(Pause())
        until(lambda: stepped.app.model.view.paused)
        seen[language]["pause"] = texts()
        stepped.screens.get_screen("play").go_home()
    stepped.screens.show("home")
    stepped.screen.refresh()
    seen[language]["home after"] = texts()
print(json.dumps(seen))
stepped.close()
launcher.close()
"""


def shown(
    home: Path, data: Path, fault: str = "", languages: Sequence[str] = LANGUAGES
) -> dict[str, dict[str, list[str]]]:
    """The texts of every screen by language."""
    paths = os.pathsep.join(path for path in sys.path if path)
    hidden = {"KIVY_HOME", "XDG_DATA_HOME", "HOME"}
    own = {"PYTHONPATH": paths, "PAWTRACK_HOME": str(data), "HOME": str(home), "SDL_VIDEODRIVER": "offscreen"}
    environment = {key: value for key, value in os.environ.items() if key not in hidden} | own
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, fault, *languages],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    shown: dict[str, dict[str, list[str]]] = json.loads(done.stdout.splitlines()[-1])
    return shown


@pytest.mark.parametrize(
    ("fault", "languages"),
    [
        ("full", ("de",)),
        *(
            pytest.param(each, LANGUAGES[1::2], marks=pytest.mark.long)
            for each in ("folder", "record", "full", "held", "")
        ),
    ],
)
def test_what_is_promised_is_what_is_so(tmp_path: Path, fault: str, languages: Sequence[str]) -> None:
    data, home = tmp_path / "data", tmp_path / "home"
    home.mkdir()
    if fault == "folder":
        # a file where the folders should be: not even root can make them
        home = tmp_path / "file"
        home.write_text("")
        data = home / "data"
    elif fault == "record":
        (data / "record.sqlite").mkdir(parents=True)
    lock = FolderLock(data)
    if fault == "held":
        lock.take()
    try:
        seen = shown(home, data, fault, languages)
    finally:
        lock.release()
    assert set(seen) == set(languages)
    for language, screens in seen.items():
        words = load_words(language)
        promised = {words.text(message) for message in PROMISES}
        assert set(screens) == ({"home before", "home after"} | (set() if fault == "held" else {"play", "pause"}))
        if fault:
            # until the disk is full, the promises hold
            faulty = {name: lines for name, lines in screens.items() if (fault, name) != ("full", "home before")}
            assert not [name for name, lines in faulty.items() if promised & set(lines)]
            reasons = [words.of(say(code, BLANKS)).partition(CUT)[0] for code in REASONS]
            silent = [
                name
                for name, lines in faulty.items()
                if not any(reason in line for reason in reasons for line in lines)
            ]
            assert not silent
        else:
            assert words.text("pause.text") in screens["pause"]
