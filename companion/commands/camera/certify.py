"""The command `certify`: tests how well the camera sees this table."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.commands.terminal import fail, family_settings, installed_games, language_of, say
from companion.system.signals import INTERRUPTED, interruptible

if TYPE_CHECKING:
    from companion.app.choices import Choices
    from companion.bootstrap.table_test import GameTable
    from companion.settings.schema import Settings

app = typer.Typer()


@app.command()
def certify(
    camera: Annotated[str | None, typer.Option(help="simulated, phone, a device number, a path or a URL.")] = None,
    variant: Annotated[str | None, typer.Option(help="Which game; `variants list` names them.")] = None,
    players: Annotated[int | None, typer.Option(help="How many play.", min=2, max=8)] = None,
    board: Annotated[str | None, typer.Option(help="Which printed board, else the usual one of the game.")] = None,
    keep: Annotated[
        Path | None, typer.Option(help="Keep pictures and truth of the placements in this folder, a recording.")
    ] = None,
    placements: Annotated[bool, typer.Option("--placements", help="Only say the placements.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Only look at the start position: still the table that was certified?")
    ] = False,
    language: Annotated[str | None, typer.Option(help="en, de, fr or it; else that of the settings.")] = None,
    seed: Annotated[int, typer.Option(help="Which simulated table.")] = 1,
) -> None:
    """Test how well the camera sees this table: twelve placements, a few minutes, and a grade.

    With --check: exit status 0 where it is still the table that was certified, else 1.
    """
    from companion.app.choices import Choices
    from companion.board.files import ProfileError
    from companion.certification.certificate import Change
    from companion.certification.wording import CertificationWording
    from companion.commands.camera.certification import (
        CertificationError,
        certified,
        change_since,
        listed_placements,
    )
    from companion.commands.camera.phone import invite_phone
    from companion.settings.schema import NONE
    from companion.texts import shipped_wording

    given = Choices(variant=variant, players=players, board=board, camera=camera)
    words = CertificationWording(shipped_wording(), language_of(language))
    try:
        game, settings = _chosen_table(given)
        if placements:
            for line in listed_placements(game, words):
                typer.echo(line)
            return
        if settings.camera == NONE:
            fail("no camera is set: name one with --camera, such as 0, or simulated")
        with interruptible():
            invite_phone(settings, say)
            if check:
                change = change_since(game, settings, words, say, seed=seed)
                typer.echo(words.change(change))
                raise typer.Exit(0 if change is Change.NONE else 1)
            certificate, path = certified(game, settings, words, say, seed=seed, keep=keep)
    except (ValueError, ProfileError, CertificationError) as error:
        fail(str(error))
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    for line in words.result(certificate):
        typer.echo(line)
    typer.echo(words.kept(path.name))


def _chosen_table(given: "Choices") -> "tuple[GameTable, Settings]":
    """Returns the table of the settings with these choices.  Raises ValueError, ProfileError; fails without a board."""
    from companion.app.card_setup import has_board
    from companion.bootstrap.table_test import game_table

    catalogue = installed_games()
    settings = given.over(catalogue, family_settings())
    if not has_board(settings.variant):
        fail(f"{settings.variant} has no board that a camera could look at")
    return game_table(catalogue, settings), settings
