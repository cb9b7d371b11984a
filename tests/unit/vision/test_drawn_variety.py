"""Drawn tables with other boards, cameras and light: each is read before the reader knows what it shows."""

import numpy as np
import pytest
from table_readers import reader_of

from companion.board.files import load_board
from companion.sensors.board_spots import BoardSpots
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Scene, VirtualCamera
from vision.frames import Frame
from vision.results import FrameStatus

COLOURS = ("red", "yellow", "green", "blue", "black", "purple")
#: Gains of blue, green and red: lamp light, daylight, and hardly any light.
LAMP, DAY, DIM = (0.66, 0.86, 1.0), (1.06, 1.0, 0.93), (0.34, 0.38, 0.42)


@pytest.mark.long
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("board", "elevation_deg", "size", "light"),
    [
        ("star_6", 52.0, (1280, 720), LAMP),
        ("toc_6", 70.0, (1280, 720), DAY),
        ("star_4", 40.0, (1280, 720), DIM),
        ("toc_4", 62.0, (640, 480), LAMP),
    ],
)
def test_a_play_on_any_board_in_any_light(
    board: str, elevation_deg: float, size: tuple[int, int], light: tuple[float, float, float]
) -> None:
    profile = load_board(board)
    colours = COLOURS[: len(profile.goal)]
    camera = VirtualCamera(profile, colours, seed=3, size=size, stand=Stand(elevation_deg=elevation_deg))
    reader = reader_of(profile, sectors=tuple(range(len(colours))), colours=colours, dog=False)
    length = len(profile.track) // len(colours)
    spots = BoardSpots.of(profile, tuple(range(len(colours))))
    t_ms = 0
    for offset in (0, 3):
        track = [0] * len(profile.track)
        placed = []
        for seat, colour in enumerate(colours):
            field = seat * length + offset
            track[field] = 1 + seat
            placed += [(colour, xy_mm) for xy_mm in (profile.track[field], *profile.kennel[seat][:3])]
        figures = tuple(Figure(colour=colour, x_mm=x + 1.0, y_mm=y - 1.0) for colour, (x, y) in placed)
        truth = spots.labels(
            track=tuple(track), goal=((0,) * 4,) * len(colours), kennel_counts=(3,) * len(colours), wheel=None
        )
        if offset == 0:
            reader.expect(truth)
        for _ in range(3):
            image = camera.render(Scene(figures=figures)) * np.array(light)
            result = reader.look(Frame(np.clip(image, 0, 255).astype(np.uint8), t_ms))
            t_ms += 330
        assert result.status is FrameStatus.SETTLED
        assert result.reading is not None
        scores = result.reading.scores
        assert (scores.argmax(axis=1) == spots.classes(truth, scores)).all()
