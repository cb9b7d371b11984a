"""Partner 4: points shared out over the team's pawns, later over everybody's (BD-R58..R71)."""

from collections.abc import Iterable, Iterator
from typing import Literal

from companion.model.places import Place
from companion.rules.board import Board
from companion.rules.points import PointsUse
from companion.rules.turn import Turn


class Split(PointsUse, frozen=True, kw_only=True, tag="split"):
    """`points` are shared out over the team's pawns; opponents' pawns join in once a team-mate is done.

    `opponents`: "union" = the team's remaining pawns and the opponents' (BD-R62), "printed" = only the partner's and
    the opponents', "off" = never.  Who plays alone moves all pawns (BD-R77).
    `opponent_blockers` / `opponent_lane`: may their blockers be moved away (BD-R63), their lanes be used (BD-R64).
    `help_same_card`: a team-mate who gets done with this very card counts at once (CORE-R17, BD-R66).
    """

    opponents: Literal["union", "printed", "off"] = "union"
    opponent_blockers: bool = True
    opponent_lane: bool = True
    help_same_card: bool = True

    def movers(self, turn: Turn, board: Board) -> Iterator[tuple[int, int, Place, bool]]:
        for seat in self._seats(turn, board):
            opponent = seat != turn.actor and seat not in turn.rules.mates[turn.actor]
            guarded = turn.rules.starts[seat] if opponent and not self.opponent_blockers else None
            for index, place in board.movable(seat):
                if place != guarded:
                    yield seat, index, place, self.opponent_lane or not opponent

    def _seats(self, turn: Turn, board: Board) -> Iterable[int]:
        """Whose pawns may take points now."""
        everybody = range(len(turn.rules.seats))
        mates = turn.rules.mates[turn.actor]
        if not mates:
            return everybody
        team = (turn.actor, *mates)
        seen = board if self.help_same_card else turn.board
        if self.opponents == "off" or not any(seen.is_done(seat) for seat in team):
            return team
        if self.opponents == "printed":
            return tuple(seat for seat in everybody if seat != turn.actor)
        return everybody
