"""What a snapshot of the table needs beside the state of the game."""

from dataclasses import dataclass

from companion.model.verdict import Reason, Verdict
from companion.session.commands import Announce
from companion.views.table_view import Health, Texts
from companion.views.wording.sentences import Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewContext:
    """What the view needs beside the state: the words, the health of the parts, what the referee thinks now, what
    lies wrong on the board, which cards a camera proposes, what the computer has decided for its seat.  `past`: the
    state is one of long ago, in which nothing can be played or taken back.  `undo_settled`: what was taken back lies as
    it lay before."""

    wording: Wording
    epoch: int
    health: tuple[Health, ...] = ()
    verdict: Verdict | None = None
    notice: Texts | None = None
    anomaly: Reason | None = None
    past: bool = False
    proposed: tuple[str, ...] = ()
    announced: Announce | None = None
    undo_settled: bool = False
