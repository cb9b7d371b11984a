"""Decoding of drawn pictures of one table whose looks were learnt from its set-up, without rules and pipeline."""

from copy import copy
from dataclasses import replace

import numpy as np
import pytest
from drawn_cameras import drawn_camera
from table_readers import board_of

from companion.board.files import load_board
from companion.sensors.board_spots import BoardSpots
from companion.simulation.camera.board_art import PAINT
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Scene, Thing
from vision.board import Spots
from vision.find.markers import marker_corners_mm
from vision.find.pose import find_pose
from vision.read import decoding
from vision.read.appearance import EmptyBoard, Lab, Palette, to_lab
from vision.read.decoding import WEIGHTS, Confirmed, Knowledge, decode
from vision.read.evidence import AppearanceModel
from vision.read.occupancy import occupancy
from vision.read.silhouettes import draw_silhouettes

BOARD = load_board("toc_4")
COLOURS = ("white", "red", "green", "blue")
SIZE = (960, 720)
STAND = Stand(elevation_deg=42.0)
ROW = BoardSpots.of(BOARD, (0, 1, 2, 3))
#: The fields of a pawn of each colour in the set-up, and a field far from all of them.
TAUGHT = {5: "white", 23: "red", 41: "green", 59: "blue"}
FREE = 12
Placed = dict[int, str]


class Table:
    """A table seen by one camera, with all that the reader knows of it after its set-up."""

    def __init__(self, stand: Stand = STAND) -> None:
        self.camera = drawn_camera(BOARD, COLOURS, seed=5, size=SIZE, stand=stand)
        printed = marker_corners_mm(BOARD.markers)
        seen = {name: np.array([self.camera.project(x, y) for x, y in at]) for name, at in printed.items()}
        pose = find_pose(seen, printed, SIZE)
        assert pose is not None
        self.outlines = draw_silhouettes(pose, board_of(BOARD), ROW.places_mm, (SIZE[1], SIZE[0]))
        lab = self.picture(TAUGHT)
        flat = lab.reshape(-1, 3)
        palette = Palette.named(COLOURS)
        bare = np.ones(len(flat), dtype=bool)
        for spot, colour in TAUGHT.items():
            bare[self.outlines.wide[spot]] = False
            palette = palette.learnt(COLOURS.index(colour), flat[self.outlines.core[spot]])
        empty = EmptyBoard.unknown(lab.shape[:2]).learnt(lab, bare.reshape(lab.shape[:2]))
        vacant = Palette.named(("",) * ROW.groups).learnt(0, flat[self.outlines.core[FREE]])
        self.looks = AppearanceModel(empty, palette, vacant)
        self.confirmed = Confirmed(lab, self.classes(TAUGHT), self.classes(TAUGHT))

    def picture(self, pawns: Placed, light: float = 1.0, off_mm: float = 0.0, things: tuple[Thing, ...] = ()) -> Lab:
        figures = tuple(
            Figure(colour=colour, x_mm=ROW.places_mm[spot][0] + off_mm, y_mm=ROW.places_mm[spot][1])
            for spot, colour in pawns.items()
        )
        image = self.camera.render(Scene(figures=figures, things=things))
        return to_lab(np.clip(image * light, 0, 255).astype(np.uint8))

    def classes(self, pawns: Placed) -> np.ndarray:
        kinds = np.zeros(len(ROW.places_mm), dtype=np.int64)
        for spot, colour in pawns.items():
            kinds[spot] = 1 + COLOURS.index(colour)
        return kinds

    def read(self, pawns: Placed, known: Confirmed | None = None, **drawn: float) -> np.ndarray:
        knowledge = Knowledge(self.looks, known or self.confirmed)
        return decode(self.picture(pawns, **drawn), knowledge, ROW, self.outlines)


@pytest.fixture(scope="module")
def learnt() -> Table:
    return Table()


@pytest.fixture
def table(learnt: Table) -> Table:
    """The table after one lesson, with the same noise in every test."""
    fresh = copy(learnt)
    fresh.camera = drawn_camera(BOARD, COLOURS, seed=5, size=SIZE, stand=STAND)
    return fresh


def behind(table: Table, spot: int) -> int:
    """The spot that a pawn on `spot` hides most."""
    cover = table.outlines.wide[spot]
    shares = [np.isin(core, cover).mean() if other != spot else 0.0 for other, core in enumerate(table.outlines.core)]
    return int(np.argmax(shares))


def hidden_share(table: Table, spot: int) -> float:
    """How much a pawn on `spot` hides of the spot that it hides most."""
    return float(np.isin(table.outlines.core[behind(table, spot)], table.outlines.wide[spot]).mean())


def test_scores_are_log_probabilities_with_a_floor(table: Table) -> None:
    scores = table.read(TAUGHT)
    assert scores.shape == (len(ROW.places_mm), 5)
    assert np.exp(scores).sum(axis=1) == pytest.approx(1.0)
    assert scores.min() >= np.log(WEIGHTS.least_probability) - 1e-9


def test_pawns_that_have_moved_are_read_by_a_wide_margin(table: Table) -> None:
    moved = {7: "white", 25: "red", 43: "green", 60: "blue", 61: "white"}
    scores = table.read(moved)
    assert (scores.argmax(axis=1) == table.classes(moved)).all()
    ordered = np.sort(scores[:72], axis=1)
    assert (ordered[:, -1] - ordered[:, -2]).min() > 2.0


@pytest.mark.parametrize("light", [0.6, 0.85, 1.1])
def test_other_light_makes_no_pawns_and_hides_none(table: Table, light: float) -> None:
    assert (table.read(TAUGHT, light=light).argmax(axis=1) == table.classes(TAUGHT)).all()


def test_a_white_pawn_on_a_white_field_is_seen(table: Table) -> None:
    chances = np.exp(table.read({**TAUGHT, FREE: "white"}))
    assert chances[FREE, 1] > 0.95
    assert np.exp(table.read(TAUGHT))[FREE, 0] > 0.99


def test_a_pawn_put_down_carelessly_is_seen(table: Table) -> None:
    assert table.read({**TAUGHT, FREE: "red"}, off_mm=2.5).argmax(axis=1)[FREE] == 2


@pytest.mark.parametrize("colour", ["red", "yellow", "black"])
def test_a_coin_is_no_pawn_for_sure_and_nobody_is_sure_of_it(table: Table, colour: str) -> None:
    x_mm, y_mm = (float(part) for part in ROW.places_mm[FREE])
    coin = Thing(x_mm=x_mm, y_mm=y_mm, radius_mm=9.0, bgr=PAINT[colour])
    lab = table.picture(TAUGHT, things=(coin,))
    chances = np.exp(decode(lab, Knowledge(table.looks, table.confirmed), ROW, table.outlines))[FREE]
    assert chances.max() < 0.95
    assert chances.argmax() == 0


def test_a_spot_that_cannot_be_seen_is_not_called_empty_for_sure(table: Table) -> None:
    """Law of the module: the row of a hidden spot is open."""
    nearest = int(np.argmax(table.outlines.depth[:72]))
    hidden = behind(table, nearest)
    open_view = np.exp(table.read(TAUGHT))[hidden, 0]
    covered = np.exp(table.read({**TAUGHT, nearest: "blue"}))[hidden, 0]
    assert covered < open_view


def test_what_stands_in_front_of_a_hidden_spot_is_no_thing_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A network that sees something foreign where a pawn hides the spot has seen that pawn."""
    table = Table(Stand(elevation_deg=22.0))
    depth = table.outlines.depth
    in_front_of = [spot for spot in range(1, 72) if depth[spot] > depth[behind(table, spot)] + 1.0]
    front = max(in_front_of, key=lambda spot: hidden_share(table, spot))
    hidden = behind(table, front)

    def foreign(views: np.ndarray) -> np.ndarray:
        answers = occupancy(views)
        answers[hidden] = np.log([0.04, 0.01, 0.95])
        return answers

    monkeypatch.setattr(decoding, "occupancy", foreign)
    on_it, in_front = (np.exp(table.read(pawns))[hidden, 0] for pawns in (TAUGHT, {**TAUGHT, front: "blue"}))
    assert in_front > on_it + 0.05


@pytest.fixture
def undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    """The network cannot decide between a pawn and a thing on the free spot."""

    def answered(views: np.ndarray) -> np.ndarray:
        answers = occupancy(views)
        answers[FREE] = np.log([0.002, 0.446, 0.552])
        return answers

    monkeypatch.setattr(decoding, "occupancy", answered)


@pytest.mark.usefixtures("undecided")
def test_what_has_a_pawns_colour_from_head_to_foot_is_hardly_a_thing(table: Table) -> None:
    """The network cannot decide between a pawn and a thing; a coin fills no pawn's outline."""
    x_mm, y_mm = (float(part) for part in ROW.places_mm[FREE])
    coin = table.picture(TAUGHT, things=(Thing(x_mm=x_mm, y_mm=y_mm, radius_mm=9.0, bgr=PAINT["red"]),))
    pawn = table.picture({**TAUGHT, FREE: "red"})
    known = Knowledge(table.looks, table.confirmed)
    empty = [float(np.exp(decode(lab, known, ROW, table.outlines))[FREE, 0]) for lab in (pawn, coin)]
    assert empty[0] < 0.1
    assert empty[1] > 0.2


@pytest.mark.usefixtures("undecided")
def test_the_name_of_a_pawns_colour_says_little_before_anything_was_learnt(table: Table) -> None:
    """A dark square of a chess board fills the outline of a black pawn as well: the network alone decides there."""
    lab = table.picture({**TAUGHT, FREE: "red"})
    never = replace(table.looks, empty=EmptyBoard.unknown(lab.shape[:2]))
    assert float(np.exp(decode(lab, Knowledge(never), ROW, table.outlines))[FREE, 0]) > 0.2


def test_a_spot_outside_the_picture_knows_nothing(table: Table) -> None:
    far = np.concatenate([ROW.places_mm[:3], [[9000.0, 40.0]]])
    row = Spots(places_mm=far, group=np.zeros(4, dtype=np.int64), on_disc=np.zeros(4, dtype=bool))
    printed = marker_corners_mm(BOARD.markers)
    seen = {name: np.array([table.camera.project(x, y) for x, y in at]) for name, at in printed.items()}
    pose = find_pose(seen, printed, SIZE)
    assert pose is not None
    outlines = draw_silhouettes(pose, board_of(BOARD), far, (SIZE[1], SIZE[0]))
    scores = decode(table.picture(TAUGHT), Knowledge(table.looks), row, outlines)
    assert np.exp(scores[3]).max() < 0.95
    assert (scores[:3].argmax(axis=1) == 0).all()


def test_a_pawn_keeps_the_colour_that_it_had(table: Table) -> None:
    """One that looks like no seat's pawn is likelier that of the seat whose pawn was confirmed there."""
    lab = table.picture({**TAUGHT, FREE: "orange"})
    chances = [
        np.exp(decode(lab, Knowledge(table.looks, Confirmed(lab, kinds, kinds)), ROW, table.outlines)[FREE, 2:4])
        for kinds in (table.classes({**TAUGHT, FREE: colour}) for colour in ("red", "green"))
    ]
    assert chances[0][0] > chances[1][0]
    assert chances[1][1] > chances[0][1]


def test_without_bare_print_or_earlier_picture_no_spot_is_surely_empty(table: Table) -> None:
    """Print of a pawn's own colour may hide it; a spot that was seen bare, or changed since, is empty."""
    stood, nothing = list(TAUGHT), np.full(len(ROW.places_mm), -1, dtype=np.int64)
    empty = np.exp(table.read({}, Confirmed(table.confirmed.lab, nothing, nothing))[:, 0])
    assert empty[stood].max() <= WEIGHTS.never_seen_empty + 1e-3
    assert empty[FREE] > 0.99
    assert np.exp(table.read({})[stood, 0]).min() > WEIGHTS.never_seen_empty


def test_the_networks_inputs_from_the_memory_are_drawn_once(table: Table) -> None:
    """And again after a lesson, and where the board lies otherwise."""
    known = Knowledge(table.looks, table.confirmed)
    views = known.remembered_views(ROW, table.outlines)
    drawn = replace(known, views=views)
    assert drawn.remembered_views(ROW, table.outlines) is views
    later = replace(drawn, confirmed=Confirmed(table.confirmed.lab, table.classes({}), table.classes({})))
    taught = replace(drawn, looks=replace(table.looks, empty=EmptyBoard.unknown(table.confirmed.lab.shape[:2])))
    moved = replace(table.outlines, windows=copy(table.outlines.windows))
    for knowledge, outlines in ((later, table.outlines), (taught, table.outlines), (drawn, moved)):
        again = knowledge.remembered_views(ROW, outlines)
        assert again is not views
        assert again.views.shape == views.views.shape
