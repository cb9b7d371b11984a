"""All knowledge beside the record: a referee's, and proposals that wait for people.  Never stored, gone at the end."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.model.position import Position
from companion.model.verdict import Reason
from companion.session.commands import Announce
from companion.session.decide.boards import open_turn
from companion.session.decide.boards.open_turn import OpenTurn, RefereeState
from companion.session.decide.boards.witness import Witness, compared
from companion.session.events import PlayAccepted
from companion.session.state import BoardGame


class Shadow(Struct, frozen=True, kw_only=True):
    """A referee that watches and reports nothing (`decide.shadow`).

    `game` is the game as this referee sees it: that of the people, with the newest play as it saw it.  `played` is the
    play that it would have accepted since the newest card was laid, `refused` the reason for which it would have
    objected; `due` is the play of the people that has still to be compared with it.
    """

    game: BoardGame
    referee: RefereeState
    played: PlayAccepted | None = None
    refused: tuple[Reason, ...] = ()
    due: PlayAccepted | None = None


class Senses(Struct, frozen=True, kw_only=True):
    """`referee` judges; `shadow` judges silently, for a camera that only watches.

    `proposed` are the cards that a camera takes the top of the pile for, until one is declared; only shown.
    `announced` is the computer's decision beside its plays, until it is carried out.
    `undo_settled`: after an undo everything lies as it lay before.
    """

    referee: RefereeState = RefereeState()
    shadow: Shadow | None = None
    proposed: tuple[str, ...] = ()
    announced: Announce | None = None
    undo_settled: bool = False

    @property
    def question(self) -> Reason | None:
        """The question about the table that people see."""
        return self.referee.question

    def watching(self, witness: Witness) -> "Senses":
        return replace(self, referee=replace(self.referee, witness=witness))

    def with_turn(self, turn: OpenTurn) -> "Senses":
        return replace(self, referee=replace(self.referee, turn=turn))

    def settled(self, *, by_hand: bool = False) -> "Senses":
        """Returns the senses after an accepted position; `by_hand`: people decided how the game goes on."""
        referee = open_turn.settled(self.referee, by_hand=by_hand)
        return replace(self, referee=referee, announced=None, undo_settled=False)

    def still(self, position: Position) -> "Senses":
        """Returns the senses after a position to which no disc was turned: encoder and record have the same stop."""
        after = self.settled()
        return after.watching(compared(position, after.referee.witness))


NO_SENSES: Final = Senses()
