"""Tables under test and the observations of a flawless reader, or of one with given faults."""

from collections.abc import Callable
from functools import cache

from rules_for_tests import rules_of

from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.certification.comparison import WHEEL, PlacementResult, compare
from companion.certification.conditions import Conditions
from companion.certification.placements import AskedPlacement, hard_placements
from companion.certification.table import TableUnderTest, table_under_test
from companion.model.observation import Observation, Scores
from companion.model.places import CENTRE, goal
from companion.model.position import Position
from companion.rules.setup import first_position

#: Game, printed sectors of its seats, board: one of each kind of board, one with empty sectors, one with ranks.
GAMES = (
    ("black_dog", (0, 1, 2, 3), "black_dog"),
    ("black_dog", (0, 2), "black_dog"),
    ("dog", (0, 1, 2, 3, 4, 5), "star_6"),
    ("dog_royal", (0, 1, 2, 3), "star_4"),
    ("super_tock", (0, 1, 2, 3), "toc_4"),
    ("tock_6", (0, 1, 2, 3, 4, 5), "toc_6"),
)
COLOURS = ("red", "yellow", "green", "blue", "white", "purple")
CONDITIONS = Conditions(
    picture=(1280, 720),
    brightness=180.0,
    dazzled=0.0,
    sharpness=1.2,
    noise=1.0,
    flicker=0.002,
    pawn_px=24.0,
    height_deg=60.0,
    found_by="markers",
    markers=4,
    disc_seen=True,
    colour_distance=60.0,
)
#: Log-probabilities of a spot's classes: of the sure one, and of each other.
_SURE, _ELSE = -0.001, -9.0

#: From part, place and owner of a spot and its true class to the class that is read.
Misread = Callable[[str, int, int | None, int], int]


@cache
def game(number: int) -> tuple[TableUnderTest, Position]:
    variant, seats, board = GAMES[number]
    profile = load_board(board)
    position = first_position(SHIPPED.variant(variant), len(profile.goal), seats)
    return table_under_test(rules_of(position), position, COLOURS[: len(seats)], profile), position


def truly(_part: str, _place: int, _owner: int | None, true: int) -> int:
    return true


def observed(table: TableUnderTest, asked: AskedPlacement, misread: Misread = truly) -> Observation:
    """Returns the observation of a reader that is sure of everything."""
    classes = 1 + len(table.sectors) + len(table.figures)
    pawns, placement = asked.placement.pawns, asked.placement
    figures = {placement.extra(name): 1 + len(table.sectors) + number for number, name in enumerate(table.figures)}

    def row(part: str, place: int, owner: int | None, true: int) -> Scores:
        read = misread(part, place, owner, true)
        return tuple(_SURE if kind == read else _ELSE for kind in range(classes))

    def on_field(place: int) -> int:
        return next((1 + seat for seat, row in enumerate(pawns) if place in row), 0)

    return Observation(
        t_ms=0,
        track=tuple(
            row("track", field, None, on_field(field) or figures.get(field, 0))
            for field in range(len(table.profile.track))
        ),
        goal=tuple(
            tuple(row("lane", n, seat, (1 + seat) * (goal(n) in pawns[seat])) for n in range(1, 5))
            for seat in table.seats
        ),
        kennel=tuple(
            tuple(
                row("kennel", slot, seat, (1 + seat) * (slot in asked.kennels[seat].slots))
                for slot in range(len(table.profile.kennel[sector]))
            )
            for seat, sector in enumerate(table.sectors)
        ),
        centre=row("centre", CENTRE, None, on_field(CENTRE)) if table.profile.centre else None,
        wheel=placement.extra(WHEEL),
    )


def twelve(table: TableUnderTest, misread: Misread = truly) -> list[PlacementResult]:
    """A whole test by that reader."""
    return [compare(table, asked, observed(table, asked, misread)) for asked in hard_placements(table)]
