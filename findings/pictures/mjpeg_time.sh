#!/bin/sh
# OpenCV invents the rate and the times of an MJPEG camera: 25 pictures a second, whatever comes.
. "$(dirname "$0")/../common.sh"
packages opencv-python-headless==5.0.0.93 numpy==2.4.6
python - <<'END'
import time

import cv2
from camera import camera, grey
from common import report

EVERY_S = 0.25
with camera(grey(number) for number in range(24) if number == 0 or not time.sleep(EVERY_S)) as url:
    capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG)
    rate = capture.get(cv2.CAP_PROP_FPS)
    begun_s, times = time.monotonic(), []
    while capture.read()[0]:
        times.append(capture.get(cv2.CAP_PROP_POS_MSEC))
    took_ms = (time.monotonic() - begun_s) * 1000
report(
    versions=f"opencv-python {cv2.__version__}",
    expected="times as the pictures come: 250 ms apart, or none",
    seen=f"rate {rate:g} a second; {len(times)} pictures in {took_ms:.0f} ms have times up to {times[-1]:.0f} ms",
    matters="a turn, a hand that lingers and the length of a clip are measured by these times",
    holds=rate == 25 and times == [40.0 * number for number in range(len(times))] and took_ms > 2 * times[-1],
)
END
