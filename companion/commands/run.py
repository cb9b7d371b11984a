"""The command `run`: the tablet if there is a display, else a simulated game."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.commands.terminal import fail, family_settings, installed_games, say
from companion.players.level import Level
from companion.system.display import WindowError, has_display
from companion.system.gc_tuning import leave_garbage
from companion.system.signals import INTERRUPTED, deferred

if TYPE_CHECKING:
    from companion.app.choices import Choices

app = typer.Typer()


@app.command()
def run(
    headless: Annotated[bool, typer.Option(help="No tablet screen, even where there is a display.")] = False,
    new: Annotated[bool, typer.Option(help="Headless: begin a new game, even if an earlier demo can go on.")] = False,
    plies: Annotated[int, typer.Option(help="Headless: stop after so many plays; 0 plays to the end.", min=0)] = 0,
    seed: Annotated[int, typer.Option(help="Headless: which simulated game.")] = 1,
    speed: Annotated[float, typer.Option(help="Headless: how many times faster than a real table.", min=0.1)] = 1.0,
    level: Annotated[Level | None, typer.Option(help="How well simulated players play.")] = None,
    variant: Annotated[str | None, typer.Option(help="Which game; `variants list` names them.")] = None,
    players: Annotated[int | None, typer.Option(help="How many play.", min=2, max=8)] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="A house rule, NAME=VALUE; `variants show` names them. May be repeated.")
    ] = None,
    board: Annotated[str | None, typer.Option(help="Which printed board, else the usual one of the game.")] = None,
    camera: Annotated[
        str | None, typer.Option(help="simulated, none, phone, a device number, a path or a URL.")
    ] = None,
    second_camera: Annotated[
        str | None, typer.Option(help="Another camera over the same board, as --camera; none: one alone.")
    ] = None,
    wheel: Annotated[str | None, typer.Option(help="simulated, none, auto or a port; see hardware/README.md.")] = None,
    broker: Annotated[
        str | None, typer.Option(help="embedded, none or mqtt://user:password@host:port; the login is optional.")
    ] = None,
    fullscreen: Annotated[bool, typer.Option(help="The tablet fills the screen; F11 or Escape leaves it.")] = False,
    kiosk: Annotated[bool, typer.Option(help="The machine has nothing but the tablet (docs/how-to/kiosk.md).")] = False,
    lan: Annotated[bool, typer.Option(help="Let other devices in the house open the viewer page.")] = False,
    record: Annotated[Path | None, typer.Option(help="Write a recording of the table into this folder.")] = None,
    truth: Annotated[
        Path | None, typer.Option(help="Headless: write what the simulator really did as JSON lines.")
    ] = None,
) -> None:
    """Play: the tablet where there is a display, else a simulated game that plays by itself."""
    from companion.app.choices import Choices
    from companion.board.files import ProfileError

    given = Choices(
        variant=variant,
        players=players,
        options=_switches(option or []),
        board=board,
        camera=camera,
        second_camera=second_camera,
        wheel=wheel,
        broker=broker,
        level=level,
        lan=lan,
        record=record,
        seed=seed,
        speed=speed,
        plies=plies,
        new=new,
    )
    try:
        given.over(installed_games(), family_settings())
    except (ValueError, ProfileError) as error:
        fail(str(error))
    if kiosk and (headless or not has_display()):
        fail("--kiosk needs a screen: start it on one (docs/how-to/kiosk.md), or leave --kiosk out")
    if headless or not has_display():
        if not headless:
            typer.echo("no display: playing a simulated game without the tablet screen")
        from companion.commands.headless import play_headless

        with deferred() as wish:
            raise typer.Exit(play_headless(given, truth=truth, say=say, fail=fail, wish=wish))
    try:
        status = _play_on_tablet(replace(given, camera_apart=True), fullscreen=fullscreen, kiosk=kiosk)
    except WindowError as error:
        fail(f"no window can be opened ({error}): see `pawtrack manual PT-SCR-02`, or play with --headless")
    raise typer.Exit(status)


def _play_on_tablet(given: "Choices", *, fullscreen: bool, kiosk: bool) -> int:
    """Shows the tablet until it is left; returns the exit status."""
    show = _frontend()
    # front ends by others may neither know the word, nor have a splash
    alone = {"kiosk": True} if kiosk else {}
    splash = getattr(show, "splash", None)
    with deferred() as wish:
        if splash:
            splash(fullscreen=fullscreen, **alone)
        from companion.bootstrap.launcher import Launcher

        launcher = Launcher(given)
        launcher.tables.listen(launcher.settings().other_tables)
        try:
            show(launcher, wish, fullscreen=fullscreen, wording=launcher.wording, **alone)
        finally:
            launcher.close()
            leave_garbage()
        return INTERRUPTED if wish.asked else 0


def _frontend() -> Callable[..., None]:
    """The installed front end, the first by name if there are several."""
    from companion.app.plugins import find_frontends

    found = find_frontends()
    if not found.plugins:
        why = "; ".join(f"{name}: {fault}" for name, fault in found.faults.items()) or "none is installed"
        fail(f"no front end can be used ({why}); play with --headless, or install Pawtrack anew")
    return next(iter(found.plugins.values()))


def _switches(given: list[str]) -> tuple[tuple[str, str | int | bool], ...]:
    """House rules from the command line."""
    from companion.model.notation import NotationError, parse_switch

    switches = []
    for word in given:
        name, equals, value = word.partition("=")
        if not equals:
            fail(f"--option {word[:40]!r}: write it as NAME=VALUE, such as core.home_optional=false")
        try:
            switches.append((name, parse_switch(value, name)))
        except NotationError as error:
            fail(f"--option {error}")
    return tuple(switches)
