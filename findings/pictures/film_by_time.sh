#!/bin/sh
# A film of varying rate: OpenCV reads true times, but seeks by an average rate, to other pictures in MKV and in MP4.
. "$(dirname "$0")/../common.sh"
debian ffmpeg ffmpeg
packages opencv-python-headless==5.0.0.93 numpy==2.4.6
python - <<'END'
import subprocess

import cv2
import numpy as np
from common import folder, report

# ten pictures half a second apart, then twenty at 20 a second, as telephones film in a dim room and in a bright one
TIMES_MS = [500 * number if number < 10 else 5000 + 50 * (number - 10) for number in range(30)]
for number in range(30):
    cv2.imwrite(f"{folder()}/{number:02d}.png", np.full((96, 128, 3), 20 + number * 7, np.uint8))
slow = "settb=1/1000,setpts='if(lt(N,10),N*500,5000+(N-10)*50)'"
film = ["ffmpeg", "-v", "error", "-i", f"{folder()}/%02d.png", "-vf", slow, "-fps_mode", "vfr"]
film += ["-enc_time_base", "1/1000", "-c:v", "libx264", "-g", "5", "-qp", "1", "-pix_fmt", "yuv420p"]
subprocess.run([*film, f"{folder()}/film.mkv"], check=True)
subprocess.run(["ffmpeg", "-v", "error", "-i", f"{folder()}/film.mkv", "-c", "copy", f"{folder()}/film.mp4"], check=True)


def look(kind):
    capture = cv2.VideoCapture(f"{folder()}/film.{kind}")
    true = 0
    for time_ms in TIMES_MS:
        capture.read()
        true += abs(capture.get(cv2.CAP_PROP_POS_MSEC) - time_ms) <= 2
    capture.set(cv2.CAP_PROP_POS_MSEC, 1000)
    ok, picture = capture.read()
    return true, TIMES_MS[round((float(picture.mean()) - 20) / 7)] if ok else None, capture.get(cv2.CAP_PROP_FPS)


mkv, mp4 = look("mkv"), look("mp4")
version = subprocess.run(["ffmpeg", "-version"], capture_output=True, text=True, check=True).stdout.split()[2]
report(
    versions=f"opencv-python {cv2.__version__}, ffmpeg {version}",
    expected="the picture of 1000 ms, when that time is set",
    seen=f"true times of pictures read one by one: {mkv[0]} and {mp4[0]} of 30; set to 1000 ms, MKV returns the picture "
    f"of {mkv[1]} ms, MP4 that of {mp4[1]} ms; the rates are given as {mkv[2]:.1f} and {mp4[2]:.1f}",
    matters="a film is read from its start, never by jumps, or a replay shows another play",
    holds=mkv[0] == mp4[0] == 30 and 1000 not in (mkv[1], mp4[1]) and mkv[1] != mp4[1],
)
END
