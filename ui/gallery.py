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


Scene = Callable[[Any, Any], None]


def scenes() -> dict[str, Scene]:
    """What there is to see, by name: each puts the app into one state."""
    from ui import gallery_views as make
    from ui.gallery_devices import device_scenes

    before = {
        "home": _home,
        "home_empty": _home_empty,
        "home_notice": _home_notice,
        "setup": _setup(),
        "setup_players": _setup("players"),
        "setup_six": _setup("players", make.six_at_the_table()),
        "setup_rules": _setup("rules"),
        "setup_rules_changed": _setup("rules", make.changed_rules(), turn=1),
        "setup_devices": _setup("devices"),
        "setup_complaint": _setup_complaint,
        "cards": _cards(),
    }
    return before | device_scenes() | _judged_scenes() | _table_scenes() | _family_scenes()


def play(view: Any, then: Callable[[Any], None] | None = None) -> Scene:
    """The play screen with a snapshot, and what is then done with it."""

    def scene(stage: Any, launcher: Any) -> None:
        stage.app.desk.open(stage.app.desk.settings)
        launcher.table.show(view)
        stage.screens.get_screen("play").leave_mode()
        stage.screens.show("play")
        stage.settle()
        if then:
            then(stage.screen)

    return scene


def _judged_scenes() -> dict[str, Scene]:
    """A card lies open, and what the referee says of it."""
    from companion.model.verdict import VerdictKind
    from companion.views.table_view import HealthState
    from ui import gallery_views as make

    unclear = make.declared_view("8", verdict=make.spoken(VerdictKind.UNCLEAR, seat=0))
    wheel_plays = make.candidates(make.sample_position(), "3")
    illegal = make.spoken(VerdictKind.ILLEGAL, seat=0, origin=5, target=12)
    return {
        "play_choose": play(make.sample_view(verdict=make.spoken(VerdictKind.LEGAL))),
        "play_watch": play(make.declared_view("12")),
        "play_illegal": play(make.declared_view("8", verdict=illegal)),
        "play_advice": play(make.declared_view("8", verdict=replace(illegal, text=make.ADVICE))),
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
    }


def _table_scenes() -> dict[str, Scene]:
    """What else happens at the table."""
    from companion.views.table_view import HealthState
    from ui import gallery_views as make

    exchange = tuple(replace(seat, exchanged=seat.seat < 2) for seat in make.sample_view().seats)
    return {
        "play_edit": play(make.sample_view(), then=_editing),
        "play_report": play(make.declared_view("8", camera=HealthState.OFF), then=lambda s: s.begin_edit("report")),
        "play_forfeit": play(make.sample_view(), then=_forfeiting),
        "play_deal": play(make.sample_view(phase="deal", turn=3)),
        "play_dog": play(make.sample_view(phase=make.figure_phase(), turn=3)),
        "play_exchange": play(make.sample_view(phase="exchange", seats=exchange)),
        "play_paused": play(make.sample_view(paused=True)),
        "play_over": play(make.sample_view(phase="over", result=(0, 2))),
    }


def _family_scenes() -> dict[str, Scene]:
    """The other games of the family: their boards, and what only they ask."""
    from companion.views.table_view import HealthState, PendingView
    from ui import gallery_views as make

    star, ring, ranked, throwing = make.GAMES
    six = make.game_view(star, 6)
    blind = tuple(replace(part, state=HealthState.OFF) if part.part == "camera" else part for part in six.health)
    tock = make.game_view(ring, 4, health=blind)
    royal = make.game_view(ranked, 4)
    kings = make.candidates(tock.position, "K") if tock.position else ()
    return {
        "game_six": play(six),
        "game_edit": play(six, then=_editing),
        "game_joker": play(six, then=lambda screen: screen.declare("joker")),
        "game_tock": play(replace(tock, declared="K", plays=kings)),
        "game_tock_six": play(make.game_view(ring, 6)),
        "game_ranks": play(royal),
        "game_free_start": play(make.all_waiting(royal)),
        "game_may_draw": play(replace(royal, pending=PendingView(kind="may_draw", seat=3, count=1))),
        "game_solo": play(make.game_view(star, 3)),
        "game_throw": play(make.game_view(ring, 4), then=_throwing),
        "game_neighbour": play(
            make.game_view(throwing, 4, pending=PendingView(kind="discard", seat=1, count=1), turn=1)
        ),
        "cards_ranked": _cards(ranked),
        "cards_centre": _cards(throwing),
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


def _setup(page: str = "game", settings: Any = None, turn: int = 0) -> Scene:
    """The set-up screen on a page, with these settings (None: as they are), that many leaves on."""

    def scene(stage: Any, launcher: Any) -> None:
        launcher.lines = []
        _enter(stage, "setup")
        screen = stage.screen
        if settings is not None:
            screen.form = replace(screen.form, settings=settings)
        screen.page = page
        stage.settle()
        if page == "rules":
            rules = screen.ids.body.children[0]
            rules.number = 0
            rules.turn(turn)
            stage.settle()

    return scene


def _setup_complaint(stage: Any, launcher: Any) -> None:
    _setup("players")(stage, launcher)
    screen = stage.screen
    screen.form = screen.form.with_name(2, screen.form.settings.names[0])
    screen.start()
    stage.settle()


def _cards(variant: str = "") -> Scene:
    """The card aid of a game; of the one in the settings where none is named."""

    def scene(stage: Any, launcher: Any) -> None:
        from ui.gallery_views import game_view

        desk = stage.app.desk
        desk.close()
        if variant:
            desk.open(desk.settings)
            launcher.table.show(game_view(variant, 4))
            stage.settle()
        _enter(stage, "cards")

    return scene


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


def _throwing(screen: Any) -> None:
    screen.begin_forfeit()
    for card in ("Q", "9", "6", "3"):
        screen.lay_open(card)
    screen.throw(2)


def _enter(stage: Any, name: str) -> None:
    """Shows a screen, entering it anew where it is in view already."""
    if stage.screens.current == name:
        stage.screen.dispatch("on_pre_enter")
    stage.screens.show(name)
    stage.settle()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
