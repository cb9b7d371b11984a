"""The drawn board: everything at its place in the profile, once for tablet, page and paper."""

import math
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from companion.board.board_svg import board_svg, disc_svg, page_svg
from companion.board.disc import DiscStyle, Part, disc_parts
from companion.board.drawing import GameMarks, board_parts, screen_disc
from companion.board.files import board_ids, load_board
from companion.board.layout import BoardLayout
from companion.board.profile import Point
from companion.looks.colours import BOARD, PAWNS, PRINT
from companion.looks.pieces import FIGURE_RADII, PAWN_RADII, RANKED_RADII
from companion.looks.shapes import Circle

SVG = "{http://www.w3.org/2000/svg}"


def circles(parts: tuple[Part, ...]) -> set[Point]:
    """Returns the middles of the drawn fields."""
    return {shape.centre for part in parts for shape in part.shapes if isinstance(shape, Circle)}


def groups(svg: str, kind: str) -> list[ElementTree.Element]:
    return [group for group in ElementTree.fromstring(svg).iter(f"{SVG}g") if group.get("class") == kind]


@pytest.mark.parametrize("board", board_ids())
def test_every_spot_of_a_board_is_drawn_in_its_place(board: str) -> None:
    profile = load_board(board)
    layout = BoardLayout(profile)
    still, disc = circles(board_parts(layout, GameMarks(doors=frozenset({1})))), circles(screen_disc(layout))
    on_disc = {profile.track[field] for field in (profile.wheel.fields if profile.wheel else ())}
    assert {*profile.track} - on_disc <= still
    assert on_disc <= disc
    assert not on_disc & still, "what turns is not drawn beneath the disc as well"
    assert {spot for row in (*profile.goal, *profile.kennel) for spot in row} <= still
    assert profile.centre is None or profile.centre in still


@pytest.mark.parametrize("board", board_ids())
def test_all_that_is_played_on_is_inside_the_picture(board: str) -> None:
    layout = BoardLayout(load_board(board))
    for x, y in map(layout.unit, (*layout.profile.track, *(spot for row in layout.profile.kennel for spot in row))):
        assert layout.field_radius < x < 1 - layout.field_radius
        assert layout.field_radius < y < 1 - layout.field_radius


def test_a_board_that_is_not_square_stands_in_the_middle_of_its_picture() -> None:
    def narrow(spots: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple((x / 2, y) for x, y in spots)

    profile = load_board("star_4")
    goal, kennel = (tuple(map(narrow, rows)) for rows in (profile.goal, profile.kennel))
    layout = BoardLayout(replace(profile, track=narrow(profile.track), goal=goal, kennel=kennel))
    across = [layout.unit(spot)[0] for spot in layout.profile.track]
    assert min(across) == pytest.approx(1 - max(across))
    assert max(across) - min(across) == pytest.approx(0.5, abs=0.1)


def test_the_disc_on_paper_and_on_screens_is_the_same_drawing() -> None:
    layout = BoardLayout(load_board("black_dog"))
    wheel = layout.profile.wheel
    assert wheel is not None
    printed = disc_parts(layout.profile, wheel, DiscStyle(PRINT, 8.0, 8.0, 0.5, 0.4, 1.2))
    shown = screen_disc(layout)
    for quarter, (paper, screen) in enumerate(zip(bones(printed), bones(shown), strict=True)):
        assert paper.sector == screen.sector == quarter
        assert middle(paper) == pytest.approx(middle(screen))
        away = (middle(paper)[0] - wheel.centre[0], middle(paper)[1] - wheel.centre[1])
        assert math.degrees(math.atan2(away[1], away[0])) == pytest.approx(90 * (quarter - 1))
    fields = {layout.profile.track[field] for field in wheel.fields}
    assert fields <= circles(printed)
    assert fields <= circles(shown)


def bones(parts: tuple[Part, ...]) -> list[Part]:
    return [part for part in parts if part.kind == "bone"]


def middle(part: Part) -> Point:
    """The middle of a bone's knobs."""
    knobs = [shape.centre for shape in part.shapes if isinstance(shape, Circle)]
    return (sum(x for x, _ in knobs) / len(knobs), sum(y for _, y in knobs) / len(knobs))


def test_the_sectors_have_the_colours_of_their_seats() -> None:
    layout = BoardLayout(load_board("black_dog"))
    colours = ("red", "", "mauve")
    for svg, kind in ((board_svg(layout, GameMarks(), colours), "lane"), (disc_svg(layout, colours), "bone")):
        shown = [group.get("color") for group in groups(svg, kind)]
        assert shown == [PAWNS["red"].fill, BOARD.wood_edge, BOARD.wood_edge, BOARD.wood_edge]


def test_only_the_kennel_spots_in_use_are_drawn() -> None:
    layout = BoardLayout(load_board("black_dog"))
    printed = sum(map(len, layout.profile.kennel))
    assert len(groups(board_svg(layout, GameMarks(), ()), "kennel")) == printed == 20
    assert len(groups(board_svg(layout, GameMarks(), (), 4), "kennel")) == 16


def test_a_page_finds_the_parts_of_the_board() -> None:
    layout = BoardLayout(load_board("black_dog"))
    svg = page_svg(layout, GameMarks(doors=frozenset({1, 3}), specials=frozenset({2})))
    assert [len(groups(svg, kind)) for kind in ("disc", "still", "door", "special", "bone")] == [1, 1, 2, 1, 4]
    kennel = [(group.get("data-sector"), group.get("data-slot")) for group in groups(svg, "kennel")]
    assert len(set(kennel)) == 20
    root = ElementTree.fromstring(svg)
    widths = [float(root.get(f"data-{kind}") or 0) / layout.field_radius_mm for kind in ("pawn", "ranked", "figure")]
    assert widths == pytest.approx([PAWN_RADII, RANKED_RADII, FIGURE_RADII], abs=0.001)
    assert [float(value) for value in (root.get("viewBox") or "").split()] == pytest.approx(
        [*layout.corner_mm, layout.side_mm, layout.side_mm], abs=0.001
    )


def test_a_board_without_a_disc_has_no_picture_of_one() -> None:
    layout = BoardLayout(load_board("star_4"))
    assert screen_disc(layout) == ()
    with pytest.raises(ValueError, match="no disc"):
        disc_svg(layout, ())
