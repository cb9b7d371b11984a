"""The real firmware when something is wrong: the magnet, the bus, the processor, the line."""

import itertools
import random

import pytest
from wheel_boards import (
    count,
    events,
    hello,
    kinds,
    last_state,
    new_board,
    resting_board,
    turns,
)

from firmware_bridge.protocol import messages as msg
from firmware_bridge.protocol.codec import encode_message
from firmware_bridge.protocol.messages import Status
from firmware_bridge.protocol.packets import encode_packet
from firmware_bridge.simulated.board import Sensor

pytestmark = pytest.mark.usefixtures("each_board")

QUICK_MS = 150.0
#: A fault is over when the last half second was well.
HEALED_MS = 600.0


def faults(said: list[msg.Message]) -> list[int]:
    return [message.code for message in said if isinstance(message, msg.Fault)]


@pytest.mark.parametrize(("how", "code"), [(Sensor.NO_MAGNET, Status.NO_MAGNET), (Sensor.ABSENT, Status.NO_SENSOR)])
def test_a_blind_sensor_is_reported_soon_and_once_and_no_turn_with_it(how: Sensor, code: Status) -> None:
    with resting_board() as board:
        board.sensor(how)
        assert faults(board.run(QUICK_MS)) == [code]
        said = board.run(3000)
        assert events(said) == []
        assert last_state(said).status == code
        board.sensor(Sensor.GOOD)
        said = board.run(HEALED_MS)
        assert kinds(said) == []
        assert last_state(said).status == Status.RESTING
        assert turns(board.turn(1)) == [1]


@pytest.mark.parametrize(("how", "code"), [(Sensor.WEAK, Status.MAGNET_WEAK), (Sensor.STRONG, Status.MAGNET_STRONG)])
def test_a_bad_magnet_is_reported_and_followed_all_the_same(how: Sensor, code: Status) -> None:
    with resting_board() as board:
        board.sensor(how)
        said = board.run(QUICK_MS)
        assert faults(said) == [code]
        assert last_state(said).status == code
        assert last_state(said).magnet == (255 if how is Sensor.WEAK else 0)
        said = board.turn(-1)
        assert kinds(said) == ["Move", "Turn"]
        assert turns(said) == [-1]
        assert {message.status for message in said if isinstance(message, msg.State)} == {code, code + Status.MOVING}
        board.sensor(Sensor.GOOD)
        assert last_state(board.run(HEALED_MS)).status == Status.RESTING


@pytest.mark.parametrize("deg", [0, 90, 180, 270, 20])
def test_turned_while_the_sensor_was_blind_the_way_is_unsure(deg: int) -> None:
    with resting_board() as board:
        board.sensor(Sensor.ABSENT)
        board.go(deg)
        board.sensor(Sensor.GOOD)
        said = board.run(300)
        assert turns(said) == []
        assert ("Resync" in kinds(said)) is (deg in (90, 180, 270))
        if deg != 20:
            assert last_state(said).net % 4 == deg // 90


def test_blind_in_the_middle_of_a_turn_is_unsure() -> None:
    with resting_board() as board:
        board.go(45, 100, rest_ms=0)
        board.sensor(Sensor.ABSENT)
        board.go(70, 40, rest_ms=0)
        board.sensor(Sensor.GOOD)
        assert kinds(board.go(90, rest_ms=200)) == ["Resync"]


def test_a_few_lost_samples_on_the_way_cost_nothing() -> None:
    with resting_board() as board:
        board.aim(90, 200)
        said: list[msg.Message] = []
        for _ in range(10):
            board.sensor(Sensor.ABSENT)
            said += board.run(6)
            board.sensor(Sensor.GOOD)
            said += board.run(14)
        said += board.run(100)
        assert kinds(said) == ["Move", "Turn"]


def test_a_sensor_that_lost_its_power_is_set_up_again() -> None:
    with resting_board() as board:
        board.sensor(Sensor.ABSENT)
        board.run(100)
        board.sensor(Sensor.GOOD)
        board.run(100)
        assert board.sensor_setting == 3


def test_a_bus_that_is_held_stops_neither_the_heart_nor_the_answers() -> None:
    with resting_board() as board:
        board.bus(stuck=True)
        assert faults(board.run(QUICK_MS)) == [Status.NO_SENSOR]
        board.ask(msg.Ping(5))
        said = board.run(2000)
        assert msg.Pong(5) in said
        assert 39 <= count(said)["State"] <= 41
        assert board.resets == 0
        board.bus()
        said = board.run(200) + board.turn(1)
        assert turns(said) == [1]


def test_a_sensor_that_holds_the_data_line_is_clocked_free() -> None:
    with resting_board() as board:
        board.bus(clocks_to_free=8)
        said = board.run(QUICK_MS) + board.turn(1)
        assert (faults(said), turns(said)) == ([], [1])


def test_no_sensor_at_start_is_reported_and_found_later() -> None:
    with new_board(deg=90) as board:
        board.sensor(Sensor.ABSENT)
        said = board.run(500)
        assert kinds(said) == ["Hello", "Fault"]
        board.sensor(Sensor.GOOD)
        said = board.run(HEALED_MS)
        assert last_state(said).status == Status.RESTING
        assert last_state(said).net == 1
        assert turns(board.turn(1)) == [1]


def test_a_processor_that_hangs_in_a_turn_restarts_and_claims_nothing() -> None:
    with resting_board() as board:
        board.go(45, 100, rest_ms=0)
        board.hang()
        said = board.run(400)
        assert board.resets == 1
        assert hello(said).boot == 2
        said += board.go(90, rest_ms=150)
        assert turns(said) == []
        assert last_state(said).net == 1
        assert last_state(said).resyncs == 1
        assert turns(board.turn(1)) == [1]


def test_a_processor_that_hangs_at_rest_comes_back_on_the_same_stop() -> None:
    with resting_board(deg=180) as board:
        board.hang()
        said = board.run(600)
        assert hello(said).boot == 2
        assert last_state(said).net % 4 == 2
        assert turns(said) == []


def test_power_off_and_on_in_the_middle_of_a_turn_claims_nothing() -> None:
    with resting_board() as board:
        board.go(50, 100, rest_ms=0)
        board.reset()
        assert turns(board.go(90) + board.run(200)) == []
        assert last_state(board.run(60)).net == 1


def test_hello_is_sent_on_every_request() -> None:
    with resting_board() as board:
        met = hello(message for _, message in board.received)
        for deg in (0, 30, 45, 90):
            board.go(deg, 50, rest_ms=0)
            board.ask(msg.AskHello())
            said = board.run(20)
            assert count(said)["Hello"] == 1
            assert hello(said) == met


def test_a_ping_comes_back_with_its_number_soon() -> None:
    with resting_board() as board:
        for number in (0, 1, 255, 256, 0xFFFF):
            board.ask(msg.Ping(number))
            assert msg.Pong(number) in board.run(8)


def test_garbage_from_the_host_moves_nothing_and_stops_nothing() -> None:
    rng = random.Random(3)
    with resting_board() as board:
        kept = board.eeprom
        for _ in range(40):
            board.write(rng.randbytes(60))
            assert set(kinds(board.run(10))) <= set()
        assert board.eeprom == kept
        board.write(b"\0")
        board.ask(msg.Ping(9))
        said = board.run(60) + board.turn(1)
        assert msg.Pong(9) in said
        assert turns(said) == [1]
        assert board.resets == 0


def test_a_half_packet_costs_only_itself() -> None:
    whole = encode_packet(encode_message(msg.Ping(4)))
    with resting_board() as board:
        for cut in range(1, len(whole)):
            board.write(whole[:cut])
            board.ask(msg.Ping(7))
            said = board.run(10)
            assert msg.Pong(7) in said
            assert (msg.Pong(4) in said) is (cut == len(whole) - 1)


def test_every_flipped_bit_of_a_command_is_noticed() -> None:
    zero = encode_packet(encode_message(msg.Zero()))
    with resting_board(deg=5) as board:
        board.run(400)
        kept = board.eeprom
        for bit in range(8, (len(zero) - 1) * 8):
            bad = bytearray(zero)
            bad[bit // 8] ^= 1 << bit % 8
            board.write(bytes(bad))
            said = board.run(10)
            assert events(said) == []
        assert board.eeprom == kept


@pytest.mark.parametrize(
    "body", [b"\x41", b"\x41\x01", b"\x41\x01\x02\x03", b"\x40\x01", b"\x42\x00", b"\x43", b"\x99"]
)
def test_a_command_of_the_wrong_length_or_number_is_nothing(body: bytes) -> None:
    with resting_board() as board:
        board.write(encode_packet(body))
        assert events(board.run(40)) == []


def test_a_flood_of_commands_leaves_the_device_well() -> None:
    with resting_board() as board:
        for number in range(300):
            board.ask(msg.Ping(number))
        said = board.run(600)
        assert count(said)["Pong"] > 200
        assert board.resets == 0
        assert turns(board.turn(1) + board.run(100)) == [1]


def test_an_endless_packet_fills_no_memory() -> None:
    with resting_board() as board:
        board.write(b"\x01" * 3000)
        board.run(400)
        board.write(b"\0")
        board.ask(msg.Ping(1))
        assert msg.Pong(1) in board.run(20)
        assert (board.resets, turns(board.turn(1))) == (0, [1])


def test_a_long_packet_is_not_written_beyond_its_place() -> None:
    with resting_board() as board:
        board.write(b"\0" + b"\x02" * 200 + b"\0")
        board.write(encode_packet(bytes([0x41, 1, 1])[:3]))
        said = board.run(60)
        assert msg.Pong(0x0101) in said
        assert board.resets == 0


@pytest.mark.sampled(4)
@pytest.mark.parametrize("how", [Sensor.ABSENT, Sensor.NO_MAGNET])
@pytest.mark.parametrize(("dead_ms", "alive_ms"), list(itertools.product((2, 4, 12, 20, 48), (2, 4, 6, 20))))
def test_a_sensor_that_comes_and_goes_is_reported_and_no_turn_is_claimed(
    how: Sensor, dead_ms: int, alive_ms: int
) -> None:
    """This holds for every share from a fifth of the samples on: a good sample does not hide the bad ones."""
    share = dead_ms / (dead_ms + alive_ms)
    with resting_board() as board:
        board.aim(90, 400)
        said: list[msg.Message] = []
        for _ in range(round(900 / (dead_ms + alive_ms))):
            board.sensor(how)
            said += board.run(dead_ms)
            board.sensor(Sensor.GOOD)
            said += board.run(alive_ms)
        if share >= 0.25:
            expected = Status.NO_MAGNET if how is Sensor.NO_MAGNET else Status.LOOSE_WIRE
            assert faults(said) == [expected]
            states = [message.status for message in said if isinstance(message, msg.State)]
            assert set(states[-6:]) == {expected}
            assert turns(said) in ([], [1])
        elif share < 0.19:
            assert faults(said) == []
        errors = [message for message in said if isinstance(message, msg.Errors)][-1]
        assert errors.bad == pytest.approx(100 * share, abs=8)
        assert errors.no_answer + errors.magnet > 0
        healed = board.run(HEALED_MS)
        assert last_state(healed).status == Status.RESTING
        assert last_state(healed).net % 4 == 1


@pytest.mark.parametrize(
    ("hows", "expected"),
    [
        ((Sensor.ABSENT, Sensor.NO_MAGNET), {Status.NO_SENSOR, Status.NO_MAGNET}),
        ((Sensor.NO_MAGNET, Sensor.WEAK), {Status.NO_MAGNET}),
        ((Sensor.ABSENT, Sensor.WEAK), {Status.LOOSE_WIRE}),
        ((Sensor.WEAK, Sensor.STRONG), {Status.MAGNET_WEAK, Status.MAGNET_STRONG}),
        ((Sensor.WEAK, Sensor.GOOD), {Status.MAGNET_WEAK}),
    ],
)
def test_faults_that_take_turns_are_reported(hows: tuple[Sensor, Sensor], expected: set[Status]) -> None:
    with resting_board() as board:
        said: list[msg.Message] = []
        for _ in range(40):
            for how in hows:
                board.sensor(how)
                said += board.run(10)
        assert faults(said)
        assert set(faults(said)) <= expected
        assert last_state(said).status in expected


@pytest.mark.parametrize(("cause", "reset"), [("power", msg.Reset.POWER_ON), ("watchdog", msg.Reset.WATCHDOG)])
def test_behind_each_hello_it_says_its_version_and_why_it_began_anew(cause: str, reset: msg.Reset) -> None:
    with new_board() as board:
        said = board.run(50)
        if cause == "watchdog":
            board.hang()
            said = board.run(400)
        greeting = said.index(hello(said))
        assert said[greeting + 1] == msg.About(hello(said).boot, *msg.FIRMWARE, reset)
        board.ask(msg.AskHello())
        assert msg.About(hello(said).boot, *msg.FIRMWARE, reset) in board.run(30)


def test_what_is_damaged_on_the_way_to_the_board_is_counted() -> None:
    with resting_board() as board:
        for _ in range(5):
            board.write(b"\0\x05abc\0")
        errors = [message for message in board.run(600) if isinstance(message, msg.Errors)][-1]
        assert (errors.damaged, errors.bad, errors.unsent) == (5, 0, 0)


def test_the_bus_runs_no_faster_than_the_sensor_and_its_wires_bear() -> None:
    with resting_board() as board:
        assert 300_000 <= board.bus_hz <= 400_000


@pytest.mark.long
def test_beyond_a_clock_of_16_bits_a_slow_turn_is_still_one() -> None:
    """At 65.536 s and 131.072 s it would begin anew: a wheel that just then turns over a stop would seem to rest."""
    with resting_board() as board:
        for place, moment_ms in ((180, 65_536), (360, 131_072)):
            board.run(moment_ms - 9000 - board.now_ms)
            assert turns(board.go(place, 18_000, rest_ms=2200)) == [2]


def test_a_new_zero_begins_the_count_under_a_new_boot_number() -> None:
    with resting_board() as board:
        board.turn(1)
        before = last_state(board.turn(1, rest_ms=500))
        board.ask(msg.Zero())
        said = board.run(300)
        after = last_state(said)
        assert (before.net, after.net) == (2, 0)
        assert hello(said).boot == after.boot != before.boot
        assert all(state.net == 2 for state in said if isinstance(state, msg.State) and state.boot == before.boot)
