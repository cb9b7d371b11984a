"""Runs Pawtrack's tablet, or a bare Kivy window, and reports its first pictures; a line on its input starts a scene.

`python driven_window.py tablet|bare`: writes a line `picture` with wall and processor time at the first picture, and a
line `screen` at the first one with the tablet's first screen.  Processor time counts the programs that it started, too.
The lines that it takes are the names of `SCENES`, each answered by `done`, and `end`.
"""

import json
import os
import pickle
import resource
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import Any, Final

WINDOW: Final = "kivy.core.window.window_sdl2"
#: Of the scene in which game after game is tapped.
COMMAND_EVERY_S: Final = 1.0
_begun_ns: Final = int(os.environ["BENCH_BEGUN_NS"])
_out: Final = os.fdopen(os.dup(1), "w", buffering=1)


def said(what: str) -> None:
    wall = (time.monotonic_ns() - _begun_ns) / 1e9
    own, below = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    processor = own.ru_utime + own.ru_stime + below.ru_utime + below.ru_stime
    print(json.dumps({"what": what, "wall": wall, "processor": processor}), file=_out)


class WatchedWindow(MetaPathFinder):
    """Wraps the flip of Kivy's window as soon as its module is loaded, and imports nothing before that."""

    def __init__(self, shown: Callable[[], None]) -> None:
        self._shown = shown

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        if fullname != WINDOW:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec and spec.loader:
            self._watch(spec.loader)
        return spec

    def _watch(self, loader: Loader) -> None:
        run, shown = loader.exec_module, self._shown

        def exec_module(module: Any) -> None:
            run(module)
            flip = module.WindowSDL.flip

            def flipped(window: Any) -> None:
                flip(window)
                shown()

            module.WindowSDL.flip = flipped

        loader.exec_module = exec_module  # type: ignore[method-assign]


class FirstPictures:
    """Reports the first picture and the first screen; `then` runs once after that."""

    def __init__(self, then: Callable[[], None]) -> None:
        self._then = then
        self._pictured = self._screened = False

    def shown(self) -> None:
        if not self._pictured:
            self._pictured = True
            said("picture")
        if not self._screened and _is_screen():
            self._screened = True
            said("screen")
            self._then()


def _is_screen() -> bool:
    root = getattr(_app(), "root", None)
    return root is not None and (not hasattr(root, "current_screen") or root.current_screen is not None)


def _app() -> Any:
    from kivy.app import App

    return App.get_running_app()


def _begin(**changes: Any) -> None:
    import msgspec

    app = _app()
    changes = {"camera": "none", "wheel": "none", **changes}
    settings = msgspec.structs.replace(app.model.settings, **changes)
    if not app.model.begin(settings):
        raise SystemExit(app.model.fault)
    app.root.show_game(settings.variant)


def _demo() -> None:
    _begin(camera="simulated", wheel="simulated")


def _paused() -> None:
    from companion.session.commands import Pause

    _app().model.post(Pause())


def _home() -> None:
    app = _app()
    app.model.close()
    app.root.show("home")


def _camera() -> None:
    _begin(camera=os.environ["BENCH_CAMERA"])


def _taped() -> Sequence[Any]:
    """The commands of a whole game, as `taped_games.py` has written them."""
    found: Sequence[Any] = pickle.loads((Path(os.environ["PAWTRACK_HOME"]) / "game.pickle").read_bytes())
    return found


def _played() -> Callable[[], bool]:
    """A whole game is tapped as fast as the table takes it."""
    _begin()
    model = _app().model
    for command in _taped():
        model.post(command)
    return lambda: bool(model.view and model.view.result)


def _playing() -> None:
    """Game after game is tapped, a command every second."""
    from kivy.clock import Clock

    taped = _taped()

    def games() -> Iterator[None]:
        while True:
            _begin()
            for command in taped:
                yield
                _app().model.post(command)
            yield
            _home()

    course = games()
    next(course)
    Clock.schedule_interval(lambda _: next(course), COMMAND_EVERY_S)


def _replay() -> None:
    """The last finished game is replayed at the fastest speed."""
    app = _app()
    finished = [saved.game for saved in app.model.launcher.all_games().games if saved.result]
    review = app.root.get_screen("review")
    review.show_game(app.model.course_of(finished[0]), "")
    app.root.show("review")
    for _ in range(4):
        review.faster()
    review.toggle()


def _analysis() -> Callable[[], bool]:
    """The game on the screen of replays is analysed."""
    root = _app().root
    root.get_screen("review").analyse()
    return lambda: bool(root.get_screen("analysis").complete)


#: Each returns what reports its end; None: it is there at once.
SCENES: Final[dict[str, Callable[[], Callable[[], bool] | None]]] = {
    "tapped": _begin,
    "demo": _demo,
    "home": _home,
    "camera": _camera,
    "paused": _paused,
    "played": _played,
    "playing": _playing,
    "replay": _replay,
    "analysis": _analysis,
}


def _take_lines() -> None:
    from kivy.clock import Clock

    for line in sys.stdin:
        name = line.strip()

        def act(_: float, name: str = name) -> None:
            if name == "end":
                _app().stop()
            else:
                say_once(name, SCENES[name]())

        def say_once(name: str, ended: Callable[[], bool] | None) -> None:
            if ended is None or ended():
                said(f"done {name}")
            else:
                Clock.schedule_once(lambda _: say_once(name, ended), 0.5)

        Clock.schedule_once(act)


def _bare() -> None:
    from kivy.app import App
    from kivy.uix.label import Label

    class Bare(App):
        """A window with one label."""

        def build(self) -> Label:
            return Label(text="Pawtrack")

    Bare().run()


def _tablet() -> None:
    sys.argv = ["pawtrack", "run"]
    from companion.__main__ import main

    main()


def main() -> None:
    # the thread that reads lines begins when there is a screen: a start without one has no second thread
    first = FirstPictures(lambda: threading.Thread(target=_take_lines, daemon=True).start())
    sys.meta_path.insert(0, WatchedWindow(first.shown))
    which = {"bare": _bare, "tablet": _tablet}[sys.argv.pop(1)]
    which()


if __name__ == "__main__":
    main()
