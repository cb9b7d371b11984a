"""The printed sheets, rendered to pictures: true size, markers that the reader finds, and every sheet in its place."""

from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from table_readers import board_of

from companion.board.files import load_board
from companion.board.prints.board import board_sheet, disc_sheet
from companion.board.prints.markers import marker_sheet
from companion.board.prints.paper import EITHER, FULL, MARGIN_MM, OVERLAP_MM, PAPERS, tile_counts, write_pdf
from companion.board.prints.sheets import OF_CARDS, write_cards, write_sheet
from companion.catalogue.shipped import SHIPPED
from companion.open_row.catalogue import game_ids, load_game
from vision.find.markers import MarkerFinder, marker_cells, marker_corners_mm
from vision.find.pose import find_pose
from vision.frames import Image

POINTS_PER_MM = 72 / 25.4
BOARDS = [
    ("black_dog", "black_dog"),
    ("star_4", "dog_royal"),
    ("star_6", "dog"),
    ("toc_4", "super_tock"),
    ("toc_6", "tock_6"),
]


def rendered(file: Path, page: int = 0, px_per_mm: float = 4.0) -> Image:
    document = pypdfium2.PdfDocument(file)
    picture = document[page].render(scale=px_per_mm / POINTS_PER_MM).to_pil()
    document.close()
    return np.ascontiguousarray(np.asarray(picture)[:, :, ::-1], dtype=np.uint8)


def found(picture: Image, board: str) -> dict[int, np.ndarray]:
    finder = MarkerFinder.of(board_of(load_board(board)).markers)
    return finder.find_all(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8))


@pytest.mark.parametrize(("board", "variant"), BOARDS)
def test_a_full_size_board_shows_its_markers_where_the_profile_says(board: str, variant: str, tmp_path: Path) -> None:
    profile, file = load_board(board), tmp_path / "board.pdf"
    assert board_sheet(profile, SHIPPED.variant(variant), file, FULL) == 1
    corners = found(rendered(file), board)
    for name, centre in zip(profile.markers.ids, profile.markers.centres, strict=True):
        shown = corners[name].mean(axis=0) / 4.0 - MARGIN_MM
        assert shown == pytest.approx(centre, abs=0.3)
        assert np.linalg.norm(corners[name][1] - corners[name][0]) / 4.0 == pytest.approx(
            profile.markers.size_mm, abs=0.3
        )


@pytest.mark.parametrize(("board", "variant"), BOARDS)
def test_the_marker_sheet_is_detected(board: str, variant: str, tmp_path: Path) -> None:
    profile, file = load_board(board), tmp_path / "markers.pdf"
    marker_sheet(profile, file, "a4", "en")
    wanted = {*profile.markers.ids, *([profile.markers.wheel.id] if profile.markers.wheel else [])}
    assert set(found(rendered(file), board)) == wanted


@pytest.mark.thinned(2)
@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_tiles_together_show_the_whole_board(paper: str, tmp_path: Path) -> None:
    """Each corner marker is whole on some tile, and the number of tiles is that of the file."""
    profile, file = load_board("black_dog"), tmp_path / "tiles.pdf"
    sheets = board_sheet(profile, SHIPPED.variant("black_dog"), file, paper)
    document = pypdfium2.PdfDocument(file)
    assert len(document) == sheets
    assert [side / POINTS_PER_MM for side in document[0].get_size()] == pytest.approx(PAPERS[paper], abs=0.01)
    document.close()
    seen = set().union(*(found(rendered(file, page), "black_dog") for page in range(sheets)))
    assert seen == {0, 1, 2, 3, 4}


def test_the_scale_bar_is_100_mm_long(tmp_path: Path) -> None:
    file = tmp_path / "empty.pdf"
    write_pdf(file, "nothing", (50.0, 50.0), lambda _: None, "a4")
    grey = cv2.cvtColor(rendered(file, px_per_mm=10.0), cv2.COLOR_BGR2GRAY)
    longest = max(int(np.count_nonzero(row < 128)) for row in grey)
    assert longest / 10.0 == pytest.approx(100.0, abs=0.6)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("paper", [*PAPERS, FULL])
@pytest.mark.parametrize("dpi", [100, 150])
def test_the_scale_bar_measures_true_on_every_sheet(paper: str, dpi: int, tmp_path: Path) -> None:
    file = tmp_path / "board.pdf"
    sheets = board_sheet(load_board("toc_6"), SHIPPED.variant("tock_6"), file, paper)
    for page in range(sheets):
        grey = cv2.cvtColor(rendered(file, page, dpi / 25.4), cv2.COLOR_BGR2GRAY)
        below = grey[-round(2.0 * MARGIN_MM * dpi / 25.4) :]
        inked = [np.flatnonzero(row < 128) for row in below]
        # a line of letters has gaps, the bar has none
        longest = max(np.ptp(dark) for dark in inked if len(dark) > 200 and len(dark) > 0.95 * np.ptp(dark))
        assert longest / dpi * 25.4 == pytest.approx(100.0, abs=0.6)


@pytest.mark.thinned(2)
@pytest.mark.parametrize("what", ["board", "disc", "markers", "deck", "faces", "pile"])
def test_every_letter_print_has_a_scale_bar_on_each_sheet(what: str, tmp_path: Path) -> None:
    file, game, paper = tmp_path / "print.pdf", SHIPPED.variant("black_dog"), "letter"
    if what in OF_CARDS:
        write_cards(what, "black_dog", game, "en", file, paper)
    else:
        write_sheet(what, "black_dog", game, "en", file, paper)
    document = pypdfium2.PdfDocument(file)
    for page in document:
        assert "100 mm = 3 15/16 in" in page.get_textpage().get_text_range()
        assert all(
            side <= most * POINTS_PER_MM + 0.01 for side, most in zip(page.get_size(), PAPERS["letter"], strict=True)
        )
    document.close()


def test_a_sheet_for_either_paper_is_larger_than_none_of_them() -> None:
    for paper in ("a4", "letter"):
        assert all(side <= most for side, most in zip(PAPERS[EITHER], PAPERS[paper], strict=True))


def glued(file: Path, size_mm: tuple[float, float], paper: str, px_per_mm: float) -> Image:
    """The tiles of a board cut at their marks and laid over each other; raises where the overlaps differ."""
    across, down = tile_counts(size_mm, paper)
    wide, high = PAPERS[paper][0] - 2 * MARGIN_MM, PAPERS[paper][1] - 3 * MARGIN_MM
    span = ((across - 1) * (wide - OVERLAP_MM) + wide, (down - 1) * (high - OVERLAP_MM) + high)
    table = np.zeros((round(span[1] * px_per_mm), round(span[0] * px_per_mm), 3), dtype=np.uint8)
    for page in range(across * down):
        row, column = divmod(page, across)
        cut = rendered(file, page, px_per_mm)[round(MARGIN_MM * px_per_mm) :, round(MARGIN_MM * px_per_mm) :]
        cut = cut[: round(high * px_per_mm), : round(wide * px_per_mm)]
        left, top = round(column * (wide - OVERLAP_MM) * px_per_mm), round(row * (high - OVERLAP_MM) * px_per_mm)
        under = table[top : top + cut.shape[0], left : left + cut.shape[1]]
        laid = under.any(axis=2)
        assert not laid.any() or np.abs(under[laid].astype(int) - cut[laid]).mean() < 8.0
        under[:] = cut
    return table[: round(size_mm[1] * px_per_mm), : round(size_mm[0] * px_per_mm)]


@pytest.mark.sampled(12)
@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize(("board", "variant"), BOARDS)
def test_tiles_glued_together_are_the_board(board: str, variant: str, paper: str, tmp_path: Path) -> None:
    """All markers are found on the glued board, and by them every spot is right to half a millimetre."""
    profile, tiles, whole = load_board(board), tmp_path / "tiles.pdf", tmp_path / "whole.pdf"
    board_sheet(profile, SHIPPED.variant(variant), tiles, paper)
    board_sheet(profile, SHIPPED.variant(variant), whole, FULL)
    px_per_mm = 3.0
    together = glued(tiles, profile.size_mm, paper, px_per_mm)
    at_once = rendered(whole, px_per_mm=px_per_mm)[round(MARGIN_MM * px_per_mm) :, round(MARGIN_MM * px_per_mm) :]
    at_once = at_once[: together.shape[0], : together.shape[1]]
    soft, softly = (cv2.blur(picture, (7, 7)).astype(int) for picture in (together, at_once))
    assert float((np.abs(soft - softly).max(axis=2) > 60).mean()) < 0.001
    seen = found(together, board)
    size = (together.shape[1], together.shape[0])
    pose = find_pose(seen, marker_corners_mm(profile.markers), size)
    assert pose is not None
    spots = np.array(profile.track)
    assert np.abs(pose.millimetres(spots * px_per_mm) - spots).max() < 0.5


@pytest.mark.parametrize(("board", "variant"), BOARDS)
def test_nothing_is_cut_off(board: str, variant: str, tmp_path: Path) -> None:
    """The full sheet has a white edge all round, and every field of the board is on it in full."""
    file = tmp_path / "board.pdf"
    profile = load_board(board)
    board_sheet(profile, SHIPPED.variant(variant), file, FULL)
    picture = rendered(file, px_per_mm=2.0)
    edge = round(MARGIN_MM * 2.0) - 2
    for side in (picture[:edge], picture[:, :edge], picture[:, -edge:], picture[-6:]):
        assert side.min() > 250
    spots = np.array([*profile.track, *(spot for row in (*profile.goal, *profile.kennel) for spot in row)])
    assert spots.min() > 5.0
    assert (np.array(profile.size_mm) - spots).min() > 5.0


def test_the_disc_is_printed_alone(tmp_path: Path) -> None:
    file = tmp_path / "disc.pdf"
    disc_sheet(load_board("black_dog"), file, FULL)
    assert set(found(rendered(file), "black_dog")) == {4}
    with pytest.raises(ValueError, match="no disc"):
        disc_sheet(load_board("star_4"), file, FULL)


def test_a_wrong_paper_and_a_wrong_marker_are_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a4, a3, letter, either, full"):
        write_pdf(tmp_path / "x.pdf", "x", (10.0, 10.0), lambda _: None, "legal")
    with pytest.raises(ValueError, match="0 to 49"):
        marker_cells("DICT_4X4_50", 50)
    with pytest.raises(ValueError, match="DICT_4X4_50 is usual"):
        marker_cells("DICT_9X9", 0)


@pytest.mark.sampled(16)
@pytest.mark.parametrize("name", [*SHIPPED.ids, *game_ids()])
def test_a_deck_is_printed_whole_and_every_face_is_another(name: str, tmp_path: Path) -> None:
    game = load_game(name) if name in game_ids() else SHIPPED.variant(name)
    file = tmp_path / "faces.pdf"
    sheets = write_cards("faces", name, game, "de", file, "a4")
    assert sheets == -(-len(game.cards) // 8)
    seen = [face for page in range(sheets) for face in printed_faces(rendered(file, page, 2.0))][: len(game.cards)]
    small = [cv2.resize(face, (60, 92), interpolation=cv2.INTER_AREA).astype(np.int32) for face in seen]
    assert all(face.min() < 160 for face in small)
    for index, face in enumerate(small):
        assert all(np.abs(face - other).max() > 60 for other in small[:index])


def printed_faces(page: Image) -> list[Image]:
    """The eight cards of an A4 sheet of 2 pixels to the millimetre, which lie on their sides, upright again."""
    first = round(MARGIN_MM * 2.0)
    corners = [(first + 118 * row, first + 182 * column) for row in range(4) for column in (0, 1)]
    return [np.ascontiguousarray(np.rot90(page[y : y + 118, x : x + 182])) for y, x in corners]


@pytest.mark.long
def test_a_whole_deck_has_as_many_cards_as_the_game_says(tmp_path: Path) -> None:
    variant = SHIPPED.variant("black_dog")
    assert write_cards("deck", "black_dog", variant, "en", tmp_path / "deck.pdf", "a3") == -(-variant.deck_size // 18)


def test_the_place_of_the_pile_is_as_large_as_it_is_watched(tmp_path: Path) -> None:
    assert write_cards("pile", "dog", SHIPPED.variant("dog"), "en", tmp_path / "pile.pdf", "a4") == 1
    picture = rendered(tmp_path / "pile.pdf")
    dark = np.flatnonzero((picture[400] < 80).all(axis=1))
    assert (dark.max() - dark.min()) / 4.0 == pytest.approx(180.0, abs=0.5)


def test_cards_on_no_paper_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="paper 'a9' is unknown"):
        write_cards("deck", "dog", SHIPPED.variant("dog"), "en", tmp_path / "deck.pdf", "a9")
