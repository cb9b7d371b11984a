"""`python -m companion vision show`: one picture of a table at rest, with the reading drawn over it and in words."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from companion.board.files import load_board
from companion.commands.camera.vision import app
from companion.lab.readings import shown_table
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Scene, VirtualCamera
from vision.frames import Frame, Image
from vision.lab.overlay import draw_overlay, frame_text
from vision.lab.show import Viewing, all_in_kennels, reader_for
from vision.reader import BoardReader

BOARD = load_board("black_dog")
COLOURS = ("red", "yellow", "green", "blue")
TABLE = shown_table(BOARD, COLOURS, taught=True)
PROFILE = Path(__file__).parents[3] / "companion" / "board" / "profiles" / "black_dog.toml"
KENNELS = tuple(
    Figure(colour=colour, x_mm=x, y_mm=y) for seat, colour in enumerate(COLOURS) for x, y in BOARD.kennel[seat][:4]
)


@pytest.fixture(scope="module")
def picture() -> Image:
    camera = VirtualCamera(BOARD, COLOURS, seed=4, stand=Stand(elevation_deg=60.0))
    return camera.render(Scene(figures=KENNELS, disc_deg=90.0))


def new_reader() -> BoardReader:
    return reader_for(TABLE, figure=None, kennels=4)


@pytest.mark.long
def test_words_and_rings_of_a_table_at_rest(picture: Image, tmp_path: Path) -> None:
    file = tmp_path / "seen.png"
    viewing = Viewing(new_reader(), TABLE, file)
    assert viewing.see(Frame(picture, 0)) == ("0 ms: searching", False)
    assert not file.exists()
    line, rests = viewing.see(Frame(picture, 330))
    assert rests
    assert line.startswith("330 ms: red 4, yellow 4, green 4, blue 4  |  wheel 1 (90 deg)  |  ")
    drawn = cv2.imread(str(file))
    assert drawn is not None
    assert drawn.shape[1] == picture.shape[1]
    assert drawn.shape[0] > picture.shape[0]


def test_pawns_get_rings_of_their_own_colour_and_the_disc_a_pointer(picture: Image) -> None:
    watching = new_reader()
    look = [watching.look(Frame(picture, t_ms)) for t_ms in (0, 330)][-1]
    assert watching.pose is not None
    drawn = draw_overlay(picture, watching.pose, TABLE.layout.board, look, frame_text(look, COLOURS))[
        : picture.shape[0]
    ]
    x, y = BOARD.kennel[0][0]
    ring = watching.pose.pixels(np.array([[x - 0.62 * BOARD.pawn.width_mm, y]]))[0]
    blue, green, red = drawn[round(ring[1]), round(ring[0])].tolist()
    assert red > 1.8 * max(blue, green)
    # turned by a quarter, the uppermost point at wheel = 0 points to the right
    pointer = watching.pose.pixels(np.array([[225.0 + 0.6 * 130.0, 225.0], [225.0 - 0.6 * 130.0, 225.0]]))
    bright = [int(drawn[round(at[1]), round(at[0])].min()) for at in pointer]
    assert bright[0] > 220 > bright[1]


def test_an_unknown_spot_is_shown_as_doubtful(picture: Image) -> None:
    watching = new_reader()
    look = [watching.look(Frame(picture, t_ms)) for t_ms in (0, 330)][-1]
    assert look.reading is not None
    look.reading.scores[3] = -np.log(look.reading.scores.shape[1])
    assert "in doubt" in frame_text(look, COLOURS)


def test_once_writes_one_picture_and_ends(picture: Image, tmp_path: Path) -> None:
    still, out = tmp_path / "table.png", tmp_path / "seen.png"
    cv2.imwrite(str(still), picture)
    arguments = ["show", str(still), "--board", str(PROFILE), "--kennels", "4", "--once", str(out)]
    done = CliRunner().invoke(app, arguments)
    assert (done.exit_code, out.exists()) == (0, True)
    assert done.output.splitlines()[-1].startswith("330 ms: red 4, yellow 4, green 4, blue 4")
    untaught = CliRunner().invoke(app, [*arguments[:4], "--out", str(out)])
    assert "colours are guessed" in untaught.output.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["table.png"], "name its profile with --board"),
        (["table.png", "--board", "missing.toml"], "missing.toml cannot be read"),
        (["table.png", "--board", str(PROFILE), "--colours", "red,blue,green,white,black"], "4 sectors"),
        (["bare.png", "--board", str(PROFILE), "--once", "seen.png"], "never lay still"),
    ],
)
def test_what_cannot_be_shown_is_one_clear_line(
    arguments: list[str], says: str, picture: Image, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cv2.imwrite("table.png", picture)
    cv2.imwrite("bare.png", np.full_like(picture, 120))
    done = CliRunner().invoke(app, ["show", *arguments])
    assert done.exit_code == 2
    assert says in done.output
    assert "Traceback" not in done.output


def test_a_table_set_up_has_every_pawn_at_home() -> None:
    labels = all_in_kennels(TABLE.layout, 4)
    assert (set(labels.classes), labels.pool_counts, labels.quarter_turn) == ({0}, (4, 4, 4, 4), 0)
