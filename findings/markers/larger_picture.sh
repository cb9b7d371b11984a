#!/bin/sh
# A marker that is read in a picture is no longer read when the picture becomes larger around it.
. "$(dirname "$0")/../common.sh"
packages opencv-python-headless==5.0.0.93 numpy==2.4.6
python - <<'END'
import cv2
from common import report
from marker import detector, draw


def widest(side):
    """Returns the widest picture, by steps of 100 pixels, in which a marker of `side` pixels is read."""
    picture = draw(side)[0]
    for rim in range(0, 3000, 50):
        large = cv2.copyMakeBorder(picture, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=(255,))
        if detector().detectMarkers(large)[1] is None:
            return large.shape[1] - 100
    return 0


seen = {side: widest(side) for side in (14, 18, 24)}
report(
    versions=f"opencv-python {cv2.__version__}",
    expected="the same markers, however much white paper is added round them",
    seen="; ".join(f"{side} px: in pictures up to {width} px wide" for side, width in seen.items()),
    matters="a better camera that shows more of the room loses a board that a worse one finds; the limit is a share of "
    "the picture, minMarkerPerimeterRate",
    holds=all(100 * side < width < 160 * side for side, width in seen.items()),
)
END
