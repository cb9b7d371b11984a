"""The link: each turn once, lost packets healed, restarts and silence, and nothing from strangers."""

import pytest

from firmware_bridge.link import (
    SILENCE_MS,
    LinkState,
    News,
    SensorFault,
    WheelLink,
    WheelMoving,
    WheelRested,
    WheelStuck,
)
from firmware_bridge.protocol import messages as msg
from firmware_bridge.protocol.codec import MessageError, decode_message, encode_message
from firmware_bridge.protocol.messages import Status
from firmware_bridge.protocol.packets import encode_packet

BOOT = 7


def hear(link: WheelLink, *messages: msg.Message, t_ms: int = 0) -> list[News]:
    line = b"".join(encode_packet(encode_message(message)) for message in messages)
    return link.receive(line, t_ms)


def state(event: int, net: int, resyncs: int = 0, status: int = Status.RESTING, boot: int = BOOT) -> msg.State:
    return msg.State(boot, event, net, resyncs, 0, status, 128)


def rested(net: int, certain: bool = True, boot: int = BOOT) -> WheelRested:
    return WheelRested(boot=boot, net=net, certain=certain)


def greeting(boot: int = BOOT, protocol: int = msg.PROTOCOL, magic: int = msg.MAGIC, serial: int = 0) -> msg.Hello:
    return msg.Hello(magic, protocol, boot, serial)


def known(event: int = 4, net: int = 2) -> WheelLink:
    link = WheelLink()
    assert hear(link, greeting(), state(event, net)) == [rested(net)]
    return link


def test_only_the_first_state_reports_where_the_wheel_rests() -> None:
    assert hear(known(), state(4, 2), state(4, 2)) == []


def test_a_turn_is_reported_once_although_states_repeat_it() -> None:
    link = known()
    turn = msg.Turn(BOOT, 6, 1, 3)
    assert hear(link, msg.Move(BOOT, 5), turn, turn, state(6, 3), state(6, 3)) == [WheelMoving(), rested(3)]


def test_a_lost_turn_is_healed_by_the_next_state() -> None:
    link = known()
    assert hear(link, msg.Move(BOOT, 5)) == [WheelMoving()]
    assert hear(link, state(6, 3)) == [rested(3)]
    assert hear(link, msg.Turn(BOOT, 6, 1, 3)) == []


def test_a_state_on_the_way_is_no_rest() -> None:
    link = known()
    moving = state(5, 2, status=Status.MOVING)
    assert hear(link, moving, moving) == [WheelMoving()]
    assert hear(link, state(6, 2)) == [rested(2)]


def test_a_lost_return_and_a_lost_stuck_are_healed_too() -> None:
    link = known()
    hear(link, msg.Move(BOOT, 5))
    assert hear(link, state(6, 2, status=Status.STUCK)) == [WheelStuck()]
    assert hear(link, state(7, 2)) == [rested(2)]


def test_a_return_before_any_state_invents_no_count() -> None:
    assert hear(WheelLink(), greeting(), msg.Return(BOOT, 2, -3, 6000)) == [rested(-3)]


def test_a_resync_is_uncertain_once() -> None:
    link = known()
    news = hear(link, msg.Resync(BOOT, 6, 3, 1), msg.Resync(BOOT, 6, 3, 1), state(6, 3, resyncs=1))
    assert news == [rested(3, certain=False)]


@pytest.mark.parametrize("net", [2, 3])
def test_a_lost_resync_stays_uncertain(net: int) -> None:
    assert hear(known(), state(6, net, resyncs=1)) == [rested(net, certain=False)]


def test_a_turn_behind_a_lost_resync_is_left_to_the_state() -> None:
    link = known()
    assert hear(link, msg.Turn(BOOT, 9, 1, 5)) == []
    assert hear(link, state(9, 5, resyncs=1)) == [rested(5, certain=False)]


def test_over_a_broken_connection_the_count_of_the_same_boot_is_exact() -> None:
    link = known()
    link.reconnect()
    assert link.state is LinkState.SEARCHING
    assert hear(link, greeting(), state(4, 2)) == []
    link.reconnect()
    assert hear(link, greeting(), state(8, 3)) == [rested(3)]


def test_over_a_broken_connection_an_unseen_way_stays_uncertain() -> None:
    link = known()
    link.reconnect()
    assert hear(link, greeting(), state(8, 3, resyncs=1)) == [rested(3, certain=False)]


def test_a_connection_that_breaks_in_a_packet_leaves_nothing_behind() -> None:
    link = known()
    packet = encode_packet(encode_message(state(5, 3)))
    link.receive(packet[:6], 0)
    link.reconnect()
    assert link.receive(packet[6:], 1) == []
    assert hear(link, greeting(), state(5, 3)) == [rested(3)]


def test_another_boot_number_is_not_believed_before_its_hello() -> None:
    link = known()
    assert hear(link, state(0, 0, boot=8), msg.Turn(8, 2, 1, 1), msg.Resync(8, 3, 1, 1)) == []
    assert link.hello is None, "so it is asked for"
    assert hear(link, greeting(), state(5, 3)) == [rested(3)], "it was damage, and the count goes on"


def test_after_a_restart_the_count_begins_anew() -> None:
    link = known()
    assert hear(link, greeting(boot=8), state(0, 0, boot=8)) == [rested(0, boot=8)]
    assert hear(link, msg.Turn(8, 2, -1, -1)) == [rested(-1, boot=8)]


def test_another_wheel_that_was_started_equally_often_counts_anew() -> None:
    link = WheelLink()
    (first,) = hear(link, greeting(serial=5), state(4, 2))
    link.reconnect()
    (second,) = hear(link, greeting(serial=6), state(4, 2))
    assert isinstance(first, WheelRested)
    assert isinstance(second, WheelRested)
    assert first.boot != second.boot, "so that nobody takes the one for the other"
    link.reconnect()
    assert hear(link, greeting(serial=6), state(4, 2)) == [], "the same wheel goes on"


def test_a_new_wheel_that_has_just_made_its_serial_number_is_no_other_one() -> None:
    link = WheelLink()
    assert hear(link, greeting(serial=0), state(4, 2)) == [rested(2)]
    assert hear(link, greeting(serial=77), state(4, 2), msg.Turn(BOOT, 6, 1, 3)) == [rested(3)]


def test_without_a_zero_no_rest_is_believed_until_it_is_set() -> None:
    link = known()
    assert hear(link, state(4, 2, status=Status.NO_ZERO + Status.MAGNET_WEAK)) == [
        SensorFault(Status.MAGNET_WEAK),
        SensorFault(Status.NO_ZERO),
    ]
    assert hear(link, state(4, 2, status=Status.NO_ZERO)) == []
    assert link.warnings == Status.NO_ZERO
    assert hear(link, msg.Turn(BOOT, 6, 1, 3), state(6, 3, status=Status.NO_ZERO)) == []
    assert hear(link, state(6, 3, status=Status.NO_ZERO + Status.NO_SENSOR)) == [SensorFault(Status.NO_SENSOR)]
    assert hear(link, state(6, 3, status=Status.NO_ZERO), msg.Resync(BOOT, 7, 5, 1)) == []
    assert hear(link, state(7, 5, resyncs=1)) == [rested(5)]
    assert link.warnings == 0


def test_the_count_wraps_like_its_integer() -> None:
    link = known(event=0xFFFF, net=0x7FFF)
    assert hear(link, msg.Turn(BOOT, 0, 1, -0x8000)) == [rested(-0x8000)]


def test_silence_loses_the_device_and_a_word_brings_it_back() -> None:
    link = known()
    link.tick(SILENCE_MS - 1)
    assert link.state is LinkState.ONLINE
    link.tick(SILENCE_MS)
    assert link.state is LinkState.LOST
    assert hear(link, state(4, 2), t_ms=5000) == []
    assert link.state is LinkState.ONLINE


def test_a_line_that_never_spoke_is_not_lost() -> None:
    link = WheelLink()
    link.tick(10_000)
    assert link.state is LinkState.SEARCHING


def test_an_echo_of_our_own_words_is_no_device() -> None:
    link = WheelLink()
    assert hear(link, msg.AskHello(), msg.Ping(3), msg.Zero(), msg.Calibrate(0)) == []
    assert link.state is LinkState.SEARCHING


@pytest.mark.parametrize("words", [[], [greeting(magic=1)], [greeting(magic=msg.MAGIC ^ 1)]])
def test_nobody_is_believed_before_the_hello_of_a_wheel(words: list[msg.Message]) -> None:
    link = WheelLink()
    assert hear(link, *words, state(1, 1), msg.Turn(BOOT, 2, 1, 2), msg.Fault(BOOT, Status.NO_SENSOR)) == []
    assert (link.state, link.hello) == (LinkState.SEARCHING, None)
    assert hear(link, greeting(), state(2, 2)) == [rested(2)]


def test_nor_in_the_next_connection_before_it_says_hello_again() -> None:
    link = known()
    link.reconnect()
    assert hear(link, state(8, 3), msg.Turn(BOOT, 9, 1, 4)) == []
    assert link.state is LinkState.SEARCHING


@pytest.mark.parametrize("code", [Status.MAGNET_WEAK, Status.MAGNET_STRONG])
def test_a_weak_or_strong_magnet_is_reported_once_and_followed(code: Status) -> None:
    link = known()
    assert hear(link, state(4, 2, status=code), state(4, 2, status=code)) == [SensorFault(code)]
    assert hear(link, msg.Fault(BOOT, code)) == []
    assert hear(link, state(5, 2, status=code + Status.MOVING)) == [WheelMoving()]
    assert hear(link, state(6, 3, status=code)) == [rested(3)], "a lost turn is healed"
    assert hear(link, msg.Move(BOOT, 7), msg.Turn(BOOT, 8, 1, 4), state(8, 4, status=code)) == [
        WheelMoving(),
        rested(4),
    ]
    assert hear(link, state(8, 4)) == []
    assert hear(link, state(8, 4, status=code)) == [SensorFault(code)], "again after it was well"


def test_answers_to_commands_are_no_news_and_keep_the_link_alive() -> None:
    link = known()
    assert hear(link, msg.Ack(0x42, 0), msg.Calibration(0, 1, 0, 0), msg.Pong(1), t_ms=900) == []
    link.tick(SILENCE_MS + 500)
    assert link.state is LinkState.ONLINE


def test_a_wheel_of_another_protocol_is_not_believed_until_it_speaks_ours() -> None:
    link = WheelLink()
    assert hear(link, greeting(protocol=msg.PROTOCOL + 1), state(1, 1)) == []
    assert link.state is LinkState.FOREIGN
    assert hear(link, greeting(boot=8), state(0, 0, boot=8)) == [rested(0, boot=8)]
    assert link.state is LinkState.ONLINE


def test_a_faulty_sensor_is_reported_once_and_its_recovery_too() -> None:
    link = known()
    faulty = state(4, 2, status=Status.NO_MAGNET)
    assert hear(link, msg.Fault(BOOT, Status.NO_MAGNET), faulty, faulty) == [SensorFault(Status.NO_MAGNET)]
    assert hear(link, state(4, 2)) == [rested(2)]


def test_what_a_faulty_sensor_missed_is_uncertain() -> None:
    link = known()
    hear(link, state(5, 3, resyncs=1, status=Status.NO_SENSOR))
    assert hear(link, state(5, 3, resyncs=1)) == [rested(3, certain=False)]


@pytest.mark.parametrize("body", [b"\x99", b"\x02\x01", b"\x04" + bytes(6)])
def test_a_whole_packet_that_is_no_message_is_nothing(body: bytes) -> None:
    link = WheelLink()
    assert link.receive(encode_packet(body), 0) == []
    assert link.state is LinkState.SEARCHING
    with pytest.raises(MessageError):
        decode_message(body)
