#!/bin/sh
# Refining corners to parts of a pixel starts at markers of 32 pixels: below, the corners stay a pixel off.
. "$(dirname "$0")/../common.sh"
packages opencv-python-headless==5.0.0.93 numpy==2.4.6
python - <<'END'
import cv2
from common import report
from marker import detector, middling

plain, fine = detector(), detector(cv2.aruco.CORNER_REFINE_SUBPIX)


def enlarged(picture):
    large = cv2.resize(picture, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    return (fine.detectMarkers(large)[0][0] + 0.5) / 2 - 0.5


def of(reader):
    return lambda picture: reader.detectMarkers(picture)[0][0]


sides = (26, 28, 30, 34, 40, 60)
unrefined, refined = [middling(of(plain), side) for side in sides], [middling(of(fine), side) for side in sides]
doubled = [middling(enlarged, side) for side in sides]
rows = zip(sides, unrefined, refined, doubled, strict=True)
report(
    versions=f"opencv-python {cv2.__version__}",
    expected="CORNER_REFINE_SUBPIX brings the corners of every marker to a third of a pixel",
    seen="; ".join(f"{a} px: {b:.2f} px off, refined {c:.2f}, enlarged twice first {d:.2f}" for a, b, c, d in rows),
    matters="a board seen from afar is placed by markers of 25 to 35 px, and its far spots move by the error's multiple",
    holds=min(refined[:3]) > 0.6 and max(refined[3:]) < 0.4 and max(doubled[:3]) < 0.5,
)
END
