"""The real firmware on the emulated board: its messages for every way in which a wheel can turn."""

import itertools

import pytest
from wheel_boards import count, events, kinds, last_state, new_board, resting_board, turns

from firmware_bridge.protocol import messages as msg
from firmware_bridge.protocol.messages import Status

pytestmark = pytest.mark.usefixtures("each_board")


def test_it_says_who_it_is_then_where_the_wheel_stands_and_nothing_else() -> None:
    with new_board(deg=90) as board:
        said = board.run(1000)
    assert isinstance(said[0], msg.Hello)
    assert (said[0].magic, said[0].protocol, said[0].boot) == (msg.MAGIC, msg.PROTOCOL, 1)
    assert set(kinds(said)) == {"Hello"}
    state = last_state(said)
    assert (state.boot, state.event, state.net, state.status, state.magnet) == (1, 0, 1, Status.RESTING, 128)
    assert abs(state.angle - 9000) < 100


def test_states_come_twenty_times_a_second_from_five_hundred_samples() -> None:
    with resting_board() as board:
        before, reads = board.now_ms, board.reads
        said = board.run(3000)
        assert 1499 <= board.reads - reads <= 1501
        assert 59 <= count(said)["State"] <= 61
        assert 5 <= count(said)["Errors"] <= 7
        states = [at_ms for at_ms, message in board.received if isinstance(message, msg.State)]
        assert all(later - sooner < 53 for sooner, later in itertools.pairwise(states[3:]))
        assert board.now_ms - before == pytest.approx(3000, abs=1)


def test_it_sleeps_when_nothing_is_due() -> None:
    with resting_board() as board:
        before_ms, asleep_ms = board.now_ms, board.asleep_ms
        board.run(2000)
        assert board.asleep_ms - asleep_ms > 0.75 * (board.now_ms - before_ms)


@pytest.mark.parametrize("start", [0, 90, 180, 270])
@pytest.mark.parametrize("quarters", [1, -1, 2, -2, 3, -3, 5])
def test_a_turn_is_reported_once_with_its_direction(start: int, quarters: int) -> None:
    with resting_board(deg=start) as board:
        before = last_state(board.run(60)).net
        said = board.turn(quarters, ms=120 * abs(quarters))
        assert kinds(said) == ["Move", "Turn"]
        event = events(said)[-1]
        assert isinstance(event, msg.Turn)
        assert (event.quarters, event.net, event.event) == (quarters, before + quarters, 2)
        assert last_state(board.run(60)).net == before + quarters
        assert board.decoder.damaged == 0


def test_many_turns_both_ways_add_up() -> None:
    with resting_board() as board:
        net = 0
        for quarters in (1, 1, -1, 2, -2, -1, -1, -1, 3, 1, 1, 1, 1):
            net += quarters
            assert turns(board.turn(quarters)) == [quarters]
        assert last_state(board.run(60)).net == net


def test_a_turn_is_reported_60_ms_after_the_stop_and_a_move_at_once() -> None:
    with resting_board() as board:
        for quarters in (1, -1, 2, -2) * 3:
            begin_ms = board.now_ms
            board.turn(quarters, ms=100 * abs(quarters), rest_ms=100)
            ((move_ms, _),) = [
                entry for entry in board.received if isinstance(entry[1], msg.Move) and entry[0] > begin_ms
            ]
            ((turn_ms, _),) = [
                entry for entry in board.received if isinstance(entry[1], msg.Turn) and entry[0] > begin_ms
            ]
            # 20 degrees at 900 degrees a second, and 15 ms.
            assert move_ms - begin_ms <= 20 / 0.9 + 15
            assert turn_ms - begin_ms - 100 * abs(quarters) <= 60


def test_no_turn_is_reported_before_the_wheel_rests() -> None:
    with resting_board() as board:
        board.aim(90, 600)
        assert kinds(board.run(600)) == ["Move"]
        assert turns(board.run(140)) == [1]


@pytest.mark.parametrize("deg", [60, -60, 85, -85])
def test_a_part_of_a_turn_that_comes_back_is_a_return(deg: int) -> None:
    with resting_board() as board:
        said = board.go(deg, rest_ms=0) + board.go(0)
        assert kinds(said) == ["Move", "Return"]
        event = events(said)[-1]
        assert isinstance(event, msg.Return)
        assert event.net == 0
        assert abs(event.peak - abs(deg) * 100) < 300


def test_overshoot_and_bounce_give_one_turn() -> None:
    with resting_board() as board:
        said: list[msg.Message] = []
        for deg, ms in ((104, 120), (82, 30), (95, 20), (87, 20), (91, 10), (90, 10)):
            said += board.go(deg, ms, rest_ms=0)
        said += board.run(100)
        assert kinds(said) == ["Move", "Turn"]
        assert turns(said) == [1]


def test_fingered_within_its_play_nothing_is_reported() -> None:
    with resting_board() as board:
        said = [message for deg in (8, -11, 15, -18, 4, 0) for message in board.go(deg)]
        assert kinds(said) == []
        assert last_state(said).status == Status.RESTING


def test_stuck_between_two_stops_is_reported_once_and_it_comes_free() -> None:
    with resting_board() as board:
        said = board.go(45, rest_ms=1400)
        assert kinds(said) == ["Move"]
        assert last_state(said).status == Status.MOVING
        said = board.run(3000)
        assert kinds(said) == ["Stuck"]
        assert last_state(said).status == Status.STUCK
        assert turns(board.go(90)) == [1]


def test_found_between_two_stops_the_first_rest_is_unsure() -> None:
    with new_board(deg=40) as board:
        said = board.run(300) + board.go(90)
        assert kinds(said)[-1] == "Resync"
        assert turns(said) == []
        assert last_state(board.run(60)).resyncs == 1


def test_noise_wild_samples_and_an_eccentric_magnet_turn_nothing() -> None:
    with resting_board() as board:
        board.spoil(noise=8, wild=0.01, bend=23)
        assert turns(board.run(20_000)) == []
        assert turns(board.turn(1)) == [1]
        assert turns(board.turn(-2)) == [-2]


def test_four_thousand_degrees_a_second_are_followed() -> None:
    with resting_board() as board:
        for quarters in (3, -3, 2, -2, 1, -1):
            assert turns(board.turn(quarters, ms=abs(quarters) * 90 / 4)) == [quarters]


def test_too_fast_to_follow_is_unsure_and_never_wrong() -> None:
    with resting_board() as board:
        said = board.turn(1, ms=0)
        assert kinds(said) == ["Move", "Resync"]
        assert last_state(board.run(60)).net % 4 == 1


def test_the_count_wraps_as_the_circle_goes_round_and_round() -> None:
    with resting_board() as board:
        for _ in range(6):
            assert turns(board.turn(4, ms=200)) == [4]
        assert last_state(board.run(60)).net == 24


def test_the_one_time_memory_of_the_sensor_is_never_written() -> None:
    with resting_board() as board:
        board.ask(msg.Zero())
        board.run(300)
        assert board.burns == 0
        assert board.sensor_setting == 3, "the filters are set"
