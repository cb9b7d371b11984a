"""Recordings rendered apart: scenes agree with the truth, looks are apart from training, pictures add up."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawn_recordings import Story
from rendered_tables import scenes, shapes
from rendered_tables.camera import developed, settled, smoothed
from rendered_tables.looks import HELD_OUT, HELD_OUT_ARTS, LOOKED_AT_ARTS, look
from rendered_tables.obstacles import OBSTACLES, hidden_spots
from rendered_tables.renderer import project, straightened

from companion.board.files import load_board
from companion.lab.truth import load_truth
from companion.simulation.camera.virtual_camera import Scene

ROOT = Path(__file__).resolve().parents[3]
#: Black DOG with a disc that turns, seen through a barrel lens.
NUMBER, PLAYS = 2, 4


class SceneKeeper:
    """A camera that keeps what it would have had rendered, and takes empty pictures."""

    def __init__(self, made, folder: Path) -> None:
        self.made, self.folder = made, folder
        self.lines: list[dict] = []

    def picture(self, scene: Scene) -> np.ndarray:
        self.lines.append(scenes.scene(self.made, {}, scene, self.folder / "light.npy"))
        return np.zeros((8, 8, 3), dtype=np.uint8)


@pytest.fixture(scope="module")
def filmed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, SceneKeeper]:
    folder, made = tmp_path_factory.mktemp("rendered"), look(NUMBER)
    camera = SceneKeeper(made, folder)
    Story(folder, made, camera).play(PLAYS)
    return folder, camera


def test_the_scenes_are_what_the_truth_says(filmed: tuple[Path, SceneKeeper]) -> None:
    folder, camera = filmed
    lines = [json.loads(line) for line in (folder / "frames_truth.jsonl").read_text().splitlines()]
    names = {json.dumps(scenes.linear(paint)): name for name, paint in camera.made.paints.items()}
    assert len(lines) == len(camera.lines) > PLAYS * 3
    for true, scene in zip(lines, camera.lines, strict=True):
        lying = [[names[json.dumps(one["paints"][0]["rgb"])], *one["at"][:2]] for one in scene["pieces"]]
        assert lying == true["pieces"]
        assert scene["disc_deg"] == pytest.approx(true["disc"], abs=0.01)
        assert (scene["hand"] is not None) >= (true["what"] == "hand")


def test_the_truth_of_the_pieces_is_the_position(filmed: tuple[Path, SceneKeeper]) -> None:
    folder, _ = filmed
    true = {line["t_ms"]: line for line in map(json.loads, (folder / "truth.jsonl").read_text().splitlines())}
    seen = {scene.t_ms: scene for scene in load_truth(folder).scenes}
    profile, made = load_board(look(NUMBER).board), look(NUMBER)
    for t_ms, line in true.items():
        track = [0] * len(profile.track)
        for seat, row in enumerate(line["next"]["pawns"]):
            for place in row:
                if isinstance(place, int):
                    track[place] = 1 + seat
        dog = line["next"].get("dog")
        if dog is not None:
            track[dog] = 1 + len(made.seats)
        assert seen[t_ms].labels.classes[: len(track)] == tuple(track)
        assert seen[t_ms].labels.quarter_turn == line["next"].get("wheel")


def test_held_out_recordings_are_never_viewed() -> None:
    looked_at = [look(number) for number in range(24)]
    held_out = [look(number) for number in range(HELD_OUT, HELD_OUT + 48)]
    assert {one.art_name for one in looked_at} == set(LOOKED_AT_ARTS)
    assert {one.art_name for one in held_out} == set(HELD_OUT_ARTS)
    assert min(len({getattr(one, fact) for one in held_out}) for fact in ("light_name", "lens_name", "set_name")) >= 8
    assert len({one.board for one in held_out}) >= 5
    assert all("black" not in one.colours for one in held_out if one.profile.wheel)


@pytest.mark.parametrize("folder", ["vision", "companion"])
def test_training_imports_nothing_of_it(folder: str) -> None:
    assert not [path for path in (ROOT / folder).rglob("*.py") if "rendered_tables" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("number", [*range(3), *range(HELD_OUT, HELD_OUT + 16)])
def test_the_whole_board_is_in_the_picture(number: int) -> None:
    made = look(number)
    camera = scenes.camera(made)
    width, height = (side / 2 for side in made.profile.size_mm)
    corners = np.array([[x, y, 0.0] for x in (-width, width) for y in (-height, height)])
    seen = project(camera, corners)
    assert (seen > 0).all()
    assert (seen < np.array(made.lens.size)).all()
    # and the rays through those places meet the same points
    slopes = straightened(camera, seen)
    again = camera["focal_px"] * slopes * (1 + camera["k1"] * (slopes**2).sum(axis=1, keepdims=True))
    assert np.allclose(again + np.array(made.lens.size) / 2, seen, atol=0.5)


@pytest.mark.parametrize("kind", OBSTACLES)
@pytest.mark.parametrize("number", range(4))
def test_a_thing_hides_a_part_of_the_board_from_one_camera_alone(number: int, kind: str) -> None:
    here = look(number)
    there = replace(here, turn_deg=110.0 if number % 2 else -70.0, elevation_deg=50.0)
    obstacle = OBSTACLES[kind](here, there)
    things = [obstacle(Scene(figures=(), disc_deg=float(degrees))) for degrees in range(12)]
    before = next(lines for lines in things if lines)
    assert 0 < hidden_spots(here, before).mean() < 0.5
    assert not hidden_spots(there, before).any()
    assert all(lines in ([], before) for lines in things)
    assert ([] in things) == (kind == "an arm before one camera")
    line = scenes.scene(here, {}, Scene(figures=()), Path("light.npy"), before)
    assert line["things"] == before


@pytest.mark.parametrize("kind", ["marble", "cylinder", "chip", "cone", "man", "two_tone", "classic"])
def test_a_pawn_stands_on_its_spot_as_high_and_wide_as_the_profile_says(kind: str) -> None:
    body = shapes.joined(shapes.pawn(kind, 14.0, 14.0 if kind == "marble" else 24.0))
    low, high = body.vertices.min(axis=0), body.vertices.max(axis=0)
    assert low[2] == pytest.approx(0.0, abs=0.01)
    assert high[2] == pytest.approx(14.0 if kind == "marble" else 24.0, abs=0.2)
    assert high[0] - low[0] == pytest.approx(14.0, abs=0.3)
    assert body.faces.max() < len(body.vertices)


def test_a_camera_keeps_what_is_bright_and_what_is_printed() -> None:
    rng = np.random.default_rng(3)
    surface = np.full((60, 80, 3), 0.2, dtype=np.float32)
    surface[:, 40:] = 0.6
    grain = rng.normal(1.0, 0.1, (60, 80, 1)).astype(np.float32)
    light = smoothed(np.concatenate([surface * grain, surface], axis=2))
    assert (light / surface).std() < 0.06
    assert light[:, 41].mean() / light[:, 38].mean() == pytest.approx(3.0, rel=0.1)
    picture = developed(light, settled(light, rng), rng)
    assert picture.dtype == np.uint8
    assert picture.shape == (60, 80, 3)
    assert picture[:, 60:].mean() > picture[:, :20].mean() + 40
