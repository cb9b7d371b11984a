"""The input of a snapshot of the table beside the state of the game."""

from dataclasses import dataclass

from companion.model.verdict import Reason, Verdict
from companion.session.commands import Announce
from companion.views.table_view import Health, Texts
from companion.views.wording.sentences import Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewContext:
    """The input of a view beside the state.

    These are the words, the health of the parts, the referee's present verdict, the anomaly on the board, the cards
    that a camera proposes and the computer's decision for its seat.  `past`: the state is one of long ago, in which
    nothing can be played or taken back.  `undo_settled`: the undone things lie as they lay before.
    """

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
