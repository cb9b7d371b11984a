// All measures of the wheel's parts in millimetres.  Height 0 is the underside of the game board, the chip is at [0, 0].
// Measure your own copy first: board_h and disc_h.  The tests of tests/unit/hardware do the sums of this file.

board_h = 2;             // thickness of the game board's cardboard
disc_h = 2;              // thickness of the disc's cardboard
hole_d = 16;             // hole in the middle of both

magnet_d = 6;
magnet_h = 2.5;
gap = 2;                 // from the magnet to the chip; 1 to 3 works
chip_h = 1.6;            // so high the chip stands above the sensor's board

sensor = [23, 23, 1.6];  // the sensor's board
sensor_pitch = 17;       // about so far apart are its four holes, which may be screwed or left alone
pico = [51, 21, 1];      // a Raspberry Pi Pico: case and lid "pico" have it in the Nano's place
pico_rest = [24, 3];     // its pins go to the corners, so it lies on its short edges
nano = [45, 18, 1.6];
nano_rest = [nano[0] / 2 - 1.5, nano[1] / 2 - 1]; // so far from its middle lie the four rests below it
usb = [12, 4];           // room for a plug: its width; height of the tallest socket
solder = 2.5;            // free height below a board, for its joints
plugs = 18;              // the same for plugs on soldered pins, bends of their wires included: case, lid and feet "plugs"

play = 0.3;              // on every side between parts that are put together, for a printer with melted plastic
tight = 0.05;            // on every side of the magnet, which is pressed in
wall = 2;
lid_h = 2;

// The hub: a cap glued on the disc, a stem through disc and board, a neck on which the ring is glued.
cap_d = 46;              // the camera's marker of 32 x 32 mm fits on it
cap_h = 1.2;
stem_d = hole_d - 2 * play;
neck_d = 12;
lift = play;             // so far the disc can be lifted before the ring touches the board
ring_d = 24;
ring_h = 2;
ring_hole_d = ring_d + 2; // in the lid, round the ring

// The detent: two springs in the lid press a nose each into the ring's four notches, so the disc clicks at its stops.
notch_h = 1.2;           // depth of a notch
flank = 50;              // so steep its sides are, in degrees: steeper ones would lock, flatter ones would not pull
nose_r = 1.6;
preload = 0.3;           // so far a nose is bent even when it lies in its notch
spring_l = 30;           // from its root to the nose
spring_w = 3.5;
spring_x = 14;           // its inner side

magnet_face = -lift - ring_h + 0.1; // 0.1 inside the neck, so that it never scrapes

// Heights below the board.
chip_top = magnet_face - gap;
sensor_bottom = chip_top - chip_h - sensor[2];
floor_top = -lid_h - 1.4 - usb[1] - nano[2] - solder;
floor_bottom = floor_top - wall;
foot_h = 1 - floor_bottom; // the case hangs 1 mm above the table

// The case's inside, with the sensor round [0, 0] and the Nano beside it, its socket at the right wall.
room_x = [-24, nano[0] - 24 + 2 * play];
room_y = [-(sensor[1] / 2 + 1 + 2 * wall + nano[1] + 2 * play), sensor[1] / 2 + 1];
nano_at = [room_x[1] - play - nano[0] / 2, room_y[0] + play + nano[1] / 2];
ear_d = 8;
screw_d = 2.5;
ears = [for (x = [room_x[0] + 5, room_x[1] - 5], y = [room_y[0] - wall - ear_d / 2, room_y[1] + wall + ear_d / 2]) [x, y]];
