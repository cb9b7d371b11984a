#!/bin/sh
# Several dictionaries at once, new in ArucoDetector: one print counts once in each dictionary that contains it.
. "$(dirname "$0")/../common.sh"
packages opencv-python-headless==5.0.0.93 numpy==2.4.6
python - <<'END'
import cv2
from common import report
from marker import draw


def read(*names):
    codes = [cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{name}")) for name in names]
    corners, ids, _, found_in = cv2.aruco.ArucoDetector(codes).detectMarkersMultiDict(draw(60)[0])
    return len(corners), ids.ravel().tolist(), [names[number] for number in found_in.ravel()]


nested, apart = read("4X4_50", "4X4_100", "4X4_250"), read("4X4_50", "5X5_50")
report(
    versions=f"opencv-python {cv2.__version__}",
    expected="one print, one marker, in the smallest dictionary",
    seen=f"{nested[0]} markers {nested[1]} in {nested[2]}; with dictionaries of other cells {apart[0]} in {apart[2]}",
    matters="boards of several makers searched together each claim the same print: the first hundred ids are alike",
    holds=nested[1] == [7, 7, 7] and apart[1] == [7],
)
END
