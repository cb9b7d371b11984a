"""The real acts of the simulated players and the table's answers: the truth to which verdicts are compared."""

from dataclasses import dataclass
from enum import StrEnum

from companion.model.position import Placement


class ActKind(StrEnum):
    LEGAL = "legal"
    ILLEGAL = "illegal"
    FORFEIT = "forfeit"


class Answer(StrEnum):
    """`OTHER`: taken for another play.  `SILENT`: no verdict in good time.  `INTERRUPTED`: people meddled."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNCLEAR = "unclear"
    OTHER = "other"
    SILENT = "silent"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """`ply` counts accepted plays before it.  `why` names the kind of mistake; `placement` is the laid one, if any.

    `alike`: the card has other plays that look the same, because the camera does not see the ranks of pawns.
    """

    ply: int
    seat: int
    card: str
    kind: ActKind
    placement: Placement | None
    why: str
    answer: Answer
    alike: bool = False

    @property
    def right(self) -> bool:
        """Whether the table's verdict matches the act; if the act cannot be seen, the table has to ask."""
        expected = Answer.ILLEGAL if self.kind is ActKind.ILLEGAL else Answer.LEGAL
        return self.answer is expected or (self.alike and self.answer is Answer.UNCLEAR)
