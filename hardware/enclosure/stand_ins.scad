// What is not printed, drawn simply for the pictures only: cardboard, magnet, circuit boards, screws, plug, tools.
// All in place, as in measures.scad; the pictures are painted by hardware/pictures.
include <measures.scad>
part = "none";
$fn = 64;

module plate(bottom, h) { translate([0, 0, bottom]) linear_extrude(h) children(); }

// A piece of the game board and of the disc: the real ones are larger.
module patch(side) { offset(r = 6) offset(delta = -6) square(side, center = true); }
if (part == "board") plate(0, board_h) difference() { translate([4, -8]) patch([118, 112]); circle(d = hole_d); }
if (part == "disc") plate(board_h, disc_h) difference() { circle(d = 92, $fn = 128); circle(d = hole_d); }
if (part == "disc_paws") plate(board_h + disc_h, 0.05) for (turn = [45 : 90 : 359]) rotate(turn) translate([0, 36]) {
    circle(d = 7);
    for (toe = [-48, -16, 16, 48]) rotate(toe) translate([0, 6]) circle(d = 2.8);
}

// The camera's marker 4 of DICT_4X4_50 on its white paper, rows from above, as the players see it.
marker = [[1, 1, 1, 1, 1, 1], [1, 1, 0, 1, 0, 1], [1, 1, 0, 1, 1, 1], [1, 0, 1, 1, 0, 1], [1, 0, 0, 0, 1, 1], [1, 1, 1, 1, 1, 1]];
if (part == "marker_paper") plate(board_h + disc_h + cap_h, 0.1) square(32, center = true);
if (part == "marker_cells") plate(board_h + disc_h + cap_h + 0.1, 0.05)
    for (row = [0 : 5], column = [0 : 5]) if (marker[row][column]) translate([column * 4 - 12, 8 - row * 4]) square(4.01);

// The magnet in two halves: the poles lie left and right, not above and below.
module half(side) { intersection() { circle(d = magnet_d); translate([side * magnet_d, 0]) square(2 * magnet_d, center = true); } }
if (part == "magnet_north") plate(magnet_face, magnet_h) half(-1);
if (part == "magnet_south") plate(magnet_face, magnet_h) half(1);

if (part == "axial_north") plate(magnet_face + magnet_h / 2, magnet_h / 2) circle(d = magnet_d);
if (part == "axial_south") plate(magnet_face, magnet_h / 2) circle(d = magnet_d);

sensor_pads = [for (i = [-1 : 2]) [-9.3, 2.54 * i - 1.27], for (i = [0 : 2]) [9.3, 2.54 * (i - 1)]];
if (part == "sensor") plate(sensor_bottom, sensor[2]) difference() {
    square([sensor[0], sensor[1]], center = true);
    for (x = [-1, 1], y = [-1, 1]) translate([x, y] * sensor_pitch / 2) circle(d = 3);
}
if (part == "sensor_chip") {
    plate(sensor_bottom + sensor[2] + 0.2, chip_h - 0.2) square([3.9, 4.9], center = true);
}
if (part == "sensor_legs") plate(sensor_bottom + sensor[2], 0.4)
    for (x = [-1, 1], i = [-1.5 : 1.5]) translate([x * 2.5, 1.27 * i]) square([1.2, 0.4], center = true);
if (part == "sensor_pads") plate(sensor_bottom + sensor[2], 0.1) for (pad = sensor_pads) translate(pad) circle(d = 1.8);
if (part == "sensor_dot") plate(chip_top, 0.05) translate([-1.2, 1.7]) circle(d = 0.7);

nano_bottom = floor_top + solder;
nano_top = nano_bottom + nano[2];
if (part == "nano") translate([nano_at[0], nano_at[1], 0]) plate(nano_bottom, nano[2]) difference() {
    square([nano[0], nano[1]], center = true);
    for (x = [-1, 1], y = [-1, 1]) translate([x * (nano[0] / 2 - 1.3), y * (nano[1] / 2 - 1.3)]) circle(d = 1.7);
}
module nano_pin(i, side) { translate([nano_at[0] + 17.8 - 2.54 * i, nano_at[1] + side * 7.62, 0]) children(); }
if (part == "nano_pads") plate(nano_top, 0.1) for (i = [0 : 14], side = [-1, 1]) nano_pin(i, side) circle(d = 1.7);
if (part == "nano_chip") translate([nano_at[0] - 3, nano_at[1], 0]) plate(nano_top, 1.1) rotate(45) square(7, center = true);
if (part == "nano_usb") translate([nano_at[0] + nano[0] / 2 - 4 + 1, nano_at[1], 0]) plate(nano_top, usb[1] - 0.1) square([9, 7.7], center = true);
if (part == "nano_button") translate([nano_at[0] + 4, nano_at[1], 0]) plate(nano_top, 1.5) square([3, 4], center = true);

// Wires as strings of short rods: from a pad of the Nano up, over to the sensor, down.
module rope(points, d = 1.3) {
    for (i = [0 : len(points) - 2]) hull() for (end = [points[i], points[i + 1]]) translate(end) sphere(d = d, $fn = 24);
}
function bend(from, to, high) = [from, [from[0], from[1], high], [to[0], to[1], high], to];
function nano_pad(i, side) = [nano_at[0] + 17.8 - 2.54 * i, nano_at[1] + side * 7.62, nano_top];
function sensor_pad(i) = [sensor_pads[i][0], sensor_pads[i][1], chip_top - chip_h];
// The Nano's upper row from the socket: D13 3V3 REF A0 A1 A2 A3 A4 A5 A6 A7 5V RST GND VIN.
if (part == "wire_scl") rope(bend(nano_pad(8, 1), sensor_pad(0), -3.1));
if (part == "wire_sda") rope(bend(nano_pad(7, 1), sensor_pad(1), -3.1));
if (part == "wire_5v") rope(bend(nano_pad(11, 1), sensor_pad(2), -3.1));
if (part == "wire_gnd") rope(bend(nano_pad(13, 1), sensor_pad(3), -3.1));
// DIR to GND: the short wire.
if (part == "wire_dir") rope([sensor_pad(6), [7, 6.2, -4.9], [-6, 6.2, -4.9], sensor_pad(3)], 1.1);

// Plug-on wires: a shell on each pin that is used, below the boards.
module shell(pad) { translate([pad[0], pad[1], pad[2] - nano[2] - 14]) translate([-1.2, -1.2, 0]) cube([2.4, 2.4, 14]); }
if (part == "jumpers") {
    for (i = [0 : 3]) shell([sensor_pads[i][0], sensor_pads[i][1], sensor_bottom + sensor[2]]);
    shell([sensor_pads[6][0], sensor_pads[6][1], sensor_bottom + sensor[2]]);
    for (i = [7, 8, 11, 13]) shell(nano_pad(i, 1));
    shell(nano_pad(11, -1));
}

// A Raspberry Pi Pico in the Nano's place: pins 1 to 20 along the sensor, from the socket on; 40 to 21 along the other side.
function pico_pin(i) = [nano_at[0] + 24.13 - 2.54 * (i > 20 ? 40 - i : i - 1), nano_at[1] + (i > 20 ? -1 : 1) * 8.89, nano_top];
if (part == "pico_board") translate([nano_at[0], nano_at[1], 0]) plate(nano_bottom, nano[2]) difference() {
    square([nano[0], nano[1]], center = true);
    for (x = [-1, 1], y = [-1, 1]) translate([x * 23.5, y * 5.7]) circle(d = 2.1);
}
module at_pin(i) { translate([pico_pin(i)[0], pico_pin(i)[1]]) children(); }
if (part == "pico_pads") plate(nano_top, 0.1) for (i = [1 : 40]) at_pin(i) circle(d = 1.7);
if (part == "pico_chip") translate([nano_at[0] - 1, nano_at[1], 0]) plate(nano_top, 0.9) square(7, center = true);
if (part == "pico_usb") translate([nano_at[0] + nano[0] / 2 - 2.75 + 1.3, nano_at[1], 0]) plate(nano_top, 2.6) square([5.5, 7.8], center = true);
if (part == "pico_button") translate([nano_at[0] + 12, nano_at[1] + 3.5, 0]) plate(nano_top, 1.8) square([3.4, 4.4], center = true);
if (part == "pico_lamp") translate([nano_at[0] + 19.5, nano_at[1] + 5.5, 0]) plate(nano_top, 0.5) square([1.6, 0.8], center = true);
// 3V3, SDA, SCL, GND and DIR.
pico_used = [36, 6, 7, 8, 3];
if (part == "pico_pins") plate(nano_top + 0.1, 0.4) for (pin = pico_used) at_pin(pin) circle(d = 2.4);

if (part == "plug") translate([nano_at[0] + nano[0] / 2 + 2, nano_at[1], nano_top + 2]) {
    translate([6, -5.5, -4]) cube([16, 11, 8]);
    translate([0, -3.4, -1.5]) cube([6, 6.8, 3]);
    translate([22, 0, 0]) rotate([0, 90, 0]) cylinder(d = 4, h = 14);
}
if (part == "screws") for (ear = ears) translate([ear[0], ear[1], floor_bottom]) {
    cylinder(d1 = 5, d2 = 2.5, h = 1.2);
    cylinder(d = 2.5, h = 8);
}
if (part == "foot_corners") for (x = [-46, 54], y = [-55, 39]) translate([x, y, -foot_h]) cylinder(d1 = 9, d2 = 11, h = foot_h);

// Without a printer: the same from layers of cardboard, each `layer` thick.
layer = 2;
card_floor = -lid_h - 5 * layer;
if (part == "card_cap") plate(board_h + disc_h, layer) circle(d = cap_d, $fn = 128);
if (part == "card_stem") plate(-lift - ring_h, board_h + disc_h + lift + ring_h) difference() { circle(d = stem_d); circle(d = magnet_d); }
if (part == "card_ring") plate(-lift - ring_h, ring_h) difference() { circle(d = ring_d + 4); circle(d = stem_d); }
module card_outline(more) {
    translate([room_x[0] - more, room_y[0] - more]) square([room_x[1] - room_x[0] + 2 * more, room_y[1] - room_y[0] + 2 * more]);
}
card_wall = 6;
if (part == "card_lid") plate(-layer, layer) difference() { card_outline(card_wall); circle(d = ring_d + 6); }
module card_frame(i) {
    plate(-layer * (i + 1), layer) difference() {
        card_outline(card_wall);
        card_outline(0);
        translate([room_x[1] - 1, nano_at[1] - usb[0] / 2]) square([card_wall + 2, usb[0]]);
    }
}
for (i = [1 : 5]) if (part == str("card_frame_", i)) card_frame(i);
if (part == "card_floor") plate(card_floor - layer, layer) card_outline(card_wall);
if (part == "card_strips") for (x = [-1, 1]) plate(card_floor, 2 * layer) translate([x * 9 - 2.5, -11.5]) square([5, 23]);
