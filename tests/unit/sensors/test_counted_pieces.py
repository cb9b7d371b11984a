"""One piece more than there is: it is shown as doubtful, and the referee, who weighs whole positions, is given what
each spot looks like by itself."""

import numpy as np
import pytest

from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.rules.setup import first_position
from companion.sensors.board_observer import BoardObserver, roster_of
from companion.sensors.board_spots import BoardSpots
from companion.simulation.camera.virtual_camera import Figure, Scene, VirtualCamera
from vision.frames import Frame

COLOURS = ("red", "yellow", "green", "blue")
PROFILE = load_board("black_dog")
POSITION = first_position(SHIPPED.variant("black_dog"), 4)
RULES = SHIPPED.rules(POSITION)
DOG = 5
WAITING = [
    Figure(colour=colour, x_mm=x, y_mm=y)
    for colour, row, spots in zip(COLOURS, POSITION.placement.pawns, PROFILE.kennel, strict=True)
    for x, y in spots[: sum(place < 0 for place in row)]
]
STARTED = [
    Figure(colour=colour, x_mm=PROFILE.track[place][0], y_mm=PROFILE.track[place][1])
    for colour, row in zip(COLOURS, POSITION.placement.pawns, strict=True)
    for place in row
    if place >= 0
]


@pytest.mark.parametrize(("dogs", "doubted"), [((22,), False), ((22, 40), True)])
def test_a_second_dog_is_shown_as_doubtful_and_reported_as_it_looks(dogs: tuple[int, ...], *, doubted: bool) -> None:
    camera = VirtualCamera(PROFILE, COLOURS, 5)
    observer = BoardObserver(PROFILE, roster_of(RULES, POSITION, COLOURS))
    observer.expect(RULES, POSITION)
    stray = [Figure(colour="black", x_mm=PROFILE.track[at][0], y_mm=PROFILE.track[at][1]) for at in dogs]
    reported = []
    for step, figures in enumerate([[*WAITING, *STARTED]] * 4 + [[*WAITING, *STARTED, *stray]] * 4):
        _, seen = observer.observe(Frame(camera.render(Scene(figures=tuple(figures))), 330 * step))
        reported += [seen] if seen else []
    sight = observer.sight((1280, 720))
    assert sight is not None
    assert min(np.exp(reported[-1].track[at][DOG]) for at in dogs) > 0.99
    assert (max(sight.spots[at].certainty for at in dogs) < 0.97) == doubted


def test_a_board_has_as_many_pieces_of_a_kind_as_the_game_lays_out() -> None:
    """Kennels may have a place more than there are pawns."""
    roster = roster_of(RULES, POSITION, COLOURS)
    assert BoardSpots.of(PROFILE, roster.sectors, roster.pawns).piece_counts == (4, 4, 4, 4, 1)
    assert BoardSpots.of(PROFILE, roster.sectors).piece_counts == ()
