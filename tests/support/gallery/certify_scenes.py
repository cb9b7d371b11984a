"""The gallery's scenes of the test of a table: before it, during it, and its findings."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from certified_tables import CONDITIONS, Misread, observed, truly, twelve

from companion.certification.certificate import Certificate, Change, certify
from companion.certification.comparison import compare
from companion.certification.conditions import Conditions
from companion.certification.grade import Cause
from companion.certification.placements import hard_placements, start_placement
from companion.certification.progress import Phase, Progress
from companion.certification.table import TableUnderTest
from companion.model.failed_device import FailedDevice
from gallery.entering import Scene, enter


def certify_scenes() -> dict[str, Scene]:
    """Returns the scenes of the test of a table, by name."""
    return {
        "certify_begin": _begin,
        "certify_lay": _running(lambda table: placed(table, 5)),
        "certify_kennels": _running(lambda table: placed(table, 1)),
        "certify_read": _running(lambda table: replace(placed(table, 9), phase=Phase.READ, hindrance=Cause.HIDDEN)),
        "certify_look": _running(doubted),
        "certify_fault": _running(lambda table: replace(placed(table, 3), fault=FailedDevice.CAMERA)),
        "certify_gold": _running(graded),
        "certify_bronze": _running(
            lambda table: graded(table, careless(0.03), replaced(brightness=40.0, noise=3.0, found_by="print"))
        ),
        "certify_check": _running(lambda table: Progress(phase=Phase.DONE, change=Change.DARKER)),
        "certify_tap": _running(lambda table: graded(table, careless(0.3), replaced(sharpness=0.4, pawn_px=5.0))),
    }


def placed(table: TableUnderTest, number: int) -> Progress:
    """Placement `number` has its turn, those before it were read."""
    asked = (start_placement(table), *hard_placements(table))[number]
    return Progress(number=number, asked=asked, results=tuple(twelve(table)[: max(0, number - 1)]))


def doubted(table: TableUnderTest) -> Progress:
    """Two pawns stand elsewhere than in the placement."""
    progress = placed(table, 6)
    places = [place for row in progress.asked.placement.pawns for place in row if place >= 0] if progress.asked else []
    read = compare(
        table,
        progress.asked,
        observed(
            table,
            progress.asked,
            lambda part, place, owner, true: 0 if part == "track" and place in places[:2] else true,
        ),
    )
    return replace(progress, phase=Phase.LOOK_AGAIN, doubted=read)


def careless(share: float) -> Misread:
    """Misreads this share of all spots."""
    chance = random.Random(4)
    return lambda part, place, owner, true: true + 1 if chance.random() < share else true


def replaced(**changes: Any) -> Conditions:
    return Conditions(**{name: getattr(CONDITIONS, name) for name in CONDITIONS.__struct_fields__} | changes)


def graded(table: TableUnderTest, misread: Misread = truly, now: Conditions = CONDITIONS) -> Progress:
    """A test that is through."""
    results = twelve(table, misread)
    found = certify(table, results, now, start=results[0], made="2026-03-01", camera="HD Webcam", variant="black_dog")
    return Progress(phase=Phase.DONE, number=12, results=tuple(results), certificate=found)


def certificate(table: TableUnderTest) -> Certificate:
    found = graded(table, careless(0.012)).certificate
    assert found is not None
    return found


def _begin(stepped: Any, launcher: Any) -> None:
    screen = stepped.screens.get_screen("certify")
    screen.forget()
    launcher.known = certificate(launcher.table_test(stepped.app.model.settings, keep=False).table)
    enter(stepped, "certify")


def _running(progress: Callable[[TableUnderTest], Progress]) -> Scene:
    def scene(stepped: Any, launcher: Any) -> None:
        screen = stepped.screens.get_screen("certify")
        screen.forget()
        enter(stepped, "certify")
        screen.begin()
        launcher.test.progress = progress(launcher.test.table)
        screen.refresh()
        screen.look()
        stepped.settle()

    return scene
