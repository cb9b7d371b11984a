"""`python -m ui.gallery OUTDIR`: a picture of every screen in every language, drawn by the real app without a screen.

Pictures are reduced to a palette, so that they can be kept with the documentation.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

_COLOURS: Final = 64


def main(arguments: list[str]) -> int:
    """Returns the exit status: 0 done, 2 for arguments that cannot be used."""
    if not arguments:
        print("usage: python -m ui.gallery OUTDIR [SCREEN ...]", file=sys.stderr)  # noqa: T201
        return 2
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    os.environ.setdefault("KIVY_NO_CONFIG", "1")
    with tempfile.TemporaryDirectory(prefix="pawtrack-gallery-") as home:
        os.environ.setdefault("KIVY_HOME", home)
        count = render(Path(arguments[0]), arguments[1:])
    print(f"{count} pictures in {arguments[0]}")  # noqa: T201
    return 0


def render(folder: Path, wanted: list[str]) -> int:
    """Draws the wanted scenes (all by default) into `folder` as SCENE.LANGUAGE.png."""
    from PIL import Image

    from companion.settings import LANGUAGES
    from ui.gallery_views import StagedLauncher
    from ui.stage import Stage

    folder.mkdir(parents=True, exist_ok=True)
    launcher = StagedLauncher()
    stage = Stage(launcher)
    count = 0
    for language in LANGUAGES:
        stage.app.desk.change(language=language)
        for name, scene in scenes().items():
            if wanted and name not in wanted:
                continue
            scene(stage, launcher)
            stage.settle()
            drawn = Image.fromarray(stage.screenshot())
            picture = drawn.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
            picture.save(folder / f"{name}.{language}.png", optimize=True)
            count += 1
    stage.close()
    return count


def scenes() -> dict[str, Callable[[Any, Any], None]]:
    """What there is to see, by name: each puts the app into one state."""
    from companion.model.verdict import VerdictKind
    from companion.views.table_view import HealthState
    from ui import gallery_views as make

    def play(view: Any, then: Callable[[Any], None] | None = None) -> Callable[[Any, Any], None]:
        def scene(stage: Any, launcher: Any) -> None:
            stage.app.desk.open(stage.app.desk.settings)
            launcher.table.show(view)
            stage.screens.get_screen("play").leave_mode()
            stage.screens.show("play")
            stage.settle()
            if then:
                then(stage.screen)

        return scene

    unclear = make.declared_view("8", verdict=make.spoken(VerdictKind.UNCLEAR, seat=0))
    wheel_plays = make.candidates(make.sample_position(), "3")
    exchange = tuple(replace(seat, exchanged=seat.seat < 2) for seat in make.sample_view().seats)
    illegal = make.spoken(VerdictKind.ILLEGAL, seat=0, origin=5, target=12)
    return {
        "home": _home,
        "home_empty": _home_empty,
        "home_notice": _home_notice,
        "setup": _setup,
        "setup_complaint": _setup_complaint,
        "cards": _cards,
        "camera": _camera,
        "play_choose": play(make.sample_view(verdict=make.spoken(VerdictKind.LEGAL))),
        "play_watch": play(make.declared_view("12")),
        "play_illegal": play(make.declared_view("8", verdict=illegal)),
        "play_unfinished": play(make.declared_view("3", verdict=make.spoken(VerdictKind.UNFINISHED, seat=0, card="3"))),
        "play_unclear": play(replace(unclear, candidates=unclear.plays[:3])),
        "play_wheel": play(
            make.declared_view(
                "3", verdict=make.spoken(VerdictKind.UNCLEAR, seat=0, card="3"), candidates=wheel_plays[:2]
            )
        ),
        "play_tap": play(make.declared_view("partner4", camera=HealthState.OFF)),
        "play_trouble": play(make.sample_view(health=make.in_trouble(), notice=make.TROUBLE["camera"])),
        "play_amend": play(
            make.declared_view("8", verdict=illegal), then=lambda screen: setattr(screen, "mode", "amend")
        ),
        "play_edit": play(make.sample_view(), then=_editing),
        "play_report": play(make.declared_view("8", camera=HealthState.OFF), then=lambda s: s.begin_edit("report")),
        "play_forfeit": play(make.sample_view(), then=_forfeiting),
        "play_deal": play(make.sample_view(phase="deal", turn=3)),
        "play_dog": play(make.sample_view(phase="dog", turn=3)),
        "play_exchange": play(make.sample_view(phase="exchange", seats=exchange)),
        "play_paused": play(make.sample_view(paused=True)),
        "play_over": play(make.sample_view(phase="over", result=(0, 2))),
    }


def _home(stage: Any, launcher: Any) -> None:
    from ui.gallery_views import saved_games

    launcher.games = list(saved_games())
    launcher.lines = []
    _enter(stage, "home")


def _home_empty(stage: Any, launcher: Any) -> None:
    launcher.games = []
    _enter(stage, "home")


def _home_notice(stage: Any, launcher: Any) -> None:
    from ui.gallery_views import TROUBLE

    _home(stage, launcher)
    launcher.lines = [TROUBLE["mqtt"]]
    _enter(stage, "home")


def _setup(stage: Any, launcher: Any) -> None:
    launcher.lines = []
    _enter(stage, "setup")


def _setup_complaint(stage: Any, launcher: Any) -> None:
    _setup(stage, launcher)
    stage.screen.form = stage.screen.form.with_name(2, "Ben").with_value("camera", "")
    stage.settle()
    stage.screen.start()


def _cards(stage: Any, launcher: Any) -> None:
    del launcher
    _enter(stage, "cards")


def _camera(stage: Any, launcher: Any) -> None:
    from ui.gallery_views import in_trouble, sample_view

    stage.app.desk.open(stage.app.desk.settings)
    launcher.table.show(sample_view(health=in_trouble()))
    _enter(stage, "camera")


def _editing(screen: Any) -> None:
    from companion.model.places import Place
    from ui.presenters.spots import Spot

    screen.begin_edit("edit")
    screen.on_spot(Spot(None, Place(5)))
    screen.on_spot(Spot(None, Place(12)))


def _forfeiting(screen: Any) -> None:
    screen.begin_forfeit()
    for card in ("13", "swap", "copy"):
        screen.lay_open(card)


def _enter(stage: Any, name: str) -> None:
    """Shows a screen, entering it anew where it is in view already."""
    if stage.screens.current == name:
        stage.screen.dispatch("on_pre_enter")
    stage.screens.show(name)
    stage.settle()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
