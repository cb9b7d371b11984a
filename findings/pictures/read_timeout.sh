#!/bin/sh
# A reading of a network camera that takes longer than OpenCV's limit ends the capture: it returns nothing ever after.
. "$(dirname "$0")/../common.sh"
packages opencv-python-headless==5.0.0.93 numpy==2.4.6
python - <<'END'
import threading
import time

import cv2
from camera import camera, grey
from common import report

goes_on, sent = threading.Event(), []


def pictures(*, pauses: bool):
    for number in range(200):
        if pauses and number == 6:
            goes_on.wait(30)
        sent.append(number)
        yield grey(number % 30)
        time.sleep(0.05)


def read(url):
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 10000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 1000]
    capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits)
    before = 0
    while before < 40 and capture.read()[0]:
        before += 1
    goes_on.set()
    time.sleep(2)
    return before, sum(capture.read()[0] for _ in range(20)), capture.isOpened()


with camera(pictures(pauses=True)) as url:
    before, after, open_still = read(url)
with camera(pictures(pauses=False)) as url:
    steady, more, _ = read(url)
report(
    versions=f"opencv-python {cv2.__version__}",
    expected="the capture returns pictures again as soon as the camera sends them",
    seen=f"{before} pictures, a pause longer than the limit, then {after} of 20 although the camera sent {len(sent)} "
    f"in all; isOpened() is {open_still}; without a pause {steady} and then {more} of 20",
    matters="a camera that pauses once, for its exposure or a weak network, must be opened anew",
    holds=before > 0 and after == 0 and open_still and steady == 40 and more == 20,
)
END
