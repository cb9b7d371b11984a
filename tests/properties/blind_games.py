"""Random games in which sight is lost at any step, and the referee's possible verdicts.

Everything here knows the true events; the referee gets the declared cards and those pictures that are not lost.
"""

from dataclasses import dataclass, field
from random import Random

from msgspec.structs import replace
from referee_pictures import GOOD_ROWS, Span, disturbed, picture, random_turns
from rules_for_tests import rules_of
from session_driver import Session

from companion.model.places import KENNEL
from companion.model.position import Placement, Position
from companion.model.verdict import VerdictKind
from companion.referee.judge import judge
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.decide.boards.witness import SIGHT_KEPT_MS

STEP_MS = 300
PLIES = 14
#: The confidence in a play that is one of two that may have been made is below this.
EVEN = 0.5
BLURRED: Span = (0.3, 0.55)


@dataclass
class Seen:
    """A game as it truly goes, and a referee that sees parts of it."""

    random: Random
    session: Session = field(default_factory=Session)
    t_ms: int = 0
    #: The figures on the board, and the true plays so far.
    board: Placement | None = None
    plays: list[tuple[int, str, Placement]] = field(default_factory=list)
    #: The seat and card of the present fault on the board.
    fault: tuple[int, str] | None = None
    wrong: list[str] = field(default_factory=list)
    accused: int = 0

    def do(self, command: cmd.Command) -> None:
        """Hands a command to the referee and compares its result with the truth."""
        known = len(self.accepted())
        try:
            events = self.session.do(command).events
        except cmd.Refused:
            return
        if self.accepted() and self.accepted()[-1] in events:
            self._check_board(len(self.accepted()))
        for event in events:
            if isinstance(event, ev.PlayRefused):
                self.accused += 1
                self._check_accusation(event, known)
            elif isinstance(event, ev.PlayAccepted):
                self._check_play(event, known)
                known += 1

    def accepted(self) -> list[ev.PlayAccepted]:
        return [event for event in self.session.events if isinstance(event, ev.PlayAccepted)]

    def _check_accusation(self, event: ev.PlayRefused, known: int) -> None:
        if (event.seat, event.card) != self.fault:
            self.wrong.append(f"{event} though the fault on the board is {self.fault}")
        if known != len(self.plays):
            self.wrong.append(f"{event} though {len(self.plays) - known} plays before it were not seen")

    def _check_board(self, known: int) -> None:
        """In every way to get there, the board after the newest play is the true one."""
        if self.accepted()[-1].result != self.plays[known - 1][2]:
            self.wrong.append(f"{self.accepted()[-1]} though the board was {self.plays[known - 1]}")

    def _check_play(self, event: ev.PlayAccepted, number: int) -> None:
        true = self.plays[number] if number < len(self.plays) else None
        if true and event.inferred and event.confidence < EVEN and number + 1 < len(self.plays):
            # Several ways lead to one board: which of them it was nobody can know.
            true = (*true[:2], event.result)
        if true != (event.seat, event.card, event.result):
            self.wrong.append(f"{event} though play {number} was {true}")

    def look(self, *, good: Span = GOOD_ROWS) -> None:
        """The next picture of the board comes through."""
        assert self.board is not None
        self.t_ms += STEP_MS
        seen = replace(picture(self.random, self.board, good=good), t_ms=self.t_ms)
        self.do(cmd.ReportObservation(observation=seen))

    def rest(self, lost: float, blurred: float) -> None:
        """The board lies still for three pictures; each may be lost or blurred, or the camera goes for a while."""
        for _ in range(3):
            chance = self.random.random()
            if chance < lost:
                self.t_ms += STEP_MS
            elif chance < lost + blurred:
                self.look(good=BLURRED)
            else:
                self.look()

    def camera_goes(self) -> None:
        """The camera reports that it is blind."""
        self.do(cmd.LoseSight())

    def pictures_stay_away(self) -> None:
        """Nothing comes from the camera for too long, and it does not report it."""
        self.t_ms += SIGHT_KEPT_MS


def play_game(
    random: Random,
    *,
    lost: float,
    blurred: float = 0.0,
    faults: float = 0.0,
    gone: float = 0.0,
    passes: float = 0.0,
) -> Seen:
    """A random game of Black DOG: `lost` and `blurred` are shares of pictures, `faults` of plays that begin with an
    illegal one, `gone` of rests in which the camera goes (then somebody may even play without a card), `passes` of
    turns that are let go by."""
    turns = random_turns(random, PLIES, passes=passes)
    game = Seen(random)
    game.session.start(turns[0][0])
    game.board = turns[0][0].placement
    game.do(cmd.LoseSight())
    game.rest(lost, blurred)
    seat = turns[0][0].turn
    for position, card, plays in turns:
        while seat != position.turn:
            game.do(cmd.SkipTurn(seat=seat))
            seat = (seat + 1) % len(position.seats)
        seat = (seat + 1) % len(position.seats)
        result = _result_in(turns, position, random.choice(plays).result)
        hidden, silent = lost, False
        if random.random() < gone:
            # Whole plays pass in the dark, some without a card.
            hidden, silent = random.choice((lost, 1.0)), random.random() < 0.3
            if silent or random.random() < 0.5:
                game.camera_goes()
            else:
                game.pictures_stay_away()
        if not silent:
            game.do(cmd.DeclarePlay(seat=position.turn, card=card))
        if random.random() < faults:
            _err(game, position, card, hidden, blurred)
        game.t_ms += 3 * STEP_MS
        game.fault = None
        game.plays.append((position.turn, card, result))
        game.board = result
        game.rest(hidden, blurred)
    return game


def _result_in(
    turns: list[tuple[Position, str, tuple[object, ...]]], position: Position, chosen: Placement
) -> Placement:
    """Returns the placement after this play in the drawn game; `chosen` after the last one."""
    number = [turn[0] for turn in turns].index(position)
    return turns[number + 1][0].placement if number + 1 < len(turns) else chosen


def _err(game: Seen, position: Position, card: str, lost: float, blurred: float) -> None:
    """An illegal play, and everything put back."""
    seen = disturbed(game.random, position.placement)
    if (
        any(row.count(KENNEL) > 5 for row in seen.pawns)
        or judge(rules_of(position), position, card, seen).kind is not VerdictKind.ILLEGAL
    ):
        return
    game.t_ms += 3 * STEP_MS
    game.fault, game.board = (position.turn, card), seen
    game.rest(lost, blurred)
    if game.random.random() < 0.5:
        game.t_ms += 2 * STEP_MS
        game.fault, game.board = None, position.placement
        game.rest(lost, blurred)
