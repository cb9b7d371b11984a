"""`python -m companion.simulation PICTURE.png`: draws the simulated table in the middle of a game."""

from pathlib import Path
from typing import Annotated, NoReturn

import cv2
import typer

from companion.board.files import ProfileError, board_ids, load_board
from companion.catalogue.shipped import SHIPPED
from companion.looks.colours import SEAT_COLOURS
from companion.simulation.camera.virtual_camera import VirtualCamera
from companion.simulation.card_players import rehearse
from companion.simulation.physical_table import PhysicalTable

app = typer.Typer(add_completion=False)


@app.command()
def draw(
    picture: Annotated[Path, typer.Argument(help="Where to write the picture (.png or .jpg).")],
    seed: Annotated[int, typer.Option(help="Another seed gives another table, camera and game.")] = 1,
    board: Annotated[str, typer.Option(help="Id of a shipped board or path of a board profile.")] = board_ids()[0],
    hand: Annotated[bool, typer.Option(help="With a hand over the board.")] = False,
) -> None:
    """Draws the simulated table as its virtual camera sees it."""
    if not (picture.parent.is_dir() and cv2.haveImageWriter(str(picture))):
        _refuse(picture)
    try:
        profile = load_board(board)
        variant = SHIPPED.variant(profile.family)
        position = rehearse(variant, len(profile.goal), seed)
    except (ProfileError, ValueError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    table = PhysicalTable(profile, variant, position.seats, SEAT_COLOURS, seed)
    table.set_up(position.placement)
    if hand:
        table.reach(profile.track[len(profile.track) // 2], 2, seed)
    image = VirtualCamera(profile, SEAT_COLOURS, seed, seats=position.seats).render(table.scene())
    if not cv2.imwrite(str(picture), image):
        _refuse(picture)


def _refuse(picture: Path) -> NoReturn:
    typer.echo(f"{picture} cannot be written: use an existing folder and a name ending in .png or .jpg", err=True)
    raise typer.Exit(2)


if __name__ == "__main__":
    app()
