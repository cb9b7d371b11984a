"""The certificate of a table: its result, date and camera, stored beside the board's profile.

`check` reports before a game whether the table is still the certified one.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final

import msgspec

from companion.certification.comparison import PlacementResult
from companion.certification.conditions import Conditions
from companion.certification.grade import Cause, Grade, causes, grade_of
from companion.certification.placements import Difficulty
from companion.certification.rates import Rate, in_a_game, rate
from companion.certification.table import TableUnderTest

FORMAT: Final = 1
#: The changes from which on a table counts as another one: parts of brightness, of a pawn's width and of sharpness,
#: degrees of the camera's height.
LIGHT_PART, WIDTH_PART, SHARP_PART, HEIGHT_DEG = 0.35, 0.15, 0.2, 8.0
#: The number of further spots of the start position that may be `wrong` and `asked` than at the test.
MORE_WRONG, MORE_ASKED = 2, 8


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A share of spots, and its upper limit in a game, 19 times in 20."""

    share: float
    high: float


class PlacementLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The result of one of the placements."""

    difficulty: Difficulty
    spots: int
    wrong: int
    asked: int


class Certificate(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`made` is a date (YYYY-MM-DD), `camera` its name; `wrong` and `asked` are shares of a game's spots."""

    format: int
    made: str
    camera: str
    board: str
    variant: str
    colours: tuple[str, ...]
    grade: Grade
    causes: tuple[Cause, ...]
    wrong: Share
    asked: Share
    start: PlacementLine
    placements: tuple[PlacementLine, ...]
    conditions: Conditions | None = None


class Change(StrEnum):
    """The reason why a table no longer is the certified one, or `NONE`."""

    NONE = "none"
    NEVER = "never"
    UNREAD = "unread"
    CAMERA = "camera"
    COLOURS = "colours"
    MOVED = "moved"
    DARKER = "darker"
    BRIGHTER = "brighter"
    BLURRED = "blurred"
    MARKERS = "markers"
    DISC = "disc"
    START = "start"


def certify(
    table: TableUnderTest,
    results: Sequence[PlacementResult],
    measured: Conditions | None,
    *,
    start: PlacementResult,
    hindrance: Cause | None = None,
    made: str,
    camera: str,
    variant: str,
) -> Certificate:
    """The certificate of a table whose twelve placements were read so; `start` is the result of the start position
    before learning, `hindrance` the reason why the board was not read, if there is one.
    """
    wrong = in_a_game(rate(results, table, lambda spot: spot.wrong, read=True))
    asked = rate(results, table, lambda spot: spot.asked, read=False)
    return Certificate(
        format=FORMAT,
        made=made,
        camera=camera,
        board=table.profile.id,
        variant=variant,
        colours=table.colours,
        grade=grade_of(wrong, asked),
        causes=causes(table, results, measured, hindrance),
        wrong=_share(wrong),
        asked=_share(asked),
        start=_line(start),
        placements=tuple(map(_line, results)),
        conditions=measured,
    )


def check(
    known: Certificate | None, camera: str, table: TableUnderTest, start: PlacementResult, now: Conditions | None
) -> Change:
    """The change since the table was certified, the most pressing one; `start` is the result of the start position,
    `now` the camera's conditions (None if it does not see the board).
    """
    if known is None or known.conditions is None:
        return Change.NEVER
    if now is None or not start.was_read:
        return Change.UNREAD
    return next(_changes(known, known.conditions, camera, table, start, now), Change.NONE)


def _changes(
    known: Certificate, then: Conditions, camera: str, table: TableUnderTest, start: PlacementResult, now: Conditions
) -> Iterator[Change]:
    changed = {
        Change.CAMERA: camera != known.camera or now.picture != then.picture,
        Change.COLOURS: set(table.colours) - set(known.colours) != set(),
        Change.MARKERS: now.found_by != then.found_by or now.markers < then.markers,
        Change.DISC: then.disc_seen and not now.disc_seen,
        Change.MOVED: abs(now.height_deg - then.height_deg) > HEIGHT_DEG
        or abs(now.pawn_px / then.pawn_px - 1) > WIDTH_PART,
        Change.DARKER: now.brightness < (1 - LIGHT_PART) * then.brightness,
        Change.BRIGHTER: now.brightness * (1 - LIGHT_PART) > then.brightness or now.dazzled > 0.02 + then.dazzled,
        Change.BLURRED: now.sharpness < (1 - SHARP_PART) * then.sharpness,
        Change.START: start.wrong > known.start.wrong + MORE_WRONG or start.asked > known.start.asked + MORE_ASKED,
    }
    return (change for change, has_changed in changed.items() if has_changed)


def _share(found: Rate) -> Share:
    return Share(share=round(found.share, 5), high=round(found.high, 5))


def _line(result: PlacementResult) -> PlacementLine:
    return PlacementLine(difficulty=result.difficulty, spots=len(result.spots), wrong=result.wrong, asked=result.asked)
