"""A whole table whose disc carries the magnet of an emulated board: real firmware, drawn camera, referee."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rules_for_tests import rules_of
from wheel_boards import resting_board
from whole_table import COLOURS, LockstepTable

from companion.app.table import Outcome, Table
from companion.catalogue.shipped import SHIPPED
from companion.model.observation import Observation
from companion.model.play import Play, StepKind
from companion.model.position import Position
from companion.rules.legal import legal_plays
from companion.rules.setup import first_position
from companion.sensors.wheel import WheelReporter
from companion.session import commands as cmd
from companion.session.state import State
from companion.simulation.camera.virtual_camera import VirtualCamera
from companion.simulation.card_players import CardPlayers
from companion.views.table_view import Health
from firmware_bridge.link import WheelLink
from firmware_bridge.protocol import messages as msg
from firmware_bridge.simulated.emulated_board import EmulatedBoard

PORT = "/dev/wheel"
#: Small pictures are drawn in half the time.
SMALL_PX = (640, 480)
TURN_MS, REST_MS, START_MS, STEP_MS = 200.0, 100.0, 300.0, 5.0
Tamper = Callable[[int, cmd.ReportWheel], cmd.ReportWheel]


@dataclass(frozen=True, slots=True)
class Sight:
    """One settled picture: the stop that the camera reads, that which the encoder has counted to, and the truth."""

    camera: int | None
    encoder: int | None
    truth: int


class TurningPlayers(CardPlayers):
    """They turn the wheel whenever a card can: it is changed for one of the hand, so no card is made or lost."""

    def choose(self, position: Position) -> Play | None:
        hand = self.hands[position.turn]
        for card in sorted({*hand}) + sorted({*self.deck} - {*hand}):
            turning = [
                play
                for play in legal_plays(rules_of(position), position, card)
                if any(step.kind is StepKind.WHEEL for step in play.steps)
            ]
            if turning and hand:
                if card not in hand:
                    self.deck[self.deck.index(card)] = hand.pop(0)
                    hand.append(card)
                return turning[self._rng.randrange(len(turning))]
        return super().choose(position)


class FeltTable(LockstepTable):
    """Its players turn the wheel whenever they can: `turned` are the quarters, `felt` the encoder's reports of them.

    `tamper` may change a report, by the number of turns so far; `picture` is the size of the camera's pictures.
    `frozen` holds the magnet while the disc turns; `unplug` and `plug` are the cable, which is also torn out in the
    middle of the turn number `torn_in`.
    """

    def __init__(
        self,
        seed: int,
        plies: int,
        *,
        tamper: Tamper | None = None,
        picture: tuple[int, int] = SMALL_PX,
    ) -> None:
        self.board: EmulatedBoard = resting_board()
        self.felt: list[cmd.ReportWheel] = []
        self.turned: list[int] = []
        self.sights: list[Sight] = []
        self.frozen = False
        self.torn_in = 0
        self.plugged = False
        self._seed = seed
        self._tamper = tamper
        self._reporter = WheelReporter(WheelLink(), self._take, self._report)
        self._disc_deg = 0.0
        super().__init__(seed, plies)
        self.simulation.camera = VirtualCamera(self.profile, COLOURS, seed, picture)
        self.table.witness(self._see)

    def play(self) -> Iterator[Table]:
        for table in super().play():
            game_loop = self.simulation.game_loop
            if not isinstance(game_loop.players, TurningPlayers):
                game_loop.players = TurningPlayers(rules_of(first_position(SHIPPED.variant("black_dog"))), self._seed)
            yield table

    def unplug(self) -> None:
        """The cable is torn out: the board lives from it."""
        self.plugged = False
        self._reporter.lose()

    def plug(self) -> None:
        """The board starts anew wherever the disc stands."""
        self.plugged = True
        self.board.aim(self._disc_deg, 0)
        self.board.reset()
        self._reporter.begin(PORT)
        self._live(START_MS)

    def _turn(self, quarters: int) -> None:
        if not quarters:
            self.plug()
            return
        self.turned.append(quarters)
        self._disc_deg += 90.0 * quarters
        way_ms = TURN_MS * abs(quarters)
        if self.plugged:
            self.board.aim(self.board.deg + (0.0 if self.frozen else 90.0 * quarters), way_ms)
            torn = len(self.turned) == self.torn_in
            self._live(way_ms / 2 if torn else way_ms + REST_MS)
            if torn:
                self.unplug()

    def _live(self, ms: float) -> None:
        """The board runs for so long, and the table hears it."""
        for _ in range(round(ms / STEP_MS)):
            if self._reporter.link.hello is None:
                self.board.ask(msg.AskHello())
            self._reporter.receive(self.board.run_bytes(STEP_MS), round(self.board.now_ms))

    def _take(self, command: cmd.Command) -> None:
        if isinstance(command, cmd.ReportWheel):
            command = self._tamper(len(self.turned), command) if self._tamper else command
            self.felt.append(command)
        self.table.handle(command)

    def _report(self, health: Health) -> None:
        self.table.report(health)

    def _see(self, command: cmd.Command, _: Outcome, __: State) -> None:
        if isinstance(command, cmd.ReportObservation) and isinstance(command.observation, Observation):
            encoder = self.felt[-1].net % 4 if self.plugged else None
            truth = self.simulation.physical.placement().extra("wheel")
            if truth is not None and truth >= 0:
                self.sights.append(Sight(command.observation.wheel, encoder, truth))


def disagree(table: Table) -> bool:
    """The newest verdict is that encoder and camera do not agree."""
    verdict = table.view.verdict
    return verdict is not None and "wheel sensor do not agree" in verdict.text["en"]
