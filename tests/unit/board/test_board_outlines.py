"""The shipped boards: files that agree with the geometry, and a board for every game and set of players."""

import itertools
import math
from importlib import resources

import pytest

from companion.board.files import (
    ProfileError,
    board_for,
    board_ids,
    board_text,
    boards_for,
    fits,
    load_board,
    runs_clockwise,
)
from companion.board.outlines import OUTLINES, Outline, spots_text, turned, with_spots
from companion.board.profile import BoardProfile
from companion.catalogue.shipped import SHIPPED
from companion.rules.variant import Variant

#: How far two figures must stand apart to be distinguished, in widths of a figure.
APART = 1.05


@pytest.fixture(params=sorted(OUTLINES))
def outline(request: pytest.FixtureRequest) -> tuple[str, Outline]:
    return request.param, OUTLINES[request.param]()


def board_games() -> list[tuple[str, int]]:
    return [(variant, count) for variant in SHIPPED.ids for count in SHIPPED.variant(variant).seat_counts]


def test_the_files_are_what_the_command_writes(outline: tuple[str, Outline]) -> None:
    board, made = outline
    text = (resources.files("companion.board") / "profiles" / f"{board}.toml").read_text(encoding="utf-8")
    assert with_spots(text, made) == text
    assert spots_text(made) in text


def test_a_file_says_what_the_geometry_says(outline: tuple[str, Outline]) -> None:
    board, made = outline
    profile = load_board(board)
    assert profile.track == made.track
    assert profile.goal == made.goal
    assert profile.kennel == made.kennel
    assert profile.centre == made.centre
    assert profile.size_mm == (made.size_mm, made.size_mm)


@pytest.mark.parametrize("board", board_ids())
def test_sectors_are_turned_copies_of_each_other(board: str) -> None:
    profile = load_board(board)
    sectors, middle = len(profile.goal), profile.size_mm[0] / 2
    length = len(profile.track) // sectors
    way = 1 if runs_clockwise(profile) else -1

    def cell(spot: tuple[float, float]) -> tuple[float, float]:
        return spot[0] - middle, middle - spot[1]

    for rows, step in ((profile.track, length), (profile.goal, 1), (profile.kennel, 1)):
        for index in range(len(rows)):
            here, there = rows[index], rows[(index + step) % len(rows)]
            pairs = [(here, there)] if isinstance(here[0], float) else list(zip(here, there, strict=True))
            for one, other in pairs:
                assert turned(cell(one), way / sectors) == pytest.approx(cell(other), abs=0.15)


@pytest.mark.parametrize("board", board_ids())
def test_neighbouring_figures_touch_neither_each_other_nor_a_marker(board: str) -> None:
    profile = load_board(board)
    spots = all_spots(profile)
    apart = min(math.dist(one, other) for index, one in enumerate(spots) for other in spots[:index])
    assert apart > APART * profile.pawn.width_mm
    reach = profile.markers.size_mm * (0.5 + 1 / 6) * math.sqrt(2)
    for corner in profile.markers.centres:
        assert min(math.dist(corner, spot) for spot in spots) > reach


@pytest.mark.parametrize("board", board_ids())
def test_the_track_is_a_ring_of_even_steps(board: str) -> None:
    profile = load_board(board)
    ring = [*profile.track, profile.track[0]]
    steps = [math.dist(one, other) for one, other in itertools.pairwise(ring)]
    assert max(steps) < 1.5 * min(steps)


def test_boards_for_pawns_that_go_the_other_way_are_the_same_print() -> None:
    """Start fields stay where they are printed; the next field is the one on the other side (DOG-R31)."""
    for right, left in (("star_4", "star_4_left"), ("star_6", "star_6_left")):
        one, other = load_board(right), load_board(left)
        assert (runs_clockwise(one), runs_clockwise(other)) == (True, False)
        assert set(one.track) == set(other.track)
        assert other.track[:2] == (one.track[0], one.track[-1])
        assert other.goal[1] == one.goal[-1]
        assert other.kennel[1] == one.kennel[-1]
    dog = SHIPPED.variant("dog")
    assert boards_for(dog, 4, clockwise=False) == ("star_4_left",)
    assert board_for(dog, 6, clockwise=False) == "star_6_left"


@pytest.mark.parametrize(("variant", "seats"), board_games())
def test_every_game_finds_a_board_for_every_number_of_players(variant: str, seats: int) -> None:
    game = SHIPPED.variant(variant)
    for sectors in (sectors for sectors, counts in game.boards.items() if seats in counts):
        profile = load_board(board_for(game, sectors))
        assert len(profile.goal) == sectors
        assert len(profile.track) == game.field_count(sectors)
        assert (profile.wheel is not None) == bool(game.wheel_offsets)
        assert min(len(kennel) for kennel in profile.kennel) >= game.pawns_per_seat(seats)


def test_the_disc_of_a_board_lies_where_its_game_has_the_wheel() -> None:
    profile, game = load_board("black_dog"), SHIPPED.variant("black_dog")
    assert profile.wheel is not None
    assert set(profile.wheel.fields) == game.wheel_fields(4)
    assert {field for paws in profile.wheel.paws.values() for field in paws} == game.fields_at(game.paws, 4)


def test_a_board_made_for_the_game_comes_first_and_an_unfit_one_never() -> None:
    assert boards_for(SHIPPED.variant("black_dog"), 4) == ("black_dog",)
    assert boards_for(SHIPPED.variant("dog"), 4) == ("star_4", "black_dog")
    assert boards_for(SHIPPED.variant("tock_6"), 6) == ("toc_6",)


def test_a_disc_game_without_a_shipped_board_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Variant, "field_count", lambda *_: 17)
    with pytest.raises(ProfileError, match="no board for black_dog with 4 sectors"):
        board_for(SHIPPED.variant("black_dog"), 4)


def test_a_board_without_the_wheel_or_the_centre_of_the_game_does_not_fit() -> None:
    star, ring = load_board("star_4"), load_board("toc_4")
    assert not fits(star, SHIPPED.variant("black_dog"))
    assert fits(ring, SHIPPED.variant("super_tock"))
    assert not fits(load_board("toc_6"), SHIPPED.variant("dog"))
    without = BoardProfile(**{key: getattr(ring, key) for key in ring.__struct_fields__ if key != "centre"})
    assert not fits(without, SHIPPED.variant("super_tock"))


def test_board_text_of_a_path_that_does_not_exist_names_the_shipped_ones() -> None:
    with pytest.raises(ProfileError, match="use one of black_dog, star_4, star_4_left, star_6, star_6_left, toc_4"):
        board_text("no/such/board.toml")


def all_spots(profile: BoardProfile) -> list[tuple[float, float]]:
    lanes = [spot for lane in profile.goal for spot in lane]
    kennels = [spot for kennel in profile.kennel for spot in kennel]
    return [*profile.track, *lanes, *kennels, *((profile.centre,) if profile.centre else ())]
