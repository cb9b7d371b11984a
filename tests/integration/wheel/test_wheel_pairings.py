"""Old and new firmware with old and new hosts: each pair understands what both know.

The layouts are those of protocol 1 as firmware 1.0 had them; its host refused any other length or number.
"""

import struct

from wheel_boards import new_board

from firmware_bridge.link import LinkState, WheelLink, WheelRested
from firmware_bridge.protocol import messages as msg
from firmware_bridge.protocol.codec import encode_message
from firmware_bridge.protocol.packets import PacketDecoder, encode_packet
from firmware_bridge.simulated.board import Sensor
from firmware_bridge.simulated.emulated_board import EmulatedBoard

FIRST_LAYOUTS = {
    0x01: "<IBHI",
    0x02: "<HHhBHBB",
    0x03: "<HH",
    0x04: "<HHbh",
    0x05: "<HHhH",
    0x06: "<HHH",
    0x07: "<HHhB",
    0x08: "<HB",
    0x09: "<H",
    0x0A: "<BB",
    0x0B: "<BHHB",
    0x40: "<",
    0x41: "<H",
    0x42: "<",
    0x43: "<B",
}


def busy_life(board: EmulatedBoard) -> bytes:
    """Returns the board's messages of a start, turns, a stuck wheel, a dead sensor and commands."""
    line = board.run_bytes(300)
    for deg in (90, 135, 180, 0):
        board.aim(deg, 200)
        line += board.run_bytes(1900)
    board.sensor(Sensor.ABSENT)
    line += board.run_bytes(200)
    board.sensor(Sensor.GOOD)
    for question in (msg.AskHello(), msg.Ping(3), msg.Zero(), msg.Calibrate(0)):
        board.ask(question)
        line += board.run_bytes(900)
    return line


def test_a_host_for_firmware_1_0_understands_the_newer_firmware() -> None:
    with new_board() as board:
        bodies = PacketDecoder().feed(busy_life(board))
    known = [body for body in bodies if body[0] in FIRST_LAYOUTS]
    assert {body[0] for body in known} >= {1, 2, 3, 4, 6, 8, 9, 10, 11}
    assert all(len(body) == 1 + struct.calcsize(FIRST_LAYOUTS[body[0]]) for body in known)
    assert {body[0] for body in bodies} - set(FIRST_LAYOUTS) == {0x0C, 0x0D}, "these it passes over"


def test_this_host_understands_a_firmware_1_0_and_knows_that_it_says_less() -> None:
    def said(number: int, *fields: int) -> bytes:
        return encode_packet(bytes([number]) + struct.pack(FIRST_LAYOUTS[number], *fields))

    link = WheelLink()
    link.receive(said(1, msg.MAGIC, 1, 5, 77), 0)
    assert link.receive(said(2, 5, 0, 2, 0, 18000, 0, 128), 10) == [WheelRested(boot=77 << 16 | 5, net=2)]
    assert link.receive(said(4, 5, 2, 1, 3), 20) == [WheelRested(boot=77 << 16 | 5, net=3)]
    assert (link.state, link.about, link.errors) == (LinkState.ONLINE, None, None)


def test_this_host_passes_over_additions_of_a_newer_firmware() -> None:
    link = WheelLink()
    greeting = encode_message(msg.Hello(msg.MAGIC, msg.PROTOCOL, 5, 77))
    state = encode_message(msg.State(5, 0, 2, 0, 18000, 0, 128))
    link.receive(encode_packet(greeting + b"\x07"), 0)
    assert link.receive(encode_packet(b"\x1f\x01\x02") + encode_packet(state + b"\x09\x08"), 10)
    assert link.damaged == 0


def test_this_host_knows_version_reset_and_errors_of_this_firmware() -> None:
    link = WheelLink()
    with new_board() as board:
        link.receive(board.run_bytes(900), 0)
        assert link.hello
        assert link.about == msg.About(link.hello.boot, *msg.FIRMWARE, msg.Reset.POWER_ON)
        assert link.errors == msg.Errors(link.hello.boot, 0, 0, 0, 0, 0, 0)
