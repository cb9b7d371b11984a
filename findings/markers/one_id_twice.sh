#!/bin/sh
# Two prints of one marker in a picture are both returned under the same id, without a sign.
. "$(dirname "$0")/../common.sh"
packages opencv-python-headless==5.0.0.93 numpy==2.4.6
python - <<'END'
import cv2
import numpy as np
from common import report
from marker import detector, draw

left, right = (draw(60, middle=(x, 100), size=(320, 200))[0] for x in (100, 220))
both = detector().detectMarkers(np.minimum(left, right))
alone = detector().detectMarkers(left)
other_way = detector().detectMarkers(np.ascontiguousarray(np.rot90(np.minimum(left, right), 2)))
report(
    versions=f"opencv-python {cv2.__version__}",
    expected="each id once, or an error",
    seen=f"one print: ids {alone[1].ravel().tolist()}; two prints: {both[1].ravel().tolist()} at x "
    f"{[round(float(at[..., 0].mean())) for at in both[0]]}, turned by 180 degrees "
    f"{[round(float(at[..., 0].mean())) for at in other_way[0]]}",
    matters="a dictionary of id and place keeps the last one: a spare print on the table becomes a corner of the board",
    holds=alone[1].ravel().tolist() == [7] and both[1].ravel().tolist() == [7, 7],
)
END
