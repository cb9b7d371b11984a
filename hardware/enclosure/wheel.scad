// Printed parts of the spin wheel; see measures.scad.  Every part lies as it is printed, without supports.
//   openscad -D 'part="case"' -o case.stl wheel.scad      parts: hub ring lid case foot gauge
// `in_place` puts it where it is in the finished wheel instead: for the pictures.
include <measures.scad>
part = "all";
in_place = false;
$fn = 48;

// The cap lies on the disc; the stem goes down through disc and board, the magnet is pressed into the neck from below.
module hub() {
    $fn = 96;
    top = board_h + disc_h;
    difference() {
        union() {
            translate([0, 0, top]) cylinder(d = cap_d, h = cap_h);
            translate([0, 0, -lift]) cylinder(d = stem_d, h = top + lift + 0.01);
            translate([0, 0, -lift - ring_h]) cylinder(d = neck_d, h = ring_h + 0.01);
        }
        translate([0, 0, -lift - ring_h - 0.01])
            cylinder(d = magnet_d + 2 * tight, h = magnet_face + magnet_h + lift + ring_h + 0.01);
        // The air must get out, and a nail can push the magnet out again.
        translate([0, 0, -lift]) cylinder(d = 1.5, h = top + lift + cap_h + 1);
        // A notch in the rim shows which way stop 0 was.
        translate([0, cap_d / 2, top - 1]) cylinder(d = 3, h = cap_h + 2);
    }
}

// A nose fits into it; its sides touch the nose's round.
module notch(more) {
    middle = ring_d / 2 - notch_h + nose_r;
    touch = [middle - nose_r * cos(flank), nose_r * sin(flank)];
    out = 3;
    offset(delta = more) {
        translate([middle, 0]) circle(r = nose_r);
        polygon([[touch[0], -touch[1]], [touch[0] + out, -touch[1] - out / tan(flank)],
                 [touch[0] + out, touch[1] + out / tan(flank)], touch]);
    }
}

// Glued on the neck from below the board: it holds the disc down, and its notches are the stops.
module ring() {
    $fn = 96;
    translate([0, 0, -lift - ring_h]) difference() {
        cylinder(d = ring_d, h = ring_h);
        translate([0, 0, -1]) cylinder(d = neck_d + 0.2, h = ring_h + 2);
        for (turn = [0 : 90 : 359]) rotate(turn) translate([0, 0, -1]) {
            linear_extrude(ring_h + 2) notch(0);
            // Wider above: there the noses slip in when the ring is pushed on.
            translate([0, 0, ring_h + 0.4]) linear_extrude(2) notch(preload + 0.2);
        }
    }
}

module outline(more) {
    translate([room_x[0] - more, room_y[0] - more])
        square([room_x[1] - room_x[0] + 2 * more, room_y[1] - room_y[0] + 2 * more]);
}

module footprint() {
    union() {
        offset(r = 1) offset(delta = -1) outline(wall);
        for (ear = ears) hull() {
            translate(ear) circle(d = ear_d);
            translate([ear[0], ear[1] > 0 ? room_y[1] : room_y[0]]) circle(d = ear_d);
        }
    }
}

// One spring of the detent, to the right of the ring: a bar that is free but for its root, and the nose at its end.
module spring() {
    translate([spring_x, -spring_l - 1]) square([spring_w, spring_l + 1 + nose_r]);
    translate([ring_d / 2 - notch_h - preload + nose_r, 0]) circle(r = nose_r);
    translate([ring_d / 2 - notch_h - preload + nose_r, -nose_r]) square([spring_x, 2 * nose_r] - [10, 0]);
}

// The room round it: outside as much as the nose must give way.
module spring_room() {
    free = notch_h + preload + 0.5;
    translate([spring_x - 0.8, -spring_l]) square([spring_w + 0.8 + free, spring_l + nose_r + 0.8]);
}

// Taped under the board.  The pillars stand outside the case and take its screws.
module lid() {
    translate([0, 0, -lid_h]) linear_extrude(lid_h) {
        difference() {
            footprint();
            circle(d = ring_hole_d);
            for (side = [0, 1]) mirror([side, 0]) spring_room();
        }
        for (side = [0, 1]) mirror([side, 0]) spring();
    }
    for (ear = ears) translate([ear[0], ear[1], floor_top + play]) difference() {
        cylinder(d = ear_d - 2 * play, h = -floor_top - play - lid_h + 0.01);
        translate([0, 0, -1]) cylinder(d = screw_d - 0.4, h = -floor_top - lid_h);
    }
}

// Four posts at the corners of a circuit board, with a rim that holds it in its place.
module corners(size, bottom, pilot, post) {
    for (x = [-1, 1], y = [-1, 1]) translate([x * size[0] / 2, y * size[1] / 2, floor_top - 0.01]) scale([x, y, 1])
        difference() {
            translate([-post, -post, 0])
                cube([post + play + 1.2, post + play + 1.2, bottom - floor_top + size[2]]);
            translate([-post - 1, -post - 1, bottom - floor_top + 0.01]) cube([post + 1 + play, post + 1 + play, 9]);
            if (pilot > 0) translate([pilot / 2 - size[0] / 2, pilot / 2 - size[1] / 2, max(0.5, bottom - floor_top - 8)])
                cylinder(d = 2.1, h = 9);
        }
}

module case() {
    difference() {
        union() {
            translate([0, 0, floor_bottom]) linear_extrude(wall) footprint();
            translate([0, 0, floor_bottom]) linear_extrude(-lid_h - floor_bottom) offset(r = 1) offset(delta = -1)
                outline(wall);
        }
        translate([0, 0, floor_top]) linear_extrude(-floor_top) outline(0);
        // A notch for the plug, open above, so that it prints without supports.
        translate([room_x[1] - 1, nano_at[1] - usb[0] / 2, floor_top + solder - 1]) cube([wall + 2, usb[0], 20]);
        for (ear = ears) translate([ear[0], ear[1], floor_bottom - 1]) {
            cylinder(d = screw_d + 0.4, h = wall + 2);
            translate([0, 0, 1 - 0.01]) cylinder(d1 = 2 * screw_d + 0.4, d2 = screw_d + 0.4, h = 1.2);
        }
    }
    corners(sensor, sensor_bottom, sensor_pitch, 5.5);
    translate([nano_at[0], nano_at[1], 0]) nano_posts();
}

// The Nano has its walls left, right and before it, so that it needs only something to lie on, and a fence behind it.
module nano_posts() {
    for (x = [-1, 1], y = [-1, 1])
        translate([x * nano_rest[0] - 1.5, y * nano_rest[1] - 1.5, floor_top - 0.01]) cube([3, 3, solder]);
    for (x = [-14, 12]) translate([x, nano[1] / 2 + play, floor_top - 0.01]) cube([4, 1.2, solder + nano[2]]);
}

// Eight of them under the board's rim, as high as the case is deep.
module foot() {
    translate([0, 0, -foot_h]) cylinder(d1 = 13, d2 = 16, h = foot_h);
}

// Fits into the board's hole and into the lid's: it puts the lid in the middle while it is taped on.  A finger pushes
// it out again, from the other side.
module gauge() {
    translate([0, 0, -lid_h]) linear_extrude(lid_h) difference() {
        circle(d = ring_hole_d - 0.3);
        for (side = [0, 1]) mirror([side, 0])
            translate([ring_d / 2 - notch_h - preload - 0.5, -nose_r - 0.5]) square([10, 2 * nose_r + 1]);
    }
    cylinder(d = hole_d - 0.3, h = board_h);
}

module lay(part_top, over) {
    if (in_place) children();
    else if (over) translate([0, 0, part_top]) rotate([180, 0, 0]) children();
    else translate([0, 0, -part_top]) children();
}

if (part == "hub") lay(board_h + disc_h + cap_h, true) hub();
if (part == "ring") lay(-lift - ring_h, false) ring();
if (part == "lid") lay(0, true) lid();
if (part == "case") lay(floor_bottom, false) case();
if (part == "foot") lay(0, true) foot();
if (part == "gauge") lay(-lid_h, false) gauge();
if (part == "all") { hub(); ring(); lid(); case(); }
