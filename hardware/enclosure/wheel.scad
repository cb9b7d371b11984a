// Under the spin wheel: a holder for the magnet, glued to the middle of the disc, and a case for sensor and board below it.
// All lengths in millimetres.  openscad -D 'part="case"' -o case.stl wheel.scad   (parts: holder, case, lid)
part = "all";

magnet_d = 6;        // diameter
magnet_h = 2.5;
gap = 2;             // magnet to chip: 1 to 3
chip_h = 1.6;        // the chip stands so high above the sensor's board
sensor = [23, 23, 1.6];
nano = [45, 18, 8];  // with the pins cut short
board_hole_d = 16;   // hole in the middle of the game board
play = 0.3;
wall = 2;
$fn = 64;

// A plate that is glued under the disc; the magnet is pressed into its stem from below.
module holder() {
    difference() {
        union() {
            cylinder(d = 30, h = 1.6);
            cylinder(d = magnet_d + 2 * wall, h = 1.6 + magnet_h + 1);
        }
        translate([0, 0, 1.6 + 1]) cylinder(d = magnet_d + play / 2, h = magnet_h + 1);
    }
}

inner = [max(sensor[0], nano[0]) + 2 * play, sensor[1] + nano[1] + 3 * wall, nano[2] + 4];

// Open above; the sensor lies on posts, so that its chip is `gap` below the magnet.
module case() {
    difference() {
        translate([-inner[0] / 2 - wall, -sensor[1] / 2 - wall - play, 0])
            cube([inner[0] + 2 * wall, inner[1] + 2 * wall, inner[2] + wall]);
        translate([-inner[0] / 2, -sensor[1] / 2 - play, wall])
            cube([inner[0], inner[1], inner[2] + 1]);
        // the USB socket of the Nano
        translate([inner[0] / 2 - 1, sensor[1] / 2 + 2 * wall + nano[1] / 2 - 6, wall + 1])
            cube([wall + 2, 12, 8]);
    }
    // posts at the corners of the sensor's board
    for (x = [-1, 1], y = [-1, 1])
        translate([x * (sensor[0] / 2 - 2), y * (sensor[1] / 2 - 2), 0])
            difference() {
                cylinder(d = 4, h = inner[2] + wall - sensor[2] - chip_h);
                translate([0, 0, wall]) cylinder(d = 2, h = inner[2]);
            }
}

// Closes the case; the stem of the holder comes through the hole.
module lid() {
    difference() {
        translate([-inner[0] / 2 - wall, -sensor[1] / 2 - wall - play, 0])
            cube([inner[0] + 2 * wall, inner[1] + 2 * wall, 1.2]);
        translate([0, 0, -1]) cylinder(d = board_hole_d, h = 4);
    }
}

if (part == "holder") holder();
else if (part == "case") case();
else if (part == "lid") lid();
else {
    case();
    translate([0, 0, inner[2] + wall + 0.2]) lid();
    translate([0, 0, inner[2] + wall + gap + magnet_h + 3]) rotate([180, 0, 0]) holder();
}
