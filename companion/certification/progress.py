"""The progress of a table's test, for display while it goes on."""

from dataclasses import dataclass
from enum import StrEnum

from companion.certification.certificate import Certificate, Change
from companion.certification.comparison import PlacementResult
from companion.certification.grade import Cause
from companion.certification.placements import AskedPlacement
from companion.model.failed_device import FailedDevice


class Phase(StrEnum):
    """The test's next step: `LAY` and `LOOK_AGAIN` for people, `READ` for a board at rest."""

    LAY = "lay"
    READ = "read"
    LOOK_AGAIN = "look_again"
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """`number` counts the placements, 0 is the start position; `asked` is the one to lay, None before the first.

    `doubted` are the spots not read as expected, while people check again; `hindrance` is the present obstacle to
    reading the board; `fault` the failing device, camera or disk; `folder` that of the stored placements, else empty.
    `certificate` is the result of a test, `change` that of a check before a game.
    """

    phase: Phase = Phase.LAY
    number: int = 0
    asked: AskedPlacement | None = None
    results: tuple[PlacementResult, ...] = ()
    doubted: PlacementResult | None = None
    hindrance: Cause | None = None
    certificate: Certificate | None = None
    change: Change | None = None
    fault: FailedDevice | None = None
    folder: str = ""
