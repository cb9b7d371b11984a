"""Partner 4: points shared out over the team's pawns, later over everybody's (BD-R58..R71)."""

from collections.abc import Iterable
from typing import ClassVar, Literal

from companion.model.places import is_goal
from companion.rules.faults.fault import BoardChange, Fault, Fit, fault
from companion.rules.faults.points_faults import brought_home, points_faults
from companion.rules.flat.codes import Opcode, UseCode, flags_of
from companion.rules.moves.board import Board
from companion.rules.moves.turn import Turn
from companion.rules.points import Mover, PointsUse


class Split(PointsUse, frozen=True, kw_only=True, tag="split"):
    """`points` are shared out over the team's pawns; opponents' pawns join in once a team-mate is done.

    `opponents`: "union" = the team's remaining pawns and the opponents' (BD-R62), "printed" = only the partner's and
    the opponents', "off" = never.  A player alone moves all pawns (BD-R77).
    `opponent_blockers` / `opponent_lane`: may their blockers be moved away (BD-R63), their lanes be used (BD-R64).
    `help_same_card`: a team-mate who gets done with this very card counts at once (CORE-R17, BD-R66).
    """

    opponents: Literal["union", "printed", "off"] = "union"
    opponent_blockers: bool = True
    opponent_lane: bool = True
    help_same_card: bool = True

    opcode: ClassVar[Opcode] = Opcode.SPLIT

    def code(self) -> UseCode:
        printed, off = self.opponents == "printed", self.opponents == "off"
        flags = flags_of(printed, off, self.opponent_blockers, self.opponent_lane, self.help_same_card)
        return UseCode(self.opcode, flags=flags, points=self.points)

    def movers(self, turn: Turn, board: Board) -> list[Mover]:
        found: list[Mover] = []
        for seat in self._seats(turn, board):
            opponent = seat != turn.actor and seat not in turn.rules.mates[turn.actor]
            guarded = turn.rules.starts[seat] if opponent and not self.opponent_blockers else None
            lane = self.opponent_lane or not opponent
            found += [(seat, index, place, lane) for index, place in board.movable(seat) if place != guarded]
        return found

    def owners(self, turn: Turn) -> tuple[int, ...]:
        return tuple(self._seats(turn, turn.board))

    def faults(self, turn: Turn, change: BoardChange) -> Iterable[Fault]:
        team = (turn.actor, *turn.rules.mates[turn.actor])
        owners = self.owners(turn)
        home = brought_home(turn, change) and self.opponents != "off"
        for move in change.walked:
            if move.seat == turn.actor not in owners and not turn.board.is_done(turn.actor):
                yield fault("BD-R62", "points_not_own", move, Fit.ONE_RULE)
            if move.seat in team:
                continue
            if home and not self.help_same_card and move.seat not in owners:
                yield fault("CORE-R17", "help_next_card", move, Fit.ONE_RULE)
            elif not self.opponent_blockers and move.origin == turn.rules.starts[move.seat]:
                yield fault("BD-R63", "points_blocker_stays", move, Fit.ONE_RULE)
            elif not self.opponent_lane and is_goal(move.target):
                yield fault("BD-R64", "points_lane_closed", move, Fit.ONE_RULE)
        everybody = tuple(range(len(turn.rules.seats)))
        movers = everybody if home and self.help_same_card else owners
        for found in points_faults(turn, change, self, movers):
            if found.code == "wrong_pawn" and len(team) > 1 and self.opponents != "off":
                yield fault(found.ruling, "opponents_not_yet", found.move, found.fit)
            else:
                yield found

    def _seats(self, turn: Turn, board: Board) -> Iterable[int]:
        """Returns the seats whose pawns may take points at this stage."""
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
