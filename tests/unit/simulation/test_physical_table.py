"""The figures on the simulated table: imprecise hands, a disc that carries, pawns that go home to free spots."""

import math

import pytest

from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.looks.colours import FIGURE_COLOUR
from companion.model.places import CENTRE, KENNEL, OFF, Place, goal
from companion.model.position import BETWEEN_STOPS, Placement
from companion.simulation.camera.virtual_camera import Figure
from companion.simulation.physical_table import FIGURE, PhysicalTable

COLOURS = ("red", "yellow", "green", "blue")
PROFILE = load_board("black_dog")
BLACK_DOG = SHIPPED.variant("black_dog")
LYING = Placement(
    (
        (goal(2), KENNEL, KENNEL, Place(9)),
        (KENNEL, KENNEL, KENNEL, Place(16)),
        (KENNEL, KENNEL, Place(24), Place(40)),
        (KENNEL,) * 4,
    ),
    (("dog", 60), ("wheel", 1)),
)


@pytest.fixture
def table() -> PhysicalTable:
    table = PhysicalTable(PROFILE, BLACK_DOG, (0, 1, 2, 3), COLOURS, 4)
    table.set_up(LYING)
    return table


def near(figure: Figure, spot: tuple[float, float], within_mm: float = 7.0) -> bool:
    return math.dist((figure.x_mm, figure.y_mm), spot) < within_mm


def test_what_is_laid_is_what_lies_there(table: PhysicalTable) -> None:
    assert table.placement() == Placement(tuple(tuple(sorted(row)) for row in LYING.pawns), LYING.extras)
    scene = table.scene()
    assert len(scene.figures) == 17
    assert abs(scene.disc_deg - 90) <= 2
    assert any(f.colour == "red" and near(f, PROFILE.track[9]) for f in scene.figures)
    assert any(f.colour == FIGURE_COLOUR and near(f, PROFILE.track[60]) for f in scene.figures)


def test_kennel_pawns_stand_on_spots_of_their_own(table: PhysicalTable) -> None:
    blue = [figure for figure in table.scene().figures if figure.colour == "blue"]
    spots = {next(n for n, spot in enumerate(PROFILE.kennel[3]) if near(figure, spot)) for figure in blue}
    assert len(spots) == 4


def test_a_dog_that_is_not_placed_yet_waits_beside_the_board() -> None:
    table = PhysicalTable(PROFILE, BLACK_DOG, (0, 1, 2, 3), COLOURS, 4)
    table.set_up(Placement(LYING.pawns, (("wheel", 0),)))
    dog = next(figure for figure in table.scene().figures if figure.colour == FIGURE_COLOUR)
    assert dog.x_mm > PROFILE.size_mm[0]
    assert table.placement().extra("dog") is None
    table.put(FIGURE, OFF, Place(24))
    assert table.placement().extra("dog") == 24


def test_the_disc_carries_pawns_dog_and_their_imprecision(table: PhysicalTable) -> None:
    before = next(f for f in table.scene().figures if f.colour == "red" and near(f, PROFILE.track[9]))
    fixed = next(f for f in table.scene().figures if f.colour == "yellow" and near(f, PROFILE.track[16]))
    table.swing(45.0)
    assert table.placement().extra("wheel") == BETWEEN_STOPS
    table.come_to_rest(1)
    after = next(f for f in table.scene().figures if f.colour == "red" and near(f, PROFILE.track[25]))
    assert fixed in table.scene().figures
    lying = table.placement()
    assert (lying.extra("wheel"), lying.extra("dog")) == (2, 12)
    assert 25 in lying.pawns[0]
    assert lying.pawns[2][-2:] == (40, 56)
    wheel = PROFILE.wheel
    assert wheel is not None
    radius = [math.dist((f.x_mm, f.y_mm), wheel.centre) for f in (before, after)]
    assert radius[0] == pytest.approx(radius[1], abs=0.05)


def test_turning_there_and_back_leaves_everything_in_place(table: PhysicalTable) -> None:
    lying = table.placement()
    table.come_to_rest(-1)
    assert table.placement() != lying
    table.come_to_rest(1)
    assert table.placement() == lying


def test_hands_are_imprecise_but_never_by_half_a_field() -> None:
    slips = []
    for seed in range(40):
        table = PhysicalTable(load_board("star_4"), SHIPPED.variant("dog"), (0, 1, 2, 3), COLOURS, seed)
        table.set_up(Placement(((Place(3),), (), (), ())))
        figure = table.scene().figures[0]
        slips.append(math.dist((figure.x_mm, figure.y_mm), load_board("star_4").track[3]))
    assert 0.5 < sum(slips) / len(slips) < 3.0
    assert max(slips) < 5.0


def test_a_captured_pawn_goes_to_a_free_kennel_spot(table: PhysicalTable) -> None:
    table.lift(2, Place(24))
    assert any(figure.lift_mm > 0 for figure in table.scene().figures)
    table.put(2, Place(24), KENNEL)
    assert table.placement().pawns[2] == (KENNEL, KENNEL, KENNEL, Place(40))
    green = [f for f in table.scene().figures if f.colour == "green" and not near(f, PROFILE.track[40])]
    assert len({n for f in green for n, spot in enumerate(PROFILE.kennel[2]) if near(f, spot)}) == 3


def test_nothing_can_be_taken_where_nothing_stands(table: PhysicalTable) -> None:
    with pytest.raises(LookupError, match="seat 1"):
        table.lift(1, Place(5))


def test_pawns_with_ranks_keep_their_places_in_the_row() -> None:
    table = PhysicalTable(load_board("star_4"), SHIPPED.variant("dog_royal"), (0, 2), ("red", "blue"), 1)
    lying = Placement(((Place(9), KENNEL, goal(2), Place(4)), (KENNEL,) * 4))
    table.set_up(lying)
    assert table.placement() == lying
    table.put(1, KENNEL, Place(40), 2)
    assert table.placement().pawns[1] == (KENNEL, KENNEL, Place(40), KENNEL)


def test_the_centre_is_a_place_and_a_disc_that_nobody_turns_is_none() -> None:
    tock = PhysicalTable(load_board("toc_6"), SHIPPED.variant("tock_6"), (0, 3), ("red", "blue"), 1)
    tock.set_up(Placement(((CENTRE, KENNEL, KENNEL, KENNEL), (KENNEL,) * 4)))
    assert any(near(figure, load_board("toc_6").centre or (0, 0)) for figure in tock.scene().figures)
    dog = PhysicalTable(PROFILE, SHIPPED.variant("dog"), (0, 2), ("red", "blue"), 1)
    dog.set_up(Placement(((KENNEL,) * 5, (KENNEL,) * 5)))
    assert dog.placement().extras == ()
    assert len(dog.scene().figures) == 10
