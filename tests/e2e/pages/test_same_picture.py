"""A browser and the tablet's renderer make the same picture of the same markup."""

import io
from collections.abc import Iterator

import numpy as np
import pytest
from browser_for_tests import chromium
from PIL import Image
from playwright.sync_api import Page

from companion.board.board_svg import board_svg, disc_svg
from companion.board.drawing import GameMarks
from companion.board.files import load_board
from companion.board.layout import BoardLayout
from companion.catalogue.shipped import SHIPPED
from companion.looks.icons import icon_svg
from companion.looks.pieces import dog, pawn
from companion.looks.svg import picture
from ui.art.render import render

SIDE_PX = 400
SEATS = ("red", "yellow", "green", "blue")
BLACK_DOG, SUPER_TOCK = (BoardLayout(load_board(board)) for board in ("black_dog", "toc_4"))
PICTURES = {
    "board": board_svg(BLACK_DOG, GameMarks(), SEATS, 4),
    "disc": disc_svg(BLACK_DOG, SEATS),
    "centre": board_svg(SUPER_TOCK, GameMarks.of(SHIPPED.variant("super_tock"), 4, 0, clockwise=True), SEATS),
    "pawn": picture(pawn("purple", "jester")),
    "dog": picture(dog()),
    **{name: icon_svg(name, "#C8283A") for name in ("camera", "card_joker", "card_magnet", "hand", "undo")},
}


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with chromium() as opened:
        yield opened.new_page(viewport={"width": SIDE_PX, "height": SIDE_PX})


@pytest.mark.parametrize("name", PICTURES)
def test_browser_and_tablet_show_the_same(name: str, page: Page) -> None:
    page.set_content(f'<body style="margin:0">{PICTURES[name]}</body>')
    page.add_style_tag(content=f"svg {{ display: block; width: {SIDE_PX}px; height: {SIDE_PX}px }}")
    shown = np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), dtype=int)
    white = Image.new("RGBA", (SIDE_PX, SIDE_PX), "white")
    white.alpha_composite(Image.open(io.BytesIO(render(PICTURES[name], SIDE_PX))).convert("RGBA"))
    drawn = np.asarray(white.convert("RGB"), dtype=int)
    off = np.abs(shown - drawn).max(axis=2)
    assert drawn.std() > 10, "something is drawn"
    # edges are smoothed a little differently
    assert (off > 48).mean() < 0.002
    assert off.mean() < 2.0
