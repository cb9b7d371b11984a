"""How far the test of a table has come, for whoever shows it while it goes on."""

from dataclasses import dataclass
from enum import StrEnum

from companion.certification.certificate import Certificate, Change
from companion.certification.comparison import PlacementResult
from companion.certification.grade import Cause
from companion.certification.placements import AskedPlacement
from companion.model.failed_device import FailedDevice


class Phase(StrEnum):
    """What the test waits for: `LAY` and `LOOK_AGAIN` for people, `READ` for a board at rest."""

    LAY = "lay"
    READ = "read"
    LOOK_AGAIN = "look_again"
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """`number` counts the placements, 0 is the start position; `asked` is the one to lay, None before the first.

    `doubted` is how it was read otherwise than asked, while people look again; `hindrance` what keeps the board from
    being read just now; `fault` who refuses, the camera or the disk; `folder` where the
    placements are kept, else empty.  `certificate` is what a test found, `change` what a check before a game did.
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
