"""The pictures of the build page, each a function that draws one sheet."""

from collections.abc import Callable
from typing import Final

from drafting import HINT, MEASURE, Colour, Pixel, Place, Sheet, Solid, View
from workshop import measures, solid

RED: Final[Colour] = (214, 60, 50)
BLUE: Final[Colour] = (60, 110, 205)
BLACK: Final[Colour] = (60, 60, 64)
YELLOW: Final[Colour] = (238, 196, 40)
WHITE: Final[Colour] = (250, 250, 250)
COLOURS: Final[dict[str, Colour]] = {
    "hub": (244, 176, 62),
    "ring": (232, 138, 44),
    "lid": (158, 196, 226),
    "case": (98, 156, 212),
    "foot": (130, 138, 148),
    "gauge": (132, 196, 120),
    "board": (232, 214, 172),
    "disc": (186, 138, 92),
    "disc_paws": (90, 60, 40),
    "marker_paper": WHITE,
    "marker_cells": (30, 30, 32),
    "magnet_north": RED,
    "magnet_south": BLUE,
    "axial_north": RED,
    "axial_south": BLUE,
    "sensor": (132, 84, 170),
    "sensor_chip": BLACK,
    "sensor_legs": (200, 204, 210),
    "sensor_pads": (226, 190, 90),
    "sensor_dot": WHITE,
    "nano": (32, 128, 140),
    "nano_pads": (226, 190, 90),
    "nano_chip": BLACK,
    "nano_usb": (204, 208, 214),
    "nano_button": WHITE,
    "pico_board": (36, 132, 84),
    "pico_pads": (226, 190, 90),
    "pico_pins": RED,
    "pico_chip": BLACK,
    "pico_usb": (204, 208, 214),
    "pico_button": WHITE,
    "pico_lamp": (120, 230, 120),
    "wire_5v": RED,
    "wire_gnd": BLACK,
    "wire_dir": BLACK,
    "wire_sda": BLUE,
    "wire_scl": YELLOW,
    "jumpers": BLACK,
    "plug": (84, 88, 96),
    "screws": (176, 180, 188),
    "foot_corners": (130, 138, 148),
}
CARD: Final[Colour] = (214, 184, 136)
MAGNET: Final = ("magnet_north", "magnet_south")
MARKER: Final = ("marker_paper", "marker_cells")
DISC: Final = ("disc", "disc_paws")
SENSOR: Final = ("sensor", "sensor_chip", "sensor_legs", "sensor_pads", "sensor_dot")
NANO: Final = ("nano", "nano_pads", "nano_chip", "nano_usb", "nano_button")
PICO: Final = ("board", "pads", "pins", "chip", "usb", "button", "lamp")
WIRES: Final = ("wire_5v", "wire_gnd", "wire_sda", "wire_scl", "wire_dir")

SCENES: Final[dict[str, Callable[[], Sheet]]] = {}


def scene(name: str) -> Callable[[Callable[[], Sheet]], Callable[[], Sheet]]:
    def keep(draw: Callable[[], Sheet]) -> Callable[[], Sheet]:
        SCENES[name] = draw
        return draw

    return keep


def things(*parts: str, shift: Place = (0, 0, 0), flip: bool = False, turn_deg: float = 0) -> list[Solid]:
    """Solids in their own colours; the cardboard ones are cardboard-coloured."""
    return [
        Solid(
            mesh=solid(part),
            colour=COLOURS.get(part.partition("-")[0], CARD),
            shift=shift,
            flip=flip,
            turn_deg=turn_deg,
        )
        for part in parts
    ]


@scene("exploded")
def exploded() -> Sheet:
    sheet = Sheet((1150, 1400), View(scale=6, centre=(0, -8, 9), round_deg=-32, above_deg=20))
    sheet.add(things(*MARKER, shift=(0, 0, 98)))
    sheet.add(things("hub", shift=(0, 0, 88)))
    sheet.add(things(*DISC, shift=(0, 0, 72)))
    sheet.add(things("board", shift=(0, 0, 52)))
    sheet.add(things(*MAGNET, shift=(0, 0, 16)))
    sheet.add(things("ring", shift=(0, 0, 8)))
    sheet.add(things("lid", shift=(0, 0, -6)))
    sheet.add(things(*SENSOR, *NANO, *WIRES, shift=(0, 0, -40)))
    sheet.add(things("case", shift=(0, 0, -64)))
    sheet.add(things("plug", shift=(16, 0, -64)))
    sheet.add(things("screws", shift=(0, 0, -80)))
    sheet.title("", "All the parts, from the top of the table down")
    left, right = 128.0, 1020.0
    sheet.label("marker\n(for the camera)", (16, 0, 103.3), (980, 125))
    sheet.label("hub", (-23, 0, 92.6), (left, 175))
    sheet.label("disc", (-46, 0, 75), (left, 270))
    sheet.label("game board", (63, -20, 53), (right, 345))
    sheet.label("magnet", (-3, 0, 15), (left, 590))
    sheet.label("ring", (-12, 0, 6.7), (left, 650))
    sheet.label("lid", (23, 12, -7), (right, 680))
    sheet.label("sensor", (-11, 8, -46), (left, 880))
    sheet.label("Nano", (8, -32, -47), (right, 880))
    sheet.label("case", (-26, -20, -74), (left, 1090))
    sheet.label("USB cable", (46, -26, -69), (right, 1090))
    sheet.label("4 screws", (17, -41, -90), (right, 1270))
    return sheet


@scene("step-1")
def holes() -> Sheet:
    sheet = Sheet((1150, 600), View(scale=4.1, centre=(4, 0, 10), round_deg=-12, above_deg=42))
    sheet.add(things("board", shift=(-68, 4, 0)))
    sheet.add(things(*DISC, shift=(68, 0, 0)))
    sheet.title("1", "Cut a round hole of 16 mm into the middle of the board and of the disc")
    for x, y, height in ((-68.0, 4.0, 2.0), (68.0, 0.0, 4.0)):
        a, b = sheet.at((x - 8, y, height)), sheet.at((x + 8, y, height))
        sheet.measure(a, b, "16 mm", at=((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - 44))
    sheet.words("game board", sheet.at((-66, -44, 2)), size=18)
    sheet.words("disc", sheet.at((68, -26, 4)), size=18)
    sheet.words("The middle is where the eyelet was.", (840, 560), size=18, colour=HINT)
    return sheet


@scene("step-2")
def hub() -> Sheet:
    sheet = Sheet((1150, 640), View(scale=6, centre=(40, 0, 9), round_deg=-25, above_deg=30))
    sheet.add(things("hub", shift=(-10, 0, 0), flip=True))
    sheet.add(things(*MAGNET, shift=(-10, 0, 24), flip=True))
    sheet.add(things(*DISC, shift=(82, 0, -16)))
    sheet.add(things("hub", shift=(82, 0, 8)))
    sheet.add(things(*MARKER, shift=(82, 0, 26)))
    sheet.title("2", "Press the magnet into the hub, glue the hub on the disc, the marker on the hub")
    sheet.arrow(sheet.at((-10, 0, 20)), sheet.at((-10, 0, 8)))
    sheet.label("magnet: in as far as it goes,\nits face just inside the hub", (-13, 0, 25.5), (265, 215))
    sheet.label("hub, upside down", (-26, -10, -4), (200, 570))
    sheet.label("glue under the cap", (69, -19, 11.6), (540, 575), colour=HINT)
    sheet.words("The notch in the rim points to the marker's upper edge.", (860, 600), size=17)
    sheet.label("marker", (98, 0, 31.3), (1010, 150))
    return sheet


@scene("step-3")
def electronics() -> Sheet:
    sheet = Sheet((1150, 900), View(scale=12.5, centre=(-1.5, -12, -8), round_deg=0, above_deg=62))
    sheet.add(things("case", *SENSOR, *NANO, *WIRES))
    sheet.title("3", "Solder five wires, lay both boards into the case, a drop of hot glue on their corners")
    m = measures()
    pads = m["nano_at_y"] + 7.62
    first = m["nano_at_x"] + 17.8
    top = m["floor_top"] + m["solder"] + m["nano_z"]
    for number, name, colour, y in (
        (13, "GND to GND", BLACK, 400.0),
        (11, "5V to VCC", RED, 455.0),
        (8, "A5 to SCL", (170, 130, 0), 455.0),
        (7, "A4 to SDA", BLUE, 400.0),
    ):
        along = (first - 2.54 * number, pads + 2.2, top + 4.5)
        sheet.label(name, along, (190.0 if number > 10 else 930.0, y), colour=colour)
    sheet.label("DIR to GND\n(short wire)", (5, 6.2, -4.4), (930, 190), colour=BLACK)
    sheet.label("chip up, to the magnet", (1.4, -1.6, -4.2), (900, 285))
    sheet.label("socket to the notch", (21, -25.8, -5), (940, 560))
    sheet.label("hot glue", (-11.2, 11.2, -5.8), (180, 150), colour=HINT)
    sheet.label("hot glue", (-23, -33.5, -5.8), (180, 660), colour=HINT)
    sheet.words("Go by the names printed on your boards: their order differs.", (575, 875), size=19, colour=MEASURE)
    return sheet


@scene("step-4")
def lid() -> Sheet:
    sheet = Sheet((1100, 690), View(scale=5.6, centre=(2, 6, 11), round_deg=-28, above_deg=36))
    sheet.add(things("board", flip=True))
    sheet.add(things("lid", shift=(0, 0, 20), flip=True))
    sheet.add(things("gauge", shift=(0, 0, 44), flip=True))
    sheet.title("4", "Turn the board over. Tape the lid under it; the gauge puts it in the middle")
    sheet.arrow(sheet.at((0, 0, 40)), sheet.at((0, 0, 26)))
    sheet.label("gauge: push it out again\nfrom the other side", (12, 5, 45.5), (800, 130))
    sheet.label("lid, its pillars\naway from the board", (-19, 39, 26), (215, 135))
    sheet.label("double-sided\ntape below", (23, 4, 20.5), (935, 270), colour=HINT)
    sheet.label("hole in the game board", (6, -5, 0), (760, 630))
    sheet.label("game board,\nits underside", (-52, 44, 0), (150, 290))
    return sheet


@scene("step-5")
def ring() -> Sheet:
    sheet = Sheet((1100, 660), View(scale=5.8, centre=(2, 6, 5), round_deg=-28, above_deg=36))
    sheet.add(things("board", "lid", "hub", *MAGNET, flip=True))
    sheet.add(things("ring", shift=(0, 0, 20), flip=True))
    sheet.title("5", "Put the disc in from the other side, glue the ring onto the stem")
    sheet.arrow(sheet.at((0, 0, 19)), sheet.at((0, 0, 6)))
    sheet.label("ring", (12, 0, 21.3), (760, 130))
    sheet.label("glue inside the ring only:\nit must not stick to the board", (6, -1, 1.6), (760, 610), colour=HINT)
    sheet.label("magnet", (-2, 1, 2.2), (190, 210))
    sheet.label("the disc is\non the other side", (-46, -30, 0), (190, 585))
    return sheet


@scene("step-6")
def close() -> Sheet:
    sheet = Sheet((1100, 760), View(scale=5.6, centre=(4, 6, 24), round_deg=-28, above_deg=34))
    sheet.add(things("board", "lid", "hub", "ring", *MAGNET, flip=True))
    sheet.add(things("foot_corners", flip=True))
    sheet.add(things("case", shift=(0, 0, 30), flip=True))
    sheet.add(things("screws", shift=(0, 0, 46), flip=True))
    sheet.add(things("plug", shift=(16, 0, 30), flip=True))
    sheet.title("6", "Screw the case to the pillars, glue feet under the board, plug in the cable")
    sheet.label("4 screws 2.5 x 8", (-19, 39, 55), (230, 135))
    sheet.label("case", (-24, 20, 36), (170, 260))
    sheet.label("feet, 14.5 mm high: eight of them,\nunder the rim of the real board", (-47, -39, 5), (330, 690))
    sheet.label("USB cable", (52, 26, 35), (930, 130))
    return sheet


@scene("detent")
def detent() -> Sheet:
    sheet = Sheet((1200, 820), View(scale=10, centre=(0, 12, 0), round_deg=0, above_deg=66))
    sheet.add(things("lid", "ring", flip=True))
    sheet.title("", "What makes the disc click: two springs in the lid, four notches in the ring")
    sheet.words("seen from below, as in step 5", (140, 85), size=17)
    sheet.label("ring, glued on the stem:\nit turns with the disc", (0, -9, 2.3), (960, 700))
    sheet.label("notch, one of four", (0, 11, 2.3), (160, 330))
    sheet.label("nose, in its notch", (12.4, 0, 2), (960, 400))
    sheet.label("spring: no tape,\nno glue on it", (-15.7, 20, 2), (150, 230), colour=HINT)
    sheet.label("spring", (15.7, 20, 2), (960, 230))
    return sheet


@scene("plugs")
def plugs() -> Sheet:
    sheet = Sheet((1200, 660), View(scale=12.5, centre=(-1, 0, -16), round_deg=0, above_deg=16))
    sheet.add(things("case-plugs"), cut_mm=-33)
    sheet.add(things(*SENSOR, *NANO, "jumpers"))
    m = measures()
    deeper = m["plugs"] - m["solder"]
    sheet.title(
        "", f"Without soldering: pins down, plugs on them, a case deeper by {deeper:g} mm (front wall cut away)"
    )
    sheet.label("sensor, chip up", (-8, 8, -5.8), (220, 140))
    sheet.label("Nano", (-14, -30, -7), (200, 330))
    sheet.label("plugs on the pins", (-12.2, -19, -17), (200, 500))
    sheet.label("case", (22.5, -30, -24), (1020, 500))
    sheet.label("socket to the notch", (19, -25.8, -5), (1000, 150))
    return sheet


@scene("pico")
def pico() -> Sheet:
    sheet = Sheet((1240, 950), View(scale=11, centre=(2, -11, -8), round_deg=0, above_deg=90))
    sheet.add(things("case-pico", *SENSOR, *(f"pico_{part}-pico" for part in PICO)))
    sheet.title("", "The Pico, nothing to solder: five plugs on the pins below the red dots")
    m = measures()
    first = m["pico_x"] / 2 - 24 + m["play"] + 24.13
    row = m["play"] - (m["sensor_y"] / 2 + 1 + 2 * m["wall"] + m["pico_y"] / 2 + 2 * m["play"])
    for number, words, colour, at in (
        (8, "pin 8, GND,\nto GND", BLACK, (165.0, 370.0)),
        (7, "pin 7, GP5,\nto SCL", (170, 130, 0), (165.0, 460.0)),
        (6, "pin 6, GP4,\nto SDA", BLUE, (1050.0, 370.0)),
        (3, "pin 3, GND,\nto DIR", BLACK, (1050.0, 460.0)),
    ):
        sheet.label(words, (first - 2.54 * (number - 1), row + 8.89, 0), at, colour=colour)
    sheet.label("pin 36, 3V3(OUT),\nto VCC", (first - 2.54 * 4, row - 8.89, 0), (1050, 770), colour=RED)
    sheet.label("chip up,\nto the magnet", (1.4, -1.6, -4.2), (1050, 220))
    sheet.label("lamp: on when the\nsensor answers", (first - 4.6, row + 5.5, 0), (1050, 660))
    sheet.label("button\nBOOTSEL", (first - 12.2, row + 3.5, 0), (165, 660), colour=HINT)
    sheet.words(
        "Pin 1 is beside the socket, on the sensor's side; count from there.", (620, 925), size=19, colour=MEASURE
    )
    return sheet


@scene("finished")
def finished() -> Sheet:
    sheet = Sheet((1100, 640), View(scale=6, centre=(4, -8, 0), round_deg=-30, above_deg=33))
    sheet.add(things("board", *DISC, "hub", *MARKER, "lid", "case", "plug", "foot_corners"))
    sheet.title("", "Finished: the marker on top for the camera, the sensor below for certainty")
    sheet.words("Board and disc are drawn smaller than they are.", (870, 610), size=16)
    return sheet


_SECTION_LABELS: Final[tuple[tuple[str, Place, Pixel], ...]] = (
    ("hub", (-18, 0, 4.6), (150, 115)),
    ("disc", (-28, 0, 3), (95, 170)),
    ("game board", (-34, 0, 1), (54, 335)),
    ("lid", (-23, 0, -1), (120, 470)),
    ("case", (-25, 0, -9), (130, 560)),
    ("ring", (-10, 0, -1.3), (330, 640)),
    ("magnet, 2.5 thick", (-1.4, 0, -1), (550, 640)),
    ("chip", (1, 0, -5), (690, 640)),
    ("sensor's board", (9, 0, -6.6), (870, 640)),
)


@scene("section")
def section() -> Sheet:
    m = measures()
    sheet = Sheet((1300, 700), View(scale=17, centre=(2.5, 0, -5), round_deg=0, above_deg=0))
    parts = ("board", "disc", "hub", "ring", *MAGNET, "lid", "case", "sensor", "sensor_chip")
    sheet.add(things(*parts), cut_mm=0.01)
    sheet.title("", "Cut through the middle: the chip looks at the magnet, 2 mm away. All in millimetres.")

    def height(x: float, low: float, high: float, words: str) -> None:
        start, end = sheet.at((x, 0, low)), sheet.at((x, 0, high))
        sheet.measure(start, end, words, at=(start[0] + 14, (start[1] + end[1]) / 2), anchor="lm")

    def width(z: float, half: float, words: str) -> None:
        start, end = sheet.at((-half, 0, z)), sheet.at((half, 0, z))
        sheet.measure(start, end, words, at=((start[0] + end[0]) / 2, start[1] - 16))

    height(4.6, m["chip_top"], m["magnet_face"], f"{m['gap']:g} (1 to 3 works)")
    height(26.5, m["floor_bottom"], 0, f"{-m['floor_bottom']:g}")
    height(31, -m["foot_h"], 0, f"feet {m['foot_h']:g}")
    height(28, 0, m["board_h"], f"board {m['board_h']:g}")
    height(28, m["board_h"], m["board_h"] + m["disc_h"], f"disc {m['disc_h']:g}")
    width(6.8, m["magnet_d"] / 2, f"{m['magnet_d']:g}")
    width(8.8, m["hole_d"] / 2, f"{m['hole_d']:g}")
    width(-10, m["sensor_x"] / 2, f"{m['sensor_x']:g}")
    for words, of, at in _SECTION_LABELS:
        sheet.label(words, of, at)
    return sheet


@scene("stops")
def stops() -> Sheet:
    sheet = Sheet((1200, 430), View(scale=2.65, centre=(0, 0, 0), round_deg=0, above_deg=90))
    for stop in range(4):
        x = 110.0 * (stop - 1.5)
        sheet.add(things(*DISC, "hub", *MARKER, shift=(x, 0, 0), turn_deg=90 * stop))
    sheet.title("", "The four stops, seen from above: always on by a quarter, clockwise")
    for stop, words in enumerate(("as at set-up", "a quarter on", "half round", "three quarters")):
        x, y = sheet.at((110.0 * (stop - 1.5), -57, 0))
        sheet.words(f"Stop {stop}: {words}", (x, y), size=19, bold=True)
        if stop:
            middle, _ = sheet.at((110.0 * (stop - 2), 0, 0))
            sheet.arrow((middle - 17, 215), (middle + 17, 215))
    return sheet


@scene("magnet")
def magnets() -> Sheet:
    sheet = Sheet((1000, 400), View(scale=26, centre=(0, 0, -1.3), round_deg=0, above_deg=38))
    sheet.add(things(*MAGNET, shift=(-8, 0, 0), turn_deg=20))
    sheet.add(things("axial_north", "axial_south", shift=(8, 0, 0)))
    sheet.title("", "Two magnets that look alike; only the left one works")
    for x, words, colour in (
        (-8.0, "poles side by side: right", (30, 140, 60)),
        (8.0, "poles above and below: wrong", MEASURE),
    ):
        sheet.words(words, sheet.at((x, 0, -6)), size=21, bold=True, colour=colour)
    sheet.words("N", sheet.at((-9.5, 0.4, 0.3)), size=26, bold=True)
    sheet.words("S", sheet.at((-6.5, -0.4, 0.3)), size=26, bold=True)
    sheet.words("N", sheet.at((8, 0, 0.3)), size=26, bold=True)
    sheet.words("S", sheet.at((8, -3, -1.75)), size=20, bold=True)
    return sheet


@scene("cardboard")
def cardboard() -> Sheet:
    sheet = Sheet((1100, 1180), View(scale=6.2, centre=(0, -8, -2), round_deg=-30, above_deg=30))
    sheet.add(things("card_cap", shift=(0, 0, 58)))
    sheet.add(things("card_stem", *MAGNET, shift=(0, 0, 42)))
    sheet.add(things("card_ring", shift=(0, 0, 30)))
    sheet.add(things("card_lid", shift=(0, 0, 16)))
    for layer in range(1, 6):
        sheet.add(things(f"card_frame_{layer}", shift=(0, 0, 4 - 2.2 * layer)))
    sheet.add(things(*SENSOR, *NANO, shift=(0, 0, -48)))
    sheet.add(things("card_strips", "card_floor", shift=(0, 0, -58)))
    sheet.title("", "Without a printer: layers of cardboard, 2 mm each")
    sheet.label("cap", (-23, 0, 63), (160, 110))
    sheet.label("stem: paper rolled\nround the magnet", (7.5, -1, 42), (800, 270))
    sheet.label("ring", (-14, 0, 28.7), (160, 320))
    sheet.label("lid", (-28, 0, 15), (130, 420))
    sheet.label("5 frames, open\nfor the plug", (-30, -20, -11), (160, 590))
    sheet.label("Nano", (10, -33, -55), (960, 800))
    sheet.label("sensor", (-9, 8, -53.5), (160, 760))
    sheet.label("2 x 2 strips", (-11.5, 3, -68), (160, 860))
    sheet.label("floor", (-29, -20, -71), (160, 980))
    return sheet
