"""The commands `cards`: a deck shown to a camera from pictures, listed, checked and forgotten."""

from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from card_piles import Seat, drawn_deck, straight
from card_scenes import Laid, Trouble, picture_of
from typer.testing import CliRunner

from companion.board.files import load_board
from companion.board.prints.board import board_sheet
from companion.board.prints.paper import FULL, MARGIN_MM
from companion.catalogue.shipped import SHIPPED
from companion.commands.cli import app
from companion.sensors.cards.deck_files import FamilyDeck, load_deck, save_deck
from companion.sensors.cards.pile_sensor import pile_beside
from vision.cards.faces import Face
from vision.frames import Image

CARD_MM = (59.0, 91.0)
#: The middle of the place of the pile beside a board of 450 mm; the camera points at the middle of both.
PLACE_X = 235


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path / "home"))


def run(*arguments: str) -> tuple[int, str]:
    ended = CliRunner().invoke(app, ["cards", *arguments])
    return ended.exit_code, ended.output


def shown(variant: str, *names: str | None) -> None:
    small = [straight(face.picture) for face in drawn_deck().faces]
    kept = tuple(Face(name, small[index % len(small)]) for index, name in enumerate(names))
    save_deck(variant, FamilyDeck(CARD_MM, pile_beside((400.0, 400.0), "right"), kept))


def test_what_was_shown_is_listed_and_checked() -> None:
    cards = SHIPPED.variant("dog").cards
    status, said = run("list", "--variant", "dog")
    assert status == 0
    assert said.count("not shown yet") == len(cards) + 1
    shown("dog", cards[0], cards[0], None)
    assert run("list", "--variant", "dog")[1].count("not shown yet") == len(cards) - 1
    status, said = run("check", "--variant", "dog")
    assert status == 1
    assert cards[1] in said
    assert cards[0] not in said.split(": ")[1].split(";")[0].split(", ")


def test_a_whole_deck_is_well_and_look_alikes_are_named() -> None:
    cards = SHIPPED.variant("dog").cards
    faces = [face.picture for face in drawn_deck().faces]
    small = [cv2.resize(face, (59, 91), interpolation=cv2.INTER_AREA).astype(np.uint8) for face in faces]
    kept = tuple(
        Face(card, small[-1] if index < 2 else np.roll(small[0], 5 * index, axis=0)) for index, card in enumerate(cards)
    )
    save_deck("dog", FamilyDeck(CARD_MM, pile_beside((400.0, 400.0), "right"), kept))
    status, said = run("check", "--variant", "dog")
    assert status == 0
    assert f"{' and '.join(sorted(cards[:2]))} look alike" in said
    assert "see_cards" in said


def test_cards_and_decks_are_forgotten() -> None:
    cards = SHIPPED.variant("dog").cards
    shown("dog", cards[0], cards[1], None)
    assert run("forget", cards[0], "back", "--variant", "dog")[0] == 0
    kept = load_deck("dog")
    assert kept is not None
    assert [face.name for face in kept.faces] == [cards[1]]
    assert run("forget", cards[0], "--variant", "dog")[0] == 2
    assert run("forget", "--variant", "dog")[0] == 0
    assert load_deck("dog") is None
    assert run("forget", "--variant", "dog")[0] == 2


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("enrol",), "real camera"),
        (("enrol", "--camera", "simulated"), "real camera"),
        (("enrol", "--camera", "/nowhere/film.mp4"), "film"),
        (("enrol", "--camera", "0", "--side", "under"), "no side"),
        (("enrol", "--camera", "0", "--size", "large"), "no size"),
        (("enrol", "ace", "--camera", "0"), "has no card"),
        (("enrol", "--camera", "0", "--board", "nowhere"), "cannot be read"),
        (("list", "--variant", "nothing"), "nothing"),
    ],
)
def test_what_cannot_be_done_is_one_line(arguments: tuple[str, ...], reason: str) -> None:
    status, said = run(*arguments)
    assert status == 2
    assert reason in said
    assert len([line for line in said.splitlines() if line.startswith("pawtrack:")]) == 1


def test_a_card_is_shown_beside_a_board_with_markers(tmp_path: Path) -> None:
    """Pictures of a table with a printed board and a card beside it, in a folder in place of a camera."""
    films = tmp_path / "film"
    films.mkdir()
    seat = Seat.at(4, width_px=62.0, tilt_deg=12.0, picture=(860, 860))
    table = with_board(seat.table, "star_4", tmp_path / "board.pdf")
    arts = [face.picture for face in drawn_deck().faces]
    # the board is found before the first card is shown
    for stage, (art, turn) in enumerate(((None, 0), (arts[0], 10), (arts[0], 110))):
        cards = [] if art is None else [Laid(art, PLACE_X + 3.0, -4.0, turn, 0.3)]
        image = picture_of(seat.camera, table, cards, Trouble(), seat.chance)
        for still_ms in (0, 300):
            cv2.imwrite(str(films / f"{1000 * stage + still_ms:08d}.jpg"), image)
    card = SHIPPED.variant("dog").cards[0]
    status, said = run("enrol", card, "--variant", "dog", "--camera", str(films), "--board", "star_4")
    assert status == 0, said
    kept = load_deck("dog")
    assert kept is not None
    (face,) = kept.faces
    assert face.name == card
    small = straight(arts[0])
    turned = (face.picture, face.picture[::-1, ::-1])
    assert max(np.corrcoef(small.ravel(), picture.ravel())[0, 1] for picture in turned) > 0.9


def with_board(table: Image, board: str, file: Path) -> Image:
    """The table with a printed board, so that board and place of the pile have their middle in the table's."""
    profile = load_board(board)
    board_sheet(profile, SHIPPED.variant("dog"), file, FULL)
    document = pypdfium2.PdfDocument(file)
    sheet = np.asarray(document[0].render(scale=2 * 25.4 / 72).to_pil())[..., ::-1]
    document.close()
    edge, (width, height) = round(2 * MARGIN_MM), (round(2 * side) for side in profile.size_mm)
    laid = cv2.copyMakeBorder(table, 700, 700, 700, 700, cv2.BORDER_REFLECT)
    middle = laid.shape[0] // 2
    right, top = middle + 2 * (PLACE_X - 110), middle - height // 2
    laid[top : top + height, right - width : right] = sheet[edge : edge + height, edge : edge + width]
    return np.asarray(laid, dtype=np.uint8)
