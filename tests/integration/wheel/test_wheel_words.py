"""Reported health of a wheel: the real firmware on the emulated board and the sensor's reporter, in virtual
time."""

import random
from collections.abc import Callable

import pytest
from wheel_boards import AT_BOOT, FACTORY, new_board, set_up_eeprom
from words_for_tests import say

from companion.sensors.wheel import RETRY_S, WheelReporter
from companion.session.commands import Command, LoseWheel, ReportWheel
from companion.views.table_view import Health, HealthState
from firmware_bridge.link import WheelLink
from firmware_bridge.ports import Trouble
from firmware_bridge.protocol import messages as msg
from firmware_bridge.protocol.codec import encode_message
from firmware_bridge.protocol.packets import encode_packet
from firmware_bridge.simulated.board import Sensor
from firmware_bridge.simulated.emulated_board import EmulatedBoard

PORT = "/dev/ttyUSB0"


class Listened:
    """A reporter at one board; `said` and `commands` are what the table hears."""

    def __init__(self, board: EmulatedBoard, damage: Callable[[bytes], bytes] = bytes) -> None:
        self.board = board
        self.damage = damage
        self.commands: list[Command] = []
        self.said: list[Health] = []
        self.reporter = WheelReporter(WheelLink(), self.commands.append, self.said.append)
        self.reporter.begin(PORT)

    def live(self, ms: float = 400.0) -> None:
        for _ in range(round(ms / 5)):
            if self.reporter.link.hello is None:
                self.board.ask(msg.AskHello())
            self.reporter.receive(self.damage(self.board.run_bytes(5)), round(self.board.now_ms))

    def turn(self, quarters: int) -> None:
        self.board.aim(self.board.deg + 90 * quarters, 200)
        self.live()

    @property
    def codes(self) -> list[str]:
        return [health.code for health in self.said]

    @property
    def reports(self) -> list[ReportWheel]:
        return [command for command in self.commands if isinstance(command, ReportWheel)]


@pytest.mark.parametrize(
    ("how", "code", "state"),
    [
        (Sensor.ABSENT, "wheel_no_sensor", HealthState.LOST),
        (Sensor.NO_MAGNET, "wheel_no_magnet", HealthState.LOST),
        (Sensor.WEAK, "wheel_magnet_weak", HealthState.OK),
        (Sensor.STRONG, "wheel_magnet_strong", HealthState.OK),
    ],
)
def test_a_faulty_sensor_is_reported_once_and_then_its_recovery(how: Sensor, code: str, state: HealthState) -> None:
    with new_board() as board:
        heard = Listened(board)
        heard.live()
        board.sensor(how)
        heard.live()
        heard.turn(1)
        assert heard.codes == ["wheel_ok", code]
        assert heard.said[-1].state is state
        blind = state is HealthState.LOST
        assert (LoseWheel() in heard.commands) is blind
        assert (heard.reports[-1].net == 1) is not blind
        board.sensor(Sensor.GOOD)
        heard.live(2500)
        assert heard.codes[-1] == ("wheel_uncertain" if blind else "wheel_ok")
        heard.turn(1)
        assert heard.codes[-1] == "wheel_ok"
        assert heard.reports[-1].net == 2


def test_a_loose_wire_is_reported_and_its_turns_are_ignored() -> None:
    with new_board() as board:
        heard = Listened(board)
        heard.live()
        board.aim(90, 800)
        for _ in range(40):
            board.sensor(Sensor.ABSENT)
            heard.live(25)
            board.sensor(Sensor.GOOD)
            heard.live(5)
        assert heard.codes == ["wheel_ok", "wheel_loose_wire"]
        assert heard.said[-1].state is HealthState.LOST
        assert LoseWheel() in heard.commands
        assert [report.net for report in heard.reports] == [0]
        heard.live(1000)
        assert heard.codes[2:] == ["wheel_uncertain"]
        assert (heard.reports[-1].net % 4, heard.reports[-1].certain) == (1, False)
        heard.turn(1)
        assert heard.codes[-1] == "wheel_ok"


@pytest.mark.parametrize("deg", [0, 45])
def test_a_wheel_without_a_zero_is_reported_and_not_believed(deg: int) -> None:
    with new_board(deg=deg, eeprom=FACTORY) as board:
        heard = Listened(board)
        heard.live(3000)
        assert heard.codes[-1] == "wheel_no_zero"
        assert dict(heard.said[-1].params) == {"port": PORT}
        assert "wheel_stuck" not in heard.codes
        heard.turn(1)
        assert heard.commands[-1] == LoseWheel(), "where the stops are is not known"
        heard.live()
        board.ask(msg.Zero())
        heard.live()
        assert heard.codes[-1] == "wheel_ok"
        assert heard.reports[-1].net == 0


def test_stuck_and_free_again() -> None:
    with new_board() as board:
        heard = Listened(board)
        heard.live()
        board.aim(45, 200)
        heard.live(2500)
        board.aim(90, 200)
        heard.live()
        assert heard.codes == ["wheel_ok", "wheel_stuck", "wheel_ok"]


def test_from_power_on_to_the_right_stop_well_within_a_second() -> None:
    for deg in (0, 90, 180, 270):
        with new_board() as board:
            heard = Listened(board)
            heard.live()
            heard.reporter.lose()
            board.aim(deg, 0)
            board.reset()
            begin_ms = board.now_ms
            heard.reporter.begin(PORT)
            while len(heard.reports) < 2:
                heard.live(5)
            assert heard.reports[1].net % 4 == deg // 90
            assert heard.codes == ["wheel_ok", "wheel_lost", "wheel_ok"]
            # The port is tried again so often; the rest of the time is the board's start.
            assert board.now_ms - begin_ms + RETRY_S * 1000 < 1000


def test_a_garbled_line_neither_invents_nor_loses_a_turn() -> None:
    rng = random.Random(6)
    with new_board() as board:
        heard = Listened(board, damage=lambda data: _damaged(data, rng))
        heard.live()
        nets = [0]
        for _ in range(40):
            quarters = rng.choice((-2, -1, 1, 2))
            nets.append(nets[-1] + quarters)
            heard.turn(quarters)
        heard.damage = bytes
        heard.live()
        assert heard.reporter.link.damaged > 200
        reported = [report.net for report in heard.reports]
        left = iter(nets)
        assert all(net in left for net in reported), "nothing but what was, and in its order"
        assert reported[-1] == nets[-1]
        assert len(reported) > 30
        assert all(report.certain for report in heard.reports)


def _damaged(data: bytes, rng: random.Random) -> bytes:
    """Every third portion is cut off, every sixth has noise in it or a bit turned over."""
    if not data or rng.random() < 0.5:
        return data
    at = rng.randrange(len(data))
    if rng.random() < 0.67:
        return data[:at]
    if rng.random() < 0.5:
        return data[:at] + rng.randbytes(5) + data[at:]
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def test_two_wheels_that_were_started_equally_often_are_distinguished() -> None:
    other = bytearray(set_up_eeprom())
    with new_board(eeprom=FACTORY[:AT_BOOT] + b"\x01\x00" + FACTORY[AT_BOOT + 2 :], deg=90) as board:
        board.spoil(noise=9)
        board.set_up()
        other[:AT_BOOT] = board.eeprom[:AT_BOOT]
    with new_board() as ours, new_board(eeprom=bytes(other)) as theirs:
        heard = Listened(ours)
        heard.live()
        heard.turn(1)
        heard.reporter.lose()
        heard.board = theirs
        heard.reporter.begin(PORT)
        heard.live()
        boots = [report.boot for report in heard.reports]
        assert boots[0] == boots[1] != boots[2]


def test_a_wheel_with_another_firmware_is_no_missing_one() -> None:
    said: list[Health] = []
    reporter = WheelReporter(WheelLink(), lambda _: None, said.append)
    reporter.begin(PORT)
    reporter.receive(encode_packet(encode_message(msg.Hello(msg.MAGIC, msg.PROTOCOL + 1, 1, 1))), 0)
    reporter.lose()
    assert [health.code for health in said] == ["wheel_other_firmware"]


@pytest.mark.parametrize(("trouble", "code"), [(Trouble.DENIED, "wheel_denied"), (Trouble.BUSY, "wheel_busy")])
def test_a_port_that_may_not_be_used_is_no_missing_one(trouble: Trouble, code: str) -> None:
    said: list[Health] = []
    reporter = WheelReporter(WheelLink(), lambda _: None, said.append)
    reporter.begin(PORT)
    reporter.lose(trouble)
    reporter.lose(trouble)
    assert [(health.state, health.code, dict(health.params)) for health in said] == [
        (HealthState.LOST, code, {"port": PORT})
    ]


def test_an_unknown_fault_of_a_newer_firmware_is_a_blind_sensor() -> None:
    commands: list[Command] = []
    said: list[Health] = []
    reporter = WheelReporter(WheelLink(), commands.append, said.append)
    reporter.begin(PORT)
    for message in (msg.Hello(msg.MAGIC, msg.PROTOCOL, 1, 1), msg.Fault(1, 31)):
        reporter.receive(encode_packet(encode_message(message)), 0)
    assert commands == [LoseWheel()]
    assert said[-1].code == "wheel_no_sensor"


def test_every_word_is_a_sentence_in_four_languages() -> None:
    for code in ("wheel_no_sensor", "wheel_no_magnet", "wheel_loose_wire", "wheel_magnet_weak", "wheel_magnet_strong"):
        texts = say(code)
        assert set(texts) == {"de", "en", "fr", "it"}
        assert len(set(texts.values())) == 4
