"""Deliberate faults at the table, in several lights and on several boards.

Each ends in the right message on the tablet and in no wrong verdict, and afterwards the game goes on.  Real drawn
pictures go through the real reader, the referee and the table; the test reads the tablet.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import msgspec
import numpy as np
import pytest
from drawn_cameras import drawn_camera
from rules_for_tests import rules_of, with_rules

from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.model.places import KENNEL, OFF, Place
from companion.model.play import Play, StepKind
from companion.model.position import Position
from companion.rules.legal import legal_plays
from companion.rules.setup import first_position
from companion.sensors.board_observer import BoardObserver, roster_of
from companion.sensors.unknowns import camera_health
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.commands import ReportObservation, StartGame
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Scene, Thing, VirtualCamera
from companion.simulation.physical_table import PhysicalTable
from ui.i18n import load_words
from ui.presenters.play.play import TabletState, play_view_model
from vision.frames import Frame

COLOURS = ("red", "yellow", "green", "blue")
NAMES = ("Anna", "Ben", "Carla", "David")
WORDS = load_words("en")
#: The message about a coin, whether it looks like a pawn to the reader ("There is something ...") or not ("Something
#: ...").
ON_FIELD = "omething "
STEP_MS = 480
#: Every fault in one of the rooms, as the tests come in turn; in all of them with the long tests.
pytestmark = pytest.mark.sampled(4)
#: The pawns of each seat that are on their way: fields counted from their start field.
OUT = ((0, 7), (4,), (10, 2), (6,))
CARD = "8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A board, how the camera stands, and the colour and strength of the light (gains of blue, green, red)."""

    variant: str
    board: str
    stand: Stand
    gains: tuple[float, float, float]
    size: tuple[int, int] = (1280, 720)


ROOMS = {
    "black dog, daylight": Room(
        variant="black_dog", board="black_dog", stand=Stand(elevation_deg=58.0), gains=(1.0, 1.0, 1.0)
    ),
    "dog, lamp": Room(
        variant="dog",
        board="star_4",
        stand=Stand(elevation_deg=74.0, azimuth_deg=9.0, roll_deg=1.0),
        gains=(0.66, 0.86, 1.0),
    ),
    "tock, a small picture": Room(
        variant="super_tock", board="toc_4", stand=Stand(elevation_deg=66.0), gains=(0.72, 0.8, 0.84), size=(960, 720)
    ),
}


def camera_of(room: Room) -> VirtualCamera:
    return drawn_camera(load_board(room.board), COLOURS, seed=11, size=room.size, stand=room.stand)


class Tablet:
    """A game in its midst in one room: the scene is what lies there, spoilt by `fault`; `show` lets time go by."""

    def __init__(self, room: Room, position: Position, painted: tuple[str, ...] = COLOURS) -> None:
        """`painted` is how the pawns truly look, whatever their colours are called."""
        self.room = room
        self.position = position
        self.profile = load_board(room.board)
        self.lying = PhysicalTable(self.profile, SHIPPED.variant(room.variant), (0, 1, 2, 3), painted, seed=4)
        self.lying.set_up(self.position.placement)
        self.camera = camera_of(room)
        self.fault: Callable[[Scene], Scene] = lambda scene: scene
        self.table = Table(MemoryStore(), epoch=1)
        self.events: list[ev.Event] = []
        self.table.witness(lambda _, outcome, __: self.events.extend(outcome.events))
        self.table.handle(
            StartGame(
                game="faults",
                variant=SHIPPED.variant(room.variant),
                names=NAMES,
                colours=COLOURS,
                board=room.board,
                sectors=4,
                seats=(0, 1, 2, 3),
                position=self.position,
            )
        )
        self.observer = BoardObserver(self.profile, roster_of(rules_of(self.position), self.position, COLOURS))
        self.observer.expect(*with_rules(self.position))
        self.t_ms = 0
        self.show(3)

    def show(self, pictures: int) -> None:
        for _ in range(pictures):
            self.t_ms += STEP_MS
            image = self.camera.render(self.fault(self.lying.scene())).astype(np.float32) * self.room.gains
            look, seen = self.observer.observe(Frame(np.clip(image, 0, 255).astype(np.uint8), self.t_ms))
            self.table.report(camera_health(look))
            if seen:
                self.table.handle(ReportObservation(observation=seen))

    @property
    def said(self) -> str:
        """Returns the tablet's fault of the table or the picture; empty while all is well."""
        face = play_view_model(self.table.view, TabletState(), WORDS)
        amiss = face.banner.sentence if face.banner.word == WORDS.text("banner.anomaly") else ""
        return amiss or face.notice

    def waits_for(self, word: str, pictures: int = 10) -> None:
        """Lets time go by until the tablet shows it."""
        for _ in range(pictures):
            self.show(1)
            if word in self.said:
                return
        raise AssertionError(f"{word!r} was not said, but {self.said!r}")

    def is_well_again(self, pictures: int = 3) -> None:
        self.fault = lambda scene: scene
        self.show(pictures)
        assert self.said == ""

    def accuses_nobody(self) -> None:
        assert not [event for event in self.events if isinstance(event, ev.PlayRefused)]

    def plays_on(self, declare: bool = True) -> None:
        """A legal play is made, seen and accepted."""
        play = plain_play(self.position)
        step = play.steps[0]
        if declare:
            self.table.handle(cmd.DeclarePlay(seat=self.position.turn, card=CARD))
        self.show(2)
        self.lying.put(step.seat or 0, step.origin, step.target)
        self.show(3)
        accepted = [event for event in self.events if isinstance(event, ev.PlayAccepted)]
        assert [event.result for event in accepted] == [play.result]
        self.accuses_nobody()


def midgame(variant: str) -> Position:
    position = first_position(SHIPPED.variant(variant))
    length = SHIPPED.variant(variant).sector_length
    rows = []
    for seat, out in enumerate(OUT):
        fields = [Place((seat * length + beyond) % (4 * length)) for beyond in out]
        rows.append(tuple(sorted([*fields, *[KENNEL] * (4 - len(fields))])))
    placement = position.placement.with_pawns(tuple(rows))
    if SHIPPED.variant(variant).figures:
        placement = placement.with_extra("dog", 2 * length + 5)
    return msgspec.structs.replace(position, placement=placement)


def plain_play(position: Position) -> Play:
    """A play of one pawn that captures nobody and turns nothing."""
    return next(
        play
        for play in legal_plays(rules_of(position), position, CARD)
        if [step.kind for step in play.steps] == [StepKind.ADVANCE] and not play.steps[0].captures
    )


@pytest.fixture(params=ROOMS)
def tablet(request: pytest.FixtureRequest) -> Tablet:
    room = ROOMS[request.param]
    there = Tablet(room, midgame(room.variant))
    assert there.said == ""
    return there


def declared(tablet: Tablet) -> Tablet:
    tablet.table.handle(cmd.DeclarePlay(seat=tablet.position.turn, card=CARD))
    tablet.show(2)
    return tablet


@pytest.mark.long
def test_a_covered_marker_is_reported_and_play_goes_on(tablet: Tablet) -> None:
    x, y = tablet.profile.markers.centres[1]
    cup = Thing(x_mm=x, y_mm=y, radius_mm=24.0, bgr=(150, 140, 130))
    tablet.fault = lambda scene: replace(scene, things=(cup,))
    tablet.waits_for("marker is hidden")
    tablet.plays_on()
    assert "marker is hidden" in tablet.said
    tablet.is_well_again()


@pytest.mark.long
def test_the_board_is_pushed_by_3_cm(tablet: Tablet) -> None:
    tablet.fault = lambda scene: replace(scene, pushed_mm=(24.0, 18.0))
    tablet.waits_for("board was moved")
    tablet.plays_on()
    tablet.show(4)
    assert tablet.said == ""


@pytest.mark.long
def test_the_camera_is_knocked_by_5_degrees(tablet: Tablet) -> None:
    tablet.fault = lambda scene: replace(scene, knocked_deg=(4.6, -1.0, 1.5))
    tablet.waits_for("camera was moved")
    tablet.plays_on()
    tablet.show(4)
    assert tablet.said == ""


@pytest.mark.parametrize("open_card", [False, True])
def test_a_pawn_is_missing(tablet: Tablet, open_card: bool) -> None:
    if open_card:
        declared(tablet)
    gone = tablet.position.placement.pawns[1][-1]
    tablet.lying.put(1, gone, OFF)
    tablet.fault = without_what_lies_beside
    tablet.waits_for("yellow pawn is missing")
    tablet.accuses_nobody()
    tablet.lying.put(1, OFF, gone)
    tablet.is_well_again()
    tablet.plays_on(declare=not open_card)


def without_what_lies_beside(scene: Scene) -> Scene:
    """A pawn beside the board would lie in view; here somebody put it into the pocket."""
    return replace(scene, figures=tuple(figure for figure in scene.figures if figure.x_mm > 0))


def test_light_off_is_reported_and_play_goes_on_in_light(tablet: Tablet) -> None:
    tablet.fault = lambda scene: replace(scene, light=0.05)
    tablet.waits_for("too dark")
    tablet.is_well_again()
    tablet.plays_on()


@pytest.mark.long
def test_a_coin_on_a_field_is_reported_and_accuses_nobody(tablet: Tablet) -> None:
    x, y = tablet.profile.track[21]
    coin = Thing(x_mm=x, y_mm=y, radius_mm=11.6, bgr=(70, 140, 180))
    tablet.fault = lambda scene: replace(scene, things=(coin,))
    tablet.waits_for(ON_FIELD)
    tablet.accuses_nobody()
    tablet.is_well_again()
    tablet.plays_on()


@pytest.mark.parametrize("open_card", [False, True])
def test_two_pawns_that_changed_places_are_reported(tablet: Tablet, open_card: bool) -> None:
    if open_card:
        declared(tablet)
    first, second = tablet.position.placement.pawns[1][-1], tablet.position.placement.pawns[3][-1]
    swap(tablet.lying, (1, first), (3, second))
    tablet.waits_for("yellow pawn and the blue pawn have changed places")
    tablet.accuses_nobody()
    swap(tablet.lying, (1, second), (3, first))
    tablet.is_well_again()
    tablet.plays_on(declare=not open_card)


def swap(lying: PhysicalTable, one: tuple[int, Place], other: tuple[int, Place]) -> None:
    lying.put(*one, OFF)
    lying.put(*other, one[1])
    lying.put(one[0], OFF, other[1])


@pytest.mark.parametrize(("painted", "word"), [(COLOURS, ""), (("red", "red", "green", "blue"), "look alike")])
def test_two_colours_that_look_alike(painted: tuple[str, ...], word: str) -> None:
    """The fault shows when the pawns stand in their kennels at set-up, before they have to be distinguished."""
    room = ROOMS["dog, lamp"]
    tablet = Tablet(room, first_position(SHIPPED.variant(room.variant)), painted)
    assert (word in tablet.said) if word else (tablet.said == "")
