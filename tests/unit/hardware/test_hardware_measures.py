"""The sums of hardware/enclosure/measures.scad: the fits of its parts, with the play that printing needs."""

import math
import re
from pathlib import Path

import pytest
from paper_parts import FRAMES, LAYER_MM, LID_HOLE_WIDER_MM, RING_WIDER_MM, WALL_MM
from workshop import ENCLOSURE, measures

from companion.board.files import load_board
from companion.board.prints.markers import MARGIN_SHARE
from vision.find.markers import marker_cells

M = measures()
#: A printed height is right to this, in millimetres, and chips differ so much in theirs.
PRINTED = 0.3
CHIPS = 0.15


def stand_in(name: str) -> float:
    found = re.search(rf"^{name} = ([0-9.]+);", (ENCLOSURE / "stand_ins.scad").read_text("utf-8"), re.MULTILINE)
    assert found is not None
    return float(found[1])


@pytest.mark.parametrize("cardboard", [3.5, 4.0, 4.2])
def test_magnet_stays_one_to_three_millimetres_from_the_chip(cardboard: float) -> None:
    thicker = cardboard - M["board_h"] - M["disc_h"]
    assert M["magnet_face"] - M["chip_top"] == pytest.approx(M["gap"])
    lowest, highest = M["gap"] + thicker, M["gap"] + M["lift"]
    assert lowest - PRINTED - CHIPS >= 1
    assert highest + PRINTED + CHIPS <= 3
    assert thicker < M["lift"], "the ring would clamp the board"


def test_cardboard_chip_is_one_to_three_millimetres_from_the_magnet() -> None:
    floor = -M["lid_h"] - FRAMES * LAYER_MM
    chip = floor + 2 * LAYER_MM + M["sensor_z"] + M["chip_h"]
    assert 1 < -M["lift"] - M["ring_h"] - chip < 3


def test_cardboard_template_and_its_picture_agree() -> None:
    scad = (ENCLOSURE / "stand_ins.scad").read_text("utf-8")
    assert stand_in("layer") == LAYER_MM
    assert stand_in("card_wall") == WALL_MM
    assert f"circle(d = ring_d + {RING_WIDER_MM:g})" in scad
    assert f"circle(d = ring_d + {LID_HOLE_WIDER_MM:g})" in scad
    assert f"for (i = [1 : {FRAMES}])" in scad


def test_stem_turns_in_the_hole_and_the_ring_cannot_slip_through() -> None:
    assert 0.4 <= M["hole_d"] - M["stem_d"] <= 1
    assert M["neck_d"] < M["stem_d"]
    assert M["ring_d"] >= M["hole_d"] + 6
    assert M["ring_hole_d"] - M["ring_d"] >= 2
    assert M["lift"] + M["ring_h"] <= M["lid_h"] + PRINTED + 0.01, "the ring must stay inside the lid"


def test_magnet_is_pressed_in_and_held_all_round() -> None:
    assert (M["magnet_d"], M["magnet_h"]) == (6, 2.5)
    assert 0 < 2 * M["tight"] <= 0.15
    assert (M["neck_d"] - M["magnet_d"]) / 2 >= 2
    assert -M["lift"] - M["ring_h"] < M["magnet_face"] < -M["lift"] - M["ring_h"] + 0.2


def test_boards_lie_beside_each_other_in_the_case() -> None:
    assert (M["sensor_x"], M["sensor_y"], M["nano_x"], M["nano_y"]) == (23, 23, 45, 18)
    fence = M["play"] + 1.2
    assert M["room_x_y"] - M["room_x_x"] == pytest.approx(M["nano_x"] + 2 * M["play"])
    assert M["nano_at_y"] - M["nano_y"] / 2 >= M["room_y_x"] + M["play"] - 1e-9
    assert M["nano_at_y"] + M["nano_y"] / 2 + fence < -M["sensor_y"] / 2 - fence
    assert M["room_x_y"] > M["sensor_x"] / 2 + fence < -M["room_x_x"]
    assert M["room_y_y"] >= M["sensor_y"] / 2 + M["play"]


def test_tallest_socket_fits_below_the_lid_and_its_plug_below_the_board() -> None:
    socket = M["floor_top"] + M["solder"] + M["nano_z"]
    assert socket + M["usb_y"] <= -M["lid_h"] - 1
    plug_h = 10
    assert socket + M["usb_y"] / 2 + plug_h / 2 < 0
    assert M["usb_x"] >= 11


def test_wires_have_room_below_the_ring_and_joints_below_the_boards() -> None:
    assert -M["lift"] - M["ring_h"] - (M["sensor_bottom"] + M["sensor_z"]) >= 3.4
    assert M["sensor_bottom"] - M["floor_top"] >= M["solder"]


def test_screws_hold_and_the_case_hangs_above_the_table() -> None:
    screw = 8
    pillar = -M["floor_top"] - M["play"] - M["lid_h"]
    assert 5 <= screw - M["wall"] <= pillar
    assert M["foot_h"] + M["floor_bottom"] >= 1
    assert M["room_y_y"] + M["wall"] - M["ring_hole_d"] / 2 >= 1.2, "the lid is too thin beside the ring's hole"


#: PLA: stiffness in newton a square millimetre, and friction on itself.
STIFFNESS, FRICTION = 3000, 0.3


def detent_forces() -> list[tuple[float, float]]:
    """(to turn on, to pull back) in newton along the ring's rim, both springs, from the notch up to its edge."""
    stiff = 3 * STIFFNESS * (M["lid_h"] * M["spring_w"] ** 3 / 12) / M["spring_l"] ** 3
    slope = math.tan(math.radians(M["flank"]))
    edge = M["notch_h"] - M["nose_r"] * (1 - math.cos(math.radians(M["flank"])))
    pressed = [stiff * (M["preload"] + edge * part / 20) for part in range(21)]
    return [
        (
            2 * force * (slope + FRICTION) / (1 - FRICTION * slope),
            2 * force * (slope - FRICTION) / (1 + FRICTION * slope),
        )
        for force in pressed
    ]


def test_disc_clicks_with_a_finger_and_is_pulled_into_its_stop() -> None:
    board = load_board("black_dog")
    assert board.wheel is not None
    at_rim = M["ring_d"] / 2 / board.wheel.radius_mm
    turn_on, pull_back = (max(column) * at_rim for column in zip(*detent_forces(), strict=True))
    assert 0.4 < turn_on < 2
    # The disc's own weight, 700 kg a cubic metre of cardboard rubbing on cardboard, must not hold it beside its stop.
    weight = 700e-9 * math.pi * board.wheel.radius_mm**2 * M["disc_h"] * 9.81
    assert pull_back > weight * FRICTION * 2 / 3


def test_springs_are_bent_little_and_have_the_room() -> None:
    bent = M["notch_h"] + M["preload"]
    assert 1.5 * M["spring_w"] * bent / M["spring_l"] ** 2 < 0.01
    assert M["spring_x"] > M["ring_hole_d"] / 2
    outer = M["spring_x"] + M["spring_w"] + bent + 0.5
    assert outer + 2 <= min(M["room_x_y"], -M["room_x_x"]), "the case would hold the spring"
    assert -M["spring_l"] - 3 >= M["room_y_x"]
    assert M["nose_r"] * math.sin(math.radians(M["flank"])) + M["notch_h"] < M["ring_d"] / 4, "notches would meet"


def test_plugs_have_their_room_below_the_boards() -> None:
    shell, bend = 14, 3
    assert M["plugs"] >= shell + bend


def test_marker_fits_on_the_cap_and_the_cap_between_the_fields() -> None:
    board = load_board("black_dog")
    assert board.wheel is not None
    assert board.markers.wheel is not None
    marker = board.markers.wheel
    side = marker.size_mm * (1 + 2 * MARGIN_SHARE)
    assert side * 2**0.5 <= M["cap_d"]
    x, y = board.wheel.centre
    nearest = min(
        ((board.track[field][0] - x) ** 2 + (board.track[field][1] - y) ** 2) ** 0.5 for field in board.wheel.fields
    )
    assert nearest - M["cap_d"] / 2 > 60


def test_drawn_marker_is_the_one_on_the_disc() -> None:
    marker = load_board("black_dog").markers.wheel
    assert marker is not None
    found = re.search(r"^marker = (.*);", Path(ENCLOSURE / "stand_ins.scad").read_text("utf-8"), re.MULTILINE)
    assert found is not None
    drawn = [[int(cell) for cell in row.split(",")] for row in re.findall(r"\[([01, ]+)\]", found[1])]
    assert drawn == marker_cells("DICT_4X4_50", marker.id).astype(int).tolist()


def test_the_pico_lies_on_its_short_edges_between_its_pins() -> None:
    pin_mm, row_mm, last_pin_mm = 2.54, 8.89, 24.13
    rest = 1.5
    assert M["pico_rest_x"] + rest <= M["pico_x"] / 2
    assert M["pico_rest_x"] - rest >= last_pin_mm - pin_mm, "beyond the last pins but one"
    assert M["pico_rest_y"] + rest < row_mm - pin_mm / 2, "the plugs on the pins must pass"
    assert row_mm + pin_mm / 2 < M["pico_y"] / 2, "they must pass the fence behind the board, too"
